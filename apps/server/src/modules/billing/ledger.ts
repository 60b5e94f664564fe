/** What really moved. A posting is a transfer whose entries add up to nothing in each currency, and is made once for what it follows from. */
import type { Currency } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import * as store from './ledger-store.ts';

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

export function createLedger(): Ledger {
  return {
    async post(tx, { source, sourceId, eventAt, lines }) {
      requireBalance(lines);
      const names = inOrder(lines);
      await store.insertMissingAccounts(tx, names);
      // Before the transfer is looked for: who posts the same at once waits here, and then finds it.
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

/** Each once, and always in the same order: two postings in opposite directions never deadlock. */
function inOrder(lines: readonly Line[]): store.AccountName[] {
  const named = new Map(
    lines.map(({ account: name, currency }) => [keyOf({ name, currency }), { name, currency }] as const),
  );
  return [...named.keys()].toSorted().map((key) => named.get(key)!);
}

function requireBalance(lines: readonly Line[]): void {
  if (lines.length === 0) throw new Error('A posting moves something.');
  const sums = new Map<Currency, number>();
  for (const { account, currency, amount } of lines) {
    if (!Number.isSafeInteger(amount) || amount === 0) throw new Error(`${amount} cannot be posted on ${account}.`);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0) throw new Error(`A posting in ${currency} adds up to ${sum} and not to nothing.`);
  }
}
