/**
 * Checks that rate limits are exact: many concurrent callers with one key, on several processes that share a database,
 * with Redis and without.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../tools/pg.ts';
import { makeKey } from './api-keys.ts';
import type { Running } from './processes.ts';

const CALLERS = 200;
/** More than any of the limits allows. */
const CALLS = 1500;
/** Remaining monthly quota of the account. */
const REMAINING_MONTHLY_CALLS = 300;
const MONTHLY_LIMIT = 50_000;
const HOURLY_LIMIT = 500;

export async function startRedis(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  const stop = async () => {
    server.kill();
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** Returns how many calls were accepted, sent by concurrent callers and spread over the processes. */
async function countAccepted(
  processes: readonly Running[],
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  let asked = 0;
  let allowed = 0;
  const call = async () => {
    while (asked < CALLS) {
      const { url } = processes[(asked += 1) % processes.length]!;
      const response = await fetch(url + path, { headers });
      await response.arrayBuffer();
      if (response.status === 200) allowed += 1;
      else if (response.status !== 429) throw new Error(`${path} responded ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return allowed;
}

/** The row versions (xmin) of all tables that a call writes to: an updated row has another one. */
async function readRowVersions(client: pg.Client): Promise<Set<string>> {
  // The product adds calls to the totals after two seconds.
  await sleep(5000);
  const tables = ['rate_limits', 'api_quota_months', 'api_usage', 'api_keys'];
  const { rows } = await client.query<{ version: string }>(
    tables.map((name) => `select '${name} ' || ctid || ' ' || xmin as version from ${name}`).join(' union all '),
  );
  return new Set(rows.map(({ version }) => version));
}

export interface LimitAccuracy {
  /** Accepted calls above the limit. */
  tooMany: number;
  /** Rejected calls below the limit, as a share of it. */
  tooFew: number;
  writtenByRefusals: number;
}

export async function measureLimits(
  databaseUrl: string,
  processes: readonly Running[],
): Promise<Record<'hour' | 'month', LimitAccuracy>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from providers where is_public limit 1');
    const path = `/api/v1/providers/${rows[0]!.id}`;
    // A process counts in its own memory until it has connected to Redis.
    const warm = await makeKey(databaseUrl);
    for (const { url } of processes) await (await fetch(url + path, { headers: warm.headers })).arrayBuffer();
    await sleep(2000);
    const attempt = async (limit: number, asked: string, headers: Record<string, string>): Promise<LimitAccuracy> => {
      const allowed = await countAccepted(processes, asked, headers);
      const before = await readRowVersions(client);
      const more = await countAccepted(processes, asked, headers);
      const after = await readRowVersions(client);
      return {
        tooMany: Math.max(0, allowed + more - limit),
        tooFew: Math.max(0, limit - allowed - more) / limit,
        writtenByRefusals: [...after].filter((version) => !before.has(version)).length,
      };
    };
    const hourly = await makeKey(databaseUrl);
    const hour = await attempt(HOURLY_LIMIT, `${path}/compliance`, hourly.headers);
    const monthly = await makeKey(databaseUrl);
    await client.query(
      `insert into api_quota_months (account_id, month, used)
       values ($1, date_trunc('month', now() at time zone 'utc')::date, $2)`,
      [monthly.accountId, MONTHLY_LIMIT - REMAINING_MONTHLY_CALLS],
    );
    return { hour, month: await attempt(REMAINING_MONTHLY_CALLS, path, monthly.headers) };
  } finally {
    await client.end();
  }
}
