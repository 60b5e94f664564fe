/** What really moved. A posting is a transfer whose entries add up to nothing in each currency, and is made once for what it follows from. */
import type { Currency } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';

export interface Line {
  account: string;
  currency: Currency;
  /** In minor units; what comes into the account is positive. */
  amount: number;
}

export interface Posting {
  source: 'payment' | 'refund' | 'referral' | 'credits' | 'invoice' | 'charge';
  sourceId: string;
  eventAt: Date;
  lines: readonly Line[];
}

export interface Ledger {
  /** False when it was posted before. */
  post: (tx: Db, posting: Posting) => Promise<boolean>;
  balanceOf: (db: Db, account: string, currency: Currency) => Promise<number>;
}
