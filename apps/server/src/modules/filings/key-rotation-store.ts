import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import { evidenceFiles } from '../evidence/tables.ts';
import { filingOriginals, filings, type OwnerTag } from '../intake/tables.ts';
import { filingQuestions } from './tables.ts';

const PAGE_SIZE = 500;

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
    where ${after ?? null}::uuid is null or ${id} > ${after ?? null} order by ${id} limit ${PAGE_SIZE}`);
  return rows;
}

/** Does nothing if the value was replaced or cleared in the meantime. */
export async function reseal(db: Db, column: SealedColumn, rowId: string, oldValue: Buffer, newValue: Buffer) {
  const { table, id, sealed, name } = columns[column];
  const { rowCount } = await db.execute(sql`
    update ${table} set ${sql.identifier(name)} = ${newValue} where ${id} = ${rowId} and ${sealed} = ${oldValue}`);
  return rowCount === 1;
}

export interface StoredFileRow {
  id: string;
  filingId: string;
  sealedUnder: Buffer | null;
}

export const listStoredFiles = (db: Db, after: string | undefined): Promise<StoredFileRow[]> =>
  db
    .select({ id: evidenceFiles.id, filingId: evidenceFiles.filingId, sealedUnder: evidenceFiles.sealedUnder })
    .from(evidenceFiles)
    .where(and(isNotNull(evidenceFiles.storedAt), after === undefined ? undefined : gt(evidenceFiles.id, after)))
    .orderBy(asc(evidenceFiles.id))
    .limit(PAGE_SIZE);

export const isStillStored = (tx: Db, id: string): Promise<boolean> =>
  tx
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.id, id), isNotNull(evidenceFiles.storedAt)))
    .then((rows) => rows.length > 0);

export const setSealedUnder = (tx: Db, id: string, sealedUnder: Buffer) =>
  tx.update(evidenceFiles).set({ sealedUnder }).where(eq(evidenceFiles.id, id));

export const listUserIds = (db: Db, after: UserId | undefined): Promise<UserId[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(after === undefined ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(PAGE_SIZE)
    .then((rows) => rows.map(({ id }) => id));

interface TagChange {
  other: OwnerTag;
  now: OwnerTag;
}
const toOldTags = (moves: readonly TagChange[]) => sql.param(moves.map(({ other }) => other));

export async function replaceTags(db: Db, moves: readonly TagChange[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${filings} set owner_tag = moved.now
    from unnest(${toOldTags(moves)}::uuid[], ${sql.param(moves.map(({ now }) => now))}::uuid[]) as moved (other, now)
    where ${filings.ownerTag} = moved.other`);
  return rowCount ?? 0;
}

export async function countOldTags(db: Db, moves: readonly TagChange[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ${filings} where ${filings.ownerTag} = any(${toOldTags(moves)}::uuid[])`);
  return rows[0]?.n ?? 0;
}
