import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import type { OwnerTag } from './owner-tag.ts';
import { evidenceFiles, filingOriginals, filingQuestions, filings } from './tables.ts';

const AT_ONCE = 500;

const columns = {
  details: { table: filings, id: filings.id, sealed: filings.sealedDetails, name: 'sealed_details' },
  originals: { table: filingOriginals, id: filingOriginals.filingId, sealed: filingOriginals.sealed, name: 'sealed' },
  answers: {
    table: filingQuestions,
    id: filingQuestions.id,
    sealed: filingQuestions.sealedAnswer,
    name: 'sealed_answer',
  },
  fileNames: { table: evidenceFiles, id: evidenceFiles.id, sealed: evidenceFiles.sealedName, name: 'sealed_name' },
} as const;
export type SealedColumn = keyof typeof columns;

/** One page of the table, including rows with an empty column, so that each page costs the same. */
export async function listSealed(db: Db, column: SealedColumn, after: string | undefined) {
  const { table, id, sealed } = columns[column];
  const { rows } = await db.execute<{ id: string; sealed: Buffer | null }>(sql`
    select ${id} as id, ${sealed} as sealed from ${table}
    where ${after ?? null}::uuid is null or ${id} > ${after ?? null} order by ${id} limit ${AT_ONCE}`);
  return rows;
}

/** Does nothing if the value was replaced or cleared in the meantime. */
export async function reseal(db: Db, column: SealedColumn, rowId: string, before: Buffer, now: Buffer) {
  const { table, id, sealed, name } = columns[column];
  const { rowCount } = await db.execute(sql`
    update ${table} set ${sql.identifier(name)} = ${now} where ${id} = ${rowId} and ${sealed} = ${before}`);
  return rowCount === 1;
}

export interface StoredRow {
  id: string;
  filingId: string;
  sealedUnder: Buffer | null;
}

export const listStored = (db: Db, after: string | undefined): Promise<StoredRow[]> =>
  db
    .select({ id: evidenceFiles.id, filingId: evidenceFiles.filingId, sealedUnder: evidenceFiles.sealedUnder })
    .from(evidenceFiles)
    .where(and(isNotNull(evidenceFiles.storedAt), after === undefined ? undefined : gt(evidenceFiles.id, after)))
    .orderBy(asc(evidenceFiles.id))
    .limit(AT_ONCE);

export const isStillStored = (tx: Db, id: string): Promise<boolean> =>
  tx
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.id, id), isNotNull(evidenceFiles.storedAt)))
    .then((rows) => rows.length > 0);

export const setSealedUnder = (tx: Db, id: string, sealedUnder: Buffer) =>
  tx.update(evidenceFiles).set({ sealedUnder }).where(eq(evidenceFiles.id, id));

export const listPeople = (db: Db, after: UserId | undefined): Promise<UserId[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(after === undefined ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(AT_ONCE)
    .then((rows) => rows.map(({ id }) => id));

interface Move {
  other: OwnerTag;
  now: OwnerTag;
}
const othersOf = (moves: readonly Move[]) => sql.param(moves.map(({ other }) => other));

export async function moveTags(db: Db, moves: readonly Move[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${filings} set owner_tag = moved.now
    from unnest(${othersOf(moves)}::uuid[], ${sql.param(moves.map(({ now }) => now))}::uuid[]) as moved (other, now)
    where ${filings.ownerTag} = moved.other`);
  return rowCount ?? 0;
}

export async function countTagged(db: Db, moves: readonly Move[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ${filings} where ${filings.ownerTag} = any(${othersOf(moves)}::uuid[])`);
  return rows[0]?.n ?? 0;
}
