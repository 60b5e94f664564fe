/** A user's actions on their plan: request it, cancel it, read its state. */
import type { UserId } from '@hakiki/contract/accounts';
import type { PaymentInfo, Subscription, upgradeSubscription } from '@hakiki/contract/billing';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import { toPaymentReference, premiumCents, type PaymentMethod } from '@hakiki/contract/payment-values';
import { AppError } from '../../../platform/app-error.ts';
import { defaultLanguage } from '@hakiki/contract/site';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { type AccountsService, tellPlan } from '../../accounts/service.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { Agreements } from './agreements.ts';
import * as agreementsStore from './agreements-store.ts';
import { computeCharge, type Credits } from './credits.ts';
import { confirmCreditedJob } from '../payments/deposits.ts';
import { toCardForm, type CheckoutForms } from '../payments/checkout-forms.ts';
import * as refundsStore from '../payments/refunds-store.ts';
import * as store from '../store.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  agreements: Agreements;
  audit: AuditService;
  credits: Credits;
  forms: CheckoutForms;
  settings: { bankAccount: Omit<PaymentInfo, 'financeEmail' | 'takesCards'>; financeEmail: string };
}

type Upgrade = ReplyOf<typeof upgradeSubscription>;

export function createSubscriptions(deps: Deps) {
  const { database, queue, accounts, agreements, audit, credits, forms, settings } = deps;

  /**
   * Returns the same pending payment for a repeated request. A deposit replaces a card payment that was not finished.
   * The other way round, the money may be on its way: the payer withdraws the deposit first, or they could pay twice.
   */
  async function findOrCreatePending(tx: Db, actor: UserActor, method: PaymentMethod) {
    const { user } = actor;
    const charge = computeCharge(await credits.readAvailable(tx, user.id));
    const [existing, ...more] = await store.listPending(tx, user.id);
    if (existing?.method === method && existing.amountCents === charge.amountCents && more.length === 0)
      return existing;
    if (method === 'card_payment' && (await store.lockPendingDeposit(tx, user.id)))
      throw new AppError('DEPOSIT_PENDING');
    await store.declinePending(tx, user.id);
    const agreementId =
      method === 'card_payment'
        ? await agreementsStore.insertAgreement(tx, {
            userId: user.id,
            firstCents: charge.amountCents,
            monthlyCents: premiumCents,
            isTest: false,
          })
        : null;
    const reference = agreementId ?? toPaymentReference(user.id);
    const id = await store.insertPayment(tx, { ...charge, userId: user.id, method, reference, agreementId });
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'payment.requested',
      subject: id,
      detail: { method },
    });
    return { ...charge, id, method, agreementId };
  }

  /** Ends the agreement and declines pending payments. */
  async function stopCharging(tx: Db, userId: UserId, reason: agreementsStore.EndReason): Promise<void> {
    await agreements.requestEndForUser(tx, userId, reason);
    await store.declinePending(tx, userId);
  }

  return {
    async upgrade(
      actor: UserActor,
      { method, language = defaultLanguage }: BodyOf<typeof upgradeSubscription>,
    ): Promise<Upgrade> {
      const { user } = actor;
      if (method === 'card_payment') forms.assertCardsAccepted();
      return database.transaction(async (tx) => {
        const subscriptionStatus = await accounts.plans.request(tx, user.id);
        if (await agreementsStore.findActive(tx, user.id)) throw new AppError('ALREADY_SUBSCRIBED');
        const pending = await findOrCreatePending(tx, actor, method);
        const reply = { message: 'Your subscription request is being processed.', subscriptionStatus } as const;
        if (method === 'bank_deposit') {
          if (pending.amountCents === 0) await queue.enqueue(tx, confirmCreditedJob, { paymentId: pending.id });
          return { ...reply, reference: toPaymentReference(user.id) };
        }
        const payer = { firstName: user.firstName ?? '', lastName: user.lastName ?? '', email: user.email, phone: '' };
        const { agreementId, amountCents: firstCents } = pending;
        const form = forms.createPremiumForm({ agreementId: agreementId!, payer, firstCents, language });
        return { ...reply, payment: toCardForm(form) };
      });
    },

    /** For a payer who will not pay the deposit that they announced. */
    withdrawDeposit: (actor: UserActor) =>
      database.transaction(async (tx) => {
        await accounts.plans.lock(tx, actor.user.id);
        const deposit = await store.lockPendingDeposit(tx, actor.user.id);
        if (!deposit) throw new AppError('NO_PENDING_DEPOSIT');
        await store.setStatus(tx, deposit.id, 'declined');
        await accounts.plans.revertRequest(tx, actor.user.id);
        await audit.record(tx, { actor: toAuditActor(actor), action: 'payment.withdrawn', subject: deposit.id });
        return { message: 'Your deposit was withdrawn.' };
      }),

    cancel: (actor: UserActor) =>
      database.transaction(async (tx) => {
        const endsAt = await accounts.plans.cancel(tx, actor.user.id);
        await stopCharging(tx, actor.user.id, 'user');
        await tellPlan(tx, queue, actor.user.id, 'cancelled', { endsAt });
        return {
          message: 'Your subscription was cancelled. You keep access until it ends.',
          subscriptionStatus: 'cancelled' as const,
          subscriptionEndsAt: endsAt.toISOString(),
        };
      }),

    async describe({ user }: UserActor): Promise<Subscription> {
      const { db } = database;
      const [{ graceUntil }, available, [pending], agreement, refundable, refund] = await Promise.all([
        accounts.plans.readEffective(db, user.id),
        credits.readAvailable(db, user.id),
        store.listPending(db, user.id),
        agreementsStore.findActive(db, user.id),
        store.findRefundable(db, user.id),
        refundsStore.findNewest(db, user.id),
      ]);
      const endsAt = user.subscriptionTier === 'free' ? null : user.subscriptionEndsAt;
      const accessUntil = endsAt && graceUntil ? graceUntil.toISOString() : endsAt;
      return {
        nextChargeCents: computeCharge(available).amountCents,
        credits: available,
        pending: pending
          ? {
              method: pending.method,
              amountCents: pending.amountCents,
              creditsUsed: pending.creditsUsed,
              createdAt: pending.createdAt.toISOString(),
              proofAt: pending.proofAt?.toISOString() ?? null,
            }
          : null,
        renewsAt: agreement ? endsAt : null,
        failedSince: agreement?.failedSince?.toISOString() ?? null,
        accessUntil,
        refundableUntil: refundable?.until.toISOString() ?? null,
        refund: refund ? refundsStore.presentOwn(refund) : null,
      };
    },

    paymentInfo: (): PaymentInfo => ({
      bank: settings.bankAccount.bank,
      accountHolder: settings.bankAccount.accountHolder,
      accountNumber: settings.bankAccount.accountNumber,
      branchCode: settings.bankAccount.branchCode,
      financeEmail: settings.financeEmail,
      takesCards: forms.acceptsCards(),
    }),

    /** Called when the plan ends for another reason. */
    onPlanEnded: stopCharging,
  };
}
