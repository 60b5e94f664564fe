/** The lists of the console with few and with many users, as an administrator requests them. */
import pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { seedDatabase } from '../apps/server/src/seed/seed.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import type { Cluster } from '../tools/pg.ts';
import { progressReporter } from '../tools/progress.ts';

/** A tenth as many alerts and reports as users, but at least 1,000. */
const countFilings = (users: number) => Math.max(1000, users / 10);
const PROVIDERS = 1000;

export async function fillConsole(cluster: Cluster, users: number): Promise<string> {
  const name = `bench_console_${users}`;
  const admin = new pg.Client({ connectionString: cluster.url() });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  const url = cluster.url(name);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select coalesce(sum(n), 0)::int as n from user_counts');
  if (rows[0]!.n < users) {
    const progress = progressReporter(process.stderr);
    const amounts = { providers: PROVIDERS, users, alerts: countFilings(users), reports: countFilings(users) };
    await seedDatabase(client, { seed: 7, amounts }, { fresh: true, onProgress: progress.show });
    progress.end();
  }
  await client.end();
  return url;
}

/** Headers of an administrator's browser. */
export async function signInAdmin(databaseUrl: string): Promise<{ Cookie: string }> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 5000 }, createLog('silent'));
  try {
    const { id: userId } = await makeUser(database.db, { email: `admin-${Date.now()}@hakiki.example`, isAdmin: true });
    const { token } = await makeSession(database.db, { userId, hasSecondFactor: true });
    return { Cookie: `__Host-session=${token}` };
  } finally {
    await database.close();
  }
}

const SEARCHED_USERS = 50;
const toPagePath = (list: string, query: Record<string, string> = {}) =>
  `/api/admin/${list}?${new URLSearchParams({ ...query, limit: '10' }).toString()}`;

/** Distinct calls of each kind, for existing people and alerts. */
export async function makeConsoleCalls(databaseUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: people } = await client.query<{ email: string; name: string }>(
    `select email, first_name || ' ' || last_name as name from users where email like '%@demo.example' order by id limit $1`,
    [SEARCHED_USERS],
  );
  const { rows: alerts } = await client.query<{ title: string }>(
    `select title from fraud_alerts order by id limit $1`,
    [SEARCHED_USERS],
  );
  await client.end();
  return {
    'users, first page': [toPagePath('users')],
    'users, filtered': [
      toPagePath('users', { userType: 'business' }),
      toPagePath('users', { tier: 'enterprise' }),
      toPagePath('users', { userType: 'regtech', tier: 'premium' }),
    ],
    'users, by email': people.map(({ email }) => toPagePath('users', { search: email })),
    'users, by full name': people.map(({ name }) => toPagePath('users', { search: name })),
    'users, by a text that all have': [toPagePath('users', { search: 'demo.example' })],
    'alerts, first page': [toPagePath('fraud-alerts')],
    'alerts, filtered': [
      toPagePath('fraud-alerts', { status: 'pending' }),
      toPagePath('fraud-alerts', { severity: 'critical' }),
      toPagePath('fraud-alerts', { country: 'kenya', status: 'pending', severity: 'critical' }),
      toPagePath('fraud-alerts', { country: 'a place without any' }),
    ],
    'alerts, by title': alerts.map(({ title }) => toPagePath('fraud-alerts', { search: title.slice(0, 100) })),
    'alerts, by a common word': [toPagePath('fraud-alerts', { search: 'wallet' })],
    'reports, first page and filtered': [
      toPagePath('reports'),
      toPagePath('reports', { status: 'pending', reportType: 'phishing' }),
    ],
    'reports, by words': [
      toPagePath('reports', { search: 'recovery phrase' }),
      toPagePath('reports', { search: 'submarine' }),
    ],
  };
}
