import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useDatabase } from '../../../test/database.ts';
import { defineJob } from '../jobs/job.ts';
import { startJobs } from '../jobs/jobs.ts';
import { createLog } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { createReadiness } from './readiness.ts';

const test = useDatabase();
const role = `application of ${randomUUID().slice(0, 8)}`;
const quoted = pg.escapeIdentifier(role);
let url = '';
let application: Database;

beforeAll(async () => {
  await test.sql(`create role ${quoted} login password 'as the application'`);
  await test.sql(`grant all on audit_entries to ${quoted}`);
  await migrate(test.url, role);
  const address = new URL(test.url);
  address.username = encodeURIComponent(role);
  address.password = encodeURIComponent('as the application');
  url = address.href;
  application = openDatabase({ databaseUrl: url, databasePoolSize: 2, statementTimeoutMs: 5000 }, createLog('silent'));
});
afterAll(async () => {
  await application.close();
  await test.sql(`drop owned by ${quoted} cascade`);
  await test.sql(`drop role ${quoted}`);
});

const ask = (text: string) => application.read({ text }, []);
const entry = `insert into audit_entries (id, actor_kind, action) values (gen_random_uuid(), 'system', 'account.deleted')`;

describe("the application's role", () => {
  it('works with rows', async () => {
    expect(await ask('select current_user::text as name')).toEqual([{ name: role }]);
    await ask(`insert into certifications (id, name, description, icon, color)
      values (gen_random_uuid(), 'a', 'b', 'Shield', 'green')`);
    expect(await ask(`update certifications set name = 'c' returning name`)).toEqual([{ name: 'c' }]);
    expect(await ask('delete from certifications returning name')).toEqual([{ name: 'c' }]);
  });

  it('reads what was filed in one view, and changes nothing through it', async () => {
    expect(await ask('select from filed')).toEqual([]);
    expect(await ask(`select has_table_privilege('filed', 'insert, update, delete') as may`)).toEqual([{ may: false }]);
  });

  it('adds to the audit, reads it and empties the queue of the sealer', async () => {
    await ask(entry);
    expect(await ask('select from audit_entries')).toHaveLength(1);
    expect(await ask('delete from audit_unsealed returning 1')).toHaveLength(1);
    await ask(`insert into audit_seals values (1, gen_random_uuid(), '')`);
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
  )('is refused: %s', async (statement) => {
    await expect(ask(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.not.stringContaining('append-only'),
    });
  });

  it.each([
    'create or replace function keep_append_only() returns trigger language plpgsql as $$ begin return null; end $$',
    `set session_replication_role = replica`,
    'create table more (n int)',
  ])('is refused: %s', async (statement) => {
    await expect(ask(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('sees whether the tables are as new as the code, and says what to do where it may not', async () => {
    expect(await createReadiness(application, url)()).toBeUndefined();
    await test.sql(`revoke all on schema drizzle from ${quoted}`);
    expect(await createReadiness(application, url)()).toEqual({
      status: 'database not migrated',
      words:
        'the role of DATABASE_URL may not see which migrations have run: npm run migrate, as the owner of the tables',
    });
    await migrate(test.url, role);
    expect(await createReadiness(application, url)()).toBeUndefined();
  });

  const job = defineJob({ name: 'test.of-the-role', payload: z.object({}) });
  const enqueueAsRole = async () => {
    const jobs = await startJobs(url, createLog('silent'));
    await application.transaction((tx) => jobs.enqueue(tx, job, {}));
    await jobs.stop();
    return test.sql('select name from pgboss.job where name = $1', [job.name]);
  };

  it('makes its own queue of jobs', async () => {
    expect(await enqueueAsRole()).toHaveLength(1);
    await test.sql('drop schema pgboss cascade');
  });

  it('goes on with a queue that the owner of the tables had made', async () => {
    const owners = await startJobs(test.url, createLog('silent'));
    await owners.stop();
    await migrate(test.url, role);
    expect(await enqueueAsRole()).toHaveLength(1);
  });
});

it('is not needed: without it a migration changes no rights', async () => {
  await expect(migrate(test.url, 'nobody by this name')).resolves.toBeUndefined();
});
