import type { SessionId } from '@hakiki/contract/account';
import { presentUser } from '../modules/accounts/present.ts';
import type { UserActor } from '../platform/http/actor.ts';

/** A signed-in user who fulfils all session requirements. */
export const toActor = (row: Parameters<typeof presentUser>[0]): UserActor => ({
  kind: 'user',
  sessionId: row.id as string as SessionId,
  canAdminister: row.isAdmin,
  canModerate: row.isAdmin,
  isSteppedUp: true,
  needsStepUp: false,
  user: presentUser(row),
});
