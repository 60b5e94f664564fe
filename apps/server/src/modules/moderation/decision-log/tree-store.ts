/** The stored hashes of the tree over the lines, and its signed heads. */
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { findOne } from '../../../platform/db/find-one.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import type { TreeNode } from './merkle-tree.ts';
import { decisionLogCheckpoints, decisionLogNodes, decisionLogSignatures } from './tables.ts';

/** Advisory lock key; must be unique in the database. */
const SIGNING_LOCK_KEY = 4_715_041;

/** Holds the lock until the transaction ends. Returns false at once when another worker has it. */
export const tryLockSigning = async (tx: Db): Promise<boolean> =>
  (await findOne<{ locked: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${SIGNING_LOCK_KEY}) as locked`))!
    .locked;

// Hashes of full subtrees

export async function countNodes(db: Db, level: number): Promise<number> {
  const found = await findOne<{ count: number }>(
    db,
    sql`select (max(position) + 1)::float8 as count from ${decisionLogNodes} where level = ${level}`,
  );
  return found?.count ?? 0;
}

export async function listNodes(db: Db, level: number, first: number, count: number): Promise<Buffer[]> {
  const { rows } = await db.execute<{ hash: Buffer }>(sql`
    select hash from ${decisionLogNodes}
    where level = ${level} and position >= ${first} and position < ${first + count} order by position`);
  return rows.map(({ hash }) => hash);
}

export const insertNode = (tx: Db, node: TreeNode) => tx.insert(decisionLogNodes).values(node);

// Signed heads

export interface StoredCheckpoint {
  number: number;
  size: number;
  root: Buffer;
  note: string;
  /** The verifier keys of its signatures. */
  keys: string[];
}

const checkpointColumns = sql`
  c.number::float8 as number, c.size::float8 as size, c.root, c.note,
  array(select s.key from ${decisionLogSignatures} s where s.checkpoint = c.number order by s.key) as keys`;

type CheckpointRow = StoredCheckpoint & Record<string, unknown>;

export const findLastCheckpoint = (db: Db): Promise<StoredCheckpoint | undefined> =>
  findOne<CheckpointRow>(
    db,
    sql`select ${checkpointColumns} from ${decisionLogCheckpoints} c order by c.number desc limit 1`,
  );

/** In the order in which they were signed. */
export async function listCheckpoints(db: Db, after: number, limit: number): Promise<StoredCheckpoint[]> {
  const { rows } = await db.execute<CheckpointRow>(sql`
    select ${checkpointColumns} from ${decisionLogCheckpoints} c where c.number > ${after} order by c.number limit ${limit}`);
  return rows;
}

export async function insertCheckpoint(tx: Db, { keys, ...checkpoint }: StoredCheckpoint): Promise<void> {
  await tx.insert(decisionLogCheckpoints).values({ ...checkpoint, day: sql`(now() at time zone 'UTC')::date` });
  await tx
    .insert(decisionLogSignatures)
    .values(keys.map((key) => ({ key, checkpoint: checkpoint.number, size: checkpoint.size })));
}

/** Whether each of these keys has signed a head before. */
export const haveSigned = async (db: Db, keys: readonly string[]): Promise<boolean> =>
  (await findOne<{ all: boolean }>(
    db,
    sql`select bool_and(exists (select from ${decisionLogSignatures} s where s.key = given.key)) as all
      from unnest(${sql.param(keys)}::text[]) as given(key)`,
  ))!.all;

// Published data

const checkpoints = quotedTableName(decisionLogCheckpoints);
const signatures = quotedTableName(decisionLogSignatures);

const lastNoteStatement = prepareStatement({
  name: 'decision-log-last-note',
  text: `select note, size::float8 as size from ${checkpoints} order by number desc limit 1`,
});

export const findLastNote = async (database: Pick<Database, 'read'>) =>
  (await database.read<{ note: string; size: number }>(lastNoteStatement, []))[0];

const noteOfDayStatement = prepareStatement({
  name: 'decision-log-note-of-day',
  text: `select note, day < (now() at time zone 'UTC')::date as "isOver" from ${checkpoints}
    where day = $1::date order by number desc limit 1`,
});

export const findNoteOfDay = async (database: Pick<Database, 'read'>, day: string) =>
  (await database.read<{ note: string; isOver: boolean }>(noteOfDayStatement, [day]))[0];

/** A loose index scan from one day to the next; a day has thousands of heads. */
const daysStatement = prepareStatement({
  name: 'decision-log-signed-days',
  text: `
  with recursive days as (
    (select day, size, 1 as place from ${checkpoints} order by day desc, number desc limit 1)
    union all
    select earlier.* from days, lateral (
      select c.day, c.size, days.place + 1 from ${checkpoints} c
      where c.day < days.day order by c.day desc, c.number desc limit 1
    ) earlier where days.place < $1
  )
  select to_char(day, 'YYYY-MM-DD') as day, size::float8 as size from days order by day desc`,
});

export const listSignedDays = (database: Pick<Database, 'read'>, limit: number) =>
  database.read<{ day: string; size: number }>(daysStatement, [limit]);

/** The newest key first. A loose index scan from one key to the next. */
const keysStatement = prepareStatement({
  name: 'decision-log-keys',
  text: `
  with recursive keys as (
    (select key from ${signatures} order by key limit 1)
    union all
    select (select s.key from ${signatures} s where s.key > keys.key order by s.key limit 1) from keys where keys.key is not null
  )
  select k.key, first.size::float8 as first, last.size::float8 as last
  from (select key from keys where key is not null limit $1) k
    cross join lateral (select checkpoint, size from ${signatures} s where s.key = k.key order by checkpoint limit 1) first
    cross join lateral (select size, checkpoint from ${signatures} s where s.key = k.key order by checkpoint desc limit 1) last
  order by last.checkpoint desc, first.checkpoint desc`,
});

export const listKeys = (database: Pick<Database, 'read'>, limit: number) =>
  database.read<{ key: string; first: number; last: number }>(keysStatement, [limit]);
