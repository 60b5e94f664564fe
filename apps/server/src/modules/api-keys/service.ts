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
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { isProxyRule } from '../../platform/http/client-ip.ts';
import { runIdempotent, type IdempotencyContext } from '../../platform/idempotency/idempotency.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import { dayOf, daysBefore, monthOf, nextMonth } from './calendar.ts';
import { createKeyDoor } from './door.ts';
import { hashSecret, newKeyParts, shownKey, writeKey } from './key-text.ts';
import { quotaLetter } from './letters.ts';
import { createQuota } from './quota.ts';
import * as store from './store.ts';
import { apiCallSums, apiKeySums } from './tables.ts';
import { createUsage, latencyAt } from './usage.ts';

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  audit: AuditService;
  log: Log;
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

const DELETED_AT_ONCE = 5000;

async function inBatches(endSome: (batch: number) => Promise<number>): Promise<number> {
  let ended = 0;
  for (let gone = DELETED_AT_ONCE; gone === DELETED_AT_ONCE; ended += gone) gone = await endSome(DELETED_AT_ONCE);
  return ended;
}

const present = (row: store.KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  key: shownKey(row.isTest, row.publicId),
  permissions: row.permissions,
  created: row.createdAt.toISOString(),
  lastUsed: row.lastUsedAt?.toISOString() ?? null,
  status: row.status,
  isTest: row.isTest,
  expires: row.expiresAt?.toISOString() ?? null,
  addresses: row.addresses,
});

type Properties = Pick<store.KeyRow, 'name' | 'isTest' | 'permissions' | 'addresses' | 'expiresAt'>;

/** Excludes the keyword loopback, which isProxyRule accepts. */
const isAddressRule = (rule: string): boolean => rule !== 'loopback' && isProxyRule(rule);

export function createApiKeysService({ database, queue, limiter, audit, log }: Needs) {
  const quota = createQuota({
    database,
    log,
    tell: (accountId, month, percent) =>
      database.transaction(async (tx) => {
        if (!(await store.noteTold(tx, accountId, month, percent))) return;
        await queue.enqueue(tx, quotaLetter.job, { accountId, month, percent });
      }),
  });
  const usage = createUsage({ database, log, settle: quota.settleIdle });

  /** Only this reply contains the full key; the row stores a hash. */
  async function issue(tx: Db, { user }: UserActor, properties: Properties): Promise<ApiKey> {
    const parts = newKeyParts(properties.isTest);
    const row = await store.insert(tx, {
      ...properties,
      accountId: user.id,
      publicId: parts.publicId,
      secretHash: hashSecret(parts.secret),
    });
    return { ...present(row), key: writeKey(parts) };
  }

  async function create(tx: Db, actor: UserActor, given: BodyOf<typeof createApiKey>): Promise<ApiKey> {
    const { name, permissions, isTest, addresses, expiresInDays } = given;
    await store.lockAccount(tx, actor.user.id);
    const { lasting } = await store.countWorking(tx, actor.user.id);
    if (lasting >= apiKeyLimits.perAccount) throw new AppError('TOO_MANY_API_KEYS');
    const expiresAt = expiresInDays === undefined ? null : daysBefore(new Date(), -expiresInDays);
    const key = await issue(tx, actor, { name, permissions: [...new Set(permissions)], isTest, addresses, expiresAt });
    await audit.record(tx, { actor: actorOf(actor), action: 'api-key.created', subject: key.id, detail: { isTest } });
    return key;
  }

  async function rotate(tx: Db, actor: UserActor, id: ApiKeyId, overlapHours: number): Promise<ApiKey> {
    await store.lockAccount(tx, actor.user.id);
    const old = await store.lock(tx, actor.user.id, id);
    if (!old) throw notFound('API_KEY_NOT_FOUND');
    if (old.status !== 'active') throw new AppError('API_KEY_NOT_WORKING');
    // Limits rotated keys too, since each works until its overlap ends.
    const { rotated } = await store.countWorking(tx, actor.user.id);
    if (rotated >= apiKeyLimits.perAccount) throw new AppError('TOO_MANY_API_KEYS');
    await store.setRotated(tx, id, overlapHours);
    const key = await issue(tx, actor, {
      name: old.name,
      isTest: old.isTest,
      permissions: old.permissions,
      addresses: old.addresses,
      expiresAt: old.expiresAt,
    });
    await audit.record(tx, {
      actor: actorOf(actor),
      action: 'api-key.rotated',
      subject: id,
      detail: { overlapHours, replacedBy: key.id },
    });
    return key;
  }

  return {
    door: createKeyDoor({ database, limiter, quota, usage }),

    list: async ({ user }: UserActor): Promise<ApiKey[]> => (await store.list(database.db, user.id)).map(present),

    /** Idempotent: a repeated request returns the same key. */
    create(
      actor: UserActor,
      given: BodyOf<typeof createApiKey>,
      repeat: IdempotencyContext | undefined,
    ): Promise<ApiKey> {
      if (!given.addresses.every(isAddressRule)) throw invalidInput({ addresses: 'ADDRESS_REQUIRED' });
      return database.transaction((tx) => runIdempotent(tx, repeat, () => create(tx, actor, given)));
    },

    rotate: (
      actor: UserActor,
      id: ApiKeyId,
      { overlapHours }: BodyOf<typeof rotateApiKey>,
      repeat: IdempotencyContext | undefined,
    ): Promise<ApiKey> =>
      database.transaction((tx) => runIdempotent(tx, repeat, () => rotate(tx, actor, id, overlapHours))),

    revoke: (actor: UserActor, id: ApiKeyId): Promise<ApiKey> =>
      database.transaction(async (tx) => {
        const key = await store.lock(tx, actor.user.id, id);
        if (!key) throw notFound('API_KEY_NOT_FOUND');
        if (key.status === 'revoked') return present(key);
        const row = await store.setRevoked(tx, id);
        await audit.record(tx, { actor: actorOf(actor), action: 'api-key.revoked', subject: id });
        return present(row);
      }),

    async getUsage({ user }: UserActor, { days }: QueryOf<typeof getApiUsage>): Promise<ApiUsage> {
      const now = new Date();
      const first = daysBefore(now, days - 1);
      const since = dayOf(first);
      const wholeMonth = since === monthOf(first) ? since : dayOf(nextMonth(first));
      const read = await store.readUsage(database, user.id, { since, month: monthOf(now), wholeMonth });
      const nthOf = new Map(read.days.places?.map((place, nth) => [place, nth]));
      const ofEveryDay = (figures: readonly number[] | null) =>
        Array.from({ length: days }, (_, place) => figures?.[nthOf.get(place) ?? -1] ?? 0);
      return {
        quota: monthlyQuota,
        used: read.used,
        remaining: Math.max(0, monthlyQuota - read.used),
        resets: nextMonth(now).toISOString(),
        since,
        days: { calls: ofEveryDay(read.days.calls), failed: ofEveryDay(read.days.failed) },
        endpoints: read.endpoints.map(({ endpoint, calls, failed, latencies }) => ({
          endpoint,
          calls,
          failed,
          medianMs: latencyAt(0.5, latencies),
          slowMs: latencyAt(0.95, latencies),
        })),
        keys: read.keys.map(({ id, name, calls }) => ({ id, name, calls })),
        outcomes: read.outcomes.map(({ outcome, calls }) => ({ outcome, calls })),
      };
    },

    /** Deletes expired sums in batches, then keys without sums; returns both numbers. */
    async endOldUsage(): Promise<{ sums: number; keys: number }> {
      const { days } = retention.apiUsage;
      const ended = await inBatches((batch) => store.deleteOldUsage(database.db, days, batch));
      for (const sums of [apiCallSums, apiKeySums]) {
        await inBatches((batch) => store.deleteOldSums(database.db, sums, days, batch));
      }
      await store.deleteOldMonths(database.db, days);
      return { sums: ended, keys: await store.deleteEndedKeys(database.db, days) };
    },

    /** Stores usage that is still in memory. */
    flush: () => usage.flush(),

    /** Called before the process ends, when no more requests arrive. */
    async stop(): Promise<void> {
      await usage.stop();
      await quota.settleAll();
    },
  };
}
