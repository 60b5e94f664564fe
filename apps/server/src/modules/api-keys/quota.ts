/**
 * Monthly quota, exact across processes: one conditional upsert takes the requested amount or nothing. While much is
 * left, a process leases ten requests at once and spends them from memory. Rejections come from memory too, so that a
 * flood causes no writes.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { monthlyQuota, quotaLetters } from '@hakiki/contract/api-keys';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { monthOf, nextMonth } from './calendar.ts';
import * as store from './store.ts';

const LEASED_AT_ONCE = 10;
/** Below this amount requests are leased one by one, so that no process holds what another needs. */
const PLENTY = monthlyQuota / 50;
/** A lease that is unused for this time is returned. */
const IDLE_MS = 30_000;

interface Lease {
  month: string;
  left: number;
  /** Requests left in the database as far as this process knows; the full quota before the first query. */
  free: number;
  isUsedUp: boolean;
  filling: Promise<void> | undefined;
  usedAt: number;
}

export interface QuotaStanding {
  month: string;
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

interface Needs {
  database: Database;
  log: Log;
  /** Called when an account has used this percentage of its quota. */
  tell: (accountId: UserId, month: string, percent: number) => Promise<void>;
}

export function createQuota({ database, log, tell }: Needs) {
  const leases = new Map<UserId, Lease>();

  function leaseOf(accountId: UserId): Lease {
    const month = monthOf(new Date());
    const known = leases.get(accountId);
    if (known?.month === month) return known;
    const lease = { month, left: 0, free: monthlyQuota, isUsedUp: false, filling: undefined, usedAt: Date.now() };
    leases.set(accountId, lease);
    return lease;
  }

  async function fill(accountId: UserId, lease: Lease): Promise<void> {
    const wanted = lease.free > PLENTY ? LEASED_AT_ONCE : 1;
    const taken = await store.takeQuota(database, accountId, lease.month, wanted, monthlyQuota);
    if (!taken && wanted > 1) {
      // Other processes took more than this one knew.
      lease.free = 0;
      return;
    }
    lease.isUsedUp = !taken;
    lease.left += taken ? wanted : 0;
    lease.free = taken ? monthlyQuota - taken.used : 0;
    const used = taken?.used ?? monthlyQuota;
    const due = quotaLetters.findLast((percent) => used * 100 >= monthlyQuota * percent);
    if (due === undefined || (taken && taken.toldPercent >= due)) return;
    // Not awaited; the next request that takes quota retries it.
    tell(accountId, lease.month, due).catch((error: unknown) => log.warn({ err: error }, 'quota letter not enqueued'));
  }

  const standing = (
    { month, left, free }: Pick<Lease, 'month' | 'left' | 'free'>,
    isAllowed: boolean,
  ): QuotaStanding => ({
    month,
    isAllowed,
    remaining: free + left,
    resetSeconds: Math.max(1, Math.ceil((nextMonth(new Date()).getTime() - Date.now()) / 1000)),
  });

  async function giveIdleBack(isIdle: (lease: Lease) => boolean): Promise<void> {
    for (const [accountId, lease] of leases) {
      if (lease.filling || !isIdle(lease)) continue;
      const { left } = lease;
      lease.left = 0;
      lease.free += left;
      if (left > 0) await store.returnQuota(database, accountId, lease.month, left);
      // A used-up lease stays in memory until the month ends, to reject without a query.
      if (!lease.isUsedUp || lease.month !== monthOf(new Date())) leases.delete(accountId);
    }
  }

  return {
    /** Answers from memory only. */
    isUsedUp: (accountId: UserId): boolean => leaseOf(accountId).isUsedUp,

    async take(accountId: UserId): Promise<QuotaStanding> {
      for (;;) {
        const lease = leaseOf(accountId);
        lease.usedAt = Date.now();
        if (lease.left > 0) {
          lease.left -= 1;
          return standing(lease, true);
        }
        if (lease.isUsedUp) return standing(lease, false);
        lease.filling ??= fill(accountId, lease).finally(() => {
          lease.filling = undefined;
        });
        await lease.filling;
      }
    },

    /** The status as far as this process knows, without taking anything. */
    peek: (accountId: UserId): QuotaStanding => standing(leaseOf(accountId), true),

    /** For test keys, which use no quota. */
    untouched: (): QuotaStanding => standing({ month: monthOf(new Date()), left: 0, free: monthlyQuota }, true),

    /** Adds to the lease without a query. A request of another month is not returned to this one. */
    giveBack(accountId: UserId, { month }: QuotaStanding): QuotaStanding {
      const lease = leaseOf(accountId);
      if (lease.month === month) {
        lease.left += 1;
        lease.isUsedUp = false;
      }
      return standing(lease, true);
    },

    settleIdle: () =>
      giveIdleBack(({ usedAt, month }) => usedAt < Date.now() - IDLE_MS || month !== monthOf(new Date())),
    /** Called before the process ends. */
    settleAll: () => giveIdleBack(() => true),
  };
}
export type Quota = ReturnType<typeof createQuota>;
