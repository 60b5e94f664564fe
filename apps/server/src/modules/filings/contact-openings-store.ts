import type { UserId } from '@hakiki/contract/accounts';
import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import { contactOpenings, filings } from './tables.ts';

const first = <Row>(rows: Row[]): Row | undefined => rows[0];
const ago = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;

/** Those who ask at once as the same person come one after the other. */
export const holdPerson = (tx: Db, userId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');

export const hasContact = (tx: Db, filingId: string): Promise<boolean> =>
  tx
    .select({ id: filings.id })
    .from(filings)
    .where(and(eq(filings.id, filingId), isNotNull(filings.sealedContact)))
    .then((rows) => rows.length > 0);

export const countAsked = (tx: Db, askedBy: string, withinMinutes: number): Promise<number> =>
  tx
    .select({ n: count() })
    .from(contactOpenings)
    .where(and(eq(contactOpenings.askedBy, askedBy), gt(contactOpenings.createdAt, ago(withinMinutes))))
    .then((rows) => rows[0]?.n ?? 0);

export async function insertOpening(
  tx: Db,
  opening: Pick<typeof contactOpenings.$inferInsert, 'filingId' | 'askedBy' | 'publicKey'>,
): Promise<string> {
  const [inserted] = await tx.insert(contactOpenings).values(opening).returning({ id: contactOpenings.id });
  if (!inserted) throw new Error('Nothing was inserted.');
  return inserted.id;
}

/** While it is new, not answered yet, and whoever asked is still an administrator. */
export const lockAsked = (tx: Db, id: string, withinMinutes: number) =>
  tx
    .select({
      filingId: contactOpenings.filingId,
      askedBy: contactOpenings.askedBy,
      publicKey: contactOpenings.publicKey,
      sealedContact: filings.sealedContact,
    })
    .from(contactOpenings)
    .innerJoin(filings, eq(filings.id, contactOpenings.filingId))
    .innerJoin(users, and(eq(users.id, contactOpenings.askedBy), users.isAdmin))
    .where(
      and(
        eq(contactOpenings.id, id),
        isNull(contactOpenings.sealed),
        gt(contactOpenings.createdAt, ago(withinMinutes)),
      ),
    )
    .for('update', { of: contactOpenings })
    .then(first);

export const setSealed = (tx: Db, id: string, sealed: Buffer) =>
  tx.update(contactOpenings).set({ sealed }).where(eq(contactOpenings.id, id));

export const findOf = (db: Db, id: string, askedBy: string, withinMinutes: number) =>
  db
    .select({ sealed: contactOpenings.sealed })
    .from(contactOpenings)
    .where(
      and(
        eq(contactOpenings.id, id),
        eq(contactOpenings.askedBy, askedBy),
        gt(contactOpenings.createdAt, ago(withinMinutes)),
      ),
    )
    .then(first);

export const deleteOlderThan = (db: Db, minutes: number) =>
  db.delete(contactOpenings).where(lt(contactOpenings.createdAt, ago(minutes)));
