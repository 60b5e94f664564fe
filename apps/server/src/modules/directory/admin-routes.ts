import { listAdminProviders, updateProvider } from '@hakiki/contract/admin';
import { handle, page } from '../../platform/http/route.ts';
import type { DirectoryService } from './service.ts';

export const directoryAdminRoutes = ({ directory }: { directory: DirectoryService }) => [
  handle(listAdminProviders, async ({ query }) => {
    const { rows, total } = await directory.listForAdmin(query);
    return page(rows, total);
  }),
  handle(updateProvider, ({ actor, params, body }) => directory.update(actor, params.providerId, body)),
];
