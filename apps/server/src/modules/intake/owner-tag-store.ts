import type { UserId } from '@hakiki/contract/accounts';
import { asc, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/read-model.ts';
import type { OwnerTag } from './owner-tag.ts';
import { filings } from './tables.ts';

const PAGE_SIZE = 500;

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
