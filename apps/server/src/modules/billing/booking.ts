/** Turns payments and refunds into ledger postings: where the money is, income, VAT owed, credits used. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Credits } from './credits.ts';
import type { Ledger, Line } from './ledger.ts';
import { vatWithin } from './vat.ts';

interface Booked {
  paymentId: string;
  userId: UserId;
  grossCents: number;
  feeCents?: number;
  creditsUsed: number;
  /** The account that holds the money. */
  at: 'bank' | 'gateway';
  eventAt: Date;
}

interface Needs {
  ledger: Ledger;
  credits: Credits;
  settings: { invoicing: { vatNumber: string | undefined } };
}

export type Booking = ReturnType<typeof createBooking>;

const rand = (account: string, amount: number): Line[] => (amount === 0 ? [] : [{ account, currency: 'ZAR', amount }]);

export function createBooking({ ledger, credits, settings: { invoicing } }: Needs) {
  const earned = (cents: number, vat: number): Line[] => [...rand('income:premium', vat - cents), ...rand('vat', -vat)];
  const reversed = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, amount: -line.amount }));

  return {
    async received(tx: Parameters<Ledger['post']>[0], booked: Booked): Promise<void> {
      const { paymentId, userId, grossCents, feeCents = 0, creditsUsed, at, eventAt } = booked;
      const lines = [
        ...rand(at, grossCents - feeCents),
        ...rand('fees', feeCents),
        ...earned(grossCents, invoicing.vatNumber ? vatWithin(grossCents) : 0),
        ...credits.linesOf(userId, creditsUsed),
      ];
      if (lines.length === 0) return;
      await ledger.post(tx, { source: 'payment', sourceId: paymentId, eventAt, lines });
      if (creditsUsed > 0) await credits.tellUsed(tx, userId);
    },

    /** Posts money that nobody owed us; it is refunded. */
    unexpected: (tx: Parameters<Ledger['post']>[0], chargeId: string, grossCents: number, feeCents: number) =>
      ledger.post(tx, {
        source: 'charge',
        sourceId: chargeId,
        eventAt: new Date(),
        lines: [
          ...rand('gateway', grossCents - feeCents),
          ...rand('fees', feeCents),
          ...rand('owed:unexpected', -grossCents),
        ],
      }),

    /** The gateway keeps its fee. VAT comes from the invoice: the company may have registered since. */
    async givenBack(
      tx: Parameters<Ledger['post']>[0],
      {
        refundId,
        userId,
        grossCents,
        vatCents,
        creditsUsed,
        at,
      }: Pick<Booked, 'grossCents' | 'creditsUsed' | 'at'> & {
        refundId: string;
        userId: UserId | null;
        vatCents: number;
      },
    ): Promise<void> {
      const lines = [
        ...rand(at, -grossCents),
        ...reversed(earned(grossCents, vatCents)),
        ...(userId ? reversed(credits.linesOf(userId, creditsUsed)) : []),
      ];
      await ledger.post(tx, { source: 'refund', sourceId: refundId, eventAt: new Date(), lines });
    },
  };
}
