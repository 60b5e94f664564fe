import type { UserId } from '@hakiki/contract/accounts';
import {
  type ApiKeyId,
  apiKeyLimits,
  type ApiKeyStatus,
  type ApiOutcome,
  apiOutcomes,
} from '@hakiki/contract/api-keys';
import type { ApiScope } from '@hakiki/contract/endpoint';
import type { Language } from '@hakiki/contract/site';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { effectiveTierSql, users } from '../accounts/read-model.ts';
import { apiCallSums, apiKeys, apiKeySums, apiQuotaMonths, apiUsage, latencyBounds } from './tables.ts';

/** A rotated key works until it expires. */
const statusSql = (prefix: string) => `case
  when ${prefix}revoked_at is not null then 'revoked'
  when ${prefix}expires_at <= now() then 'expired'
  when ${prefix}rotated_at is not null then 'rotated'
  else 'active' end`;
const status = sql<ApiKeyStatus>`${sql.raw(statusSql('api_keys.'))}`;
const isWorking: SQL = sql`${apiKeys.revokedAt} is null and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`;

type KeyPlan = KeyActor['plan'];

export interface FoundKey extends KeyPlan {
  id: ApiKeyId;
  publicId: string;
  accountId: UserId;
  secretHash: Buffer;
  isTest: boolean;
  permissions: ApiScope[];
  addresses: string[];
  status: ApiKeyStatus;
}

const findStatement = prepareStatement({
  name: 'api-key-find',
  text: `
  select k.id, k.public_id as "publicId", k.account_id as "accountId", k.secret_hash as "secretHash", k.is_test as "isTest", k.permissions,
    k.addresses, ${statusSql('k.')} as status, ${effectiveTierSql('u')} as "subscriptionTier", u.user_type as "userType"
  from ${quotedTableName(apiKeys)} k join ${quotedTableName(users)} u on u.id = k.account_id
  where k.public_id = any($1::text[])`,
});

/** Returns the keys in the requested order. */
export async function findByPublicIds(
  database: Database,
  publicIds: readonly string[],
): Promise<(FoundKey | undefined)[]> {
  const rows = await database.read<FoundKey & Record<string, unknown>>(findStatement, [[...new Set(publicIds)]]);
  const found = new Map(rows.map((row) => [row.publicId, row]));
  return publicIds.map((publicId) => found.get(publicId));
}

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  publicId: apiKeys.publicId,
  isTest: apiKeys.isTest,
  permissions: apiKeys.permissions,
  addresses: apiKeys.addresses,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  expiresAt: apiKeys.expiresAt,
  status,
};

export const list = (db: Db, accountId: UserId) =>
  db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(sql`(${isWorking}) desc`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(apiKeyLimits.listed);

export type KeyRow = Awaited<ReturnType<typeof list>>[number];

/** Serialises creations of one account, so that the limit holds. */
export const lockAccount = (tx: Db, accountId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');

/** Rotated keys expire soon and are counted separately. */
export const countWorking = (tx: Db, accountId: UserId): Promise<{ lasting: number; rotated: number }> =>
  tx
    .select({
      lasting: sql<number>`(count(*) filter (where ${apiKeys.rotatedAt} is null))::int`,
      rotated: sql<number>`(count(*) filter (where ${apiKeys.rotatedAt} is not null))::int`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isWorking))
    .then((rows) => rows[0]!);

export const insert = (tx: Db, row: typeof apiKeys.$inferInsert): Promise<KeyRow> =>
  tx
    .insert(apiKeys)
    .values(row)
    .returning(columns)
    .then((rows) => rows[0]!);

const isOwnedBy = (accountId: UserId, id: ApiKeyId) => and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId));

export const lock = (tx: Db, accountId: UserId, id: ApiKeyId): Promise<KeyRow | undefined> =>
  tx
    .select(columns)
    .from(apiKeys)
    .where(isOwnedBy(accountId, id))
    .for('update')
    .then((rows) => rows[0]);

export const setRevoked = (tx: Db, id: ApiKeyId): Promise<KeyRow> =>
  tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(eq(apiKeys.id, id))
    .returning(columns)
    .then((rows) => rows[0]!);

/** Keeps an earlier expiry date. */
export const setRotated = (tx: Db, id: ApiKeyId, overlapHours: number) =>
  tx
    .update(apiKeys)
    .set({
      rotatedAt: sql`now()`,
      expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(hours => ${overlapHours}))`,
    })
    .where(eq(apiKeys.id, id));

/** Values: account, month, count, quota. Returns no row when less than `count` is left. */
const takeStatement = prepareStatement({
  name: 'api-quota-take',
  text: `
  insert into ${quotedTableName(apiQuotaMonths)} as q (account_id, month, used) values ($1, $2, $3)
  on conflict (account_id, month) do update set used = q.used + excluded.used where q.used + excluded.used <= $4
  returning used, told_percent as "toldPercent"`,
});

export const takeQuota = (
  database: Database,
  accountId: UserId,
  month: string,
  count: number,
  quota: number,
): Promise<{ used: number; toldPercent: number } | undefined> =>
  database
    .query(takeStatement, [accountId, month, count, quota])
    .then(({ rows }) => rows[0] as { used: number; toldPercent: number } | undefined);

const returnStatement = prepareStatement({
  name: 'api-quota-return',
  text: `
  update ${quotedTableName(apiQuotaMonths)} set used = greatest(0, used - $3::int) where account_id = $1 and month = $2`,
});

export const returnQuota = (database: Database, accountId: UserId, month: string, count: number) =>
  database.query(returnStatement, [accountId, month, count]);

/** Returns whether this call is the first for the percentage. */
export const markNotified = (tx: Db, accountId: UserId, month: string, percent: number): Promise<boolean> =>
  tx
    .update(apiQuotaMonths)
    .set({ toldPercent: percent })
    .where(
      and(
        eq(apiQuotaMonths.accountId, accountId),
        eq(apiQuotaMonths.month, month),
        sql`${apiQuotaMonths.toldPercent} < ${percent}`,
      ),
    )
    .returning({ month: apiQuotaMonths.month })
    .then((rows) => rows.length > 0);

export const findOwner = (
  db: Db,
  accountId: UserId,
): Promise<{ email: string; firstName: string | null; language: Language } | undefined> =>
  db
    .select({ email: users.email, firstName: users.firstName, language: users.language })
    .from(users)
    .where(eq(users.id, accountId))
    .then((rows) => rows[0]);

export interface UsageSum {
  accountId: UserId;
  day: string;
  keyId: ApiKeyId;
  endpoint: string;
  outcome: ApiOutcome;
  calls: number;
  charged: number;
  latencyMs: number;
  latencies: number[];
}

/**
 * Uses a transaction, so that a commit whose response is lost is not added twice. Locks the accounts in one order
 * first: the triggers update sums that all keys of an account share, and concurrent processes would deadlock there.
 * Sums of deleted keys are dropped.
 */
export const addUsage = (database: Database, sums: readonly UsageSum[]): Promise<void> =>
  database.transaction(async (tx) => {
    const accounts = [...new Set(sums.map(({ accountId }) => accountId))];
    await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, accounts))
      .orderBy(users.id)
      .for('no key update');
    await tx.execute(sql`
      insert into ${apiUsage} as kept
        (account_id, day, key_id, endpoint, outcome, calls, charged, latency_ms, latencies)
      select k.account_id, (s->>'day')::date, k.id, s->>'endpoint', s->>'outcome', (s->>'calls')::bigint,
        (s->>'charged')::bigint, (s->>'latencyMs')::bigint,
        array(select n::int from jsonb_array_elements_text(s->'latencies') with ordinality as l (n, place) order by place)
      from jsonb_array_elements(${JSON.stringify(sums)}::jsonb) with ordinality as sums (s, place)
      join ${apiKeys} k on k.id = (s->>'keyId')::uuid
      order by sums.place
      on conflict (account_id, day, key_id, endpoint, outcome) do update set
        calls = kept.calls + excluded.calls,
        charged = kept.charged + excluded.charged,
        latency_ms = kept.latency_ms + excluded.latency_ms,
        latencies = array(
          select a + b from unnest(kept.latencies, excluded.latencies) with ordinality as both_sums (a, b, place)
          order by place)`);
  });

/** Updated at most once a minute per key, to save writes. */
const touchStatement = prepareStatement({
  name: 'api-key-touch',
  text: `
  update ${quotedTableName(apiKeys)} k set last_used_at = used.at
  from (select id, at from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) order by id) used
  where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at - interval '1 minute')`,
});

export const updateLastUsed = (database: Database, ids: readonly ApiKeyId[], times: readonly Date[]) =>
  database.query(touchStatement, [ids, times.map((time) => time.toISOString())]);

const outcomeValues = apiOutcomes.map((outcome) => `('${outcome}', ${outcome})`).join(', ');
const latencySums = Array.from(
  { length: latencyBounds.length + 1 },
  (_, place) => `coalesce(sum(latencies[${place + 1}]), 0)::int`,
).join(', ');

/**
 * Values: account, first day, month, first day of the first full month. Days are read as days; totals are read from
 * full months and the days before them, so that a year costs hardly more than a month.
 */
const usageStatement = prepareStatement({
  name: 'api-usage-read',
  text: `
  with of_calls as (
    select * from ${quotedTableName(apiCallSums)} where account_id = $1 and span = 'day' and first_day >= $2 and first_day < $4
    union all
    select * from ${quotedTableName(apiCallSums)} where account_id = $1 and span = 'month' and first_day >= $4
  ),
  endpoints as (
    select endpoint, sum(done)::int as done, sum(unchanged)::int as unchanged, sum(wrong)::int as wrong, sum(failed)::int as failed,
      array[${latencySums}] as latencies
    from of_calls group by endpoint
  ),
  of_keys as (
    select key_id, calls from ${quotedTableName(apiKeySums)} where account_id = $1 and span = 'day' and first_day >= $2 and first_day < $4
    union all
    select key_id, calls from ${quotedTableName(apiKeySums)} where account_id = $1 and span = 'month' and first_day >= $4
  ),
  keys as (
    select key_id, sum(calls)::int as calls from of_keys group by key_id order by 2 desc, 1 limit ${apiKeyLimits.listed}
  )
  select
    coalesce((
      select charged from ${quotedTableName(apiCallSums)}
      where account_id = $1 and span = 'month' and first_day = $3 and endpoint = ''), 0)::int as used,
    (select json_build_object('places', array_agg(first_day - $2::date), 'calls', array_agg(done + unchanged + wrong + failed),
        'failed', array_agg(failed))
      from ${quotedTableName(apiCallSums)} where account_id = $1 and span = 'day' and first_day >= $2 and endpoint = '') as days,
    (select coalesce(json_agg(e order by e.endpoint), '[]') from (
      select endpoint, done + unchanged + wrong + failed as calls, failed, latencies
      from endpoints where endpoint <> '') e) as endpoints,
    (select coalesce(json_agg(k order by k.calls desc, k.id), '[]') from (
      select id, name, calls from keys join ${quotedTableName(apiKeys)} on id = key_id) k) as keys,
    (select coalesce(json_agg(o order by o.outcome), '[]') from (
      select outcome, calls from endpoints cross join lateral (values ${outcomeValues}) as of_outcome (outcome, calls)
      where endpoint = '' and calls > 0) o) as outcomes`,
});

export interface UsageRow extends Record<string, unknown> {
  used: number;
  /** Offsets from the first day with their numbers; null when there was no call. */
  days: Record<'places' | 'calls' | 'failed', number[] | null>;
  endpoints: { endpoint: string; calls: number; failed: number; latencies: number[] }[];
  keys: { id: ApiKeyId; name: string; calls: number }[];
  outcomes: { outcome: ApiOutcome; calls: number }[];
}

interface UsageRange {
  since: string;
  /** The first day of the month. */
  month: string;
  /** The first month that is fully in the range. */
  firstFullMonth: string;
}

export const readUsage = (
  database: Database,
  accountId: UserId,
  { since, month, firstFullMonth }: UsageRange,
): Promise<UsageRow> =>
  database.read<UsageRow>(usageStatement, [accountId, since, month, firstFullMonth]).then((rows) => rows[0]!);

/** Deletes a batch of expired days; returns the number of rows. */
export const deleteExpiredUsage = (db: Db, days: number, batch: number): Promise<number> =>
  db
    .execute(
      sql`delete from ${apiUsage} where ctid = any(array(
        select ctid from ${apiUsage} where day < (now() at time zone 'utc')::date - ${days}::int limit ${batch}))`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

/** A month expires with its first day, so that none of its days is stored too long. */
export const deleteExpiredSums = (
  db: Db,
  table: typeof apiCallSums | typeof apiKeySums,
  days: number,
  batch: number,
): Promise<number> =>
  db
    .execute(
      sql`delete from ${table} where ctid = any(array(
        select ctid from ${table} where first_day < (now() at time zone 'utc')::date - ${days}::int limit ${batch}))`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

/** Deletes keys that ended long ago and have no usage left. */
export const deleteExpiredKeys = (db: Db, days: number): Promise<number> =>
  db
    .execute(
      sql`delete from ${apiKeys} where least(revoked_at, expires_at) < now() - make_interval(days => ${days}::int)
        and not exists (select from ${apiUsage} where ${apiUsage.keyId} = ${apiKeys.id})`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

export const deleteExpiredMonths = (db: Db, days: number) =>
  db.execute(sql`delete from ${apiQuotaMonths} where month < (now() at time zone 'utc')::date - ${days}::int`);
