import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { chainStart, type Head, type SealedText } from './chain.ts';
import type { AuditAction } from './entry.ts';
import { auditEntries, auditSeals, auditUnsealed } from './tables.ts';

/** Advisory lock key; must be unique in the database. */
const SEALING_LOCK_KEY = 4_715_002;

/** The time is a number, because dates before and after the year 1 would have the same text. */
const sealedTextColumns = sql.raw(`
  e.id, extract(epoch from e.at)::text as "at", e.actor_kind as "actorKind", e.actor_id as "actorId", e.action, e.subject,
  e.reason, e.detail::text as "detail"`);

export const insertEntry = (db: Db, entry: typeof auditEntries.$inferInsert) => db.insert(auditEntries).values(entry);

export const listBySubject = (db: Db, subject: string, limit: number) =>
  db
    .select({
      at: auditEntries.at,
      actorKind: auditEntries.actorKind,
      actorId: auditEntries.actorId,
      action: auditEntries.action,
      reason: auditEntries.reason,
      detail: auditEntries.detail,
    })
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);

/** Without actor and reason, which the server's database role may not read. */
export const listActivity = (db: Db, subject: string, limit: number) =>
  db
    .select({ at: auditEntries.at, action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);

/** Holds the lock until the transaction ends. Returns false at once when another worker is sealing. */
export async function tryLockChain(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEALING_LOCK_KEY}) as locked`,
  );
  return rows[0]?.locked === true;
}

export async function findHead(db: Db): Promise<Head | undefined> {
  const [head] = await db
    .select({ position: auditSeals.position, hash: auditSeals.hash })
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1);
  return head;
}

export type QueuedEntry = SealedText & { isSealed: boolean };

/** Index lookups (`offset 0` is an optimisation fence): for a join the planner sometimes scans all seals. */
export async function listQueued(db: Db, limit: number): Promise<QueuedEntry[]> {
  const { rows } = await db.execute<QueuedEntry & Record<string, unknown>>(sql`
    select ${sealedTextColumns}, (select true from ${auditSeals} s where s.entry_id = e.id) is true as "isSealed"
    from ${auditUnsealed} q cross join lateral (select * from ${auditEntries} where id = q.entry_id offset 0) e
    order by q.entry_id limit ${limit}`);
  return rows;
}

export interface NewSeal extends Head {
  entryId: string;
}

export async function insertSeals(tx: Db, seals: readonly NewSeal[]): Promise<void> {
  const positions = sql.param(seals.map(({ position }) => position));
  const entryIds = sql.param(seals.map(({ entryId }) => entryId));
  const hashes = sql.param(seals.map(({ hash }) => hash));
  await tx.execute(sql`
    insert into ${auditSeals} (position, entry_id, hash)
    select * from unnest(${positions}::bigint[], ${entryIds}::uuid[], ${hashes}::bytea[])`);
}

export const removeQueued = (tx: Db, entryIds: readonly string[]) =>
  tx.execute(sql`delete from ${auditUnsealed} where entry_id = any(${sql.param(entryIds)}::uuid[])`);

/** Positions are text: an attacker may write numbers beyond the safe integers of JavaScript. */
type ChainRow = { position: string; entryId: string; hash: Buffer; cleared: Buffer | null } & (
  | SealedText
  | Record<keyof SealedText, null>
);

export async function listChain(db: Db, after: string | undefined, limit: number): Promise<ChainRow[]> {
  const { rows } = await db.execute<ChainRow & Record<string, unknown>>(sql`
    select s.position::text, s.entry_id as "entryId", s.hash, s.cleared, ${sealedTextColumns}
    from ${auditSeals} s left join lateral (select * from ${auditEntries} where id = s.entry_id offset 0) e on true
    ${after === undefined ? sql`` : sql`where s.position > ${after}::bigint`}
    order by s.position limit ${limit}`);
  return rows;
}

export type SealedEntry = SealedText & Head & { before: Buffer; cleared: Buffer | null };

/** Includes the previous hash of each seal; unsealed entries are left out. */
export async function listSealed(tx: Db, entryIds: readonly string[]): Promise<SealedEntry[]> {
  const { rows } = await tx.execute<
    Omit<SealedEntry, 'position' | 'before'> & { position: string; before: Buffer | null }
  >(sql`
    select s.position, s.hash, s.cleared, (select hash from ${auditSeals} where position = s.position - 1) as before,
      ${sealedTextColumns}
    from ${auditSeals} s join ${auditEntries} e on e.id = s.entry_id
    where s.entry_id = any(${sql.param(entryIds)}::uuid[]) order by s.position`);
  return rows.map(({ position, before, ...row }) => ({
    ...row,
    position: Number(position),
    before: before ?? chainStart.hash,
  }));
}

export const setCleared = (tx: Db, position: number, cleared: Buffer) =>
  tx.update(auditSeals).set({ cleared }).where(eq(auditSeals.position, position));

/** Call only for entries whose seal is marked as cleared; a trigger rejects all others. */
export const clearEntries = (tx: Db, ids: readonly string[], parts: readonly ('actorId' | 'subject' | 'detail')[]) =>
  tx
    .update(auditEntries)
    .set(Object.fromEntries(parts.map((part) => [part, null])))
    .where(sql`${auditEntries.id} = any(${sql.param(ids)}::uuid[])`);

export interface SignInPage {
  lastId: string | null;
  due: string[];
}

/** Reads a page by keyset pagination; `due` are its old login entries that still contain an actor. */
export async function listExpiredSignIns(
  db: Db,
  {
    afterId,
    actions,
    days,
    limit,
  }: { afterId: string | null; actions: readonly AuditAction[]; days: number; limit: number },
): Promise<SignInPage> {
  const { rows } = await db.execute<SignInPage & Record<string, unknown>>(sql`
    with page as materialized (
      select id, at, action, subject, actor_id, detail from ${auditEntries}
      where ${afterId}::uuid is null or id > ${afterId}::uuid order by id limit ${limit}
    )
    select (select id from page where at < now() - ${`${days} days`}::interval order by id desc limit 1) as "lastId",
      array(
        select id from page
        where action = any(${sql.param(actions)}::text[]) and at < now() - ${`${days} days`}::interval
          and coalesce(subject, actor_id, detail::text) is not null
        order by id
      ) as due`);
  return rows[0] ?? { lastId: null, due: [] };
}

export async function listHashes(db: Db, positions: readonly number[]): Promise<Head[]> {
  const { rows } = await db.execute<{ position: string; hash: Buffer }>(sql`
    select position, hash from ${auditSeals} where position = any(${sql.param(positions)}::bigint[])`);
  return rows.map(({ position, hash }) => ({ position: Number(position), hash }));
}

export interface EntryPage {
  lastId: string | null;
  entries: number;
  unsealed: number;
  /** The entry whose time is farthest from now, in the past or in the future. */
  strangestId: string | null;
  strangestSeconds: number | null;
}

/** Reads one page by keyset pagination over the ids and counts its unsealed entries. */
export async function countUnsealed(db: Db, afterId: string | null, limit: number): Promise<EntryPage> {
  const { rows } = await db.execute<EntryPage & Record<string, unknown>>(sql`
    with page as materialized (
      select id, abs(extract(epoch from clock_timestamp()) - extract(epoch from at))::float8 as seconds
      from ${auditEntries} ${afterId === null ? sql`` : sql`where id > ${afterId}::uuid`} order by id limit ${limit}
    ), waiting as materialized (
      select id, seconds from page where not exists (select from ${auditSeals} s where s.entry_id = page.id)
    )
    select
      (select id from page order by id desc limit 1) as "lastId",
      (select count(*)::int from page) as entries,
      (select count(*)::int from waiting) as unsealed,
      (select id from waiting order by seconds desc limit 1) as "strangestId",
      (select max(seconds) from waiting) as "strangestSeconds"`);
  const [page] = rows;
  if (!page) throw new Error('A query of counts always returns a row.');
  return page;
}

/** Finds an entry that is queued for sealing but was deleted. */
export async function findDeletedBeforeSealing(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select q.entry_id as id from ${auditUnsealed} q
    where not exists (select from ${auditEntries} e where e.id = q.entry_id offset 0) order by q.entry_id limit 1`);
  return rows[0]?.id;
}
