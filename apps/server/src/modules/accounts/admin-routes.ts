import { updateUser } from '@hakiki/contract/admin';
import { handle } from '../../platform/http/route.ts';
import type { AccountsService } from './service.ts';

export const accountsAdminRoutes = ({ accounts }: { accounts: AccountsService }) => [
  handle(updateUser, ({ actor, params, body }) => accounts.plans.update(actor, params.userId, body)),
];
