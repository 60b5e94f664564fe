import type { Currency } from '@hakiki/contract/payment-values';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';

export interface AccountName {
  name: string;
  currency: Currency;
}

const isAccount = ({ name, currency }: AccountName) =>
  and(eq(ledgerAccounts.name, name), eq(ledgerAccounts.currency, currency));

/** Inserts in the given order, so that concurrent transactions wait for each other instead of deadlocking. */
export const insertMissingAccounts = (tx: Db, names: readonly AccountName[]) =>
  tx
    .insert(ledgerAccounts)
    .values(names.map(({ name, currency }) => ({ name, currency })))
    .onConflictDoNothing();

export const lockAccounts = (tx: Db, names: readonly AccountName[]) =>
  tx
    .select({
      id: ledgerAccounts.id,
      name: ledgerAccounts.name,
      currency: ledgerAccounts.currency,
      balance: ledgerAccounts.balance,
      version: ledgerAccounts.version,
    })
    .from(ledgerAccounts)
    .where(or(...names.map(isAccount)))
    .orderBy(asc(ledgerAccounts.currency), asc(ledgerAccounts.name))
    .for('no key update');

/** Returns undefined when the source exists: the unique index decides, also between concurrent transactions. */
export const insertTransfer = (tx: Db, transfer: Omit<typeof ledgerTransfers.$inferInsert, 'id' | 'createdAt'>) =>
  tx
    .insert(ledgerTransfers)
    .values(transfer)
    .onConflictDoNothing()
    .returning({ id: ledgerTransfers.id })
    .then((rows) => rows[0]?.id);

export const insertEntries = (tx: Db, entries: (typeof ledgerEntries.$inferInsert)[]) =>
  tx.insert(ledgerEntries).values(entries);

interface Balance {
  id: string;
  balance: number;
  version: number;
}

export const setBalances = (tx: Db, accounts: readonly Balance[]) =>
  tx.execute(sql`
    update ${ledgerAccounts} set balance = given.balance, version = given.version
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as given (id uuid, balance bigint, version integer)
    where ${ledgerAccounts.id} = given.id`);

export const readBalance = (db: Db, account: AccountName): Promise<number> =>
  db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(isAccount(account))
    .then((rows) => rows[0]?.balance ?? 0);
