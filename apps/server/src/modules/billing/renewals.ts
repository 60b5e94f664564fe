/**
 * A renewal that fails says nothing: the gateway tries for days and then locks the agreement. So whoever is a day past their date is
 * asked about, and whoever has a whole month of credits is not charged for the next.
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

/** Its date and ours are not always the same day; the charge after the one that is due is weeks away. */
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
  /** One that fails does not keep the others waiting: it is looked at again at the next hour. */
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
      // Charged, cancelled or looked at by somebody else meanwhile.
      if (agreement?.status !== 'active' || agreement.nextChargeOn !== nextChargeOn) return;
      if (found.status === 'ended') {
        await agreementsStore.setEnded(tx, id, 'buyer');
        if (userId) await accounts.plans.stopRenewing(tx, userId);
        return;
      }
      if (found.status === 'locked') await agreements.end(tx, { id }, 'expired');
      // The charge came and its notification did not: the reconciliation brings it.
      const isCharged = found.status === 'active' && isNextMonth(nextChargeOn!, found.nextChargeOn);
      if (isCharged || found.status === 'paused') return;
      if ((await agreementsStore.noteFailure(tx, id)) && userId) {
        const { endsAt, graceUntil } = await accounts.plans.readOpen(tx, userId);
        if (endsAt && graceUntil) await tellPlan(tx, queue, userId, 'payment-failed', { endsAt, graceUntil });
      }
    });
  }

  /** The row comes before the call and has the date in it: whoever is interrupted in between finds it and goes on. */
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

    /** Forms for a card that nobody finished. */
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
