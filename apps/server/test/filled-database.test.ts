/** Migrations that move rows, on a database that holds some. */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';

const migrations = join(import.meta.dirname, '../migrations');
const name = `test_${randomUUID().replaceAll('-', '')}`;
const url = new URL(inject('adminUrl'));
url.pathname = `/${name}`;
let admin: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

/** As the release before it left the database. */
async function migrateUpTo(first: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'hakiki-earlier-'));
  try {
    await cp(migrations, earlier, { recursive: true });
    const journal = join(earlier, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] };
    const place = entries.findIndex(({ tag }) => tag.endsWith(first));
    expect(place).toBeGreaterThan(0);
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, place) }));
    await applyMigrations(drizzle(client), { migrationsFolder: earlier });
  } finally {
    await rm(earlier, { recursive: true });
  }
}

const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;

it('moves the reports that were turned down to a status of their own, and hides and counts them so [DEC-26]', async () => {
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
  expect(await rows('select facet, value, n from report_counts where n <> 0 order by facet, value')).toEqual([
    { facet: 'severity', value: 'Low', n: 2 },
    { facet: 'standing', value: 'investigating/Low/fraud', n: 1 },
    { facet: 'standing', value: 'pending/High/scam', n: 1 },
    { facet: 'standing', value: 'rejected/High/scam', n: 1 },
    { facet: 'standing', value: 'resolved/Low/scam', n: 1 },
    { facet: 'type', value: 'fraud', n: 1 },
    { facet: 'type', value: 'scam', n: 1 },
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
  ]);
});
