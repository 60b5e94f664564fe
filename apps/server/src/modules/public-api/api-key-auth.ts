/** Authenticates API keys and enforces their rate limit and quota. */
import type { UserId } from '@hakiki/contract/accounts';
import { type ApiKeyId, monthlyQuota, publishedTestKey } from '@hakiki/contract/api-keys';
import { apiScopes, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { rateLimits } from '@hakiki/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { matchesRules, toRateLimitKey } from '../../platform/http/client-ip.ts';
import type { ApiKeyAuth } from '../../platform/http/api-key-calls.ts';
import type { RateLimiter, RateLimitState } from '../../platform/rate-limit/rate-limiter.ts';
import { toMonthStart, nextMonth } from './calendar.ts';
import { matchesSecret, parseKey } from './key-format.ts';
import type { Quota, QuotaStatus } from './quota.ts';
import { findByPublicIds } from './store.ts';
import type { createUsage } from './usage.ts';

interface Deps {
  database: Database;
  limiter: RateLimiter;
  quota: Quota;
  usage: ReturnType<typeof createUsage>;
}

const BEARER = /^Bearer +(\S+)$/i;

const getRateLimit = ({ rateLimit, path }: EndpointDefinition) => {
  const rule = rateLimits[rateLimit];
  if (!('per' in rule) || rule.per !== 'key') throw new Error(`${path} has no limit for each key.`);
  return rule;
};

/** Headers of draft-ietf-httpapi-ratelimit-headers-11, and the older X-RateLimit headers of the stricter limit. */
function createRateLimitHeaders(hour: RateLimitState, window: number, month: QuotaStatus): [string, string][] {
  const isMonthFirst = month.remaining < hour.remaining;
  const stricter = isMonthFirst ? { ...month, limit: monthlyQuota } : hour;
  const resets = Math.floor(Date.now() / 1000) + stricter.resetSeconds;
  return [
    ['X-RateLimit-Limit', String(stricter.limit)],
    ['X-RateLimit-Remaining', String(stricter.remaining)],
    ['X-RateLimit-Reset', String(resets)],
    ['RateLimit-Policy', `"hour";q=${hour.limit};w=${window}, "month";q=${monthlyQuota};w=${monthSeconds()}`],
    [
      'RateLimit',
      `"hour";r=${hour.remaining};t=${hour.resetSeconds}, "month";r=${month.remaining};t=${month.resetSeconds}`,
    ],
  ];
}

/** Anybody may use the published test key, so that nobody has to buy before they can try. */
const toPublishedKeyActor = (address: string): KeyActor => ({
  kind: 'key',
  keyId: 'published' as ApiKeyId,
  accountId: 'nobody' as UserId,
  isTest: true,
  scopes: apiScopes,
  plan: { subscriptionTier: 'api', userType: 'user' },
  publishedTo: toRateLimitKey(address),
});

const monthSeconds = (): number => {
  const now = new Date();
  return (nextMonth(now).getTime() - new Date(toMonthStart(now)).getTime()) / 1000;
};

export function createApiKeyAuth({ database, limiter, quota, usage }: Deps): ApiKeyAuth {
  function reject(
    code: 'RATE_LIMITED' | 'QUOTA_EXCEEDED',
    hour: RateLimitState,
    window: number,
    month: QuotaStatus,
  ): never {
    const { resetSeconds } = code === 'RATE_LIMITED' ? hour : month;
    throw new AppError(code, { retryAfterSeconds: resetSeconds, headers: createRateLimitHeaders(hour, window, month) });
  }

  // Not cached: a revoked key is rejected by the next call in every process.
  const findKey = createBatchLoader((publicIds: readonly string[]) => findByPublicIds(database, publicIds));

  return {
    async authenticate(request, address): Promise<KeyActor> {
      const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
      if (token === publishedTestKey) return toPublishedKeyActor(address);
      const parts = token ? parseKey(token) : undefined;
      const key = parts && (await findKey(parts.publicId));
      if (!key || key.isTest !== parts.isTest || !matchesSecret(parts.secret, key.secretHash)) {
        throw new AppError('API_KEY_INVALID');
      }
      if (key.status === 'revoked' || key.status === 'expired') throw new AppError('API_KEY_ENDED');
      if (key.addresses.length > 0 && !matchesRules(address, key.addresses)) throw new AppError('ADDRESS_REFUSED');
      const { id: keyId, accountId, isTest, permissions: scopes, subscriptionTier, userType } = key;
      return { kind: 'key', keyId, accountId, isTest, scopes, plan: { subscriptionTier, userType } };
    },

    async countCall({ keyId, accountId, isTest, publishedTo }, endpoint) {
      const rule = getRateLimit(endpoint);
      const unusedHour = { isAllowed: true, limit: rule.points, remaining: rule.points, resetSeconds: rule.seconds };
      // Checks the month before counting the hour, so that this rejection needs no write.
      if (!isTest && quota.isUsedUp(accountId)) {
        reject('QUOTA_EXCEEDED', unusedHour, rule.seconds, await quota.take(accountId));
      }
      const hour = await limiter.countAttempt(endpoint.rateLimit, rule, publishedTo ?? keyId);
      if (!hour.isAllowed)
        reject('RATE_LIMITED', hour, rule.seconds, isTest ? quota.getUnusedStatus() : quota.peek(accountId));
      const month = isTest
        ? quota.getUnusedStatus()
        : await quota.take(accountId).catch(async (error: unknown) => {
            await hour.refund();
            throw error;
          });
      if (!month.isAllowed) {
        await hour.refund();
        reject('QUOTA_EXCEEDED', hour, rule.seconds, month);
      }
      return {
        headers: createRateLimitHeaders(hour, rule.seconds, month),
        async refund(from) {
          const isHourFree = from === 'hour and month';
          if (isHourFree) await hour.refund();
          const after = isTest ? month : quota.returnOne(accountId, month);
          return createRateLimitHeaders(
            { ...hour, remaining: hour.remaining + (isHourFree ? 1 : 0) },
            rule.seconds,
            after,
          );
        },
      };
    },

    record(actor, { method, path }, response) {
      if (actor.publishedTo === undefined) usage.record(actor, `${method} ${path}`, response);
    },
  };
}
