/** The console lists with many rows: each query uses an index, and none scans a whole table. */
import type { Severity } from '@hakiki/contract/alert-values';
import { searchMatchLimit } from '@hakiki/contract/limits';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { useServer } from '../../../../test/support/server.ts';
import type { Statement } from '../../../platform/db/database.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import { seedDatabase } from '../../../seed/seed.ts';

const test = useDatabase();
const server = useServer(test);
const amounts = { users: 30_000, alerts: 8000, reports: 8000, providers: 1500 };

beforeAll(async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await seedDatabase(client, { seed: 3, amounts }, { fresh: true });
  await client.end();
}, 60_000);

/** The query plans of all list queries that `ask` runs. */
async function readQueryPlans(ask: () => Promise<unknown>): Promise<string> {
  const { database } = server.running;
  const sent: { statement: Statement; values: readonly unknown[] }[] = [];
  const read = database.read;
  database.read = (statement, values) => {
    sent.push({ statement, values });
    return read(statement, values);
  };
  await ask().finally(() => (database.read = read));
  const lists = sent.filter(({ statement: { text } }) => text.startsWith('with'));
  expect(lists).not.toEqual([]);
  const plans = await Promise.all(
    lists.map(({ statement, values }) => test.sql(`explain ${statement.text}`, [...values])),
  );
  return plans
    .flat()
    .map((line) => String(line['QUERY PLAN']))
    .join('\n');
}

const page = { limit: 10, offset: 0 };
const services = () => server.running.services;

/** Searches for the text that the SQL expression has in a random user. */
async function findUsersByRandomText(expression: string) {
  const [one] = await test.sql(`select ${expression} as text from users order by md5(id::text) limit 1`);
  return services().accounts.listForAdmin({ ...page, search: String(one!['text']) });
}

describe('a page of the console', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['of users', () => services().accounts.listForAdmin(page), /users_newest/],
    [
      'of a kind of users',
      () => services().accounts.listForAdmin({ ...page, userType: 'regtech' }),
      /users_kind_newest/,
    ],
    [
      'of a plan',
      () => services().accounts.listForAdmin({ ...page, subscriptionTier: 'enterprise' }),
      /users_kind_newest/,
    ],
    ['of a full name', () => findUsersByRandomText(`first_name || ' ' || last_name`), /users_search_seams/],
    ['of a rare text', () => services().accounts.listForAdmin({ ...page, search: '3x2777@' }), /users_search/],
    ['of a common text', () => services().accounts.listForAdmin({ ...page, search: 'demo.example' }), /users_newest/],
    ['of a short text', () => services().accounts.listForAdmin({ ...page, search: '@q' }), /users_newest/],
    ['of providers', () => services().directory.listForAdmin(page), /providers_all_newest/],
    [
      'of a verdict',
      () => services().directory.listForAdmin({ ...page, verificationStatus: 'Suspended' }),
      /providers_state_newest/,
    ],
    ['of alerts', () => services().alerts.listForAdmin(page), /fraud_alerts_newest/],
    [
      'of a state',
      () => services().alerts.listForAdmin({ ...page, status: 'pending' }),
      /fraud_alerts_\w+_(newest|oldest)/,
    ],
    ['of a severity', () => services().alerts.listForAdmin({ ...page, severity: ['critical'] }), /fraud_alerts_newest/],
    [
      'of a place without alerts',
      () => services().alerts.listForAdmin({ ...page, country: 'atlantis' }),
      /fraud_alerts_countries/,
    ],
    ['of a title', () => services().alerts.listForAdmin({ ...page, search: 'demo 777)' }), /fraud_alerts_title_seams/],
    [
      'of a word of titles',
      () => services().alerts.listForAdmin({ ...page, search: '777)' }),
      /fraud_alerts_title_trigrams/,
    ],
    ['of reports', () => services().reports.listForAdmin(page), /reports_newest/],
    ['of words', () => services().reports.listForAdmin({ ...page, search: 'submarine' }), /reports_text_trigrams/],
  ])('a page %s uses its index', async (_, ask, index) => {
    const plan = await readQueryPlans(ask);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on (users|providers|fraud_alerts|reports)/);
  });
});

describe('the total of a list', () => {
  it('the total of filtered alerts and reports equals a count', async () => {
    const severity: Severity = 'Critical';
    const { alerts, reports } = services();
    const counted = async (from: string) => (await test.sql(`select count(*)::int as n from ${from}`))[0]!['n'];
    const filter = { ...page, severity: [severity.toLowerCase()] };
    expect((await alerts.listForAdmin({ ...filter, country: 'Kenya', status: 'pending' })).total).toBe(
      await counted(
        `fraud_alerts where severity = '${severity}' and status = 'pending' and 'kenya' = any(affected_countries)`,
      ),
    );
    expect((await reports.listForAdmin({ ...filter, reportType: 'scam', status: 'resolved' })).total).toBe(
      await counted(`reports where severity = '${severity}' and status = 'resolved' and report_type = 'scam'`),
    );
  });

  it('a search counts up to a thousand matches and shows no more', async () => {
    const { accounts } = services();
    const all = { limit: 100, search: 'demo.example' };
    const last = await accounts.listForAdmin({ ...all, offset: 950 });
    expect([last.rows.length, last.total]).toEqual([50, searchMatchLimit]);
    const beyond = await accounts.listForAdmin({ ...all, offset: 1000 });
    expect([beyond.rows.length, beyond.total]).toEqual([0, searchMatchLimit]);
    const [mostCommonName] = await test.sql(
      'select first_name as name from users group by 1 order by count(*) desc limit 1',
    );
    const search = String(mostCommonName!['name']);
    const commonNamePage = await accounts.listForAdmin({ limit: 2, offset: 0, search });
    const [counted] = await test.sql(
      `select least(count(*), 1000)::int as n from users where email || ' ' || first_name || ' ' || last_name ilike '%' || $1 || '%'`,
      [search],
    );
    expect([commonNamePage.rows.length, commonNamePage.total]).toEqual([2, counted!['n']]);
  });
});

it('a search for several words finds them anywhere in the text, also inside words', async () => {
  const { accounts, alerts } = services();
  const readExpectedIds = async (from: string, text: string, values: unknown[]) =>
    (
      await test.sql(
        `select id from ${from} where strpos(${text}, $1) > 0 order by created_at desc, id desc limit 10`,
        values,
      )
    ).map(({ id }) => id);
  const people = await test.sql(
    `select lower(substr(first_name, 2) || ' ' || left(last_name, -1)) as text from users order by md5(id::text) limit 20`,
  );
  const emailAndName = `lower(email || ' ' || first_name || ' ' || last_name)`;
  for (const search of [...people.map(({ text }) => String(text)), 'example kw', 'demo.example mba']) {
    const { rows } = await accounts.listForAdmin({ ...page, search: search.toUpperCase() });
    expect(
      rows.map(({ id }) => id),
      search,
    ).toEqual(await readExpectedIds('users', emailAndName, [search]));
    expect(rows.length, search).toBeGreaterThan(0);
  }
  for (const search of [
    'nobody can withdraw (demo 77',
    'ied login page (demo 41',
    'a code which has',
    'e (demo 7',
    'all payouts before',
  ]) {
    const { rows } = await alerts.listForAdmin({ ...page, search });
    expect(
      rows.map(({ id }) => id),
      search,
    ).toEqual(await readExpectedIds('fraud_alerts', 'lower(title)', [search]));
  }
});

it('keyset pagination reads a list from start to end, each row once', async () => {
  const { directory } = services();
  const seen: string[] = [];
  const next = (after?: LastRow) => directory.listForAdmin({ limit: 400, offset: 0, reviewState: 'approved' }, after);
  for (let { rows } = await next(); rows.length > 0; { rows } = await next(rows.at(-1))) {
    seen.push(...rows.map(({ id }) => id));
  }
  const expected = await test.sql(
    `select id from providers where review_state = 'approved' order by created_at desc, id desc`,
  );
  expect(seen).toEqual(expected.map(({ id }) => id));
});
