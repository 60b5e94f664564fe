/** The lists of the console with few and with many rows, as an administrator requests them. */
import { fillOnce, seed, signIn, withClient } from './databases.ts';
import type { Cluster } from '../tools/pg.ts';
import { type Run, type Running, startProduct } from './processes.ts';
import { asGrowth, asMilliseconds, atMost, ResultTable, sizeName } from './report.ts';
import { measureInRounds } from './wrk.ts';

export async function measureLists({ cluster, pace, say }: Run, userCounts: readonly number[]): Promise<ResultTable> {
  const results = new ResultTable(userCounts);
  const all: { server: Running; headers: { Cookie: string }; calls: Record<string, string[]> }[] = [];
  try {
    for (const users of userCounts) {
      say(`a database of ${sizeName(users)} users`);
      const databaseUrl = await fillConsole(cluster, users);
      const headers = await signIn(databaseUrl, { isAdmin: true });
      all.push({ server: await startProduct(databaseUrl), headers, calls: await makeCalls(databaseUrl) });
    }
    for (const what of Object.keys(all[0]!.calls)) {
      say(what);
      const contestants = all.map((one) => ({ server: one.server, headers: one.headers, paths: one.calls[what]! }));
      // Warms the caches of the database, as on an installation that has been running for a while.
      for (const { server, headers, paths } of contestants) {
        for (const path of paths) await (await fetch(server.url + path, { headers })).arrayBuffer();
      }
      const timings = await measureInRounds(contestants, { ...pace, connections: 2 });
      for (const [place, { p50Ms }] of timings.entries()) {
        results.write(`${what}: p50`, userCounts[place]!, p50Ms, { show: asMilliseconds });
        if (place === 0) continue;
        const growth = { show: asGrowth, goal: atMost(rareTexts.has(what) ? 3 : 2) };
        results.write(`${what}: growth`, userCounts[place]!, p50Ms / timings[0]!.p50Ms, growth);
      }
    }
  } finally {
    for (const { server } of all) await server.stop();
  }
  return results;
}

const toListPath = (list: string, query: Record<string, string> = {}) =>
  `/api/admin/${list}?${new URLSearchParams({ ...query, limit: '10' }).toString()}`;

/** A tenth as many alerts and reports as users, but at least 1,000. */
const countFilings = (users: number) => Math.max(1000, users / 10);
const PROVIDERS = 1000;
const SEARCHED_ROWS = 50;
/** Searches for rare results that consist of common words. */
const rareTexts: ReadonlySet<string> = new Set(['users, by full name', 'alerts, by title']);

const fillConsole = (cluster: Cluster, users: number): Promise<string> =>
  fillOnce(cluster, `bench_console_${users}`, (client) =>
    seed(client, { providers: PROVIDERS, users, alerts: countFilings(users), reports: countFilings(users) }),
  );

/** Distinct calls of each kind. */
const makeCalls = (databaseUrl: string): Promise<Record<string, string[]>> =>
  withClient(databaseUrl, async (client) => {
    const { rows: people } = await client.query<{ email: string; name: string }>(
      `select email, first_name || ' ' || last_name as name from users where email like '%@demo.example' order by id limit $1`,
      [SEARCHED_ROWS],
    );
    const { rows: alerts } = await client.query<{ title: string }>(
      `select title from fraud_alerts order by id limit $1`,
      [SEARCHED_ROWS],
    );
    return {
      'users, first page': [toListPath('users')],
      'users, filtered': [
        toListPath('users', { userType: 'business' }),
        toListPath('users', { userType: 'regtech', subscriptionTier: 'premium' }),
      ],
      'users, by email': people.map(({ email }) => toListPath('users', { search: email })),
      'users, by full name': people.map(({ name }) => toListPath('users', { search: name })),
      'users, by a text that all have': [toListPath('users', { search: 'demo.example' })],
      'alerts, first page': [toListPath('fraud-alerts')],
      'alerts, filtered': [
        toListPath('fraud-alerts', { severity: 'critical' }),
        toListPath('fraud-alerts', { country: 'kenya', status: 'pending', severity: 'critical' }),
        toListPath('fraud-alerts', { country: 'a place without any' }),
      ],
      'alerts, by title': alerts.map(({ title }) => toListPath('fraud-alerts', { search: title.slice(0, 100) })),
      'alerts, by a common word': [toListPath('fraud-alerts', { search: 'wallet' })],
      'reports, first page and filtered': [
        toListPath('reports'),
        toListPath('reports', { status: 'pending', reportType: 'phishing' }),
      ],
      'reports, by words': [
        toListPath('reports', { search: 'recovery phrase' }),
        toListPath('reports', { search: 'submarine' }),
      ],
    };
  });
