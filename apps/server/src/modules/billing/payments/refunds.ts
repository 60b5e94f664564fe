/** Money-back guarantee: requested by the user, decided in the console, refunded by a job or by hand. */
import type { askRefund, RefundId } from '@hakiki/contract/billing';
import type { listRefunds, payRefund } from '@hakiki/contract/billing-admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { type AccountsService, tellPlan } from '../../accounts/service.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { DecisionsService } from '../../moderation/workflow/service.ts';
import type { Agreements } from '../subscriptions/agreements.ts';
import type { Booking } from '../ledger/booking.ts';
import { type Gateway, GatewayError } from './gateway.ts';
import type { InvoicesService } from '../invoices/invoices.ts';
import { recordDifference } from './notices-store.ts';
import * as store from './refunds-store.ts';
import { findRefundable, setStatus as setPaymentStatus } from '../store.ts';

export const refundJob = defineJob({
  name: 'billing.refund',
  payload: z.object({ refundId: z.uuid().transform((id) => id as RefundId) }),
  retries: { limit: 120, initialDelaySeconds: 30, maxDelaySeconds: 900 },
});

type RequestedRefund = ReplyOf<typeof askRefund>;
type AdminRefund = ReplyOf<typeof payRefund>;
interface StatusEdit {
  status: 'paid' | 'declined';
  /** The reference of the payout on our bank statement. */
  reference?: string | undefined;
}

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  accounts: Pick<AccountsService, 'plans'>;
  agreements: Agreements;
  audit: AuditService;
  booking: Booking;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  gateway: Gateway;
  invoices: Pick<InvoicesService, 'creditPayment' | 'vatOfPayment'>;
}

const present = (row: store.RefundRow): AdminRefund => ({
  id: row.id,
  email: row.email,
  amountCents: row.amountCents,
  method: row.method,
  paidAt: row.paidAt.toISOString(),
  reference: row.reference,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export function createRefunds(deps: Deps) {
  const { database, queue, accounts, agreements, audit, booking, decisions, gateway, invoices } = deps;
  const workflow = decisions.createWorkflow<store.RefundRow, StatusEdit, StatusEdit>({
    subject: 'payment',
    notFoundCode: 'REFUND_NOT_FOUND',
    undecidedStatus: 'asked',
    lockForUpdate: store.lockRefund,
    computeChanges: (_, edit) => edit,
    publishedTexts: 'nothing',
    saveChanges: (tx, { id }, { status }) => store.setStatus(tx, id, status),
    auditDetail: (_, { reference }) => (reference ? { reference } : {}),
  });

  return {
    request: (actor: UserActor): Promise<RequestedRefund> =>
      database.transaction(async (tx) => {
        const { user } = actor;
        await accounts.plans.lock(tx, user.id);
        const message = 'We have your request and answer it by email.';
        const latest = await store.findNewest(tx, user.id);
        if (latest?.status === 'asked') return { message, refund: store.presentOwn(latest) };
        const payment = await findRefundable(tx, user.id);
        const refund =
          payment &&
          (await store.insertRefund(tx, { userId: user.id, paymentId: payment.id, amountCents: payment.amountCents }));
        if (!refund) throw new AppError('NOTHING_TO_REFUND');
        await audit.record(tx, {
          actor: toAuditActor(actor),
          action: 'payment.refund-asked',
          subject: refund.id,
        });
        return { message, refund: store.presentOwn(refund) };
      }),

    async listRequested(query: QueryOf<typeof listRefunds>) {
      const { rows, total } = await store.listRequested(database.db, query);
      return { rows: rows.map(present), total };
    },

    /** Updates ledger, plan and email in one transaction; a job calls the gateway and retries until it succeeds. */
    decide: (actor: UserActor, id: RefundId, { status, reference }: StatusEdit): Promise<AdminRefund> =>
      database.transaction(async (tx) => {
        const ownerId = (await store.findRefund(tx, id))?.userId;
        if (ownerId) await accounts.plans.lock(tx, ownerId);
        const { row, ...outcome } = await workflow.decideFirst(
          tx,
          id,
          { status, reference },
          { actor, evidence: reference },
        );
        const { userId, paymentId, amountCents, creditsUsed, method } = row;
        if (status === 'paid') {
          await setPaymentStatus(tx, paymentId, 'refunded');
          if (userId) {
            await accounts.plans.end(tx, userId);
            await agreements.requestEndForUser(tx, userId, 'refunded');
          }
          const at = method === 'card_payment' ? 'gateway' : 'bank';
          const vatCents = await invoices.vatOfPayment(tx, paymentId);
          await booking.postRefund(tx, { refundId: id, userId, grossCents: amountCents, vatCents, creditsUsed, at });
          if (row.gatewayReference && gateway.capabilities.refund) await queue.enqueue(tx, refundJob, { refundId: id });
          await invoices.creditPayment(tx, paymentId);
        }
        if (userId) {
          await tellPlan(tx, queue, userId, status === 'paid' ? 'refund-paid' : 'refund-declined', {
            refundId: id,
            amountCents,
          });
        }
        return { ...present(row), status, ...outcome };
      }),

    /** A refund that the gateway rejects permanently is recorded as a difference, and staff pay it by hand. */
    async refundAtGateway({ refundId }: { refundId: RefundId }): Promise<void> {
      const refund = await store.findRefund(database.db, refundId);
      if (refund?.status !== 'paid' || !refund.gatewayReference) return;
      try {
        await gateway.refund(refund.gatewayReference, { cents: refund.amountCents, currency: 'ZAR' }, refundId);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.isTemporary) throw error;
        await recordDifference(database.db, {
          kind: 'charge-unexpected',
          subject: refundId,
          detail: 'The gateway refused to pay this back: pay it out by hand.',
          amountCents: refund.amountCents,
          userId: refund.userId,
        });
      }
    },
  };
}
