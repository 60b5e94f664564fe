import type { UserId } from '@hakiki/contract/accounts';
import type { ContactDenialReason } from '@hakiki/contract/admin-values';
import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { users } from '../accounts/read-model.ts';
import { auditEntries } from '../audit/read-model.ts';
import { filings, filingsWithContact } from '../intake/read-model.ts';
import { contactOpenings, openedContacts } from './tables.ts';

const ago = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;

/** Locks the user's row, which serialises their concurrent requests. */
export const lockUser = (tx: Db, userId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');

export const hasContact = (tx: Db, filingId: string): Promise<boolean> =>
  tx
    .select({ id: filingsWithContact.id })
    .from(filingsWithContact)
    .where(eq(filingsWithContact.id, filingId))
    .then((rows) => rows.length > 0);

export const countRequests = (tx: Db, askedBy: string, withinMinutes: number): Promise<number> =>
  tx
    .select({ n: count() })
    .from(contactOpenings)
    .where(and(eq(contactOpenings.askedBy, askedBy), gt(contactOpenings.createdAt, ago(withinMinutes))))
    .then((rows) => rows[0]?.n ?? 0);

type NewOpening = Pick<
  typeof contactOpenings.$inferInsert,
  'id' | 'filingId' | 'askedBy' | 'publicKey' | 'askedAt' | 'sealedProof'
>;

export const insertOpening = (tx: Db, opening: NewOpening) => tx.insert(contactOpenings).values(opening);

const isPending = (id: string) =>
  and(eq(contactOpenings.id, id), isNull(contactOpenings.sealed), isNull(contactOpenings.refusal));

/** Reads a pending request, with whether it is recent and whether the requester is still an administrator. */
export const findPendingRequest = (db: Db, id: string, withinMinutes: number) =>
  db
    .select({
      filingId: contactOpenings.filingId,
      askedBy: contactOpenings.askedBy,
      publicKey: contactOpenings.publicKey,
      askedAt: contactOpenings.askedAt,
      sealedProof: contactOpenings.sealedProof,
      isFresh: sql<boolean>`coalesce(${contactOpenings.createdAt} > ${ago(withinMinutes)}
        and ${contactOpenings.askedAt} between ${ago(withinMinutes)} and now() + interval '1 minute', false)`,
      isAdmin: users.isAdmin,
    })
    .from(contactOpenings)
    .innerJoin(users, eq(users.id, contactOpenings.askedBy))
    .where(isPending(id))
    .then(firstRow);

/** The reason in the audit log; undefined if no request was recorded. */
export const findReason = (db: Db, request: { openingId: string; filingId: string; askedBy: string }) =>
  db
    .select({ reason: auditEntries.reason })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subject, request.filingId),
        eq(auditEntries.action, 'filing.contact-asked'),
        eq(auditEntries.actorKind, 'user'),
        eq(auditEntries.actorId, request.askedBy),
        sql`${auditEntries.detail}->>'opening' = ${request.openingId}`,
      ),
    )
    .then((rows) => rows[0]?.reason ?? undefined);

/** Key of an advisory lock: any number that nothing else in the database uses. */
const OPENINGS_LOCK_KEY = 4_715_011;

/** Serialises openings, so that concurrent ones cannot exceed a quota. */
export const lockOpenings = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${OPENINGS_LOCK_KEY})`);

/** Openings of this administrator within the hour, and of all within the day. */
export const countOpened = (db: Db, askedBy: string) =>
  db
    .select({
      byPerson: sql<number>`count(*) filter (where ${openedContacts.askedBy} = ${askedBy} and ${openedContacts.openedAt} > ${ago(60)})::int`,
      byAll: sql<number>`count(*)::int`,
    })
    .from(openedContacts)
    .where(gt(openedContacts.openedAt, ago(24 * 60)))
    .then((rows) => rows[0]!);

/** Returns false if this request was opened before, or its second factor was used before. */
export const recordOpened = (
  tx: Db,
  opened: Pick<typeof openedContacts.$inferInsert, 'openingId' | 'askedBy' | 'spent'>,
) =>
  tx
    .insert(openedContacts)
    .values(opened)
    .onConflictDoNothing()
    .returning({ openingId: openedContacts.openingId })
    .then((rows) => rows.length === 1);

/** Locks the user's role until the transaction ends, so that a concurrent revocation waits. */
export const lockPendingRequest = (tx: Db, id: string) =>
  tx
    .select({ sealedContact: filings.sealedContact, isAdmin: users.isAdmin })
    .from(contactOpenings)
    .innerJoin(filings, eq(filings.id, contactOpenings.filingId))
    .innerJoin(users, eq(users.id, contactOpenings.askedBy))
    .where(isPending(id))
    .for('no key update', { of: [contactOpenings, users] })
    .then(firstRow);

export const setRefusal = (tx: Db, id: string, refusal: ContactDenialReason) =>
  tx
    .update(contactOpenings)
    .set({ refusal, sealedProof: null })
    .where(isPending(id))
    .returning({ id: contactOpenings.id })
    .then((rows) => rows.length === 1);

export const setSealed = (tx: Db, id: string, sealed: Buffer) =>
  tx.update(contactOpenings).set({ sealed, sealedProof: null }).where(eq(contactOpenings.id, id));

export const findOwnRequest = (db: Db, id: string, askedBy: string, withinMinutes: number) =>
  db
    .select({ sealed: contactOpenings.sealed, refusal: contactOpenings.refusal })
    .from(contactOpenings)
    .where(
      and(
        eq(contactOpenings.id, id),
        eq(contactOpenings.askedBy, askedBy),
        gt(contactOpenings.createdAt, ago(withinMinutes)),
      ),
    )
    .then(firstRow);

export const deleteOlderThan = (db: Db, minutes: number) =>
  db.delete(contactOpenings).where(lt(contactOpenings.createdAt, ago(minutes)));
