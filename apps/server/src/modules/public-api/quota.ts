/**
 * Monthly quota, exact across processes: one conditional upsert takes the requested amount or nothing. While much is
 * left, a process leases ten requests at once and spends them from memory. Rejections come from memory too, so that a
 * flood causes no writes.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { monthlyQuota, quotaEmailPercents } from '@hakiki/contract/api-keys';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { toMonthStart, nextMonth } from './calendar.ts';
import * as store from './store.ts';

const LEASE_SIZE = 10;
/** Below this amount requests are leased one by one, so that no process holds what another needs. */
const SINGLE_LEASES_BELOW = monthlyQuota / 50;
/** A lease that is unused for this time is returned. */
const IDLE_MS = 30_000;

interface Lease {
  month: string;
  left: number;
  /** Requests left in the database as far as this process knows; the full quota before the first query. */
  free: number;
  isUsedUp: boolean;
  refilling: Promise<void> | undefined;
  usedAt: number;
}

export interface QuotaStatus {
  month: string;
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

interface Deps {
  database: Database;
  log: Log;
  /** Called when an account has used this percentage of its quota. */
  notify: (accountId: UserId, month: string, percent: number) => Promise<void>;
}

export function createQuota({ database, log, notify }: Deps) {
  const leases = new Map<UserId, Lease>();

  function getLease(accountId: UserId): Lease {
    const month = toMonthStart(new Date());
    const existing = leases.get(accountId);
    if (existing?.month === month) return existing;
    const lease = { month, left: 0, free: monthlyQuota, isUsedUp: false, refilling: undefined, usedAt: Date.now() };
    leases.set(accountId, lease);
    return lease;
  }

  async function refill(accountId: UserId, lease: Lease): Promise<void> {
    const requested = lease.free > SINGLE_LEASES_BELOW ? LEASE_SIZE : 1;
    const taken = await store.takeQuota(database, accountId, lease.month, requested, monthlyQuota);
    if (!taken && requested > 1) {
      // Other processes took more than this one knew.
      lease.free = 0;
      return;
    }
    lease.isUsedUp = !taken;
    lease.left += taken ? requested : 0;
    lease.free = taken ? monthlyQuota - taken.used : 0;
    const used = taken?.used ?? monthlyQuota;
    const duePercent = quotaEmailPercents.findLast((percent) => used * 100 >= monthlyQuota * percent);
    if (duePercent === undefined || (taken && taken.toldPercent >= duePercent)) return;
    // Not awaited; the next request that takes quota retries it.
    notify(accountId, lease.month, duePercent).catch((error: unknown) =>
      log.warn({ err: error }, 'quota email not enqueued'),
    );
  }

  const toStatus = (
    { month, left, free }: Pick<Lease, 'month' | 'left' | 'free'>,
    isAllowed: boolean,
  ): QuotaStatus => ({
    month,
    isAllowed,
    remaining: free + left,
    resetSeconds: Math.max(1, Math.ceil((nextMonth(new Date()).getTime() - Date.now()) / 1000)),
  });

  async function returnLeases(isIdle: (lease: Lease) => boolean): Promise<void> {
    for (const [accountId, lease] of leases) {
      if (lease.refilling || !isIdle(lease)) continue;
      const { left } = lease;
      lease.left = 0;
      lease.free += left;
      if (left > 0) await store.returnQuota(database, accountId, lease.month, left);
      // A used-up lease stays in memory until the month ends, to reject without a query.
      if (!lease.isUsedUp || lease.month !== toMonthStart(new Date())) leases.delete(accountId);
    }
  }

  return {
    /** Answers from memory only. */
    isUsedUp: (accountId: UserId): boolean => getLease(accountId).isUsedUp,

    async take(accountId: UserId): Promise<QuotaStatus> {
      for (;;) {
        const lease = getLease(accountId);
        lease.usedAt = Date.now();
        if (lease.left > 0) {
          lease.left -= 1;
          return toStatus(lease, true);
        }
        if (lease.isUsedUp) return toStatus(lease, false);
        lease.refilling ??= refill(accountId, lease).finally(() => {
          lease.refilling = undefined;
        });
        await lease.refilling;
      }
    },

    /** The status as far as this process knows, without taking anything. */
    peek: (accountId: UserId): QuotaStatus => toStatus(getLease(accountId), true),

    /** For test keys, which use no quota. */
    getUnusedStatus: (): QuotaStatus =>
      toStatus({ month: toMonthStart(new Date()), left: 0, free: monthlyQuota }, true),

    /** Adds to the lease without a query. A request of another month is not returned to this one. */
    returnOne(accountId: UserId, { month }: QuotaStatus): QuotaStatus {
      const lease = getLease(accountId);
      if (lease.month === month) {
        lease.left += 1;
        lease.isUsedUp = false;
      }
      return toStatus(lease, true);
    },

    returnIdle: () =>
      returnLeases(({ usedAt, month }) => usedAt < Date.now() - IDLE_MS || month !== toMonthStart(new Date())),
    /** Called before the process ends. */
    returnAll: () => returnLeases(() => true),
  };
}
export type Quota = ReturnType<typeof createQuota>;
