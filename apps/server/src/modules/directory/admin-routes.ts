import { createProvider, listAdminProviders, updateProvider } from '@hakiki/contract/directory-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { DirectoryService } from './service.ts';

export const directoryAdminRoutes = ({ directory }: { directory: DirectoryService }) => [
  handle(listAdminProviders, async ({ query }) => {
    const { rows, total } = await directory.listForAdmin(query);
    return page(rows, total);
  }),
  handle(createProvider, ({ actor, body, idempotency }) => directory.add(actor, body, idempotency)),
  handle(updateProvider, ({ actor, params, body }) => directory.update(actor, params.providerId, body)),
];
