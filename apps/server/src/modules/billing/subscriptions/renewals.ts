/**
 * Checks card renewals. The gateway does not report a failed renewal: it retries for days and then locks the agreement.
 * So agreements a day past their charge date are looked up at the gateway. A user with credits for a full month is not
 * charged for the next one.
 */
import { prices } from '@hakiki/contract/prices';
import type { Database } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type AccountsService, tellPlan } from '../../accounts/service.ts';
import type { AuditService } from '../../audit/service.ts';
import type { Agreements } from './agreements.ts';
import * as agreementsStore from './agreements-store.ts';
import type { Booking } from '../ledger/booking.ts';
import type { Credits } from './credits.ts';
import type { Gateway } from '../payments/gateway.ts';
import * as store from '../store.ts';

const BATCH_SIZE = 200;
const WEEK_MS = 7 * 86_400_000;
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  log: Log;
  accounts: Pick<AccountsService, 'plans'>;
  agreements: Agreements;
  audit: AuditService;
  booking: Booking;
  credits: Credits;
  gateway: Gateway;
}

/** The gateway's date and ours can differ by days; the charge after the due one is weeks away. */
const isFollowingCharge = (due: string, next: string | undefined): boolean =>
  next !== undefined && Date.parse(next) - Date.parse(due) > WEEK_MS;

type Agreement = agreementsStore.AgreementRow;

export function createRenewals({ database, queue, log, accounts, agreements, audit, booking, credits, gateway }: Deps) {
  /** A failure does not block the other agreements; it is retried in the next hour. */
  async function forEachAgreement(
    list: (after: string) => Promise<Agreement[]>,
    failureMessage: string,
    handle: (agreement: Agreement) => Promise<void>,
  ): Promise<void> {
    let after = ZERO_UUID;
    for (;;) {
      const batch = await list(after);
      for (const agreement of batch) {
        await handle(agreement).catch((error: unknown) =>
          log.warn({ err: error, agreement: agreement.id }, failureMessage),
        );
        after = agreement.id;
      }
      if (batch.length < BATCH_SIZE) return;
    }
  }

  async function checkOverdue({ id, token, userId, nextChargeOn }: Agreement): Promise<void> {
    const state = await gateway.lookup(token!);
    if (state.status === 'unknown') return;
    await database.transaction(async (tx) => {
      if (userId) await accounts.plans.lock(tx, userId);
      const agreement = await agreementsStore.lockById(tx, id);
      // Another process has charged, cancelled or checked it in the meantime.
      if (agreement?.status !== 'active' || agreement.nextChargeOn !== nextChargeOn) return;
      if (state.status === 'ended') {
        await agreementsStore.setEnded(tx, id, 'buyer');
        if (userId) await accounts.plans.stopRenewing(tx, userId);
        return;
      }
      if (state.status === 'locked') await agreements.requestEnd(tx, { id }, 'expired');
      // Charged, but the notification is missing: the reconciliation applies the charge.
      const isCharged = state.status === 'active' && isFollowingCharge(nextChargeOn!, state.nextChargeOn);
      if (isCharged || state.status === 'paused') return;
      if ((await agreementsStore.markFailed(tx, id)) && userId) {
        const { endsAt, graceUntil } = await accounts.plans.readEffective(tx, userId);
        if (endsAt && graceUntil) await tellPlan(tx, queue, userId, 'payment-failed', { endsAt, graceUntil });
      }
    });
  }

  /** The row is inserted before the gateway call, so that an interrupted run finds it and continues. */
  async function payWithCredits({ id, token, userId, nextChargeOn }: Agreement): Promise<void> {
    const ownerId = userId!;
    if ((await credits.readAvailable(database.db, ownerId)) < prices.premiumPerMonth) return;
    const gatewayReference = `credits:${id}:${nextChargeOn}`;
    const existing = await store.findByGatewayReference(database.db, gatewayReference);
    if (existing?.status === 'confirmed') return;
    const paymentId =
      existing?.id ??
      (await store.insertPayment(database.db, {
        userId: ownerId,
        method: 'card_payment',
        reference: id,
        agreementId: null,
        gatewayReference,
        amountCents: 0,
        creditsUsed: prices.premiumPerMonth,
        status: 'declined',
      }));
    if ((await gateway.lookup(token!)).status !== 'paused') await gateway.pause(token!, 1);
    await database.transaction(async (tx) => {
      await accounts.plans.lock(tx, ownerId);
      const agreement = await agreementsStore.lockById(tx, id);
      if (agreement?.status !== 'active' || agreement.nextChargeOn !== nextChargeOn) return;
      if (!(await credits.hasCredits(tx, ownerId, prices.premiumPerMonth))) return;
      const period = await accounts.plans.extend(tx, ownerId, { renews: true });
      await store.confirmPaidByCredits(tx, paymentId, period);
      await agreementsStore.setNextCharge(tx, id, period.to);
      await booking.postPayment(tx, {
        paymentId,
        userId: ownerId,
        grossCents: 0,
        creditsUsed: prices.premiumPerMonth,
        at: 'gateway',
        eventAt: new Date(),
      });
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'payment.charged',
        subject: paymentId,
        detail: { amountCents: 0, isFirst: false },
      });
      await tellPlan(tx, queue, ownerId, 'renewed', { endsAt: period.to, amountCents: 0, renews: true });
    });
  }

  return {
    checkOverdueRenewals: () =>
      forEachAgreement(
        (after) => agreementsStore.listOverdue(database.db, after, BATCH_SIZE),
        'renewal not looked at',
        checkOverdue,
      ),
    payRenewalsWithCredits: () =>
      forEachAgreement(
        (after) => agreementsStore.listDueSoon(database.db, after, BATCH_SIZE),
        'credits not used',
        payWithCredits,
      ),

    /** Declines card checkouts that were never finished. */
    async declineAbandonedCheckouts(): Promise<void> {
      for (;;) {
        const declinedCount = await database.transaction(async (tx) => {
          const abandoned = await store.declineAbandonedCardPayments(tx, BATCH_SIZE);
          for (const { userId } of abandoned) if (userId) await accounts.plans.revertRequest(tx, userId);
          return abandoned.length;
        });
        if (declinedCount < BATCH_SIZE) return;
      }
    },
  };
}
