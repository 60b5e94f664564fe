/**
 * Double-entry ledger. A posting is a transfer whose entries sum to zero in each currency; each source is posted once.
 */
import type { Currency } from '@hakiki/contract/payment-values';
import type { Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
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
      assertBalanced(lines);
      const names = toSortedAccounts(lines);
      await store.insertMissingAccounts(tx, names);
      // Locks before looking for the transfer: a concurrent posting of the same source waits here and then finds it.
      const lockedAccounts = new Map(
        (await store.lockAccounts(tx, names)).map((account) => [accountKey(account), account]),
      );
      const transferId = await store.insertTransfer(tx, { source, sourceId, eventAt });
      if (!transferId) return false;
      const entries = lines.map(({ amount, ...named }) => {
        const account = lockedAccounts.get(accountKey({ name: named.account, currency: named.currency }));
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
      await store.setBalances(tx, [...lockedAccounts.values()]);
      return true;
    },

    balanceOf: (db, account, currency) => store.readBalance(db, { name: account, currency }),
  };
}

const accountKey = ({ name, currency }: store.AccountName): string => `${currency} ${name}`;

/** Distinct accounts in a fixed order, so that two opposite postings never deadlock. */
function toSortedAccounts(lines: readonly Line[]): store.AccountName[] {
  const named = new Map(
    lines.map(({ account: name, currency }) => [accountKey({ name, currency }), { name, currency }] as const),
  );
  return [...named.keys()].toSorted().map((key) => named.get(key)!);
}

function assertBalanced(lines: readonly Line[]): void {
  if (lines.length === 0) throw new Error('A posting must have at least one line.');
  const totals = new Map<Currency, number>();
  for (const { account, currency, amount } of lines) {
    if (!Number.isSafeInteger(amount) || amount === 0) throw new Error(`${amount} cannot be posted on ${account}.`);
    totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  for (const [currency, sum] of totals) {
    if (sum !== 0) throw new Error(`The lines of a posting in ${currency} sum to ${sum} instead of zero.`);
  }
}
