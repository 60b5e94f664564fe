import { updateProvider } from '@hakiki/contract/admin';
import { handle } from '../../platform/http/route.ts';
import type { DirectoryService } from './service.ts';

export const directoryAdminRoutes = ({ directory }: { directory: DirectoryService }) => [
  handle(updateProvider, ({ actor, params, body }) => directory.update(actor, params.providerId, body)),
];
