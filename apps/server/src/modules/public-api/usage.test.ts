/** Compares the sums that triggers maintain with a recount of the measured calls. */
import { type ApiKeyId, apiOutcomes, type ApiUsage, v1Calls } from '@hakiki/contract/api-keys';
import { getV1Provider, listV1Providers } from '@hakiki/contract/v1';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openUnstableDatabase } from '../../../test/support/unstable-connection.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeApiKey, makeUser } from '../../../test/support/factories.ts';
import { makeUserActor } from '../../../test/support/actors.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { createLog } from '../../platform/log/log.ts';
import { createRateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { Random } from '../../seed/random.ts';
import { createAuditService } from '../audit/service.ts';
import { createApiKeysService } from './service.ts';
import type { UsageSum } from './store.ts';
import { apiUsage, latencyBounds } from './tables.ts';
import { latencyPercentile } from './usage.ts';

const test = useDatabase();
const log = createLog('silent');
const db = () => test.database.db;

function startProcess(database: Database = test.database) {
  const limiter = createRateLimiter({ database, redisUrl: undefined, secret: 'a secret for tests', log, scale: 1 });
  onTestFinished(() => limiter.close());
  const queue = { enqueue: () => Promise.resolve() };
  return createApiKeysService({ database, queue, limiter, audit: createAuditService(), log });
}

async function createActor(overrides: Partial<Parameters<typeof makeApiKey>[1]> = {}): Promise<KeyActor> {
  const { id: keyId, accountId, permissions: scopes } = await makeApiKey(db(), overrides);
  const plan = { subscriptionTier: 'api', userType: 'user' } as const;
  return { kind: 'key', keyId, accountId, plan, isTest: false, scopes };
}

/** A month expires with its first day. */
const isRetained = `first_day >= (now() at time zone 'utc')::date - 400`;

const readSums = async () => ({
  calls: await test.sql(`
    select account_id, span, first_day::text, endpoint, done::int, unchanged::int, wrong::int, failed::int, charged::int, latencies
    from api_call_sums where ${isRetained} order by 1, 2, 3, 4`),
  keys: await test.sql(`
    select account_id, span, first_day::text, key_id, calls::int from api_key_sums where ${isRetained} order by 1, 2, 3, 4`),
});

const spans = `cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) s (span, first_day)`;
const recountSums = async () => ({
  calls: await test.sql(`
    select account_id, span, first_day::text, coalesce(api_usage.endpoint, '') as endpoint,
      ${apiOutcomes.map((one) => `(coalesce(sum(calls) filter (where outcome = '${one}'), 0))::int as ${one}`).join(', ')},
      sum(charged)::int as charged,
      array[${[...latencyBounds, 0].map((_, index) => `sum(latencies[${index + 1}])::int`).join(', ')}] as latencies
    from api_usage ${spans} where ${isRetained} group by grouping sets ((1, 2, 3, api_usage.endpoint), (1, 2, 3)) order by 1, 2, 3, 4`),
  keys: await test.sql(`
    select account_id, span, first_day::text, key_id, sum(calls)::int as calls
    from api_usage ${spans} where ${isRetained} group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
});

afterEach(async () => {
  const sums = await readSums();
  expect(sums).toEqual(await recountSums());
  expect(sums.calls).not.toEqual([]);
});

const DAY_MS = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Stores usage of every kind over more than a year. */
async function storeYearOfUsage(count: number): Promise<UsageSum[]> {
  const { id: accountId } = await makeUser(db(), { subscriptionTier: 'api' });
  const keys: ApiKeyId[] = [];
  while (keys.length < 4) keys.push((await createActor({ accountId })).keyId);
  const random = new Random(7, 'a year of calls');
  const rows = new Map<string, UsageSum>();
  while (rows.size < count) {
    const keyId = random.pick(keys);
    const { call: endpoint } = random.pick(v1Calls);
    const outcome = random.pick(apiOutcomes);
    const day = dayAgo(random.below(399));
    const latencies = [...latencyBounds, 0].map(() => random.below(9));
    const calls = latencies.reduce((sum, n) => sum + n, 0);
    const charged = random.below(calls + 1);
    const sum = { accountId, keyId, endpoint, outcome, day, calls, charged, latencyMs: calls, latencies };
    rows.set([day, keyId, endpoint, outcome].join(' '), sum);
  }
  await db()
    .insert(apiUsage)
    .values([...rows.values()]);
  return [...rows.values()];
}

/** Computes the expected reply from all rows. */
function recount(
  rows: readonly UsageSum[],
  days: number,
  names: ReadonlyMap<string, string>,
): Omit<ApiUsage, 'quota' | 'resets' | 'remaining' | 'since' | 'used'> {
  const callsOf = (some: readonly UsageSum[]) => some.reduce((sum, { calls }) => sum + calls, 0);
  const failedOf = (some: readonly UsageSum[]) => callsOf(some.filter(({ outcome }) => outcome === 'failed'));
  const groupBy = <Key extends string>(keyOf: (row: UsageSum) => Key) =>
    [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const ofDays = (sum: (some: readonly UsageSum[]) => number) =>
    Array.from({ length: days }, (_, index) => sum(rows.filter(({ day }) => day === dayAgo(days - 1 - index))));
  return {
    days: { calls: ofDays(callsOf), failed: ofDays(failedOf) },
    endpoints: groupBy(({ endpoint }) => endpoint).map(([endpoint, some]) => {
      const latencies = [...latencyBounds, 0].map((_, index) =>
        some.reduce((sum, row) => sum + row.latencies[index]!, 0),
      );
      const [medianMs, slowMs] = [latencyPercentile(0.5, latencies), latencyPercentile(0.95, latencies)];
      return { endpoint, calls: callsOf(some), failed: failedOf(some), medianMs, slowMs };
    }),
    keys: groupBy(({ keyId }) => keyId)
      .map(([id, some]) => ({ id, name: names.get(id)!, calls: callsOf(some) }))
      .toSorted((one, other) => other.calls - one.calls),
    outcomes: groupBy(({ outcome }) => outcome).map(([outcome, some]) => ({ outcome, calls: callsOf(some) })),
  };
}

describe('reading a year of usage from months and days', () => {
  it('shows the sums of all rows, from any first day [REAL-23] [API-14]', async () => {
    await storeYearOfUsage(300);
    const rows = await storeYearOfUsage(900);
    const { accountId } = rows[0]!;
    const service = startProcess();
    const names = new Map(
      (await test.sql('select id, name from api_keys where account_id = $1', [accountId])).map(({ id, name }) => [
        String(id),
        String(name),
      ]),
    );
    const thisMonth = `${dayAgo(0).slice(0, 7)}-01`;
    const used = rows.filter(({ day }) => day >= thisMonth).reduce((sum, { charged }) => sum + charged, 0);
    // Also from the first of this month and of the previous one, and from the days beside them.
    const date = new Date().getUTCDate();
    const ofLast = date + new Date(Date.parse(thisMonth) - DAY_MS).getUTCDate();
    for (const days of [1, date - 1, date, date + 1, ofLast - 1, ofLast, ofLast + 1, 100, 365, 366].filter(Boolean)) {
      const since = dayAgo(days - 1);
      const shown = await service.getUsage(makeUserActor({ id: accountId }), { days });
      const { resets, ...rest } = shown;
      expect(resets).toMatch(/^\d{4}-\d\d-01T/);
      expect(rest).toEqual({
        quota: 50_000,
        used,
        remaining: 50_000 - used,
        since,
        ...recount(
          rows.filter(({ day }) => day >= since),
          days,
          names,
        ),
      });
    }
  });
});

describe('usage from several processes', () => {
  it('sums concurrent usage exactly and without deadlocks [REAL-23]', async () => {
    let [asked, run] = [0, 0];
    const processes = Array.from({ length: 4 }, () => {
      const ownDatabase = openDatabase({ databaseUrl: test.url, databasePoolSize: 2, statementTimeoutMs: 10_000 }, log);
      onTestFinished(() => ownDatabase.close());
      const transaction: Database['transaction'] = (work) => {
        asked += 1;
        return ownDatabase.transaction((tx) => {
          run += 1;
          return work(tx);
        });
      };
      return startProcess({ ...ownDatabase, transaction });
    });
    const actors = [await createActor(), await createActor()];
    const random = new Random(8, 'calls of many');
    let calls = 0;
    for (let round = 0; round < 15; round += 1) {
      for (const [index, { auth }] of processes.entries()) {
        const record = (actor: KeyActor) => {
          const response = { status: random.pick([200, 304, 404, 500]), ms: random.below(4000) };
          auth.record(actor, random.pick([getV1Provider, listV1Providers]), response);
          calls += 1;
        };
        // Adds an existing and a new row to the sums of two accounts, in opposite orders.
        const [one, other] = index % 2 === 0 ? actors : actors.toReversed();
        record(await createActor({ accountId: one!.accountId }));
        for (let n = random.between(5, 30); n > 0; n -= 1) record(other!);
      }
      await Promise.all(processes.map((one) => one.flush()));
    }
    expect(run).toBe(asked);
    const ids = [actors.map((one) => one.accountId)];
    const sum = (what: string, from: string) =>
      test.sql(`select sum(${what})::int as n from ${from} where account_id = any($1) and span = 'day'`, ids);
    expect(
      await sum('done + unchanged + wrong + failed', `(select * from api_call_sums where endpoint <> '') calls`),
    ).toEqual([{ n: calls }]);
    expect(await sum('calls', 'api_key_sums')).toEqual([{ n: calls }]);
  });

  it.each([
    { statementPart: 'commit', when: 'after it arrived' },
    { statementPart: 'commit', when: 'before it arrives' },
    { statementPart: 'insert into "api_usage"', when: 'after it arrived' },
    { statementPart: 'insert into "api_usage"', when: 'before it arrives' },
  ] as const)(
    'adds usage once when the connection breaks at $statementPart, $when [REAL-23] [SAFE-08]',
    async (lost) => {
      const { auth, flush } = startProcess(await openUnstableDatabase(test, lost));
      const actor = await createActor();
      for (let n = 0; n < 5; n += 1) auth.record(actor, getV1Provider, { status: 200, ms: 3 });
      await flush();
      await flush();
      expect(
        await test.sql(
          `select done::int, charged::int from api_call_sums where account_id = $1 and span = 'month' and endpoint = ''`,
          [actor.accountId],
        ),
      ).toEqual([{ done: 5, charged: 5 }]);
    },
  );
});

describe('expired sums', () => {
  it('deletes sums of expired days, and a month with its first day [REAL-23]', async () => {
    const { accountId, keyId } = await createActor();
    const sum = { accountId, keyId, endpoint: 'x', outcome: 'done' as const, calls: 1, charged: 1, latencyMs: 1 };
    const latencies = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    await db()
      .insert(apiUsage)
      .values([0, 399, 401, 440].map((ago) => ({ ...sum, day: dayAgo(ago), latencies })));
    await startProcess().purgeExpiredUsage();
    const listRemaining = (table: string) =>
      test.sql(
        `select distinct span, first_day::text from ${table} where account_id = $1 and (span = 'day' or first_day < $2) order by 2`,
        [accountId, dayAgo(400)],
      );
    const days = [399, 0].map((ago) => ({ span: 'day', first_day: dayAgo(ago) }));
    expect(await listRemaining('api_call_sums')).toEqual(days);
    expect(await listRemaining('api_key_sums')).toEqual(days);
    await test.sql('delete from users where id = $1', [accountId]);
    expect([...(await listRemaining('api_call_sums')), ...(await listRemaining('api_key_sums'))]).toEqual([]);
  });
});
