/** Applies a charge that the gateway has confirmed: grants one month of Premium, or records it to be refunded. */
import type { Db } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { type AccountsService, tellPlan } from '../../accounts/service.ts';
import type { AuditService } from '../../audit/service.ts';
import type { Agreements } from './agreements.ts';
import * as agreementsStore from './agreements-store.ts';
import type { Booking } from '../ledger/booking.ts';
import { type Credits, centsToCredits } from './credits.ts';
import type { InvoicesService } from '../invoices/invoices.ts';
import { recordDifference } from '../payments/notices-store.ts';
import * as store from '../store.ts';

export interface Charge {
  chargeId: string;
  agreementId: string | undefined;
  token: string | undefined;
  grossCents: number;
  feeCents: number;
}

interface Deps {
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  agreements: Agreements;
  audit: AuditService;
  booking: Booking;
  credits: Credits;
  invoices: Pick<InvoicesService, 'issueForPayment'>;
}

export type Charges = ReturnType<typeof createCharges>;

export function createCharges({ queue, accounts, agreements, audit, booking, credits, invoices }: Deps) {
  /** Posts a charge that grants nothing and records it as a difference, so that staff refund it. */
  async function recordUnexpected(
    tx: Db,
    charge: Charge,
    agreement: agreementsStore.AgreementRow | undefined,
    reason: string,
  ) {
    const { chargeId, grossCents, feeCents, token } = charge;
    if (grossCents > 0 && !(await booking.postUnexpectedCharge(tx, chargeId, grossCents, feeCents))) return;
    await recordDifference(tx, {
      kind: 'charge-unexpected',
      subject: chargeId,
      detail: reason,
      amountCents: grossCents,
      userId: agreement?.userId,
    });
    if (!agreement || agreement.status === 'ended') return;
    if (token && !agreement.token) await agreementsStore.setToken(tx, agreement.id, token);
    await agreements.requestEnd(tx, { id: agreement.id }, 'unexpected');
  }

  /** Returns why the charge does not match the agreement. */
  function findRejectionReason(
    { status, userId, firstCents, monthlyCents }: agreementsStore.AgreementRow,
    { grossCents }: Charge,
  ): string | undefined {
    const isFirst = status === 'started';
    if (status === 'ending' || status === 'ended') return 'Charged after the agreement was cancelled or replaced.';
    if (!userId) return 'Charged for an account that was deleted.';
    if (grossCents !== (isFirst ? firstCents : monthlyCents)) return 'Not the amount that was agreed on.';
    return undefined;
  }

  /** The payer gets the month; staff must look up the token, because without it we cannot cancel the agreement. */
  const recordMissingToken = (tx: Db, { id, userId }: agreementsStore.AgreementRow) =>
    recordDifference(tx, {
      kind: 'cancel-refused',
      subject: id,
      detail: 'Charged, and its token never came: look it up at the gateway, or it cannot be cancelled.',
      userId,
    });

  /** Credits lower only the first charge. */
  const computeCreditsUsed = ({ status, firstCents, monthlyCents }: agreementsStore.AgreementRow): number =>
    status === 'started' ? centsToCredits(monthlyCents - firstCents) : 0;

  async function grantMonth(tx: Db, charge: Charge, agreement: agreementsStore.AgreementRow): Promise<void> {
    const { chargeId, grossCents, feeCents, token } = charge;
    const { id: agreementId } = agreement;
    const userId = agreement.userId!;
    const isFirst = agreement.status === 'started';
    const creditsUsed = computeCreditsUsed(agreement);
    if (isFirst) {
      await agreements.requestEnd(tx, { userId, but: agreementId }, 'replaced');
      await agreementsStore.activate(tx, agreementId, token);
      if (!token) await recordMissingToken(tx, agreement);
    } else if (token && !agreement.token) await agreementsStore.setToken(tx, agreementId, token);
    const period = await accounts.plans.extend(tx, userId, { renews: true });
    const paymentId = await store.confirmCardCharge(tx, agreementId, {
      userId,
      amountCents: grossCents,
      creditsUsed,
      gatewayReference: chargeId,
      periodFrom: period.from,
      periodTo: period.to,
    });
    await agreementsStore.setNextCharge(tx, agreementId, period.to);
    await audit.record(tx, {
      actor: { kind: 'system' },
      action: 'payment.charged',
      subject: paymentId,
      detail: { amountCents: grossCents, isFirst },
    });
    await tellPlan(tx, queue, userId, isFirst ? 'started' : 'renewed', {
      endsAt: period.to,
      amountCents: grossCents,
      renews: true,
    });
    // From here on other transactions that post or issue invoices wait for this one.
    await booking.postPayment(tx, {
      paymentId,
      userId,
      grossCents,
      feeCents,
      creditsUsed,
      at: 'gateway',
      eventAt: new Date(),
    });
    await invoices.issueForPayment(tx, { id: paymentId });
  }

  return {
    /** Locks the agreement. The gateway's charge id makes it idempotent for any caller. */
    async applyCharge(tx: Db, charge: Charge): Promise<void> {
      // Locks the user first, as everywhere: a concurrent cancellation locks the user and then the agreement.
      const ownerId = (await agreementsStore.findByKey(tx, charge))?.userId;
      if (ownerId) await accounts.plans.lock(tx, ownerId);
      const agreement = await agreementsStore.lockByKey(tx, charge);
      if (await store.findByGatewayReference(tx, charge.chargeId)) return;
      if (!agreement) return recordUnexpected(tx, charge, undefined, 'Charged for an agreement that we do not know.');
      if (agreement.isTest) {
        if (charge.token && !agreement.token) await agreementsStore.activate(tx, agreement.id, charge.token);
        return;
      }
      const rejectionReason = findRejectionReason(agreement, charge);
      if (rejectionReason) return recordUnexpected(tx, charge, agreement, rejectionReason);
      // An earlier checkout form may count on credits that another payment has used since.
      if (!(await credits.hasCredits(tx, agreement.userId!, computeCreditsUsed(agreement)))) {
        return recordUnexpected(tx, charge, agreement, 'The credits that it counts on were used meanwhile.');
      }
      await grantMonth(tx, charge, agreement);
    },
  };
}
