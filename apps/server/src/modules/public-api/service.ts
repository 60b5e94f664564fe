/** API keys: create, rotate, revoke and list them, and read their usage. */
import {
  type ApiKey,
  type ApiKeyId,
  apiKeyLimits,
  type ApiUsage,
  type createApiKey,
  type getApiUsage,
  monthlyQuota,
  type rotateApiKey,
} from '@hakiki/contract/api-keys';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import { retention } from '@hakiki/contract/retention';
import { bindDeps } from '../../platform/bind-deps.ts';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { isProxyRule } from '../../platform/http/client-ip.ts';
import { runIdempotent, type IdempotencyContext } from '../../platform/idempotency/idempotency.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { toAuditActor, type AuditService } from '../audit/service.ts';
import { toDay, daysBefore, toMonthStart, nextMonth } from './calendar.ts';
import { createApiKeyAuth } from './api-key-auth.ts';
import { hashSecret, createKeyParts, maskKey, formatKey } from './key-format.ts';
import { quotaEmail } from './emails.ts';
import { createQuota } from './quota.ts';
import * as store from './store.ts';
import { apiCallSums, apiKeySums } from './tables.ts';
import { createUsage, latencyPercentile } from './usage.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  audit: AuditService;
  log: Log;
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

const DELETE_BATCH_SIZE = 5000;

async function deleteInBatches(deleteBatch: (batch: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let deletedCount = DELETE_BATCH_SIZE; deletedCount === DELETE_BATCH_SIZE; total += deletedCount)
    deletedCount = await deleteBatch(DELETE_BATCH_SIZE);
  return total;
}

const present = (row: store.KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  key: maskKey(row.isTest, row.publicId),
  permissions: row.permissions,
  created: row.createdAt.toISOString(),
  lastUsed: row.lastUsedAt?.toISOString() ?? null,
  status: row.status,
  isTest: row.isTest,
  expires: row.expiresAt?.toISOString() ?? null,
  addresses: row.addresses,
});

type KeyProperties = Pick<store.KeyRow, 'name' | 'isTest' | 'permissions' | 'addresses' | 'expiresAt'>;

/** Excludes the keyword loopback, which isProxyRule accepts. */
const isAddressRule = (rule: string): boolean => rule !== 'loopback' && isProxyRule(rule);

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { database, log, queue } = deps;
  const quota = createQuota({
    database,
    log,
    notify: (accountId, month, percent) =>
      database.transaction(async (tx) => {
        if (!(await store.markNotified(tx, accountId, month, percent))) return;
        await queue.enqueue(tx, quotaEmail.job, { accountId, month, percent });
      }),
  });
  const usage = createUsage({ database, log, afterFlush: quota.returnIdle });
  return { ...deps, quota, usage };
}

/** Only this reply contains the full key; the row stores a hash. */
async function issue(tx: Db, { user }: UserActor, properties: KeyProperties): Promise<ApiKey> {
  const parts = createKeyParts(properties.isTest);
  const row = await store.insert(tx, {
    ...properties,
    accountId: user.id,
    publicId: parts.publicId,
    secretHash: hashSecret(parts.secret),
  });
  return { ...present(row), key: formatKey(parts) };
}

async function create(
  { audit }: Context,
  tx: Db,
  actor: UserActor,
  body: BodyOf<typeof createApiKey>,
): Promise<ApiKey> {
  const { name, permissions, isTest, addresses, expiresInDays } = body;
  await store.lockAccount(tx, actor.user.id);
  const { lasting } = await store.countWorking(tx, actor.user.id);
  if (lasting >= apiKeyLimits.perAccount) throw new AppError('TOO_MANY_API_KEYS');
  const expiresAt = expiresInDays === undefined ? null : daysBefore(new Date(), -expiresInDays);
  const key = await issue(tx, actor, { name, permissions: [...new Set(permissions)], isTest, addresses, expiresAt });
  await audit.record(tx, {
    actor: toAuditActor(actor),
    action: 'api-key.created',
    subject: key.id,
    detail: { isTest },
  });
  return key;
}

async function rotate(
  { audit }: Context,
  tx: Db,
  actor: UserActor,
  id: ApiKeyId,
  overlapHours: number,
): Promise<ApiKey> {
  await store.lockAccount(tx, actor.user.id);
  const oldKey = await store.lock(tx, actor.user.id, id);
  if (!oldKey) throw notFound('API_KEY_NOT_FOUND');
  if (oldKey.status !== 'active') throw new AppError('API_KEY_NOT_WORKING');
  // Limits rotated keys too, since each works until its overlap ends.
  const { rotated } = await store.countWorking(tx, actor.user.id);
  if (rotated >= apiKeyLimits.perAccount) throw new AppError('TOO_MANY_API_KEYS');
  await store.setRotated(tx, id, overlapHours);
  const key = await issue(tx, actor, {
    name: oldKey.name,
    isTest: oldKey.isTest,
    permissions: oldKey.permissions,
    addresses: oldKey.addresses,
    expiresAt: oldKey.expiresAt,
  });
  await audit.record(tx, {
    actor: toAuditActor(actor),
    action: 'api-key.rotated',
    subject: id,
    detail: { overlapHours, replacedBy: key.id },
  });
  return key;
}

const list = async ({ database }: Context, { user }: UserActor): Promise<ApiKey[]> =>
  (await store.list(database.db, user.id)).map(present);

/** Idempotent: a repeated request returns the same key. */
function createKey(
  deps: Context,
  actor: UserActor,
  body: BodyOf<typeof createApiKey>,
  repeat: IdempotencyContext | undefined,
): Promise<ApiKey> {
  if (!body.addresses.every(isAddressRule)) throw invalidInput({ addresses: 'ADDRESS_REQUIRED' });
  return deps.database.transaction((tx) => runIdempotent(tx, repeat, () => create(deps, tx, actor, body)));
}

const rotateKey = (
  deps: Context,
  actor: UserActor,
  id: ApiKeyId,
  { overlapHours }: BodyOf<typeof rotateApiKey>,
  repeat: IdempotencyContext | undefined,
): Promise<ApiKey> =>
  deps.database.transaction((tx) => runIdempotent(tx, repeat, () => rotate(deps, tx, actor, id, overlapHours)));

const revoke = ({ audit, database }: Context, actor: UserActor, id: ApiKeyId): Promise<ApiKey> =>
  database.transaction(async (tx) => {
    const key = await store.lock(tx, actor.user.id, id);
    if (!key) throw notFound('API_KEY_NOT_FOUND');
    if (key.status === 'revoked') return present(key);
    const row = await store.setRevoked(tx, id);
    await audit.record(tx, { actor: toAuditActor(actor), action: 'api-key.revoked', subject: id });
    return present(row);
  });

async function getUsage(
  { database }: Context,
  { user }: UserActor,
  { days }: QueryOf<typeof getApiUsage>,
): Promise<ApiUsage> {
  const now = new Date();
  const firstDay = daysBefore(now, days - 1);
  const since = toDay(firstDay);
  const firstFullMonth = since === toMonthStart(firstDay) ? since : toDay(nextMonth(firstDay));
  const usageRow = await store.readUsage(database, user.id, { since, month: toMonthStart(now), firstFullMonth });
  const indexByDay = new Map(usageRow.days.places?.map((day, index) => [day, index]));
  const fillDays = (values: readonly number[] | null) =>
    Array.from({ length: days }, (_, day) => values?.[indexByDay.get(day) ?? -1] ?? 0);
  return {
    quota: monthlyQuota,
    used: usageRow.used,
    remaining: Math.max(0, monthlyQuota - usageRow.used),
    resets: nextMonth(now).toISOString(),
    since,
    days: { calls: fillDays(usageRow.days.calls), failed: fillDays(usageRow.days.failed) },
    endpoints: usageRow.endpoints.map(({ endpoint, calls, failed, latencies }) => ({
      endpoint,
      calls,
      failed,
      medianMs: latencyPercentile(0.5, latencies),
      slowMs: latencyPercentile(0.95, latencies),
    })),
    keys: usageRow.keys.map(({ id, name, calls }) => ({ id, name, calls })),
    outcomes: usageRow.outcomes.map(({ outcome, calls }) => ({ outcome, calls })),
  };
}

/** Deletes expired sums in batches, then keys without sums; returns both numbers. */
async function purgeExpiredUsage({ database }: Context): Promise<{ sums: number; keys: number }> {
  const { days } = retention.apiUsage;
  const deletedSums = await deleteInBatches((batch) => store.deleteExpiredUsage(database.db, days, batch));
  for (const sums of [apiCallSums, apiKeySums]) {
    await deleteInBatches((batch) => store.deleteExpiredSums(database.db, sums, days, batch));
  }
  await store.deleteExpiredMonths(database.db, days);
  return { sums: deletedSums, keys: await store.deleteExpiredKeys(database.db, days) };
}

/** Stores usage that is still in memory. */
const flush = ({ usage }: Context) => usage.flush();

/** Called before the process ends, when no more requests arrive. */
async function stop({ quota, usage }: Context): Promise<void> {
  await usage.stop();
  await quota.returnAll();
}

export function createApiKeysService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      list,
      create: createKey,
      rotate: rotateKey,
      revoke,
      getUsage,
      purgeExpiredUsage,
      flush,
      stop,
    }),
    auth: createApiKeyAuth({
      database: context.database,
      limiter: context.limiter,
      quota: context.quota,
      usage: context.usage,
    }),
  };
}
