/** Turns payments and refunds into ledger postings: where the money is, income, VAT owed, credits used. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Credits } from '../subscriptions/credits.ts';
import type { Ledger, Line } from './ledger.ts';
import { computeIncludedVat, type VatSettings } from '../invoices/vat.ts';

interface PaymentPosting {
  paymentId: string;
  userId: UserId;
  grossCents: number;
  feeCents?: number;
  creditsUsed: number;
  /** The account that holds the money. */
  at: 'bank' | 'gateway';
  eventAt: Date;
}

interface Deps {
  ledger: Ledger;
  credits: Credits;
  settings: { invoicing: VatSettings };
}

export type Booking = ReturnType<typeof createBooking>;

const randLines = (account: string, amount: number): Line[] =>
  amount === 0 ? [] : [{ account, currency: 'ZAR', amount }];

export function createBooking({ ledger, credits, settings: { invoicing } }: Deps) {
  const incomeLines = (cents: number, vat: number): Line[] => [
    ...randLines('income:premium', vat - cents),
    ...randLines('vat', -vat),
  ];
  const negate = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, amount: -line.amount }));

  return {
    async postPayment(tx: Parameters<Ledger['post']>[0], posting: PaymentPosting): Promise<void> {
      const { paymentId, userId, grossCents, feeCents = 0, creditsUsed, at, eventAt } = posting;
      const lines = [
        ...randLines(at, grossCents - feeCents),
        ...randLines('fees', feeCents),
        ...incomeLines(grossCents, computeIncludedVat(grossCents, invoicing) ?? 0),
        ...credits.toLedgerLines(userId, creditsUsed),
      ];
      if (lines.length === 0) return;
      await ledger.post(tx, { source: 'payment', sourceId: paymentId, eventAt, lines });
      if (creditsUsed > 0) await credits.markRewardsSpent(tx, userId);
    },

    /** Posts money that nobody owed us; it is refunded. */
    postUnexpectedCharge: (tx: Parameters<Ledger['post']>[0], chargeId: string, grossCents: number, feeCents: number) =>
      ledger.post(tx, {
        source: 'charge',
        sourceId: chargeId,
        eventAt: new Date(),
        lines: [
          ...randLines('gateway', grossCents - feeCents),
          ...randLines('fees', feeCents),
          ...randLines('owed:unexpected', -grossCents),
        ],
      }),

    /** The gateway keeps its fee. VAT comes from the invoice: the company may have registered since. */
    async postRefund(
      tx: Parameters<Ledger['post']>[0],
      {
        refundId,
        userId,
        grossCents,
        vatCents,
        creditsUsed,
        at,
      }: Pick<PaymentPosting, 'grossCents' | 'creditsUsed' | 'at'> & {
        refundId: string;
        userId: UserId | null;
        vatCents: number;
      },
    ): Promise<void> {
      const lines = [
        ...randLines(at, -grossCents),
        ...negate(incomeLines(grossCents, vatCents)),
        ...(userId ? negate(credits.toLedgerLines(userId, creditsUsed)) : []),
      ];
      await ledger.post(tx, { source: 'refund', sourceId: refundId, eventAt: new Date(), lines });
    },
  };
}
