/** Tests migrations that move rows, on a database with rows. */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';

const migrations = join(import.meta.dirname, '../migrations');
let admin: pg.Client;
let client: pg.Client;
let url: URL;

beforeEach(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  url = new URL(inject('adminUrl'));
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${url.pathname.slice(1)}`);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await admin.query(`drop database ${url.pathname.slice(1)} with (force)`);
  await admin.end();
});

/** Migrates up to the release before the named migration. */
async function migrateUpTo(migrationName: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'hakiki-earlier-'));
  try {
    await cp(migrations, earlier, { recursive: true });
    const journal = join(earlier, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] };
    const index = entries.findIndex(({ tag }) => tag.endsWith(migrationName));
    expect(index).toBeGreaterThan(0);
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, index) }));
    await applyMigrations(drizzle(client), { migrationsFolder: earlier });
  } finally {
    await rm(earlier, { recursive: true });
  }
}

const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;

it('the migration moves rejected reports to a status of their own, and hides and counts them accordingly [DEC-26]', async () => {
  await migrateUpTo('_rejected_reports');
  await client.query(`
    insert into reports (id, report_type, severity, description, status, decided_at) values
      (gen_random_uuid(), 'scam', 'High', 'waits', 'pending', null),
      (gen_random_uuid(), 'scam', 'High', 'turned down', 'pending', now()),
      (gen_random_uuid(), 'fraud', 'Low', 'looked into', 'investigating', now()),
      (gen_random_uuid(), 'scam', 'Low', 'closed', 'resolved', now())`);
  await migrate(url.href);

  expect(await rows('select description, status, is_public from reports order by description')).toEqual([
    { description: 'closed', status: 'resolved', is_public: true },
    { description: 'looked into', status: 'investigating', is_public: true },
    { description: 'turned down', status: 'rejected', is_public: false },
    { description: 'waits', status: 'pending', is_public: false },
  ]);
  expect(await rows('select status, severity, report_type, n from report_standing_counts order by 1, 2, 3')).toEqual([
    { status: 'investigating', severity: 'Low', report_type: 'fraud', n: 1 },
    { status: 'pending', severity: 'High', report_type: 'scam', n: 1 },
    { status: 'rejected', severity: 'High', report_type: 'scam', n: 1 },
    { status: 'resolved', severity: 'Low', report_type: 'scam', n: 1 },
  ]);
  const indexes = await rows(`select indexname as name from pg_indexes where tablename = 'reports' order by 1`);
  expect(indexes.map((index) => index['name'])).toEqual([
    'reports_newest',
    'reports_of_alert',
    'reports_of_provider',
    'reports_pending_oldest',
    'reports_pkey',
    'reports_public_newest',
    'reports_public_severity',
    'reports_status_newest',
    'reports_text_trigrams',
    'reports_withdrawals',
  ]);
});

it('after the migration the previous release still reads its own counts, and the new counts include rows from before and after it', async () => {
  await migrateUpTo('_counts_by_column');
  const fill = () =>
    client.query(`
      insert into fraud_alerts (id, title, description, alert_type, severity, status, affected_countries)
      select gen_random_uuid(), 'One of many', 'It pays nobody.', (array['ponzi_scheme', 'phishing'])[1 + n % 2],
        (array['Low', 'High', 'Critical'])[1 + n % 3], (array['pending', 'approved', 'rejected', 'approved'])[1 + n % 4],
        (array['{}', '{kenya}', '{kenya,south africa}', '{ghana}', '{kenya}'])[1 + n % 5]::text[]
      from generate_series(1, 60) n;
      insert into reports (id, report_type, severity, description, status)
      select gen_random_uuid(), (array['scam', 'fraud'])[1 + n % 2], (array['Low', 'High', 'Critical'])[1 + n % 3],
        'One of many.', (array['pending', 'investigating', 'resolved', 'rejected'])[1 + n % 4]
      from generate_series(1, 60) n`);
  const readOldCounts = async () => ({
    alerts: await rows('select facet, value, n from alert_counts order by facet collate "C", value collate "C"'),
    active: await rows('select country, alert_type, severity, n from active_alert_counts order by 1, 2, 3'),
    reports: await rows('select facet, value, n from report_counts order by facet collate "C", value collate "C"'),
  });
  await fill();
  const before = await readOldCounts();
  expect([before.alerts.length, before.active.length, before.reports.length]).toEqual([42, 12, 17]);

  await migrate(url.href);
  expect(await readOldCounts()).toEqual(before);
  await fill();
  const twice = (counts: readonly Record<string, unknown>[]) =>
    counts.map(({ n, ...of }) => ({ ...of, n: Number(n) * 2 }));
  const { alerts, active, reports } = before;
  expect(await readOldCounts()).toEqual({ alerts: twice(alerts), active: twice(active), reports: twice(reports) });
  expect(await rows(`select sum(n)::int as n from alert_standing_counts where country = ''`)).toEqual([{ n: 120 }]);
  await client.query('delete from fraud_alerts; delete from reports');
  expect(
    await rows(
      'select n from alert_standing_counts where n <> 0 union all select n from report_standing_counts where n <> 0',
    ),
  ).toEqual([]);
});
