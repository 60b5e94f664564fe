/** A year of totals of calls to the public API: for a small account, and for one with a hundred million calls. */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { apiOutcomes, v1Calls } from '@hakiki/contract/api-key-values';
import { addUsage, type UsageSum } from '../apps/server/src/modules/api-keys/store.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { makeSession } from '../apps/server/test/support/factories.ts';
import { makeKey } from './api-keys.ts';
import { median } from './report.ts';

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 60_000 }, createLog('silent'));

/** Keys of an account in a year: the maximum number, rotated every few months. */
export const KEYS = 50;
export const YEAR_OF_CALLS = 100_000_000;

/** Every key used every endpoint with every outcome on every day. */
const fillStatement = `
  insert into api_usage (account_id, day, key_id, endpoint, outcome, calls, charged, latency_ms, latencies)
  select k.account_id, day::date, k.id, endpoint, outcome, $2, $2, 20 * $2::bigint, array_fill($2::int / 10, array[10])
  from api_keys k, unnest($3::text[]) endpoint, unnest($4::text[]) outcome,
    generate_series(current_date - $5::int + 1, current_date, '1 day') day
  where k.account_id = $1 order by day, k.id`;

/** Headers of the browser of such an account. */
export async function makeCaller(
  databaseUrl: string,
  { keys, days, calls }: { keys: number; days: number; calls: number },
): Promise<{ Cookie: string }> {
  const database = open(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { accountId } = await makeKey(databaseUrl);
    for (let made = 1; made < keys; made += 1) await makeKey(databaseUrl, accountId);
    const each = Math.max(10, Math.round(calls / (keys * days * v1Calls.length * apiOutcomes.length)));
    const endpoints = v1Calls.map(({ call }) => call);
    await client.query(fillStatement, [accountId, each, endpoints, apiOutcomes, days]);
    await client.query('vacuum analyze api_usage');
    const { token } = await makeSession(database.db, { userId: accountId });
    return { Cookie: `__Host-session=${token}` };
  } finally {
    await client.end();
    await database.close();
  }
}

/** Duration of adding the totals of two seconds while several processes update the same rows without a pause. */
export async function measureConcurrentAdds(databaseUrl: string, processes: number, times: number): Promise<number> {
  const { accountId } = await makeKey(databaseUrl);
  const ids = [];
  while (ids.length < 20) ids.push((await makeKey(databaseUrl, accountId)).keyId);
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const sums = ids.toSorted().flatMap((keyId) =>
    v1Calls.map(({ call }): UsageSum => ({
      accountId,
      keyId,
      day,
      endpoint: call,
      outcome: 'done',
      calls: 1,
      charged: 1,
      latencyMs: 5,
      latencies: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    })),
  );
  const took: number[] = [];
  const add = async () => {
    const database = open(databaseUrl);
    try {
      for (let nth = 0; nth < times; nth += 1) {
        const began = performance.now();
        await addUsage(database, sums);
        took.push(performance.now() - began);
      }
    } finally {
      await database.close();
    }
  };
  await Promise.all(Array.from({ length: processes }, add));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(
    'select sum(calls)::int as n from api_usage where account_id = $1',
    [accountId],
  );
  await client.end();
  if (rows[0]!.n !== processes * times * sums.length) throw new Error('Totals were lost.');
  return median(took);
}
