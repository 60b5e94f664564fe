/**
 * Checks card renewals. The gateway does not report a failed renewal: it retries for days and then locks the agreement.
 * So agreements a day past their charge date are looked up at the gateway. A user with credits for a full month is not
 * charged for the next one.
 */
import { prices } from '@hakiki/contract/prices';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { type AccountsService, tellPlan } from '../accounts/service.ts';
import type { AuditService } from '../audit/service.ts';
import type { Agreements } from './agreements.ts';
import * as agreementsStore from './agreements-store.ts';
import type { Booking } from './booking.ts';
import type { Credits } from './credits.ts';
import type { Gateway } from './gateway.ts';
import * as store from './store.ts';

const BATCH = 200;
const A_WEEK_MS = 7 * 86_400_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Needs {
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
const isNextMonth = (due: string, next: string | undefined): boolean =>
  next !== undefined && Date.parse(next) - Date.parse(due) > A_WEEK_MS;

type Agreement = agreementsStore.AgreementRow;

export function createRenewals({
  database,
  queue,
  log,
  accounts,
  agreements,
  audit,
  booking,
  credits,
  gateway,
}: Needs) {
  /** A failure does not block the other agreements; it is retried in the next hour. */
  async function forEach(
    list: (after: string) => Promise<Agreement[]>,
    what: string,
    work: (agreement: Agreement) => Promise<void>,
  ): Promise<void> {
    let after = NOBODY;
    for (;;) {
      const batch = await list(after);
      for (const agreement of batch) {
        await work(agreement).catch((error: unknown) => log.warn({ err: error, agreement: agreement.id }, what));
        after = agreement.id;
      }
      if (batch.length < BATCH) return;
    }
  }

  async function lookAt({ id, token, userId, nextChargeOn }: Agreement): Promise<void> {
    const found = await gateway.lookup(token!);
    if (found.status === 'unknown') return;
    await database.transaction(async (tx) => {
      if (userId) await accounts.plans.lock(tx, userId);
      const agreement = await agreementsStore.lock(tx, id);
      // Another process has charged, cancelled or checked it in the meantime.
      if (agreement?.status !== 'active' || agreement.nextChargeOn !== nextChargeOn) return;
      if (found.status === 'ended') {
        await agreementsStore.setEnded(tx, id, 'buyer');
        if (userId) await accounts.plans.stopRenewing(tx, userId);
        return;
      }
      if (found.status === 'locked') await agreements.requestEnd(tx, { id }, 'expired');
      // Charged, but the notification is missing: the reconciliation applies the charge.
      const isCharged = found.status === 'active' && isNextMonth(nextChargeOn!, found.nextChargeOn);
      if (isCharged || found.status === 'paused') return;
      if ((await agreementsStore.noteFailure(tx, id)) && userId) {
        const { endsAt, graceUntil } = await accounts.plans.readOpen(tx, userId);
        if (endsAt && graceUntil) await tellPlan(tx, queue, userId, 'payment-failed', { endsAt, graceUntil });
      }
    });
  }

  /** The row is inserted before the gateway call, so that an interrupted run finds it and continues. */
  async function payWithCredits({ id, token, userId, nextChargeOn }: Agreement): Promise<void> {
    const owner = userId!;
    if ((await credits.available(database.db, owner)) < prices.premiumPerMonth) return;
    const gatewayReference = `credits:${id}:${nextChargeOn}`;
    const known = await store.findCharge(database.db, gatewayReference);
    if (known?.status === 'confirmed') return;
    const paymentId =
      known?.id ??
      (await store.insertPayment(database.db, {
        userId: owner,
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
      await accounts.plans.lock(tx, owner);
      const agreement = await agreementsStore.lock(tx, id);
      if (agreement?.status !== 'active' || agreement.nextChargeOn !== nextChargeOn) return;
      if (!(await credits.has(tx, owner, prices.premiumPerMonth))) return;
      const period = await accounts.plans.extend(tx, owner, { renews: true });
      await store.confirmCredited(tx, paymentId, period);
      await agreementsStore.setNextCharge(tx, id, period.to);
      await booking.received(tx, {
        paymentId,
        userId: owner,
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
      await tellPlan(tx, queue, owner, 'renewed', { endsAt: period.to, amountCents: 0, renews: true });
    });
  }

  return {
    lookAfterDue: () =>
      forEach((after) => agreementsStore.listDue(database.db, after, BATCH), 'renewal not looked at', lookAt),
    useCredits: () =>
      forEach((after) => agreementsStore.listNear(database.db, after, BATCH), 'credits not used', payWithCredits),

    /** Declines card checkouts that were never finished. */
    async giveUpAbandoned(): Promise<void> {
      for (;;) {
        const given = await database.transaction(async (tx) => {
          const abandoned = await store.declineAbandoned(tx, BATCH);
          for (const { userId } of abandoned) if (userId) await accounts.plans.unpend(tx, userId);
          return abandoned.length;
        });
        if (given < BATCH) return;
      }
    },
  };
}
