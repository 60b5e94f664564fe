import type { SessionId } from '@hakiki/contract/account';
import { eq } from 'drizzle-orm';
import { presentUser, userColumns } from '../modules/accounts/present.ts';
import { users } from '../modules/accounts/tables.ts';
import type { Db } from '../platform/db/database.ts';
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

export async function findActor(db: Db, email: string): Promise<UserActor | undefined> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.email, email));
  return row && toActor(row);
}
