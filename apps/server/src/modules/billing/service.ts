/** Payments that somebody has to confirm: what was paid becomes a plan. */
import type { PaymentId } from '@hakiki/contract/billing';
import type { confirmPayment, listPayments } from '@hakiki/contract/billing-admin';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { DecisionsService } from '../decisions/service.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  accounts: Pick<AccountsService, 'plans'>;
  decisions: Pick<DecisionsService, 'moderated'>;
}

type Payment = ReplyOf<typeof confirmPayment>;

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
});

export type BillingService = ReturnType<typeof createBillingService>;

interface StatusEdit {
  status: 'confirmed' | 'declined';
}

export function createBillingService({ database, accounts, decisions }: Needs) {
  const life = decisions.moderated<store.PaymentRow, StatusEdit, StatusEdit>({
    subject: 'payment',
    unknown: 'PAYMENT_NOT_FOUND',
    undecided: 'pending',
    hold: store.lockPayment,
    compare: (_, wanted) => wanted,
    set: (tx, { id }, { status }) => store.setStatus(tx, id, status),
  });

  return {
    async listPending(query: QueryOf<typeof listPayments>) {
      const { rows, total } = await store.listPending(database.db, query);
      return { rows: rows.map(present), total };
    },

    /** A payment that is confirmed starts its plan, in the same moment. */
    settle: (actor: UserActor, id: PaymentId, status: 'confirmed' | 'declined'): Promise<Payment> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await life.settle(tx, id, { status }, { actor });
        if (status === 'confirmed') await accounts.plans.give(tx, actor, row.userId);
        return { ...present(row), status, ...outcome };
      }),
  };
}
