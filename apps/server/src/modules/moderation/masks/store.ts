import type { UserId } from '@hakiki/contract/accounts';
import { maskRules } from '@hakiki/contract/masks';
import type { MaskId } from '@hakiki/contract/masks-admin';
import { retention } from '@hakiki/contract/retention';
import type { Language } from '@hakiki/contract/site';
import { and, asc, eq, gt, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { appeals } from '../appeals/read-model.ts';
import { decisions, publicVersions } from '../workflow/read-model.ts';
import { filings } from '../../intake/read-model.ts';
import { maskedTexts, masks } from './tables.ts';

const MAX_LISTED = 100;
const KEY_ROTATION_PAGE_SIZE = 500;
const PURGE_BATCH_SIZE = 500;

const columns = {
  id: masks.id,
  subject: masks.subject,
  subjectId: masks.subjectId,
  subjectTitle: masks.subjectTitle,
  language: masks.language,
  sealedSpans: masks.sealedSpans,
  state: masks.state,
  maskedBy: masks.maskedBy,
  maskedByEmail: users.email,
  createdAt: masks.createdAt,
  dueAt: masks.dueAt,
  isOverdue: sql<boolean>`${masks.state} = 'open' and ${masks.dueAt} < now()`,
};
const selectMasks = (db: Db) => db.select(columns).from(masks).leftJoin(users, eq(users.id, masks.maskedBy));

export type MaskRow = Awaited<ReturnType<typeof listOpen>>[number];

export const listOpen = (db: Db) =>
  selectMasks(db).where(eq(masks.state, 'open')).orderBy(asc(masks.dueAt), asc(masks.id)).limit(MAX_LISTED);

export const findMask = (db: Db, id: MaskId) => selectMasks(db).where(eq(masks.id, id)).then(firstRow);

/** Masks whose original text is still stored, in the order they were applied. */
export const listActive = (tx: Db, subjectId: string) =>
  selectMasks(tx)
    .where(and(eq(masks.subjectId, subjectId), ne(masks.state, 'reverted'), isNotNull(masks.sealedSpans)))
    .orderBy(asc(masks.createdAt), asc(masks.id));

export const lockMask = (tx: Db, id: MaskId) =>
  tx.select({ state: masks.state }).from(masks).where(eq(masks.id, id)).for('update').then(firstRow);

export const insertMask = (tx: Db, mask: Omit<typeof masks.$inferInsert, 'dueAt'>) =>
  tx.insert(masks).values({ ...mask, dueAt: sql`now() + ${`${maskRules.hours} hours`}::interval` });

export const setTitle = (tx: Db, id: MaskId, subjectTitle: string) =>
  tx.update(masks).set({ subjectTitle }).where(eq(masks.id, id));

export const closeMask = (tx: Db, id: MaskId, state: 'confirmed' | 'reverted', settledBy: UserId) =>
  tx
    .update(masks)
    .set({
      state,
      settledBy,
      settledAt: sql`now()`,
      changedAt: sql`now()`,
      ...(state === 'reverted' && { sealedSpans: null }),
    })
    .where(eq(masks.id, id));

/** True when this user has an overdue mask and another person could confirm it. */
export async function hasBlockingOverdueMask(tx: Db, userId: UserId): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select where exists (
      select from ${masks} where ${masks.maskedBy} = ${userId} and ${masks.state} = 'open' and ${masks.dueAt} < now()
    ) and exists (
      select from ${users} where ${users.id} <> ${userId} and (${users.isAdmin} or ${users.isModerator})
    )`);
  return rows.length > 0;
}

export const countOpenSpans = (tx: Db, subjectId: string, userId: UserId): Promise<number> =>
  tx
    .select({ n: sql<number>`coalesce(sum(${masks.spanCount}), 0)::int` })
    .from(masks)
    .where(and(eq(masks.subjectId, subjectId), eq(masks.maskedBy, userId), eq(masks.state, 'open')))
    .then(([row]) => row!.n);

export const countOverdue = (db: Db): Promise<number> =>
  db
    .select({ n: sql<number>`count(*)::int` })
    .from(masks)
    .where(and(eq(masks.state, 'open'), lt(masks.dueAt, sql`now()`)))
    .then(([row]) => row!.n);

// Texts

export const listTexts = (tx: Db, subjectId: string) =>
  tx.select().from(maskedTexts).where(eq(maskedTexts.subjectId, subjectId)).for('update');

export const upsertText = (tx: Db, text: { id: string; subjectId: string; place: string; sealedText: Buffer }) =>
  tx
    .insert(maskedTexts)
    .values(text)
    .onConflictDoUpdate({
      target: [maskedTexts.subjectId, maskedTexts.place],
      set: { id: text.id, sealedText: text.sealedText },
    });

export const deleteTexts = (tx: Db, subjectId: string) =>
  tx.delete(maskedTexts).where(eq(maskedTexts.subjectId, subjectId));

export const listVersions = (tx: Db, subjectId: string) =>
  tx
    .select({ id: publicVersions.id, statement: publicVersions.statement, successor: publicVersions.successor })
    .from(publicVersions)
    .where(eq(publicVersions.subjectId, subjectId));

/** Reasons in the public history of the subject, including those of appeals against it. */
export const listReasons = (tx: Db, subjectId: string) =>
  tx
    .select({ id: decisions.id, reason: decisions.reason })
    .from(decisions)
    .where(
      and(
        isNotNull(decisions.reason),
        or(
          eq(decisions.subjectId, subjectId),
          inArray(
            decisions.subjectId,
            tx.select({ id: appeals.id }).from(appeals).where(eq(appeals.subjectId, subjectId)),
          ),
        ),
      ),
    );

export const findFilingLanguage = (tx: Db, subjectId: string): Promise<Language | undefined> =>
  tx
    .select({ language: filings.language })
    .from(filings)
    .where(sql`${filings.id} = ${subjectId}`)
    .then((rows) => rows[0]?.language);

// Retention and key rotation

export const listPurgeable = (db: Db) =>
  db
    .select({ id: masks.id, subjectId: masks.subjectId })
    .from(masks)
    .where(
      and(
        eq(masks.state, 'confirmed'),
        isNotNull(masks.sealedSpans),
        lt(masks.settledAt, sql`now() - ${`${retention.maskedWords.days} days`}::interval`),
      ),
    )
    .limit(PURGE_BATCH_SIZE);

export const clearSpans = (tx: Db, id: MaskId) => tx.update(masks).set({ sealedSpans: null }).where(eq(masks.id, id));

export const listSealedSpans = (db: Db, after: string | undefined) =>
  db
    .select({ id: masks.id, sealed: masks.sealedSpans })
    .from(masks)
    .where(and(isNotNull(masks.sealedSpans), after === undefined ? undefined : gt(masks.id, after as MaskId)))
    .orderBy(asc(masks.id))
    .limit(KEY_ROTATION_PAGE_SIZE);
export const resealSpans = (db: Db, id: string, before: Buffer, after: Buffer): Promise<boolean> =>
  db
    .update(masks)
    .set({ sealedSpans: after })
    .where(and(eq(masks.id, id as MaskId), eq(masks.sealedSpans, before)))
    .returning({ id: masks.id })
    .then((rows) => rows.length > 0);

export const listSealedTexts = (db: Db, after: string | undefined) =>
  db
    .select({ id: maskedTexts.id, sealed: maskedTexts.sealedText })
    .from(maskedTexts)
    .where(after === undefined ? undefined : gt(maskedTexts.id, after))
    .orderBy(asc(maskedTexts.id))
    .limit(KEY_ROTATION_PAGE_SIZE);
export const resealText = (db: Db, id: string, before: Buffer, after: Buffer): Promise<boolean> =>
  db
    .update(maskedTexts)
    .set({ sealedText: after })
    .where(and(eq(maskedTexts.id, id), eq(maskedTexts.sealedText, before)))
    .returning({ id: maskedTexts.id })
    .then((rows) => rows.length > 0);
