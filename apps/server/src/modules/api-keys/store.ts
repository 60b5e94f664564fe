import type { UserId } from '@hakiki/contract/accounts';
import { type ApiKeyId, apiKeyLimits, type ApiKeyStatus, type ApiOutcome } from '@hakiki/contract/api-keys';
import type { ApiScope } from '@hakiki/contract/endpoint';
import type { Language } from '@hakiki/contract/site';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { nameOf } from '../../platform/db/name-of.ts';
import { named } from '../../platform/db/statement.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { openTier, users } from '../accounts/tables.ts';
import { apiKeys, apiQuotaMonths, apiUsage, latencyBounds } from './tables.ts';

/** A rotated key works until it expires. */
const statusOf = (of: string) => `case
  when ${of}revoked_at is not null then 'revoked'
  when ${of}expires_at <= now() then 'expired'
  when ${of}rotated_at is not null then 'rotated'
  else 'active' end`;
const status = sql<ApiKeyStatus>`${sql.raw(statusOf('api_keys.'))}`;
const works: SQL = sql`${apiKeys.revokedAt} is null and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`;

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

const findStatement = named({
  name: 'api-key-find',
  text: `
  select k.id, k.public_id as "publicId", k.account_id as "accountId", k.secret_hash as "secretHash", k.is_test as "isTest", k.permissions,
    k.addresses, ${statusOf('k.')} as status, ${openTier('u')} as "subscriptionTier", u.user_type as "userType"
  from ${nameOf(apiKeys)} k join ${nameOf(users)} u on u.id = k.account_id
  where k.public_id = any($1::text[])`,
});

/** In the order in which they were asked for. */
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
    .orderBy(sql`(${works}) desc`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(apiKeyLimits.listed);

export type KeyRow = Awaited<ReturnType<typeof list>>[number];

/** So that two creations of one account count one after the other. */
export const lockAccount = (tx: Db, accountId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');

/** Those that were rotated end by themselves. */
export const countWorking = (tx: Db, accountId: UserId): Promise<{ lasting: number; rotated: number }> =>
  tx
    .select({
      lasting: sql<number>`(count(*) filter (where ${apiKeys.rotatedAt} is null))::int`,
      rotated: sql<number>`(count(*) filter (where ${apiKeys.rotatedAt} is not null))::int`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), works))
    .then((rows) => rows[0]!);

export const insert = (tx: Db, row: typeof apiKeys.$inferInsert): Promise<KeyRow> =>
  tx
    .insert(apiKeys)
    .values(row)
    .returning(columns)
    .then((rows) => rows[0]!);

const ofOwner = (accountId: UserId, id: ApiKeyId) => and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId));

export const lock = (tx: Db, accountId: UserId, id: ApiKeyId): Promise<KeyRow | undefined> =>
  tx
    .select(columns)
    .from(apiKeys)
    .where(ofOwner(accountId, id))
    .for('update')
    .then((rows) => rows[0]);

export const setRevoked = (tx: Db, id: ApiKeyId): Promise<KeyRow> =>
  tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(eq(apiKeys.id, id))
    .returning(columns)
    .then((rows) => rows[0]!);

/** Never later than it would have expired anyway. */
export const setRotated = (tx: Db, id: ApiKeyId, overlapHours: number) =>
  tx
    .update(apiKeys)
    .set({
      rotatedAt: sql`now()`,
      expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(hours => ${overlapHours}))`,
    })
    .where(eq(apiKeys.id, id));

/** Values: account, month, how many, quota. No row where so many are not left. */
const takeStatement = named({
  name: 'api-quota-take',
  text: `
  insert into ${nameOf(apiQuotaMonths)} as q (account_id, month, used) values ($1, $2, $3)
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

const returnStatement = named({
  name: 'api-quota-return',
  text: `
  update ${nameOf(apiQuotaMonths)} set used = greatest(0, used - $3::int) where account_id = $1 and month = $2`,
});

export const returnQuota = (database: Database, accountId: UserId, month: string, count: number) =>
  database.query(returnStatement, [accountId, month, count]);

/** Whether this is the first to tell of it. */
export const noteTold = (tx: Db, accountId: UserId, month: string, percent: number): Promise<boolean> =>
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

/** Sums of keys that have gone with their account meanwhile are dropped. */
const addStatement = named({
  name: 'api-usage-add',
  text: `
  insert into ${nameOf(apiUsage)} as kept
    (account_id, day, key_id, endpoint, outcome, calls, charged, latency_ms, latencies)
  select k.account_id, (s->>'day')::date, k.id, s->>'endpoint', s->>'outcome', (s->>'calls')::bigint,
    (s->>'charged')::bigint, (s->>'latencyMs')::bigint,
    array(select n::int from jsonb_array_elements_text(s->'latencies') with ordinality as l (n, place) order by place)
  from jsonb_array_elements($1::jsonb) with ordinality as sums (s, place)
  join ${nameOf(apiKeys)} k on k.id = (s->>'keyId')::uuid
  order by sums.place
  on conflict (account_id, day, key_id, endpoint, outcome) do update set
    calls = kept.calls + excluded.calls,
    charged = kept.charged + excluded.charged,
    latency_ms = kept.latency_ms + excluded.latency_ms,
    latencies = array(
      select a + b from unnest(kept.latencies, excluded.latencies) with ordinality as both_sums (a, b, place)
      order by place)`,
});

export const addUsage = (database: Database, sums: readonly UsageSum[]) =>
  database.query(addStatement, [JSON.stringify(sums)]);

/** To the minute is enough for a person, and spares a busy key most writes. */
const touchStatement = named({
  name: 'api-key-touch',
  text: `
  update ${nameOf(apiKeys)} k set last_used_at = used.at
  from (select id, at from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) order by id) used
  where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at - interval '1 minute')`,
});

export const touch = (database: Database, ids: readonly ApiKeyId[], times: readonly Date[]) =>
  database.query(touchStatement, [ids, times.map((time) => time.toISOString())]);

const latencySums = Array.from(
  { length: latencyBounds.length + 1 },
  (_, place) => `coalesce(sum(latencies[${place + 1}]), 0)::int`,
).join(', ');

/**
 * Each sum is read twice, whatever is shown of it: once for days, keys and outcomes together, and once for the latencies of endpoints,
 * which cost most and are needed there alone.
 */
const usageStatement = named({
  name: 'api-usage-read',
  text: `
  with sums as (
    select day, key_id, outcome, sum(calls)::int as calls,
      coalesce(sum(calls) filter (where outcome = 'failed'), 0)::int as failed
    from ${nameOf(apiUsage)} where account_id = $1 and day >= $2
    group by grouping sets ((day), (key_id), (outcome))
  ),
  of_endpoints as (
    select endpoint, sum(calls)::int as calls,
      coalesce(sum(calls) filter (where outcome = 'failed'), 0)::int as failed, array[${latencySums}] as latencies
    from ${nameOf(apiUsage)} where account_id = $1 and day >= $2
    group by endpoint
  )
  select
    coalesce((select sum(charged) from ${nameOf(apiUsage)} where account_id = $1 and day >= $3), 0)::int as used,
    (select coalesce(json_agg(json_build_object('day', day, 'calls', calls, 'failed', failed) order by day), '[]')
      from sums where day is not null) as days,
    (select coalesce(json_agg(e order by e.endpoint), '[]') from of_endpoints e) as endpoints,
    (select coalesce(json_agg(k order by k.calls desc, k.id), '[]') from (
      select key_id as id, name, calls from sums join ${nameOf(apiKeys)} on api_keys.id = key_id
      order by 3 desc, 1 limit ${apiKeyLimits.listed}) k) as keys,
    (select coalesce(json_agg(json_build_object('outcome', outcome, 'calls', calls) order by outcome), '[]')
      from sums where outcome is not null) as outcomes`,
});

export interface UsageRow extends Record<string, unknown> {
  used: number;
  days: { day: string; calls: number; failed: number }[];
  endpoints: { endpoint: string; calls: number; failed: number; latencies: number[] }[];
  keys: { id: ApiKeyId; name: string; calls: number }[];
  outcomes: { outcome: ApiOutcome; calls: number }[];
}

export const readUsage = (database: Database, accountId: UserId, since: string, month: string): Promise<UsageRow> =>
  database.read<UsageRow>(usageStatement, [accountId, since, month]).then((rows) => rows[0]!);

/** A batch of days whose time is over; answers how many rows went. */
export const deleteOldUsage = (db: Db, days: number, batch: number): Promise<number> =>
  db
    .execute(
      sql`delete from ${apiUsage} where ctid = any(array(
        select ctid from ${apiUsage} where day < (now() at time zone 'utc')::date - ${days}::int limit ${batch}))`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

/** Keys that ended so long ago that no sum of their calls is left. */
export const deleteEndedKeys = (db: Db, days: number): Promise<number> =>
  db
    .execute(
      sql`delete from ${apiKeys} where least(revoked_at, expires_at) < now() - make_interval(days => ${days}::int)
        and not exists (select from ${apiUsage} where ${apiUsage.keyId} = ${apiKeys.id})`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

export const deleteOldMonths = (db: Db, days: number) =>
  db.execute(sql`delete from ${apiQuotaMonths} where month < (now() at time zone 'utc')::date - ${days}::int`);
