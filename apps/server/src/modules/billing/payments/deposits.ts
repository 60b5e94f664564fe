/** Bank deposits: staff match them with the bank statement and confirm or decline them in the console. */
import type { PaymentId } from '@hakiki/contract/billing';
import type { confirmPayment, DepositMatchReason, listPayments, matchDeposits } from '@hakiki/contract/billing-admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { type AccountsService, tellPlan } from '../../accounts/service.ts';
import type { DecisionsService } from '../../moderation/workflow/service.ts';
import type { Booking } from '../ledger/booking.ts';
import type { Credits } from '../subscriptions/credits.ts';
import type { InvoicesService } from '../invoices/invoices.ts';
import * as store from '../store.ts';

/** A month paid entirely with credits needs no bank transfer. */
export const confirmCreditedJob = defineJob({
  name: 'billing.confirm-credited',
  payload: z.object({ paymentId: z.uuid().transform((id) => id as PaymentId) }),
});

type Payment = ReplyOf<typeof confirmPayment>;
interface StatusEdit {
  status: 'confirmed' | 'declined';
  /** The reference on the bank statement. */
  reference?: string | undefined;
}

const MAX_MATCHES = 20;

const present = (row: store.PaymentRow): Payment => ({
  id: row.id,
  userId: row.userId,
  email: row.email,
  tier: row.tier,
  method: row.method,
  reference: row.reference,
  amountCents: row.amountCents,
  creditsUsed: row.creditsUsed,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  proofAt: row.proofAt?.toISOString() ?? null,
});

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  booking: Booking;
  credits: Credits;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  invoices: Pick<InvoicesService, 'issueForPayment'>;
}

const plainAmount = /(?<!\d)(?:\d{1,3}(?:[,']\d{3})+|\d+)(?:[.,]\d{2})?(?!\d)/g;
const spacedAmount = /(?<![\d.,])\d{1,3}(?: \d{3})+(?:[.,]\d{2})?(?!\d)/g;

/**
 * The amounts that a statement line can contain: 250, 250.00, R 1,250.00 and 1 250,00 all occur. A space may also
 * separate the amount from the digits of a reference, so both readings are returned.
 */
function parseAmounts(line: string): number[] {
  const found = [...line.matchAll(plainAmount), ...line.matchAll(spacedAmount)];
  return found.flatMap(([text]) => {
    const [, units = '', decimals = '00'] = /^(.*?)(?:[.,](\d{2}))?$/.exec(text)!;
    const rand = Number(units.replaceAll(/\D/g, ''));
    const cents = rand * 100 + Number(decimals);
    return Number.isSafeInteger(cents) && cents > 0 && cents < 2 ** 31 ? [cents] : [];
  });
}

export function createDeposits({ database, queue, accounts, booking, credits, decisions, invoices }: Deps) {
  const workflow = decisions.createWorkflow<store.PaymentRow, StatusEdit, StatusEdit>({
    subject: 'payment',
    notFoundCode: 'PAYMENT_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: store.lockDeposit,
    computeChanges: (_, edit) => edit,
    publishedTexts: 'nothing',
    saveChanges: (tx, { id }, { status }) => store.setStatus(tx, id, status),
    auditDetail: (_, { reference }) => (reference ? { reference } : {}),
  });

  /** Extends the plan by a month, posts the payment, emails the payer and issues the invoice. */
  async function grantMonth(tx: Db, row: store.PaymentRow, actor?: UserActor): Promise<void> {
    const { id, userId, amountCents, creditsUsed } = row;
    const period = actor
      ? await accounts.plans.grantMonth(tx, actor, userId)
      : await accounts.plans.extend(tx, userId, { renews: false });
    await store.setPeriod(tx, id, period);
    await booking.postPayment(tx, {
      paymentId: id,
      userId,
      grossCents: amountCents,
      creditsUsed,
      at: 'bank',
      eventAt: new Date(),
    });
    await tellPlan(tx, queue, userId, 'started', { endsAt: period.to, amountCents, renews: false });
    await invoices.issueForPayment(tx, { id });
  }

  /** Locks the user before the payment, as a cancellation does: the other order could deadlock. */
  async function lockOwner(tx: Db, id: PaymentId): Promise<void> {
    const ownerId = await store.findPaymentOwner(tx, id);
    if (ownerId) await accounts.plans.lock(tx, ownerId);
  }

  return {
    async listPending(query: QueryOf<typeof listPayments>) {
      const { rows, total } = await store.listPendingDeposits(database.db, query);
      return { rows: rows.map(present), total };
    },

    async match({ line }: QueryOf<typeof matchDeposits>): Promise<ReplyOf<typeof matchDeposits>> {
      const criteria = {
        key: line.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''),
        cents: parseAmounts(line),
        words: line
          .toLowerCase()
          .split(/[^\p{L}]+/u)
          .filter((word) => word.length > 2),
      };
      const rows = await store.findMatchingDeposits(database.db, criteria, MAX_MATCHES);
      return rows.map((row) => {
        const clues: [DepositMatchReason, boolean][] = [
          ['reference', row.isReference],
          ['near-reference', row.isNear && !row.isReference],
          ['amount', row.isAmount],
          ['name', row.isName],
        ];
        return { payment: present(row), clues: clues.flatMap(([clue, isMatch]) => (isMatch ? clue : [])) };
      });
    },

    decide: (actor: UserActor, id: PaymentId, { status, reference }: StatusEdit): Promise<Payment> =>
      database.transaction(async (tx) => {
        await lockOwner(tx, id);
        const { row, ...outcome } = await workflow.decideFirst(
          tx,
          id,
          { status, reference },
          { actor, evidence: reference },
        );
        if (status === 'confirmed') {
          if (!(await credits.hasCredits(tx, row.userId, row.creditsUsed))) throw new AppError('CREDITS_USED');
          await grantMonth(tx, row, actor);
        } else {
          await accounts.plans.revertRequest(tx, row.userId);
          await tellPlan(tx, queue, row.userId, 'deposit-declined', { paymentId: id, amountCents: row.amountCents });
        }
        return { ...present(row), proofAt: null, status, ...outcome };
      }),

    /** Idempotent: a payment that is no longer pending is skipped. */
    confirmCredited: ({ paymentId }: { paymentId: PaymentId }): Promise<void> =>
      database.transaction(async (tx) => {
        await lockOwner(tx, paymentId);
        const row = await store.lockDeposit(tx, paymentId);
        if (row?.status !== 'pending' || row.amountCents > 0) return;
        const isCovered = await credits.hasCredits(tx, row.userId, row.creditsUsed);
        await store.setStatus(tx, paymentId, isCovered ? 'confirmed' : 'declined');
        if (isCovered) await grantMonth(tx, row);
        else await accounts.plans.revertRequest(tx, row.userId);
      }),
  };
}
