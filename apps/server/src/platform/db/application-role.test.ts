import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useDatabase } from '../../../test/support/database.ts';
import { defineJob } from '../jobs/job.ts';
import { startJobs } from '../jobs/jobs.ts';
import { collectLogLines } from '../../../test/support/server.ts';
import { createLog, logOptions } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { createReadinessCheck } from './readiness.ts';

const test = useDatabase();
const role = `application of ${randomUUID().slice(0, 8)}`;
const quoted = pg.escapeIdentifier(role);
/** An installation with a single role. */
const singleRole = { web: role, worker: 'nobody by this name', jobs: [] };
let url = '';
let application: Database;

beforeAll(async () => {
  await test.sql(`create role ${quoted} login password 'as the application'`);
  await test.sql(`grant all on audit_entries to ${quoted}`);
  await migrate(test.url, singleRole);
  const roleUrl = new URL(test.url);
  roleUrl.username = encodeURIComponent(role);
  roleUrl.password = encodeURIComponent('as the application');
  url = roleUrl.href;
  application = openDatabase({ databaseUrl: url, databasePoolSize: 2, statementTimeoutMs: 5000 }, createLog('silent'));
});
afterAll(async () => {
  await application.close();
  await test.sql(`drop owned by ${quoted} cascade`);
  await test.sql(`drop role ${quoted}`);
});

const runSql = (text: string) => application.read({ text }, []);
const entry = `insert into audit_entries (id, actor_kind, action) values (gen_random_uuid(), 'system', 'account.deleted')`;

describe('a single role for server and worker', () => {
  it('the single role can read and write rows', async () => {
    expect(await runSql('select current_user::text as name')).toEqual([{ name: role }]);
    await runSql(`insert into certifications (id, name, description, icon, color)
      values (gen_random_uuid(), 'a', 'b', 'Shield', 'green')`);
    expect(await runSql(`update certifications set name = 'c' returning name`)).toEqual([{ name: 'c' }]);
    expect(await runSql('delete from certifications returning name')).toEqual([{ name: 'c' }]);
  });

  it("the single role writes no personal data to PostgreSQL's log after a migration [SAFE-02]", async () => {
    const secret = `baobab${randomUUID().slice(0, 8)}`;
    const loggingClient = new pg.Client({ connectionString: test.url });
    await loggingClient.connect();
    const provoke = async (client: { query: pg.Client['query'] } | Database, word: string) => {
      const failing = [
        ['select $1::uuid', word],
        ['select 1 / 0 where $1::text is not null', word],
        ['insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $1::text::bigint)', word],
      ] as const;
      for (const [text, value] of failing) {
        await expect('read' in client ? client.read({ text }, [value]) : client.query(text, [value])).rejects.toThrow();
      }
    };
    await provoke(application, secret);
    await provoke(loggingClient, 'loud'.repeat(10));
    await loggingClient.end();
    const [row] = await test.sql("select pg_read_file(coalesce(pg_current_logfile(), 'server.log')) as text");
    expect(String(row?.['text'])).toContain('loud'.repeat(10));
    expect(String(row?.['text'])).not.toContain(secret);
  });

  it("the single role warns at start if it cannot disable PostgreSQL's logging itself [SAFE-02]", async () => {
    const other = `loud ${randomUUID().slice(0, 8)}`;
    await test.sql(`create role ${pg.escapeIdentifier(other)} login`);
    const roleUrl = new URL(test.url);
    roleUrl.username = encodeURIComponent(other);
    const lines: Record<string, unknown>[] = [];
    const log = pino(logOptions('warn'), collectLogLines(lines));
    const database = openDatabase({ databaseUrl: roleUrl.href, databasePoolSize: 2, statementTimeoutMs: 5000 }, log);
    await Promise.all([1, 2].map(() => database.read({ text: 'select pg_sleep(0.1)' }, [])));
    await database.close();
    await test.sql(`drop role ${pg.escapeIdentifier(other)}`);
    expect(lines.map(({ msg }) => msg)).toEqual([
      `PostgreSQL may write what people send into its own log. As a superuser: alter role "${other}" set log_min_messages = 'fatal'`,
    ]);
  });

  it('the single role reads all filings in one view, and cannot change them through it', async () => {
    expect(await runSql('select from filed')).toEqual([]);
    expect(await runSql(`select has_table_privilege('filed', 'insert, update, delete') as may`)).toEqual([
      { may: false },
    ]);
  });

  it('the single role adds audit entries, reads them and empties the sealing queue', async () => {
    await runSql(entry);
    expect(await runSql('select from audit_entries')).toHaveLength(1);
    expect(await runSql('delete from audit_unsealed returning 1')).toHaveLength(1);
    await runSql(`insert into audit_seals values (1, gen_random_uuid(), '')`);
  });

  it.each(
    ['audit_entries', 'audit_seals'].flatMap((table) => [
      `update ${table} set ${table === 'audit_seals' ? "hash = ''" : "reason = ''"}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} add column more text`,
      `drop table ${table}`,
      `drop trigger ${table}_append_only on ${table}`,
      `create trigger more before insert on ${table} for each row execute function keep_append_only()`,
    ]),
  )('the single role cannot run: %s', async (statement) => {
    await expect(runSql(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.not.stringContaining('append-only'),
    });
  });

  it.each([
    'create or replace function keep_append_only() returns trigger language plpgsql as $$ begin return null; end $$',
    `set session_replication_role = replica`,
    'create table more (n int)',
  ])('the single role cannot run: %s', async (statement) => {
    await expect(runSql(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('the single role detects missing migrations, and reports what to do without the right to check', async () => {
    expect(await createReadinessCheck(application, url)()).toBeUndefined();
    await test.sql(`revoke all on schema drizzle from ${quoted}`);
    expect(await createReadinessCheck(application, url)()).toEqual({
      status: 'database not migrated',
      message:
        'the role of DATABASE_URL may not see which migrations have run: npm run migrate, as the owner of the tables',
    });
    await migrate(test.url, singleRole);
    expect(await createReadinessCheck(application, url)()).toBeUndefined();
  });

  const job = defineJob({ name: 'test.of-the-role', payload: z.object({}) });
  const enqueueAsRole = async () => {
    const jobs = await startJobs(url, createLog('silent'));
    await application.transaction((tx) => jobs.enqueue(tx, job, {}));
    await jobs.stop();
    return test.sql('select name from pgboss.job where name = $1', [job.name]);
  };

  it('the single role creates its own job queue', async () => {
    expect(await enqueueAsRole()).toHaveLength(1);
    await test.sql('drop schema pgboss cascade');
  });

  it('the single role uses a job queue that the owner of the tables created', async () => {
    const owners = await startJobs(test.url, createLog('silent'));
    await owners.stop();
    await migrate(test.url, singleRole);
    expect(await enqueueAsRole()).toHaveLength(1);
  });
});

it('changes no rights if the roles do not exist', async () => {
  expect(await migrate(test.url, { web: 'nobody', worker: 'nobody either', jobs: [] })).toEqual([]);
});
