/**
 * Changes the plan of an account: an administrator grants or ends it, the owner pays by the month or cancels. Sessions
 * continue, because each request reads the plan. Every change locks the row of the user first.
 */
import type { SubscriptionStatus, UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { AdminUser, updateUser } from '@hakiki/contract/accounts-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { contractTerms, isContractPlan, type Tier } from '@hakiki/contract/entitlements';
import { graceDays } from '@hakiki/contract/payment-values';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditActor, type AuditService } from '../../audit/service.ts';
import { presentAdminUser } from '../admin-present.ts';
import { endOfDay, monthsAfter, nextMonth } from './plan-months.ts';
import * as plans from './plan-store.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';

/**
 * Stops charging for the plan. Called in the transaction that ends it, before the row of a deleted account is removed.
 */
export type OnPlanEnded = (tx: Db, userId: UserId, reason: 'administrator' | 'deleted' | 'expired') => Promise<void>;

interface Deps {
  database: Database;
  audit: AuditService;
  createPlanWorkflow: CreatePlanWorkflow;
  onPlanEnded: OnPlanEnded;
}

interface Plan {
  subscriptionTier: Tier;
  /** Only for a plan by contract. */
  endsAt?: Date | undefined;
}

type PlanRow = store.PlanRow & { status: Tier };

/** Records the plans that administrators grant or end. Provided by moderation, a higher module. */
export type CreatePlanWorkflow = (entity: {
  subject: 'account';
  notFoundCode: 'USER_NOT_FOUND';
  undecidedStatus: null;
  lockForUpdate: (tx: Db, id: UserId) => Promise<PlanRow | undefined>;
  computeChanges: (row: PlanRow, wanted: Plan) => Partial<Plan>;
  publishedTexts: 'nothing';
  statusAfter: (row: PlanRow, changed: Partial<Plan>) => Tier;
  auditDetail: (row: PlanRow, changed: Partial<Plan>) => { endsAt?: string };
  saveChanges: (tx: Db, row: PlanRow, changed: Partial<Plan>) => Promise<void>;
  afterChange: (tx: Db, row: PlanRow, step: { to: string }) => Promise<void>;
}) => {
  lockForUpdate: (tx: Db, id: UserId) => Promise<PlanRow>;
  applyOrPropose: (
    tx: Db,
    id: UserId,
    plan: Plan,
    context: { actor: UserActor; reason?: string | undefined },
  ) => Promise<{ decisionId?: DecisionId }>;
};

/** The time that was paid for. */
export interface Period {
  from: Date;
  to: Date;
}

const systemActor: AuditActor = { kind: 'system' };
const DAY_MS = 24 * 3_600_000;

const noPlan = {
  subscriptionTier: 'free',
  subscriptionStatus: 'inactive',
  subscriptionEndsAt: null,
  graceUntil: null,
  planSince: null,
} as const;

/** Parses the end date that an administrator entered for a plan by contract. */
function parseEndDate(tier: Tier, endsOn: string, now: Date): Date {
  if (!isContractPlan(tier)) throw invalidInput({ endsOn: 'NOT_BY_CONTRACT' });
  const endsAt = endOfDay(endsOn);
  const latest = monthsAfter(now, contractTerms.maxMonths).getTime() + DAY_MS;
  if (!(endsAt > now && endsAt.getTime() <= latest)) throw invalidInput({ endsOn: 'PLAN_END_DAY' });
  return endsAt;
}

async function lockPlan(tx: Db, userId: UserId) {
  const plan = await plans.lockPlan(tx, userId);
  if (!plan) throw notFound('USER_NOT_FOUND');
  return plan;
}

/** The next month starts where the current one ends, also in the days of grace: nobody pays twice for a day. */
function nextPaidMonth({ tier, endsAt, since: currentSince, now }: plans.LockedPlan): {
  period: Period;
  since: Date;
} {
  const end = tier === 'premium' ? endsAt : null;
  const from = end ?? now;
  const { since, to } = nextMonth(end && currentSince, from);
  return { period: { from, to }, since };
}

async function addMonth(tx: Db, userId: UserId, plan: plans.LockedPlan, { renews }: { renews: boolean }) {
  const { period, since } = nextPaidMonth(plan);
  await plans.setPlan(tx, userId, {
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    subscriptionEndsAt: period.to,
    graceUntil: renews ? new Date(period.to.getTime() + graceDays * DAY_MS) : null,
    planSince: since,
  });
}

const recordMonth = ({ audit }: Deps, tx: Db, actor: AuditActor, userId: UserId, { from, to }: Period) =>
  audit.record(tx, {
    actor,
    action: 'account.plan-extended',
    subject: userId,
    detail: { from: from.toISOString(), to: to.toISOString() },
  });

/** Changes only the end of a plan by contract. The plan stays the same, so this is not a decision. */
async function changeEnd(
  { audit }: Deps,
  tx: Db,
  actor: UserActor,
  userId: UserId,
  { from, to, reason }: { from: Date | null; to: Date; reason: string | undefined },
): Promise<void> {
  if (from?.getTime() === to.getTime()) return;
  await plans.setPlan(tx, userId, { subscriptionEndsAt: to });
  await audit.record(tx, {
    actor: toAuditActor(actor),
    action: 'account.plan-extended',
    subject: userId,
    ...(reason && { reason }),
    detail: { from: from?.toISOString() ?? null, to: to.toISOString() },
  });
}

const createWorkflow = ({ createPlanWorkflow, onPlanEnded }: Deps) =>
  createPlanWorkflow({
    subject: 'account',
    notFoundCode: 'USER_NOT_FOUND',
    undecidedStatus: null,
    async lockForUpdate(tx, id) {
      const user = await store.lockAccount(tx, id);
      return user && { ...user, status: user.subscriptionTier };
    },
    computeChanges: ({ subscriptionTier }, wanted) => (wanted.subscriptionTier === subscriptionTier ? {} : wanted),
    publishedTexts: 'nothing',
    statusAfter: ({ subscriptionTier }, changed) => changed.subscriptionTier ?? subscriptionTier,
    auditDetail: (_, { endsAt }) => (endsAt ? { endsAt: endsAt.toISOString() } : {}),
    async saveChanges(tx, { id }, { subscriptionTier: tier, endsAt = null }) {
      if (tier === 'premium') await addMonth(tx, id, await lockPlan(tx, id), { renews: false });
      else if (tier === 'free') await plans.setPlan(tx, id, noPlan);
      else {
        await plans.setPlan(tx, id, {
          ...noPlan,
          subscriptionTier: tier!,
          subscriptionStatus: 'active',
          subscriptionEndsAt: endsAt,
        });
      }
    },
    async afterChange(tx, { id }, { to }) {
      if (to !== 'premium') await onPlanEnded(tx, id, 'administrator');
    },
  });

export function createPlans(deps: Deps) {
  const { database, audit } = deps;
  const workflow = createWorkflow(deps);

  return {
    /** Lock before any work that depends on the plan, so that paying and cancelling do not run concurrently. */
    lock: async (tx: Db, userId: UserId): Promise<void> => void (await lockPlan(tx, userId)),

    /**
     * A plan was requested and is not paid yet. A plan in force keeps its status: a payment for the next month is shown
     * beside it. Returns the status afterwards.
     */
    async request(tx: Db, userId: UserId): Promise<SubscriptionStatus> {
      const { tier, status } = await lockPlan(tx, userId);
      if (isContractPlan(tier)) throw new AppError('PLAN_ACTIVE');
      if (tier === 'premium') return status;
      await plans.setPlan(tx, userId, { subscriptionStatus: 'pending' });
      return 'pending';
    },

    /** Adds a paid month; `renews` if the card is charged again automatically. Does not change plans by contract. */
    async extend(tx: Db, userId: UserId, { renews }: { renews: boolean }): Promise<Period> {
      const plan = await lockPlan(tx, userId);
      const { period } = nextPaidMonth(plan);
      if (isContractPlan(plan.tier)) return period;
      await addMonth(tx, userId, plan, { renews });
      await recordMonth(deps, tx, systemActor, userId, period);
      return period;
    },

    /** Called by the owner. Returns the end of the paid time. */
    async cancel(tx: Db, userId: UserId): Promise<Date> {
      const { tier, status, endsAt, now } = await lockPlan(tx, userId);
      if (tier !== 'premium' || !(status === 'active' || status === 'pending')) throw new AppError('NOT_SUBSCRIBED');
      // A plan without an end was not paid for.
      const end = endsAt ?? now;
      await plans.setPlan(tx, userId, {
        subscriptionStatus: 'cancelled',
        subscriptionEndsAt: end,
        graceUntil: null,
      });
      await audit.record(tx, auditEntryByOwner(userId, 'account.plan-cancelled', { to: end.toISOString() }));
      return end;
    },

    /** The card is no longer charged, although nobody cancelled here. The paid time stays in force. */
    async stopRenewing(tx: Db, userId: UserId): Promise<void> {
      const { tier, status } = await lockPlan(tx, userId);
      if (tier !== 'premium' || status === 'cancelled') return;
      await plans.setPlan(tx, userId, { subscriptionStatus: 'cancelled', graceUntil: null });
      await audit.record(tx, { actor: systemActor, action: 'account.plan-cancelled', subject: userId });
    },

    /** The requested plan was not paid. */
    async revertRequest(tx: Db, userId: UserId): Promise<void> {
      const { tier, status, endsAt } = await lockPlan(tx, userId);
      if (status !== 'pending') return;
      const statusWithoutPlan = endsAt ? 'expired' : 'inactive';
      await plans.setPlan(tx, userId, { subscriptionStatus: tier === 'free' ? statusWithoutPlan : 'active' });
    },

    /** Ends the plan at once after a refund. */
    async end(tx: Db, userId: UserId): Promise<void> {
      if (isContractPlan((await lockPlan(tx, userId)).tier)) return;
      await plans.setPlan(tx, userId, noPlan);
      await audit.record(tx, {
        actor: systemActor,
        action: 'account.plan-ended',
        subject: userId,
        detail: { reason: 'refund' },
      });
    },

    async readEffective(db: Db, userId: UserId) {
      const plan = await plans.readPlan(db, userId);
      if (!plan) throw notFound('USER_NOT_FOUND');
      return plan;
    },

    /** An administrator confirms that a month was paid. A plan by contract does not change. */
    async grantMonth(tx: Db, actor: UserActor, userId: UserId): Promise<Period> {
      const plan = await lockPlan(tx, userId);
      const { period } = nextPaidMonth(plan);
      if (isContractPlan(plan.tier)) return period;
      const { decisionId } = await workflow.applyOrPropose(tx, userId, { subscriptionTier: 'premium' }, { actor });
      if (!decisionId) await addMonth(tx, userId, plan, { renews: false });
      await recordMonth(deps, tx, { kind: 'user', id: actor.user.id }, userId, period);
      return period;
    },

    update: (
      actor: UserActor,
      userId: UserId,
      { subscriptionTier, endsOn, reason }: BodyOf<typeof updateUser>,
    ): Promise<AdminUser> =>
      database.transaction(async (tx) => {
        const plan = await lockPlan(tx, userId);
        const agreedEnd = endsOn === undefined ? undefined : parseEndDate(subscriptionTier, endsOn, plan.now);
        const endsAt = isContractPlan(subscriptionTier)
          ? (agreedEnd ?? monthsAfter(plan.now, contractTerms.months))
          : undefined;
        const outcome = await workflow.applyOrPropose(tx, userId, { subscriptionTier, endsAt }, { actor, reason });
        if (!outcome.decisionId && agreedEnd)
          await changeEnd(deps, tx, actor, userId, { from: plan.endsAt, to: agreedEnd, reason });
        return { ...presentAdminUser(await workflow.lockForUpdate(tx, userId)), ...outcome };
      }),
  };
}
