/** Payments that somebody has to confirm: what was paid becomes a plan. */
import type { UserId } from '@hakiki/contract/accounts';
import type { confirmPayment, listPayments } from '@hakiki/contract/admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { DecisionsService } from '../decisions/service.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  accounts: Pick<AccountsService, 'plans'>;
  decisions: Pick<DecisionsService, 'record'>;
}

type Payment = ReplyOf<typeof confirmPayment>;

const present = (row: store.PaymentRow): Payment => ({
  id: row.id,
  userId: row.userId as UserId,
  email: row.email,
  tier: row.tier,
  reference: row.reference,
  amountCents: row.amountCents,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export type BillingService = ReturnType<typeof createBillingService>;

export function createBillingService({ database, accounts, decisions }: Needs) {
  return {
    async listPending(query: QueryOf<typeof listPayments>) {
      const [rows, total] = await Promise.all([store.listPending(database.db, query), store.countPending(database.db)]);
      return { rows: rows.map(present), total };
    },

    /** A payment that is confirmed starts its plan, in the same moment. */
    settle: (actor: UserActor, id: string, to: 'confirmed' | 'declined'): Promise<Payment> =>
      database.transaction(async (tx) => {
        const payment = await store.lockPayment(tx, id);
        if (!payment) throw notFound('PAYMENT_NOT_FOUND');
        const { status: from, createdAt: arrivedAt, tier, userId } = payment;
        if (from !== 'pending') throw new AppError('ALREADY_DECIDED');
        await store.setStatus(tx, id, to);
        await decisions.record(tx, { actor, subject: 'payment', subjectId: id, from, to, arrivedAt });
        if (to === 'confirmed') await accounts.plans.give(tx, actor, userId as UserId, tier);
        return { ...present(payment), status: to };
      }),
  };
}
