/** Applies a charge that the gateway has confirmed: grants one month of Premium, or records it to be refunded. */
import type { Db } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { type AccountsService, tellPlan } from '../accounts/service.ts';
import type { AuditService } from '../audit/service.ts';
import type { Agreements } from './agreements.ts';
import * as agreementsStore from './agreements-store.ts';
import type { Booking } from './booking.ts';
import { type Credits, creditsWorth } from './credits.ts';
import type { InvoicesService } from './invoices.ts';
import { noteDifference } from './notices-store.ts';
import * as store from './store.ts';

export interface Charge {
  chargeId: string;
  agreementId: string | undefined;
  token: string | undefined;
  grossCents: number;
  feeCents: number;
}

interface Needs {
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  agreements: Agreements;
  audit: AuditService;
  booking: Booking;
  credits: Credits;
  invoices: Pick<InvoicesService, 'issueForPayment'>;
}

export type Charges = ReturnType<typeof createCharges>;

export function createCharges({ queue, accounts, agreements, audit, booking, credits, invoices }: Needs) {
  /** Posts a charge that grants nothing and records it as a difference, so that staff refund it. */
  async function refuse(tx: Db, charge: Charge, agreement: agreementsStore.AgreementRow | undefined, why: string) {
    const { chargeId, grossCents, feeCents, token } = charge;
    if (grossCents > 0 && !(await booking.unexpected(tx, chargeId, grossCents, feeCents))) return;
    await noteDifference(tx, {
      kind: 'charge-unexpected',
      subject: chargeId,
      detail: why,
      amountCents: grossCents,
      userId: agreement?.userId,
    });
    if (!agreement || agreement.status === 'ended') return;
    if (token && !agreement.token) await agreementsStore.setToken(tx, agreement.id, token);
    await agreements.requestEnd(tx, { id: agreement.id }, 'unexpected');
  }

  /** Returns why the charge does not match the agreement. */
  function faultOf(
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
  const noteMissingToken = (tx: Db, { id, userId }: agreementsStore.AgreementRow) =>
    noteDifference(tx, {
      kind: 'cancel-refused',
      subject: id,
      detail: 'Charged, and its token never came: look it up at the gateway, or it cannot be cancelled.',
      userId,
    });

  /** Credits lower only the first charge. */
  const creditsOf = ({ status, firstCents, monthlyCents }: agreementsStore.AgreementRow): number =>
    status === 'started' ? creditsWorth(monthlyCents - firstCents) : 0;

  async function grant(tx: Db, charge: Charge, agreement: agreementsStore.AgreementRow): Promise<void> {
    const { chargeId, grossCents, feeCents, token } = charge;
    const { id: agreementId } = agreement;
    const userId = agreement.userId!;
    const isFirst = agreement.status === 'started';
    const creditsUsed = creditsOf(agreement);
    if (isFirst) {
      await agreements.requestEnd(tx, { userId, but: agreementId }, 'replaced');
      await agreementsStore.activate(tx, agreementId, token);
      if (!token) await noteMissingToken(tx, agreement);
    } else if (token && !agreement.token) await agreementsStore.setToken(tx, agreementId, token);
    const period = await accounts.plans.extend(tx, userId, { renews: true });
    const paymentId = await store.confirmCharged(tx, agreementId, {
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
    await booking.received(tx, {
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
    async take(tx: Db, charge: Charge): Promise<void> {
      // Locks the user first, as everywhere: a concurrent cancellation locks the user and then the agreement.
      const owner = (await agreementsStore.findFor(tx, charge))?.userId;
      if (owner) await accounts.plans.lock(tx, owner);
      const agreement = await agreementsStore.lockFor(tx, charge);
      if (await store.findCharge(tx, charge.chargeId)) return;
      if (!agreement) return refuse(tx, charge, undefined, 'Charged for an agreement that we do not know.');
      if (agreement.isTest) {
        if (charge.token && !agreement.token) await agreementsStore.activate(tx, agreement.id, charge.token);
        return;
      }
      const fault = faultOf(agreement, charge);
      if (fault) return refuse(tx, charge, agreement, fault);
      // An earlier checkout form may count on credits that another payment has used since.
      if (!(await credits.has(tx, agreement.userId!, creditsOf(agreement)))) {
        return refuse(tx, charge, agreement, 'The credits that it counts on were used meanwhile.');
      }
      await grant(tx, charge, agreement);
    },
  };
}
