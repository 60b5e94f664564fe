/** The server and the worker connect with database roles of their own, and neither may do what only the other does. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../src/platform/jobs/job.ts';
import { openQueue, startJobs } from '../src/platform/jobs/jobs.ts';
import { groupFilingJob } from '../src/modules/intake/jobs.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createReadinessCheck } from '../src/platform/db/readiness.ts';
import { createLog } from '../src/platform/log/log.ts';
import { makeAdmin } from './support/staff.ts';
import { useDatabase } from './support/database.ts';
import { makeUser } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';
import { createReporter } from './support/reporter.ts';
import { useDatabaseRoles } from './support/database-roles.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const roles = useDatabaseRoles(test);
const server = useServer(test, { settings: { databaseUrl: roles.webUrl } });
const reporter = createReporter(server);
const log = createLog('silent');
const TIMEOUT_MS = 120_000;

const clients: Record<'web' | 'worker', pg.Client> = {
  web: new pg.Client({ connectionString: roles.webUrl }),
  worker: new pg.Client({ connectionString: roles.workerUrl }),
};
beforeAll(async () => {
  for (const client of Object.values(clients)) await client.connect();
});
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end();
});
/** Runs the statement and rolls it back. */
async function runAndRollBack(who: 'web' | 'worker', statement: string): Promise<string> {
  await clients[who].query('begin');
  const outcome = await clients[who].query(statement).then(
    () => 'done',
    (error: unknown) => String((error as { code?: string }).code),
  );
  await clients[who].query('rollback');
  return outcome;
}
const INSUFFICIENT_PRIVILEGE = '42501';

const pick = <Value>(from: Record<string, Value>, isWanted: (name: string) => boolean): Record<string, Value> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));

describe('the rights of the database roles', () => {
  /** s, i, u and d: select, insert, update and delete on the table, or on these columns of it. */
  const rightsStatement = `
    select c.relname as name, who.part, coalesce(string_agg(one.letter || coalesce('(' || one.columns || ')', ''), ' ' order by one.place), '') as rights
    from pg_class c cross join (values ('web', $1), ('worker', $2)) as who (part, role)
    left join lateral (
      select place, letter, case when has_table_privilege(who.role, c.oid, privilege) then null else (
        select string_agg(attname, ',' order by attname) from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege(who.role, c.oid, attnum, privilege)
      ) end as columns, has_table_privilege(who.role, c.oid, privilege) as whole
      from (values (1, 's', 'select'), (2, 'i', 'insert'), (3, 'u', 'update'), (4, 'd', 'delete')) as r (place, letter, privilege)
      where privilege <> 'delete' or has_table_privilege(who.role, c.oid, 'delete')
    ) one on one.whole or one.columns is not null
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by 1, 2 order by 1, 2`;
  const snapshotColumns =
    'added,bytes,conflicts,created_at,decided_at,decided_by,entries,format,gone,id,listed_at,listed_before,proposed_by,reason,samples,sha256,source_id,state,unreadable';
  const contactless = 's(created_at,has_email,id,kind,language,owner_tag,receipt_hash,sealed_details)';

  it('the rights of both database roles on every table are those that this test lists [SAFE-03]', async () => {
    const rows = await test.sql(rightsStatement, [roles.web, roles.worker]);
    const found: Record<string, string[]> = {};
    for (const { name, rights } of rows) (found[String(name)] ??= []).push(String(rights));
    const both = (rights: string) => [rights, rights];
    const special = {
      alarms: ['', 's i u d'],
      api_call_sums: ['s i u', 's d'],
      api_key_sums: ['s i u', 's d'],
      api_keys: ['s i u(expires_at,last_used_at,revoked_at,rotated_at)', 's(expires_at,id,revoked_at) d'],
      api_quota_months: ['s i u', 's d'],
      api_usage: ['s i u', 's d'],
      audit_entries: ['s(action,at,id,subject) i', 's i u(actor_id,detail,subject)'],
      audit_seals: ['', 's i u(cleared)'],
      audit_unsealed: ['i', 's i u d'],
      authenticator_apps: ['s i u d', 's u(last_used_step) d'],
      backup_codes: ['s i u d', 's d'],
      business_documents: ['s i u d', 's'],
      business_replies: ['s i u d', 's d'],
      business_invitations: ['s i u(accepted_at) d', 's d'],
      business_members: ['s i u d', 's'],
      businesses: ['s i u d', 's u(updated_at) d'],
      card_agreements: both('s i u'),
      contact_openings: ['s i', 's i u d'],
      counted_logs: ['', 's i u'],
      decision_log: ['s', 's i'],
      decision_log_checkpoints: ['s', 's i'],
      decision_log_nodes: ['s', 's i'],
      decision_log_signatures: ['s', 's i'],
      decision_log_waiting: ['i', 's i u d'],
      decisions: ['s i u(reason)', 's i'],
      differences: both('s i u(note,settled_at)'),
      email_changes: ['s i u d', 's d'],
      factor_resets: ['s i u d', 's u(notified_at) d'],
      family_judgements: ['s i u(undone_at,undone_by)', 's'],
      filings: [`${contactless} i u(has_email,owner_tag,sealed_contact)`, 's i u d'],
      gateway_notices: ['s(body_hash,id) i', 's i u d'],
      held_referrals: ['s i u d', ''],
      indicator_changes: both('s i'),
      indicator_sources: ['s u(is_enabled,next_run_at,strikes)', 's i u'],
      invoice_counters: both('s i u(last)'),
      invoice_statuses: ['s i u(paid_at,status)', 's i u'],
      invoices: both('s i'),
      languages: both('s'),
      ledger_accounts: both('s i u(balance,version)'),
      ledger_entries: both('s i'),
      ledger_proofs: ['s', 's i'],
      ledger_transfers: both('s i'),
      licence_changes: both('s i'),
      licence_checks: both('s i'),
      licence_files: both('s i'),
      licence_matches: both('s i'),
      licence_regimes: both('s i'),
      licence_warnings: both('s i'),
      licences: both('s i'),
      listing_claims: ['s i u d', 's u(asked_at,fault,proven_at,status) d'],
      mailed_tokens: ['s i u d', 's d'],
      news_batches: ['s u(settled_at,state)', 's i u'],
      news_copies: ['s u(state)', 's i u'],
      news_items: ['s u(state)', 's i u'],
      news_mentions: ['s u(decided_at,state)', 's i'],
      news_readers: ['s i u d', 's u(letter_week)'],
      news_source_states: ['s u(fault,next_run_at,releases)', 's i u'],
      opened_contacts: ['', 's i'],
      page_views: ['s', 's i u'],
      passkey_challenges: ['s i u d', 's d'],
      passkeys: ['s i u d', 's u(counter,last_used_at) d'],
      payments: both('s i u'),
      plan_emails: both('s i'),
      public_versions: ['s i u(statement,successor)', 's i'],
      referral_reviews: ['s i u d', ''],
      referrals: ['s i u d', 's u(status)'],
      refunds: both('s i u'),
      regtech_closings: ['s', 's i'],
      regtech_drafts: ['s', 's i u d'],
      regtech_metrics: ['s', 's i u'],
      regtech_reports: ['s', 's i'],
      sessions: ['s i u d', 's d'],
      source_snapshots: [`s(${snapshotColumns}) u(content,decided_at,decided_by,proposed_by,samples,state)`, 's i u'],
      users: [
        's i u d',
        's u(grace_until,plan_since,subscription_ends_at,subscription_status,subscription_tier,updated_at)',
      ],
      withdrawal_watches: ['s u(decided_at,decided_people,status)', 's i u'],
      webhook_deliveries: ['s i u(first_tried_at,next_at,state,tries)', 's i u'],
      webhook_events: ['s(id,type) i', 's i u(spread_at) d'],
      webhook_secrets: ['s(ends_at,id,webhook_id) i u(ends_at)', 's d'],
      webhooks: ['s i u d', 's u(failing_since,failures,leased_until,not_before,served_at,state)'],
    };
    const isSpecial = (name: string) => name in special;
    expect(pick(found, isSpecial)).toEqual(special);
    const usual = pick(found, (name) => !isSpecial(name));
    const names = (rights: string[]) =>
      Object.keys(usual).filter((name) => JSON.stringify(usual[name]) === JSON.stringify(rights));
    const views = names(both('s'));
    const tables = names(both('s i u d'));
    expect([...views, ...tables].toSorted()).toEqual(Object.keys(usual).toSorted());
    expect({ views, tables }).toMatchInlineSnapshot(`
      {
        "tables": [
          "admin_tasks",
          "alert_preferences",
          "alert_standing_counts",
          "answer_templates",
          "appeals",
          "blind_tags",
          "case_claims",
          "case_filings",
          "case_keys",
          "case_samples",
          "case_snoozes",
          "case_splits",
          "case_texts",
          "cases",
          "certifications",
          "chat_connections",
          "chat_days",
          "chat_people",
          "chat_questions",
          "deposit_proofs",
          "disputes",
          "evidence_files",
          "evidence_pictures",
          "experiences",
          "family_links",
          "family_members",
          "family_traces",
          "filing_indicators",
          "filing_originals",
          "filing_questions",
          "fraud_alerts",
          "idempotency_keys",
          "indicator_sightings",
          "indicator_sightings_00",
          "indicator_sightings_01",
          "indicator_sightings_02",
          "indicator_sightings_03",
          "indicator_sightings_04",
          "indicator_sightings_05",
          "indicator_sightings_06",
          "indicator_sightings_07",
          "indicator_sightings_08",
          "indicator_sightings_09",
          "indicator_sightings_10",
          "indicator_sightings_11",
          "indicator_sightings_12",
          "indicator_sightings_13",
          "indicator_sightings_14",
          "indicator_sightings_15",
          "indicators",
          "indicators_00",
          "indicators_01",
          "indicators_02",
          "indicators_03",
          "indicators_04",
          "indicators_05",
          "indicators_06",
          "indicators_07",
          "indicators_08",
          "indicators_09",
          "indicators_10",
          "indicators_11",
          "indicators_12",
          "indicators_13",
          "indicators_14",
          "indicators_15",
          "licence_proposals",
          "licence_registers",
          "lookalikes",
          "masked_texts",
          "masks",
          "merged_cases",
          "profile_changes",
          "proposals",
          "protected_names",
          "provider_certifications",
          "provider_counts",
          "provider_evidence",
          "provider_listings",
          "provider_logos",
          "provider_state_counts",
          "provider_visits",
          "provider_watches",
          "provider_words",
          "providers",
          "rate_limits",
          "rating_counts",
          "report_standing_counts",
          "reports",
          "rescue_calls",
          "rescue_failures",
          "rescue_versions",
          "reviews",
          "safelist",
          "sales_messages",
          "saved_views",
          "shown_filings",
          "spent_proofs",
          "unconfirmed_submissions",
          "unexamined_filings",
          "unsorted_filings",
          "user_counts",
          "wrong_codes",
        ],
        "views": [
          "filed",
          "filings_with_contact",
        ],
      }
    `);
  });

  it.each([
    'select sealed_contact from filings',
    'select * from filings',
    `update filings set receipt_hash = ''`,
    'delete from filings',
    'update audit_entries set actor_id = null',
    'select actor_id from audit_entries',
    'select reason, detail from audit_entries',
    'select from audit_seals',
    `insert into audit_seals values (1, gen_random_uuid(), '')`,
    'delete from audit_unsealed',
    `insert into decision_log (number, day, kind, previous, hash) values (1, now(), 'decision', '', '')`,
    'delete from decision_log_waiting',
    `insert into decision_log_checkpoints values (1, now(), 1, '', '')`,
    `insert into opened_contacts (opening_id, asked_by, spent) values (gen_random_uuid(), gen_random_uuid(), '')`,
    'select from opened_contacts',
    'update contact_openings set refusal = null',
    'delete from contact_openings',
    'select from alarms',
    'select sealed_secret from webhook_secrets',
    'delete from webhook_secrets',
    'select data from pgboss.job',
    'delete from pgboss.job',
    'update pgboss.queue set table_name = name',
    `select pgboss.create_queue('test.mine', '{}')`,
    `insert into pgboss.bam (name, version, table_name, command) values ('a', 1, 'b', 'select 1')`,
  ])("only the worker's role may run: %s [SAFE-03]", async (statement) => {
    expect(await runAndRollBack('web', statement)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await runAndRollBack('worker', statement)).not.toBe(INSUFFICIENT_PRIVILEGE);
  });

  it.each([
    `insert into users (id, email) values (gen_random_uuid(), 'somebody@example.com')`,
    'update users set is_moderator = true',
    `update users set password_hash = ''`,
    'delete from users',
    `insert into sessions (id, token_hash, user_id, device, expires_at) values (gen_random_uuid(), '', gen_random_uuid(), '', now())`,
    'update sessions set has_second_factor = true',
    `update passkeys set public_key = ''`,
    `update authenticator_apps set sealed_secret = ''`,
    `insert into backup_codes values (gen_random_uuid(), '')`,
    'update referrals set reward_amount = 1000000',
    `insert into factor_resets (id, user_id, token_hash) values (gen_random_uuid(), gen_random_uuid(), '')`,
  ])("only the server's role may run: %s", async (statement) => {
    expect(await runAndRollBack('worker', statement)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await runAndRollBack('web', statement)).not.toBe(INSUFFICIENT_PRIVILEGE);
  });

  it.each([
    'update audit_entries set reason = null',
    'delete from audit_entries',
    'truncate audit_seals',
    'alter table audit_entries disable trigger all',
    'delete from opened_contacts',
    'update ledger_entries set amount = amount',
    'delete from ledger_transfers',
    `update ledger_accounts set name = ''`,
    'delete from ledger_accounts',
    'update invoices set total_cents = 0',
    'delete from invoices',
    'delete from invoice_statuses',
    'update ledger_proofs set faults = 0',
    'update regtech_reports set complaints = 0',
    'delete from regtech_closings',
    'create table more (n int)',
    'create schema more',
    'create table pgboss.more (n int)',
    'set session_replication_role = replica',
  ])('neither role may run: %s', async (statement) => {
    for (const who of ['web', 'worker'] as const)
      expect(await runAndRollBack(who, statement)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('both roles can check whether the tables match the code', async () => {
    for (const databaseUrl of [roles.webUrl, roles.workerUrl]) {
      const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 5000 }, log);
      expect(await createReadinessCheck(database, databaseUrl)()).toBeUndefined();
      await database.close();
    }
  });

  it('both database roles have log_min_messages set to fatal [SAFE-02]', async () => {
    const kept = await test.sql(
      `select rolname, 'log_min_messages=fatal' = any (rolconfig) as quiet from pg_roles where rolname = any ($1) order by 1`,
      [[roles.web, roles.worker]],
    );
    expect(kept).toEqual([
      { rolname: roles.web, quiet: true },
      { rolname: roles.worker, quiet: true },
    ]);
  });
});

describe('the job queue', () => {
  const greet = defineJob({ name: 'test.greet', payload: z.object({}) });

  it("the server's role can enqueue jobs but cannot create queues", async () => {
    const queue = openQueue(roles.webUrl, log);
    const database = openDatabase({ databaseUrl: roles.webUrl, databasePoolSize: 1, statementTimeoutMs: 5000 }, log);
    const filingId = '01890000-0000-7000-8000-00000000dead';
    await database.transaction((tx) => queue.enqueue(tx, groupFilingJob, { filingId }));
    await expect(database.transaction((tx) => queue.enqueue(tx, greet, {}))).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
    await queue.stop();
    await database.close();
    const added = await test.sql(`select name, state from pgboss.job where data->>'filingId' = $1`, [filingId]);
    expect(added).toEqual([{ name: groupFilingJob.name, state: 'created' }]);
  });

  it('a queue schema that the server created with the former single role passes to the owner of the tables with the migration to two roles', async () => {
    await test.sql('drop schema pgboss cascade');
    await migrate(test.url, { ...roles, worker: 'nobody by this name' });
    const queue = await startJobs(roles.webUrl, log);
    await queue.stop();
    const ownersStatement = `
      select distinct pg_get_userbyid(owner) as owner from (
        select nspowner as owner from pg_namespace where nspname = 'pgboss'
        union select relowner from pg_class where relnamespace = 'pgboss'::regnamespace
        union select proowner from pg_proc where pronamespace = 'pgboss'::regnamespace
        union select typowner from pg_type where typnamespace = 'pgboss'::regnamespace
      ) theirs`;
    expect(await test.sql(ownersStatement)).toEqual([{ owner: roles.web }]);
    expect(await migrate(test.url, roles)).toEqual(['web', 'worker']);
    expect(await test.sql(ownersStatement)).toEqual([{ owner: 'postgres' }]);
    expect(await runAndRollBack('web', 'select data from pgboss.job')).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

/** Issues and pays an invoice through the server, with the rights of its role. */
async function issueAnnualInvoice(): Promise<string> {
  const { actor, id: userId } = await makeAdmin(test.database.db);
  const { invoices } = server.running.services;
  const given = { userId, kind: 'listing', billedTo: 'Demo Ltd', address: 'Accra' } as const;
  const { id } = await invoices.issueAnnual(actor, given, undefined);
  await invoices.markPaid(actor, id);
  return id;
}

describe('a worker with the rights of its own role', () => {
  it(
    'a worker with the rights of its role groups reports, seals the audit, draws invoices and runs every scheduled job',
    { timeout: TIMEOUT_MS },
    async () => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('../src/worker.ts', import.meta.url))], {
        env: { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: roles.workerUrl },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = new Promise((resolve) => child.on('exit', resolve));
      const waited = { timeout: TIMEOUT_MS, interval: 100 };
      try {
        await reporter.reportScam({ contactEmail: 'somebody@example.com' });
        const invoiceId = await issueAnnualInvoice();
        const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
        const plan = { subscriptionTier: 'premium', subscriptionStatus: 'active' } as const;
        const { id } = await makeUser(test.database.db, { ...plan, subscriptionEndsAt: hoursAgo(1) });
        await makeUser(test.database.db, { ...plan, subscriptionEndsAt: hoursAgo(-1) });
        await vi.waitFor(() => expect(output).toContain('"msg":"working"'), waited);
        const all = await test.sql('select name from pgboss.schedule order by name');
        expect(all.length).toBeGreaterThan(10);
        await test.sql(
          'insert into pgboss.job_common (id, name, data) select gen_random_uuid(), name, $1 from pgboss.schedule',
          ['{}'],
        );
        const waiting = `select name from pgboss.job where state in ('created', 'active', 'retry')`;
        await vi.waitFor(async () => expect(await test.sql(waiting)).toEqual([]), waited);
        await vi.waitFor(async () => expect(await test.sql('select from audit_unsealed')).toEqual([]), waited);
        expect(await test.sql(`select name from pgboss.job where state = 'failed'`)).toEqual([]);
        expect(await test.sql('select from case_filings')).toHaveLength(1);
        expect(
          await test.sql('select from invoice_statuses where invoice_id = $1 and file_hash is not null', [invoiceId]),
        ).toHaveLength(1);
        expect(await test.sql('select faults from ledger_proofs')).toEqual([{ faults: 0 }]);
        expect(await test.sql('select subscription_status as status from users where id = $1', [id])).toEqual([
          { status: 'expired' },
        ]);
        expect(await test.sql('select left(stage, 6) as stage from plan_emails order by 1')).toEqual([
          { stage: 'ended ' },
          { stage: 'ending' },
        ]);
        expect(output).not.toContain('permission denied');
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    },
  );
});
