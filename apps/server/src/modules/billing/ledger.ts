/**
 * Double-entry ledger. A posting is a transfer whose entries sum to zero in each currency; each source is posted once.
 */
import type { Currency } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import * as store from './ledger-store.ts';

export interface Line {
  account: string;
  currency: Currency;
  /** In minor units; positive when it enters the account. */
  amount: number;
}

export interface Posting {
  source: 'payment' | 'refund' | 'referral' | 'credits' | 'invoice' | 'charge';
  sourceId: string;
  eventAt: Date;
  lines: readonly Line[];
}

export interface Ledger {
  /** False when the source was already posted. */
  post: (tx: Db, posting: Posting) => Promise<boolean>;
  balanceOf: (db: Db, account: string, currency: Currency) => Promise<number>;
}

export function createLedger(): Ledger {
  return {
    async post(tx, { source, sourceId, eventAt, lines }) {
      requireBalance(lines);
      const names = inOrder(lines);
      await store.insertMissingAccounts(tx, names);
      // Locks before looking for the transfer: a concurrent posting of the same source waits here and then finds it.
      const held = new Map((await store.lockAccounts(tx, names)).map((account) => [keyOf(account), account]));
      const transferId = await store.insertTransfer(tx, { source, sourceId, eventAt });
      if (!transferId) return false;
      const entries = lines.map(({ amount, ...named }) => {
        const account = held.get(keyOf({ name: named.account, currency: named.currency }));
        if (!account) throw new Error(`No account ${named.account} in ${named.currency} was locked.`);
        const balanceBefore = account.balance;
        account.balance += amount;
        account.version += 1;
        return {
          id: uuidv7(),
          transferId,
          accountId: account.id,
          amount,
          balanceBefore,
          balanceAfter: account.balance,
          accountVersion: account.version,
        };
      });
      await store.insertEntries(tx, entries);
      await store.setBalances(tx, [...held.values()]);
      return true;
    },

    balanceOf: (db, account, currency) => store.readBalance(db, { name: account, currency }),
  };
}

const keyOf = ({ name, currency }: store.AccountName): string => `${currency} ${name}`;

/** Distinct accounts in a fixed order, so that two opposite postings never deadlock. */
function inOrder(lines: readonly Line[]): store.AccountName[] {
  const named = new Map(
    lines.map(({ account: name, currency }) => [keyOf({ name, currency }), { name, currency }] as const),
  );
  return [...named.keys()].toSorted().map((key) => named.get(key)!);
}

function requireBalance(lines: readonly Line[]): void {
  if (lines.length === 0) throw new Error('A posting must have at least one line.');
  const sums = new Map<Currency, number>();
  for (const { account, currency, amount } of lines) {
    if (!Number.isSafeInteger(amount) || amount === 0) throw new Error(`${amount} cannot be posted on ${account}.`);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0) throw new Error(`The lines of a posting in ${currency} sum to ${sum} instead of zero.`);
  }
}
