/** A charge that the gateway has confirmed: it becomes a month of Premium, once, or is booked and given back. */
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
  /** Nobody is left with a charge that brought them nothing: it is in the books, and on the list of what to give back. */
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
    await agreements.end(tx, { id: agreement.id }, 'unexpected');
  }

  /** Why this charge is none that was agreed on. */
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

  /** Whoever paid has their month; what cannot be cancelled by us is somebody's to look up before it must be. */
  const noteMissingToken = (tx: Db, { id, userId }: agreementsStore.AgreementRow) =>
    noteDifference(tx, {
      kind: 'cancel-refused',
      subject: id,
      detail: 'Charged, and its token never came: look it up at the gateway, or it cannot be cancelled.',
      userId,
    });

  /** Only a first charge is lowered by credits. */
  const creditsOf = ({ status, firstCents, monthlyCents }: agreementsStore.AgreementRow): number =>
    status === 'started' ? creditsWorth(monthlyCents - firstCents) : 0;

  async function grant(tx: Db, charge: Charge, agreement: agreementsStore.AgreementRow): Promise<void> {
    const { chargeId, grossCents, feeCents, token } = charge;
    const { id: agreementId } = agreement;
    const userId = agreement.userId!;
    const isFirst = agreement.status === 'started';
    const creditsUsed = creditsOf(agreement);
    if (isFirst) {
      await agreements.end(tx, { userId, but: agreementId }, 'replaced');
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
    // From here on everybody else who books or issues waits for the end of this transaction.
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
    /** Under the lock of its agreement. The gateway's own number makes it count once, whoever brings it and how often. */
    async take(tx: Db, charge: Charge): Promise<void> {
      // The person first, as everywhere: whoever cancels at the same moment holds them and waits for the agreement.
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
      // The form of an earlier checkout counts on credits that another one may have used.
      if (!(await credits.has(tx, agreement.userId!, creditsOf(agreement)))) {
        return refuse(tx, charge, agreement, 'The credits that it counts on were used meanwhile.');
      }
      await grant(tx, charge, agreement);
    },
  };
}
