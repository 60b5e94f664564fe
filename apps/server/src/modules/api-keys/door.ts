/** Authenticates API keys and enforces their rate limit and quota. */
import { monthlyQuota } from '@hakiki/contract/api-keys';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { rateLimits } from '@hakiki/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { matchesRules } from '../../platform/http/client-ip.ts';
import type { ApiKeyAuth } from '../../platform/http/api-key-calls.ts';
import type { RateLimiter, RateLimitState } from '../../platform/rate-limit/rate-limiter.ts';
import { monthOf, nextMonth } from './calendar.ts';
import { isSecret, readKey } from './key-text.ts';
import type { Quota, QuotaStanding } from './quota.ts';
import { findByPublicIds } from './store.ts';
import type { createUsage } from './usage.ts';

interface Needs {
  database: Database;
  limiter: RateLimiter;
  quota: Quota;
  usage: ReturnType<typeof createUsage>;
}

const BEARER = /^Bearer +(\S+)$/i;

const ruleOf = ({ rateLimit, path }: EndpointDefinition) => {
  const rule = rateLimits[rateLimit];
  if (!('per' in rule) || rule.per !== 'key') throw new Error(`${path} has no limit for each key.`);
  return rule;
};

/** Headers of draft-ietf-httpapi-ratelimit-headers-11, and the older X-RateLimit headers of the stricter limit. */
function headersOf(hour: RateLimitState, window: number, month: QuotaStanding): [string, string][] {
  const isMonthFirst = month.remaining < hour.remaining;
  const first = isMonthFirst ? { ...month, limit: monthlyQuota } : hour;
  const resets = Math.floor(Date.now() / 1000) + first.resetSeconds;
  return [
    ['X-RateLimit-Limit', String(first.limit)],
    ['X-RateLimit-Remaining', String(first.remaining)],
    ['X-RateLimit-Reset', String(resets)],
    ['RateLimit-Policy', `"hour";q=${hour.limit};w=${window}, "month";q=${monthlyQuota};w=${monthSeconds()}`],
    [
      'RateLimit',
      `"hour";r=${hour.remaining};t=${hour.resetSeconds}, "month";r=${month.remaining};t=${month.resetSeconds}`,
    ],
  ];
}

const monthSeconds = (): number => {
  const now = new Date();
  return (nextMonth(now).getTime() - new Date(monthOf(now)).getTime()) / 1000;
};

export function createKeyDoor({ database, limiter, quota, usage }: Needs): ApiKeyAuth {
  function refuse(
    code: 'RATE_LIMITED' | 'QUOTA_EXCEEDED',
    hour: RateLimitState,
    window: number,
    month: QuotaStanding,
  ): never {
    const { resetSeconds } = code === 'RATE_LIMITED' ? hour : month;
    throw new AppError(code, { retryAfterSeconds: resetSeconds, headers: headersOf(hour, window, month) });
  }

  // Not cached: a revoked key is rejected by the next call in every process.
  const find = createBatchLoader((publicIds: readonly string[]) => findByPublicIds(database, publicIds));

  return {
    async authenticate(request, address): Promise<KeyActor> {
      const given = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
      const parts = given ? readKey(given) : undefined;
      const found = parts && (await find(parts.publicId));
      if (!found || found.isTest !== parts.isTest || !isSecret(parts.secret, found.secretHash)) {
        throw new AppError('API_KEY_INVALID');
      }
      if (found.status === 'revoked' || found.status === 'expired') throw new AppError('API_KEY_ENDED');
      if (found.addresses.length > 0 && !matchesRules(address, found.addresses)) throw new AppError('ADDRESS_REFUSED');
      const { id: keyId, accountId, isTest, permissions: scopes, subscriptionTier, userType } = found;
      return { kind: 'key', keyId, accountId, isTest, scopes, plan: { subscriptionTier, userType } };
    },

    async countCall({ keyId, accountId, isTest }, endpoint) {
      const rule = ruleOf(endpoint);
      const untouched = { isAllowed: true, limit: rule.points, remaining: rule.points, resetSeconds: rule.seconds };
      // Checks the month before counting the hour, so that this rejection needs no write.
      if (!isTest && quota.isUsedUp(accountId)) {
        refuse('QUOTA_EXCEEDED', untouched, rule.seconds, await quota.take(accountId));
      }
      const hour = await limiter.countAttempt(endpoint.rateLimit, rule, keyId);
      if (!hour.isAllowed)
        refuse('RATE_LIMITED', hour, rule.seconds, isTest ? quota.untouched() : quota.peek(accountId));
      const month = isTest
        ? quota.untouched()
        : await quota.take(accountId).catch(async (error: unknown) => {
            await hour.refund();
            throw error;
          });
      if (!month.isAllowed) {
        await hour.refund();
        refuse('QUOTA_EXCEEDED', hour, rule.seconds, month);
      }
      return {
        headers: headersOf(hour, rule.seconds, month),
        async refund(from) {
          const isHourFree = from === 'hour and month';
          if (isHourFree) await hour.refund();
          const after = isTest ? month : quota.giveBack(accountId, month);
          return headersOf({ ...hour, remaining: hour.remaining + (isHourFree ? 1 : 0) }, rule.seconds, after);
        },
      };
    },

    record: (actor, { method, path }, answered) => usage.record(actor, `${method} ${path}`, answered),
  };
}
