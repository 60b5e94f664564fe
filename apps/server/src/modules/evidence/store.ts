import { evidenceLimits } from '@hakiki/contract/limits';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { evidenceFiles } from './tables.ts';

export const listFileIds = (db: Db, filingId: string): Promise<string[]> =>
  db
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(eq(evidenceFiles.filingId, filingId))
    .then((rows) => rows.map(({ id }) => id));

const isStored = isNotNull(evidenceFiles.storedAt);

/** A file can still be uploaded while its link is valid. */
const isUploadable = gt(evidenceFiles.createdAt, sql`now() - ${`${evidenceLimits.linkMinutes} minutes`}::interval`);

const countFiles = (tx: Db, filingId: string, condition: ReturnType<typeof or>): Promise<number> =>
  tx
    .select({ n: count() })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.filingId, filingId), condition))
    .then((rows) => rows[0]?.n ?? 0);

export const countStored = (tx: Db, filingId: string) => countFiles(tx, filingId, isStored);

export const countExpected = (tx: Db, filingId: string) => countFiles(tx, filingId, or(isStored, isUploadable));

export const insertFile = (tx: Db, file: typeof evidenceFiles.$inferInsert) => tx.insert(evidenceFiles).values(file);

/** In the order in which they were announced. */
export const listFiles = (db: Db, filingIds: readonly string[]) =>
  db
    .select({
      filingId: evidenceFiles.filingId,
      id: evidenceFiles.id,
      sealedName: evidenceFiles.sealedName,
      type: evidenceFiles.type,
      bytes: evidenceFiles.bytes,
    })
    .from(evidenceFiles)
    .where(and(sql`${evidenceFiles.filingId} = any(${sql.param(filingIds)}::uuid[])`, isStored))
    .orderBy(asc(evidenceFiles.createdAt), asc(evidenceFiles.id))
    .limit(filingIds.length * evidenceLimits.files);

/** The stored files of a filing with this type and size. */
export const listStoredAlike = (tx: Db, filingId: string, type: NonNullable<FileRow['type']>, bytes: number) =>
  tx
    .select({ id: evidenceFiles.id, sealedName: evidenceFiles.sealedName })
    .from(evidenceFiles)
    .where(
      and(eq(evidenceFiles.filingId, filingId), eq(evidenceFiles.type, type), eq(evidenceFiles.bytes, bytes), isStored),
    )
    .orderBy(asc(evidenceFiles.createdAt))
    .limit(evidenceLimits.files);

const fileStatement = prepareStatement({
  name: 'evidence-file',
  text: `
  select filing_id as "filingId", sealed_name as "sealedName", type, bytes, stored_at is not null as "isStored", now() as now
  from evidence_files where id = $1`,
});

export interface FileRow {
  filingId: string;
  sealedName: Buffer;
  type: typeof evidenceFiles.$inferSelect.type;
  bytes: number;
  isStored: boolean;
  /** The database's time. */
  now: Date;
}

export const findFile = (database: Database, id: string) => database.read<FileRow>(fileStatement, [id]).then(firstRow);

const isNotStored = (id: string) => and(eq(evidenceFiles.id, id), isNull(evidenceFiles.storedAt));

const isUnclaimed = (id: string) => and(isNotStored(id), isNull(evidenceFiles.type));

/** Returns false if another upload has claimed or stored it. */
export const claimFile = (db: Db, id: string, type: NonNullable<FileRow['type']>): Promise<boolean> =>
  db
    .update(evidenceFiles)
    .set({ type })
    .where(isUnclaimed(id))
    .returning({ id: evidenceFiles.id })
    .then((rows) => rows.length > 0);

/** Does nothing if another upload by the same link was accepted in the meantime. */
export const deleteRejected = (db: Db, id: string) => db.delete(evidenceFiles).where(isUnclaimed(id));

export const releaseFile = (db: Db, id: string) => db.update(evidenceFiles).set({ type: null }).where(isNotStored(id));

export const setStored = (tx: Db, id: string, stored: { bytes: number; sealedUnder: Buffer }) =>
  tx
    .update(evidenceFiles)
    .set({ ...stored, storedAt: sql`now()` })
    .where(isNotStored(id));

const DELETE_BATCH_SIZE = 1000;

/** Announced at least a day ago and never uploaded. */
export const listNeverUploaded = (db: Db) =>
  db
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(and(isNull(evidenceFiles.storedAt), lt(evidenceFiles.createdAt, sql`now() - interval '24 hours'`)))
    .orderBy(asc(evidenceFiles.createdAt))
    .limit(DELETE_BATCH_SIZE)
    .then((rows) => rows.map((row) => row.id));

export const deleteNeverUploaded = (db: Db, id: string) => db.delete(evidenceFiles).where(isNotStored(id));

export const deleteFiles = (tx: Db, filingId: string) =>
  tx.delete(evidenceFiles).where(eq(evidenceFiles.filingId, filingId));

const ROTATION_PAGE_SIZE = 500;

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
    .limit(ROTATION_PAGE_SIZE);

export const isStillStored = (tx: Db, id: string): Promise<boolean> =>
  tx
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.id, id), isNotNull(evidenceFiles.storedAt)))
    .then((rows) => rows.length > 0);

export const setSealedUnder = (tx: Db, id: string, sealedUnder: Buffer) =>
  tx.update(evidenceFiles).set({ sealedUnder }).where(eq(evidenceFiles.id, id));
