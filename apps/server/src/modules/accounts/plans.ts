/**
 * The plan of an account: given and ended by an administrator, paid for by the month, cancelled by its owner. Its sessions go on: what
 * they may do is asked with each request. Whatever changes a plan locks the person first.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminUser, updateUser } from '@hakiki/contract/accounts-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { contractTerms, isByContract, type Tier } from '@hakiki/contract/entitlements';
import { graceDays } from '@hakiki/contract/payment-values';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditActor, type AuditService } from '../audit/service.ts';
import type { DecisionsService, Held } from '../decisions/service.ts';
import { presentAdminUser } from './admin-present.ts';
import { endOfDay, monthsAfter, nextMonth } from './plan-months.ts';
import * as plans from './plan-store.ts';
import * as store from './store.ts';
import { byOwner } from './trail.ts';

/** Whoever charges for a plan stops. Told in the transaction of the end itself; of an account that is deleted, before its row goes. */
export type PlanEnded = (tx: Db, userId: UserId, reason: 'administrator' | 'deleted' | 'expired') => Promise<void>;

interface Needs {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'moderated'>;
  planEnded: PlanEnded;
}

interface Plan {
  subscriptionTier: Tier;
  /** Of a plan by contract. */
  endsAt?: Date | undefined;
}

/** What was paid for. */
export interface Period {
  from: Date;
  to: Date;
}

const system: AuditActor = { kind: 'system' };
const DAY_MS = 24 * 3_600_000;

const none = {
  subscriptionTier: 'free',
  subscriptionStatus: 'inactive',
  subscriptionEndsAt: null,
  graceUntil: null,
  planSince: null,
} as const;

/** The end that an administrator has written down for a plan by contract. */
function readEnd(tier: Tier, endsOn: string, now: Date): Date {
  if (!isByContract(tier)) throw invalid({ endsOn: 'NOT_BY_CONTRACT' });
  const endsAt = endOfDay(endsOn);
  const latest = monthsAfter(now, contractTerms.longestMonths).getTime() + DAY_MS;
  if (!(endsAt > now && endsAt.getTime() <= latest)) throw invalid({ endsOn: 'PLAN_END_DAY' });
  return endsAt;
}

export function createPlans({ database, audit, decisions, planEnded }: Needs) {
  async function hold(tx: Db, userId: UserId) {
    const plan = await plans.lockPlan(tx, userId);
    if (!plan) throw notFound('USER_NOT_FOUND');
    return plan;
  }

  /** Begins where the last one ends, also while its grace lasts: nobody pays for days that are paid. */
  function monthAfter({ tier, endsAt, since: countedFrom, now }: plans.HeldPlan): { period: Period; since: Date } {
    const end = tier === 'premium' ? endsAt : null;
    const from = end ?? now;
    const { since, to } = nextMonth(end && countedFrom, from);
    return { period: { from, to }, since };
  }

  async function addMonth(tx: Db, userId: UserId, plan: plans.HeldPlan, { renews }: { renews: boolean }) {
    const { period, since } = monthAfter(plan);
    await plans.setPlan(tx, userId, {
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndsAt: period.to,
      graceUntil: renews ? new Date(period.to.getTime() + graceDays * DAY_MS) : null,
      planSince: since,
    });
  }

  const recordMonth = (tx: Db, actor: AuditActor, userId: UserId, { from, to }: Period) =>
    audit.record(tx, {
      actor,
      action: 'account.plan-extended',
      subject: userId,
      detail: { from: from.toISOString(), to: to.toISOString() },
    });

  /** A plan by contract goes on under another end: it is no other plan, so there is nothing to decide. */
  async function moveEnd(
    tx: Db,
    actor: UserActor,
    userId: UserId,
    { from, to, reason }: { from: Date | null; to: Date; reason: string | undefined },
  ): Promise<void> {
    if (from?.getTime() === to.getTime()) return;
    await plans.setPlan(tx, userId, { subscriptionEndsAt: to });
    await audit.record(tx, {
      actor: actorOf(actor),
      action: 'account.plan-extended',
      subject: userId,
      ...(reason && { reason }),
      detail: { from: from?.toISOString() ?? null, to: to.toISOString() },
    });
  }

  const life = decisions.moderated<store.PlanRow & Held, Plan, Partial<Plan>>({
    subject: 'account',
    unknown: 'USER_NOT_FOUND',
    undecided: null,
    async hold(tx, id) {
      const user = await store.lockAccount(tx, id);
      return user && { ...user, status: user.subscriptionTier };
    },
    compare: ({ subscriptionTier }, wanted) => (wanted.subscriptionTier === subscriptionTier ? {} : wanted),
    publishes: 'nothing',
    statusAfter: ({ subscriptionTier }, changed) => changed.subscriptionTier ?? subscriptionTier,
    detail: (_, { endsAt }) => (endsAt ? { endsAt: endsAt.toISOString() } : {}),
    async set(tx, { id }, { subscriptionTier: tier, endsAt = null }) {
      if (tier === 'premium') await addMonth(tx, id, await hold(tx, id), { renews: false });
      else if (tier === 'free') await plans.setPlan(tx, id, none);
      else {
        await plans.setPlan(tx, id, {
          ...none,
          subscriptionTier: tier!,
          subscriptionStatus: 'active',
          subscriptionEndsAt: endsAt,
        });
      }
    },
    async follow(tx, { id }, { to }) {
      if (to !== 'premium') await planEnded(tx, id, 'administrator');
    },
  });

  return {
    /** Before anything that follows from their plan: whoever pays and cancels at once does one after the other. */
    lock: async (tx: Db, userId: UserId): Promise<void> => void (await hold(tx, userId)),

    /** Asked for and not paid yet. What is open stays open until its end. */
    async request(tx: Db, userId: UserId): Promise<void> {
      if (isByContract((await hold(tx, userId)).tier)) throw new AppError('PLAN_ACTIVE');
      await plans.setPlan(tx, userId, { subscriptionStatus: 'pending' });
    },

    /** A month was paid for; with `renews` by a card that is charged again by itself. A plan by contract stays as it is. */
    async extend(tx: Db, userId: UserId, { renews }: { renews: boolean }): Promise<Period> {
      const plan = await hold(tx, userId);
      const { period } = monthAfter(plan);
      if (isByContract(plan.tier)) return period;
      await addMonth(tx, userId, plan, { renews });
      await recordMonth(tx, system, userId, period);
      return period;
    },

    /** By its owner. Answers until when it stays open; nothing comes after that. */
    async cancel(tx: Db, userId: UserId): Promise<Date> {
      const { tier, status, endsAt, now } = await hold(tx, userId);
      if (tier !== 'premium' || !(status === 'active' || status === 'pending')) throw new AppError('NOT_SUBSCRIBED');
      // Nothing was paid for one that has no end.
      const end = endsAt ?? now;
      await plans.setPlan(tx, userId, {
        subscriptionStatus: 'cancelled',
        subscriptionEndsAt: end,
        graceUntil: null,
      });
      await audit.record(tx, byOwner(userId, 'account.plan-cancelled', { to: end.toISOString() }));
      return end;
    },

    /** The card is charged no more, and nobody of ours ended it: what is paid stays open to its end. */
    async stopRenewing(tx: Db, userId: UserId): Promise<void> {
      const { tier, status } = await hold(tx, userId);
      if (tier !== 'premium' || status === 'cancelled') return;
      await plans.setPlan(tx, userId, { subscriptionStatus: 'cancelled', graceUntil: null });
      await audit.record(tx, { actor: system, action: 'account.plan-cancelled', subject: userId });
    },

    /** What was asked for was not paid. */
    async unpend(tx: Db, userId: UserId): Promise<void> {
      const { tier, status, endsAt } = await hold(tx, userId);
      if (status !== 'pending') return;
      const lapsed = endsAt ? 'expired' : 'inactive';
      await plans.setPlan(tx, userId, { subscriptionStatus: tier === 'free' ? lapsed : 'active' });
    },

    /** At once, since its money was given back. */
    async end(tx: Db, userId: UserId): Promise<void> {
      if (isByContract((await hold(tx, userId)).tier)) return;
      await plans.setPlan(tx, userId, none);
      await audit.record(tx, {
        actor: system,
        action: 'account.plan-ended',
        subject: userId,
        detail: { reason: 'refund' },
      });
    },

    async readOpen(db: Db, userId: UserId) {
      const plan = await plans.readPlan(db, userId);
      if (!plan) throw notFound('USER_NOT_FOUND');
      return plan;
    },

    /** A month was paid for, as an administrator confirms. A plan by contract stays as it is. */
    async give(tx: Db, actor: UserActor, userId: UserId): Promise<Period> {
      const plan = await hold(tx, userId);
      const { period } = monthAfter(plan);
      if (isByContract(plan.tier)) return period;
      const { decisionId } = await life.attempt(tx, userId, { subscriptionTier: 'premium' }, { actor });
      if (!decisionId) await addMonth(tx, userId, plan, { renews: false });
      await recordMonth(tx, { kind: 'user', id: actor.user.id }, userId, period);
      return period;
    },

    update: (
      actor: UserActor,
      userId: UserId,
      { subscriptionTier, endsOn, reason }: BodyOf<typeof updateUser>,
    ): Promise<AdminUser> =>
      database.transaction(async (tx) => {
        const plan = await hold(tx, userId);
        const agreed = endsOn === undefined ? undefined : readEnd(subscriptionTier, endsOn, plan.now);
        const endsAt = isByContract(subscriptionTier)
          ? (agreed ?? monthsAfter(plan.now, contractTerms.months))
          : undefined;
        const outcome = await life.attempt(tx, userId, { subscriptionTier, endsAt }, { actor, reason });
        if (!outcome.decisionId && agreed) await moveEnd(tx, actor, userId, { from: plan.endsAt, to: agreed, reason });
        return { ...presentAdminUser(await life.hold(tx, userId)), ...outcome };
      }),
  };
}
