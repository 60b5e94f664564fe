/** Paying members, a PayFast on this machine, and the worker's part of payments done at once. */
import type { CardForm, Subscription } from '@hakiki/contract/billing';
import { afterAll } from 'vitest';
import { type FakePayfast, startPayfast } from '../../../../tools/payfast/server.ts';
import { findFreePort } from '../../../../tools/pg.ts';
import { readSettings, type Settings } from '../../src/platform/config/settings.ts';
import type { users } from '../../src/modules/accounts/tables.ts';
import { ledgerCheckJobs } from '../../src/modules/billing/ledger/ledger-check.ts';
import type { Log } from '../../src/platform/log/log.ts';
import type { TestDatabase } from './database.ts';
import { makeReferral, makeSession, makeUser } from './factories.ts';
import type { TestServer } from './server.ts';

/** PayFast sends notifications to the public URL, so the server's port is chosen before the server starts. */
export async function startTestPayfast() {
  /** The lead of PayFast's clock over ours. */
  const clock = { aheadMs: 0 };
  const payfast = await startPayfast({ now: () => Date.now() + clock.aheadMs });
  afterAll(() => payfast.stop());
  const port = await findFreePort();
  const { payfast: merchant } = readSettings({ NODE_ENV: 'test', ...payfast.environment });
  const settings: Partial<Settings> = {
    payfast: merchant,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    rateLimitScale: 1000,
  };
  return { payfast, clock, settings };
}

/** The fields of the hidden form. */
export const toFormFields = ({ paymentData, signature }: CardForm): Record<string, string> =>
  JSON.parse(JSON.stringify({ ...paymentData, signature })) as Record<string, string>;

export type Payer = Awaited<ReturnType<ReturnType<typeof createPayers>['signUp']>>;

export function createPayers(test: TestDatabase, server: TestServer, payfast: FakePayfast) {
  const db = () => test.database.db;
  const services = () => server.running.services;

  return {
    signUp: async (overrides: Partial<typeof users.$inferInsert> = {}) => {
      const user = await makeUser(db(), { firstName: 'Thandi', lastName: 'Demo', ...overrides });
      const { cookie } = await makeSession(db(), { userId: user.id });
      const headers = { cookie };
      const read = async <Body>(path: string): Promise<Body> =>
        (await server.get(path, { headers })).json() as Promise<Body>;
      const send = (path: string, body?: unknown) => server.post(path, body, { headers });
      const askFor = async (
        method: 'bank_deposit' | 'card_payment',
      ): Promise<{ payment: CardForm; reference: string }> =>
        (await send('/api/subscription/upgrade', { method })).json() as Promise<{
          payment: CardForm;
          reference: string;
        }>;
      return {
        ...user,
        cookie,
        send,
        read,
        askFor,
        readPlan: async () => {
          const { subscriptionTier, subscriptionStatus, subscriptionEndsAt } = await read<{
            subscriptionTier: string;
            subscriptionStatus: string;
            subscriptionEndsAt: string | null;
          }>('/api/auth/user');
          return { subscriptionTier, subscriptionStatus, subscriptionEndsAt };
        },
        readSubscription: () => read<Subscription>('/api/subscription'),
        /** Fills in the form and pays. PayFast's notification has arrived afterwards, but is not processed. */
        async payByCard(): Promise<string> {
          const { payment } = await askFor('card_payment');
          return payfast.pay(toFormFields(payment));
        },
        /** Inserts this many friends who have joined. */
        async insertJoinedFriends(friends: number): Promise<void> {
          for (let n = 0; n < friends; n += 1) {
            const friend = await makeUser(db());
            await makeReferral(db(), {
              referrerId: user.id,
              referredUserId: friend.id,
              status: 'completed',
              rewardAmount: 50,
            });
          }
        },
      };
    },

    /** Processes pending notifications as the worker does. */
    processNotices: async (): Promise<void> => {
      for (const { id } of await test.sql(
        `select id from gateway_notices where outcome = 'waiting' order by created_at`,
      )) {
        await services().billing.notices.process({ noticeId: String(id) });
      }
    },
    endAgreements: async (): Promise<void> => {
      for (const { id } of await test.sql(`select id from card_agreements where status = 'ending'`)) {
        await services().billing.agreements.cancelAtGateway({ agreementId: String(id) });
      }
    },
    /** Lets time pass for this user: all their dates move back. */
    movePlanDatesBack: async (userId: string, days: number): Promise<void> => {
      const back = `- interval '${days} days'`;
      await test.sql(
        `update users set subscription_ends_at = subscription_ends_at ${back}, grace_until = grace_until ${back} where id = $1`,
        [userId],
      );
      await test.sql(
        `update card_agreements set next_charge_on = next_charge_on - ${days}, failed_since = failed_since ${back},
          end_asked_at = end_asked_at ${back} where user_id = $1`,
        [userId],
      );
    },
    /** Balances of the ledger accounts, in cents and credits. */
    readLedgerBalances: async (): Promise<Record<string, number>> => {
      const rows = await test.sql(
        `select name, currency, balance from ledger_accounts where balance <> 0 order by name`,
      );
      return Object.fromEntries(rows.map(({ name, balance }) => [String(name), Number(balance)]));
    },
    /** Runs the nightly ledger check and returns the problems it finds. */
    runLedgerCheck: async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      const log = { info: () => {}, error: (facts: unknown) => found.push(facts) } as unknown as Log;
      for (const job of ledgerCheckJobs({ database: test.database, log })) await job.run({}, { id: 'tonight' });
      return found;
    },
    listOpenDifferences: () =>
      test.sql(`select kind, subject, amount_cents from differences where settled_at is null order by created_at`),
  };
}
