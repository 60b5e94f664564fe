import { getAuthUser } from '@hakiki/contract/accounts';
import { handle } from '../../platform/http/route.ts';

export const accountsRoutes = () => [handle(getAuthUser, ({ actor }) => actor.user)];
