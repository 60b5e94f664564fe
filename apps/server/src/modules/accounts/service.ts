/** Who is asking. Sessions are kept here; until people can sign in, everybody is a visitor. */
import { visitor, type Authenticate } from '../../platform/http/actor.ts';

export function createAccountsService() {
  const authenticate: Authenticate = () => Promise.resolve(visitor);
  return { authenticate };
}
