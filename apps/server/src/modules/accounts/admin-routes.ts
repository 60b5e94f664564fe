import { listAdminUsers, setUserRole, updateUser } from '@hakiki/contract/accounts-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { AccountsService } from './service.ts';

export const accountsAdminRoutes = ({ accounts }: { accounts: AccountsService }) => [
  handle(listAdminUsers, async ({ query }) => {
    const { rows, total } = await accounts.listForAdmin(query);
    return page(rows, total);
  }),
  handle(updateUser, ({ actor, params, body }) => accounts.plans.update(actor, params.userId, body)),
  handle(setUserRole, ({ actor, params, body }) => accounts.roles.set(actor, params.userId, body)),
];
