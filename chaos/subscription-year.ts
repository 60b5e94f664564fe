/**
 * Simulates a year of subscriptions with a fake PayFast on this machine: cards that fail and work again, people who
 * cancel here or there, come back, pay twice or request a refund, and notifications that get lost, come late or from a
 * foreign address. The clock of PostgreSQL and PayFast advances by a day at a time, and jumps. The invariants are
 * checked at the end of each day.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { UserId } from '@hakiki/contract/accounts';
import { Random } from '../apps/server/src/seed/random.ts';
import { AppError } from '../apps/server/src/platform/app-error.ts';
import { readSettings } from '../apps/server/src/platform/config/settings.ts';
import type { UserActor } from '../apps/server/src/platform/http/actor.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { type StartedServer, startServer } from '../apps/server/src/start-server.ts';
import { makeUser } from '../apps/server/test/support/factories.ts';
import { toFormFields } from '../apps/server/test/support/payments.ts';
import { makeUserActor } from '../apps/server/test/support/actors.ts';
import { type FakePayfast, startPayfast } from '../tools/payfast/server.ts';
import { findFreePort, startPostgres } from '../tools/pg.ts';
import { fakeTimeLibrary } from './clock-jumps.ts';
import { type Outcome, createOutcome } from './outcome.ts';

const DAYS = 365;
const DAY_MS = 86_400_000;
/** By then every process of PostgreSQL has read its clock again. */
const CLOCK_REFRESH_MS = 1100;
const MAX_CONCURRENT = 8;
/** Percentages: of the subscriptions due on a day, and of all people in a month. */
const percentages = { fails: 6, buyerCancels: 1, userCancels: 3, comesBack: 9, refund: 1 };

interface Person {
  id: UserId;
  actor: UserActor;
}

async function inParallel<Item>(items: readonly Item[], task: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, run));
}

/** Retries like the job queue: a statement timeout behind others is no loss. */
async function retryJob(job: () => Promise<unknown>, attempts = 3): Promise<void> {
  try {
    await job();
  } catch (error) {
    if (attempts === 1) throw error;
    await retryJob(job, attempts - 1);
  }
}

/** Each query returns the rows that violate the invariant. */
const invariants: Record<string, string> = {
  'access that nobody paid for': `select u.id from users u where u.subscription_tier = 'premium'
    and greatest(u.subscription_ends_at, u.grace_until) > now()
    and not exists (select from payments p where p.user_id = u.id and p.status = 'confirmed' and p.period_to + interval '6 days' > now())`,
  'paid without access': `select p.id from payments p join users u on u.id = p.user_id
    where p.status = 'confirmed' and now() >= p.period_from and now() < p.period_to
      and not exists (select from payments r where r.user_id = p.user_id and r.status = 'refunded' and r.decided_at >= p.decided_at)
      and not (u.subscription_tier = 'premium' and greatest(u.subscription_ends_at, u.grace_until) > now())`,
  'two charges for one period': `select user_id from payments where status = 'confirmed' group by user_id, period_from having count(*) > 1`,
  'charged and granted after cancelling': `select p.id from payments p join card_agreements a on a.id = p.agreement_id
    where p.status = 'confirmed' and a.end_asked_at is not null and p.decided_at > a.end_asked_at`,
  'a currency that does not sum to zero': `select a.currency from ledger_entries e join ledger_accounts a on a.id = e.account_id
    group by a.currency having sum(e.amount) <> 0`,
  'a balance that is not the sum of its entries': `select a.id from ledger_accounts a
    where a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)`,
  'a payment without its posting': `select p.id from payments p where p.status in ('confirmed', 'refunded') and p.amount_cents > 0
    and not exists (select from ledger_transfers t where t.source = 'payment' and t.source_id = p.id::text)`,
  'a gap in the numbers of invoices': `select series from (select regexp_replace(number, '-[0-9]+$', '') as series, count(*) as n,
      max(substring(number from '[0-9]+$')::int) as last from invoices group by 1) counted where n <> last`,
};

export async function simulateYear({ seed, people }: { seed: number; people: number }): Promise<Outcome> {
  const outcome = createOutcome('a year of plans');
  if (!fakeTimeLibrary) {
    outcome.notes.push('not tried: install libfaketime, or say in LIBFAKETIME where it is');
    return outcome;
  }
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-chaos-year-'));
  chmodSync(folder, 0o755);
  const timeFile = join(folder, 'time');
  writeFileSync(timeFile, '+0');
  const clock = {
    LD_PRELOAD: fakeTimeLibrary,
    FAKETIME_TIMESTAMP_FILE: timeFile,
    // Read once a second and not at each call: PostgreSQL also reads the clock in signal handlers, where reading a file
    // may corrupt the heap.
    FAKETIME_CACHE_DURATION: '0',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  Object.assign(process.env, clock);
  const dataDir = join(folder, 'data');
  const cluster = await startPostgres({ dataDir, port: await findFreePort(), durable: false });
  for (const name of Object.keys(clock)) delete process.env[name];
  let ahead = 0;
  const payfast = await startPayfast({ now: () => Date.now() + ahead });
  await migrate(cluster.url());
  const port = await findFreePort();
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: cluster.url(),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: '0',
    RATE_LIMIT_SCALE: '1000',
    EVIDENCE_FOLDER: folder,
    ...payfast.environment,
  });
  const createWebHandler = () => () => Promise.resolve(new Response('', { status: 404 }));
  const running = await startServer({ createWebHandler, settings, log: createLog('silent') });
  await running.ready;
  try {
    await simulateDays({
      running,
      payfast,
      random: new Random(seed, 'year'),
      people,
      outcome,
      setTime: async (ms) => {
        ahead = ms;
        writeFileSync(timeFile, `+${Math.round(ms / 1000)}`);
        await pause(CLOCK_REFRESH_MS);
      },
    });
  } finally {
    await running.stop();
    await payfast.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return outcome;
}

interface Year {
  running: StartedServer;
  payfast: FakePayfast;
  random: Random;
  people: number;
  outcome: Outcome;
  setTime: (ms: number) => Promise<void>;
}

async function simulateDays({ running, payfast, random, people, outcome, setTime }: Year): Promise<void> {
  const { services, database } = running;
  const { billing, accounts } = services;
  const sql = async (text: string, values: unknown[] = []) =>
    (await database.query({ text }, values)).rows as Record<string, string>[];
  const chance = (percent: number) => random.nextFraction() * 100 < percent;
  const done: Record<string, number> = {};
  const note = (what: string) => (done[what] = (done[what] ?? 0) + 1);
  const administrator = makeUserActor({ id: (await makeUser(database.db, { isAdmin: true })).id, isAdmin: true });

  const everybody: Person[] = [];
  await inParallel([...Array(people).keys()], async () => {
    const { id, email } = await makeUser(database.db);
    everybody.push({ id, actor: makeUserActor({ id, email }) });
  });

  /** A person with a plan cannot buy another; any other error is a finding. */
  const expected = (error: unknown): undefined => {
    if (!(error instanceof AppError)) outcome.findings.push(String(error));
    return undefined;
  };

  async function subscribe({ actor }: Person): Promise<void> {
    const asked = await billing.subscriptions.upgrade(actor, { method: 'card_payment' }).catch(expected);
    if (!asked?.payment) return;
    outcome.tried += 1;
    await payfast.pay(toFormFields(asked.payment));
  }

  /** The worker's jobs of a day. */
  async function runDailyJobs(): Promise<void> {
    const waiting = await sql(`select id from gateway_notices where outcome = 'waiting' order by created_at`);
    await inParallel(waiting, ({ id }) => retryJob(() => billing.notices.process({ noticeId: id! })));
    const ending = await sql(`select id from card_agreements where status = 'ending' and token is not null`);
    await inParallel(ending, ({ id }) => retryJob(() => billing.agreements.cancelAtGateway({ agreementId: id! })));
    await billing.reconciliation.run(Date.now() + aheadMs);
    await billing.renewals.checkOverdueRenewals();
    await billing.renewals.declineAbandonedCheckouts();
    await accounts.planExpiry.processDue();
  }

  async function checkInvariants(day: number): Promise<void> {
    const [clock] = await sql('select extract(epoch from now()) * 1000 as now');
    const behindMs = Date.now() + aheadMs - Number(clock!['now']);
    if (Math.abs(behindMs) > DAY_MS / 2) outcome.findings.push(`day ${day}: the clock is ${behindMs} ms behind`);
    for (const [what, statement] of Object.entries(invariants)) {
      const wrong = await sql(`${statement} limit 3`);
      for (const row of wrong) outcome.findings.push(`day ${day}: ${what}: ${JSON.stringify(row)}`);
    }
  }

  let aheadMs = 0;
  const joinsOn = new Map<number, Person[]>();
  for (const person of everybody) {
    const day = Math.floor(random.nextFraction() * 60);
    joinsOn.set(day, [...(joinsOn.get(day) ?? []), person]);
  }
  const joined: Person[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    // Once a month a whole day is skipped, as after an outage.
    aheadMs = day * DAY_MS;
    if (day % 31 === 30) {
      console.error(`day ${day} of ${DAYS}: ${outcome.tried} payments tried, ${outcome.findings.length} findings`);
      continue;
    }
    await setTime(aheadMs);
    // On some days every notification is a day late, and on some they come from an address that is not PayFast's.
    if (day % 17 === 5) payfast.hold();
    else await payfast.release();
    payfast.comeFrom(day % 23 === 7 ? 'abroad' : 'home');
    await inParallel(joinsOn.get(day) ?? [], subscribe);
    joined.push(...(joinsOn.get(day) ?? []));
    await inParallel(payfast.due(), async (token) => {
      if (chance(percentages.fails)) {
        note('failed');
        payfast.fail(token);
        return;
      }
      outcome.tried += 1;
      if (chance(percentages.buyerCancels)) {
        note('cancelled at PayFast');
        await payfast.cancelByBuyer(token);
        return;
      }
      note('renewed');
      await payfast.renew(token);
    });
    await inParallel(joined, async (person) => {
      if (random.nextFraction() * 30 * 100 < percentages.userCancels) {
        const isCancelled = await billing.subscriptions.cancel(person.actor).then(() => true, expected);
        if (isCancelled) note('cancelled here');
      } else if (random.nextFraction() * 30 * 100 < percentages.comesBack) await subscribe(person);
      else if (random.nextFraction() * 30 * 100 < percentages.refund) {
        const asked = await billing.refunds.request(person.actor).catch(expected);
        if (
          asked &&
          (await billing.refunds.decide(administrator, asked.refund.id, { status: 'paid' }).catch(expected))
        ) {
          note('refunded');
          await billing.refunds.refundAtGateway({ refundId: asked.refund.id });
        }
      }
    });
    await runDailyJobs();
    await checkInvariants(day);
    if (outcome.findings.length > 40) break;
  }
  const [figures] = await sql(`select (select count(*) from payments where status = 'confirmed') as payments,
    (select count(*) from invoices) as invoices, (select count(*) from ledger_entries) as entries,
    (select count(*) from differences) as differences`);
  outcome.notes.push(
    `${people} people, ${Object.entries(done)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}`,
  );
  outcome.notes.push(
    `${figures!['payments']} payments, ${figures!['invoices']} invoices, ${figures!['entries']} entries, ${figures!['differences']} differences for a person to look at`,
  );
}
