import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task, TaskId } from '@hakiki/contract/tasks-admin';
import { exportedLists } from '@hakiki/contract/admin-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeProvider, makeReport, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { readSettings } from '../../../platform/config/settings.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { createExporters } from './exported-lists.ts';
import { createExports } from './exports.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakiki-exports-'));
const evidence = { folder, s3: undefined };
const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, evidence } });
const reporter = createReporter(server);
const { post, getJson, markShown } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let otherAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  otherAdministrator = await makeAdmin(db());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the job like the worker does. */
async function runJob(name: string, payload: object): Promise<void> {
  const job = server.running.services.tasks.jobs().find((one) => one.name === name)!;
  await job.run(payload, { id: uuidv7() });
}
const runTask = ({ id, kind }: Task) => runJob(`tasks.${kind}`, { taskId: id });
const getTask = (who: Admin, id: TaskId) => getJson<Task>(who, `/api/admin/tasks/${id}`);
const downloadFile = (who: Admin, id: string) =>
  server.get(`/api/admin/tasks/${id}/file`, { headers: { cookie: who.cookie } });
const listAuditEntries = (id: string) =>
  test.sql('select action, actor_id, reason, detail from audit_entries where subject = $1 order by id', [id]);
const storedFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name)).toString('latin1')] : [],
  );

async function startExport(list: string, query = ''): Promise<Task> {
  const response = await post(administrator, '/api/admin/exports', { list, query });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Task;
}
async function exportLines(list: string, query = ''): Promise<string[]> {
  const task = await startExport(list, query);
  await runTask(task);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await (await downloadFile(administrator, task.id)).arrayBuffer(),
  );
  return text.split('\r\n');
}

describe('exports', () => {
  it('an administrator exports a filtered list as an encrypted file without formulas, and the audit log records it', async () => {
    const country = 'botswana';
    const exportedAlert = await makeAlert(db(), {
      title: '=HYPERLINK("http://evil.example")',
      description: 'They write, "pay now"\nand vanish.',
      status: 'pending',
      affectedCountries: [country, 'kenya'],
    });
    await makeAlert(db(), { affectedCountries: [country] });
    const task = await startExport('alerts', `status=pending&country=${country}&limit=1&offset=5`);
    expect(task).toEqual({ id: task.id, kind: 'export', state: 'waiting', done: 0, total: null, problems: [] });
    expect(await summarizeResponse(await downloadFile(administrator, task.id))).toBe('404 TASK_NOT_FOUND');
    await runTask(task);
    expect(await getTask(administrator, task.id)).toEqual({ ...task, state: 'done', done: 1, total: 1 });

    const response = await downloadFile(administrator, task.id);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="hakiki-alerts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect(text).toBe(
      '\uFEFFid,title,alertType,severity,status,affectedCountries,affectedProviderName,reportCount,description,caseId,createdAt\r\n' +
        `${exportedAlert.id},"'=HYPERLINK(""http://evil.example"")",ponzi_scheme,High,pending,botswana | kenya,,1,` +
        `"They write, ""pay now""\nand vanish.",,${exportedAlert.createdAt.toISOString()}\r\n`,
    );
    expect(storedFiles().filter((bytes) => bytes.includes('HYPERLINK') || bytes.includes(exportedAlert.id))).toEqual(
      [],
    );
    expect(await listAuditEntries(task.id)).toEqual([
      { action: 'export.started', actor_id: administrator.id, reason: null, detail: { list: 'alerts' } },
      { action: 'export.downloaded', actor_id: administrator.id, reason: null, detail: { list: 'alerts', rows: 1 } },
    ]);
  });

  it('an administrator can export every list, and no file contains reporters or their confidential details', async () => {
    const { id: providerId } = await makeProvider(db());
    await makeReport(db(), { providerId, createdBy: administrator.id });
    const { item } = await reporter.reportScam({
      contactEmail: 'hidden@example.com',
      additionalDetails: 'hidden details',
      evidenceDescription: 'hidden evidence',
      amountLost: 'hidden amount',
    });
    await server.running.services.cases.groupFiling(item.id);
    for (const list of exportedLists) {
      const [header, ...lines] = await exportLines(list);
      expect(header, list).toMatch(/^\uFEFFid,.*createdAt$/);
      expect(lines.length, list).toBeGreaterThan(1);
      expect(lines.at(-1), list).toBe('');
      expect(lines.join(), list).not.toContain('hidden');
      if (list !== 'users') expect(lines.join(), list).not.toContain(administrator.id);
    }
    expect(await exportLines('reports', 'reportType=fund_safety')).toHaveLength(2);
  });

  it('an export contains every row of a long list once', async () => {
    await test.sql(
      `insert into users (id, email, first_name, created_at)
       select gen_random_uuid(), 'many' || n || '@example.com', 'Many', '2020-01-01' from generate_series(1, 2300) n`,
    );
    const [, ...lines] = await exportLines('users', 'search=many');
    expect(new Set(lines.filter(Boolean).map((line) => line.split(',')[1]))).toHaveLength(2300);
    expect(lines).toHaveLength(2301);
  });

  it('an export skips and repeats no row while others arrive and are decided', async () => {
    const country = 'lesotho';
    for (let made = 0; made < 5; made += 1) {
      await makeAlert(db(), { title: `Row ${made} of the list`, status: 'pending', affectedCountries: [country] });
    }
    const { alerts } = createExporters(server.running.services);
    const readOptions = { reader: administrator.actor, batchSize: 2, maxRows: 10 };
    const seen: unknown[] = [];
    for await (const { lines } of alerts.read(`status=pending&country=${country}`, readOptions)) {
      for (const [id, title] of lines) {
        seen.push(title);
        await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [id]);
      }
      await makeAlert(db(), { status: 'pending', affectedCountries: [country] });
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `Row ${n} of the list`));
  });

  it('an export stops at the maximum size of a download, and the task says so', async () => {
    const task = await startExport('users');
    const small = createExports({
      database: test.database,
      exporters: createExporters(server.running.services),
      settings: { ...readSettings({ NODE_ENV: 'test' }), evidence },
      sizes: { partRows: 2, rows: 4, bytes: 1_000_000 },
    });
    await small.write(task.id, { list: 'users', query: '' }, administrator.actor);
    expect(await getTask(administrator, task.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', {
        done: 4,
        problems: [{ title: '', why: 'CUT_SHORT' }],
      }),
    );
    const text = Buffer.from(await small.read(task.id, 4)).toString();
    expect(text.split('\r\n')).toHaveLength(6);
    await small.deleteFiles(task.id, 4);
    await expect(small.read(task.id, 4)).rejects.toThrow('is missing in the storage');
    await runTask(task);
  });

  it('an administrator cannot export with an invalid query, nor start a sixth export while five are unfinished', async () => {
    const outcome = async (body: object) =>
      summarizeResponse(await post(otherAdministrator, '/api/admin/exports', body));
    expect(await outcome({ list: 'alerts', query: 'status=secret' })).toBe('400 INVALID_INPUT');
    expect(await outcome({ list: 'sessions', query: '' })).toBe('400 INVALID_INPUT');
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => outcome({ list: 'users', query: 'search=amina' })),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => '201'), '429 RATE_LIMITED']);
  });

  it('a failed export is shown as failed and is not started again', async () => {
    const task = await startExport('users');
    await test.sql(`update admin_tasks set "order" = '{"list":"lost"}' where id = $1`, [task.id]);
    await expect(runTask(task)).rejects.toThrow();
    expect(await getTask(administrator, task.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { state: 'failed' }),
    );
    await runTask(task);
    expect(await getTask(administrator, task.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { state: 'failed' }),
    );
  });
});

describe('bulk decisions', () => {
  const reason = 'One campaign, seen by the bank.';
  async function startBulk(decision: string, alerts: string[], key = randomUUID()): Promise<Task> {
    const response = await post(
      administrator,
      '/api/admin/bulk',
      { decision, alerts, reason },
      { 'idempotency-key': key },
    );
    expect(response.status, await response.clone().text()).toBe(201);
    return (await response.json()) as Task;
  }
  const makePending = async (n: number) => {
    const made = await Promise.all(Array.from({ length: n }, () => makeAlert(db(), { status: 'pending' })));
    const ids = made.map(({ id }) => id as string);
    await markShown(administrator, ...ids);
    return ids;
  };
  const decisionsOn = (ids: string[]) =>
    test.sql(
      `select subject_id, from_value, to_value, reason, decided_by from decisions where subject_id = any($1) order by id`,
      [ids],
    );
  const statusesOf = async (ids: string[]) => {
    const rows = await test.sql('select id, status from fraud_alerts where id = any($1)', [ids]);
    return ids.map((id) => rows.find((row) => row['id'] === id)?.['status']);
  };

  it('an administrator previews a bulk decision, which decides each pending alert once despite repeats and retries', async () => {
    const ids = await makePending(3);
    const { id: decided } = await makeAlert(db(), { status: 'rejected' });
    const chosen = [...ids, decided, ids[0]!];
    const preview = await post(administrator, '/api/admin/bulk/preview', { decision: 'approve', alerts: chosen });
    const titles = await test.sql('select title from fraud_alerts where id = any($1) order by title', [ids]);
    const shown = (await preview.json()) as { titles: string[] };
    expect(shown).toEqual({ affected: 3, skipped: 1, titles: shown.titles, left: [] });
    expect(shown.titles.toSorted()).toEqual(titles.map(({ title }) => title));
    expect(await decisionsOn(ids)).toEqual([]);

    const key = randomUUID();
    const task = await startBulk('approve', chosen, key);
    expect(await startBulk('approve', chosen, key)).toEqual(task);
    expect(task).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { kind: 'bulk', state: 'waiting', done: 0, total: 4 }),
    );
    await Promise.all([runTask(task), runTask(task)]);
    await runTask(task);
    const finished = await getTask(administrator, task.id);
    expect(finished).toEqual(expectedReply('GET /api/admin/tasks/:id', { state: 'done', done: 4, total: 4 }));
    expect(finished.problems).toEqual([{ title: expect.any(String), why: 'ALREADY_DECIDED' }]);
    expect(await statusesOf(ids)).toEqual(['approved', 'approved', 'approved']);
    expect(await decisionsOn(chosen)).toEqual(
      ids.map((id) => ({
        subject_id: id,
        from_value: 'pending',
        to_value: 'approved',
        reason,
        decided_by: administrator.id,
      })),
    );
    expect(await listAuditEntries(task.id)).toEqual([
      { action: 'bulk.started', actor_id: administrator.id, reason, detail: { decision: 'approve', alerts: 4 } },
    ]);
    expect(await listAuditEntries(ids[0]!)).toEqual([
      expect.objectContaining({ action: 'alert.approved', actor_id: administrator.id, reason }),
    ]);
  });

  it('a bulk decision leaves a public alert public, and lists unknown alerts as problems', async () => {
    const { id: published, title } = await makeAlert(db());
    const unknown = uuidv7();
    const [pending] = await makePending(1);
    const task = await startBulk('reject', [published, unknown, pending!]);
    await runTask(task);
    expect(await getTask(administrator, task.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', {
        state: 'done',
        done: 3,
        problems: [
          { title, why: 'ALREADY_DECIDED' },
          { title: unknown, why: 'ALERT_NOT_FOUND' },
        ],
      }),
    );
    expect(await statusesOf([published, pending!])).toEqual(['approved', 'rejected']);
    expect(await decisionsOn([published])).toEqual([]);
    expect(await test.sql('select id from proposals where subject_id = $1', [published])).toEqual([]);
  });

  it('an interrupted bulk decision continues where it stopped', async () => {
    const ids = await makePending(3);
    const task = await startBulk('reject', ids);
    await test.sql(`update admin_tasks set state = 'running', done = 1 where id = $1`, [task.id]);
    await runTask(task);
    expect(await statusesOf(ids)).toEqual(['pending', 'rejected', 'rejected']);
    expect(await getTask(administrator, task.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { state: 'done', done: 3, problems: [] }),
    );
  });

  it('a bulk decision fails when its author is no longer an administrator [ROLE-12]', async () => {
    const former = await makeAdmin(db());
    const ids = await makePending(2);
    const response = await post(former, '/api/admin/bulk', { decision: 'approve', alerts: ids, reason });
    const task = (await response.json()) as Task;
    await test.sql('update users set is_admin = false where id = $1', [former.id]);
    await expect(runTask(task)).rejects.toThrow();
    expect(await statusesOf(ids)).toEqual(['pending', 'pending']);
    expect(await test.sql('select state from admin_tasks where id = $1', [task.id])).toEqual([{ state: 'failed' }]);
  });

  it('an administrator cannot start a bulk decision without alerts, without a reason, or with too many alerts', async () => {
    const [id] = await makePending(1);
    const outcome = async (body: object) => summarizeResponse(await post(administrator, '/api/admin/bulk', body));
    expect(await outcome({ decision: 'approve', alerts: [id], reason: ' ' })).toBe('400 INVALID_INPUT');
    expect(await outcome({ decision: 'approve', alerts: [], reason })).toBe('400 INVALID_INPUT');
    expect(await outcome({ decision: 'suspend', alerts: [id], reason })).toBe('400 INVALID_INPUT');
    const many = Array.from({ length: 201 }, () => uuidv7());
    expect(await outcome({ decision: 'approve', alerts: many, reason })).toBe('400 INVALID_INPUT');
  });
});

describe('access to tasks', () => {
  it('only the administrator who started a task can read it and its file [ROLE-12]', async () => {
    const task = await startExport('providers');
    await runTask(task);
    const path = `/api/admin/tasks/${task.id}`;
    const { id: userId } = await makeUser(db());
    const { cookie } = await makeSession(db(), { userId });
    for (const requestPath of [path, `${path}/file`]) {
      expect((await server.get(requestPath, { headers: { cookie: administrator.cookie } })).status).toBe(200);
      expect(
        await summarizeResponse(await server.get(requestPath, { headers: { cookie: otherAdministrator.cookie } })),
      ).toBe('404 TASK_NOT_FOUND');
      expect(await summarizeResponse(await server.get(requestPath, { headers: { cookie } }))).toBe('403 FORBIDDEN');
      expect(await summarizeResponse(await server.get(requestPath))).toBe('401 NOT_SIGNED_IN');
    }
  });

  it('a task and its file are deleted after a day', async () => {
    const [old, young] = [await startExport('alerts'), await startExport('alerts')];
    const before = storedFiles().length;
    await runTask(old);
    await runTask(young);
    expect(storedFiles()).toHaveLength(before + 2);
    await test.sql(`update admin_tasks set created_at = now() - interval '24 hours' where id = $1`, [old.id]);
    await runJob('tasks.forget', {});
    expect(await summarizeResponse(await downloadFile(administrator, old.id))).toBe('404 TASK_NOT_FOUND');
    expect((await downloadFile(administrator, young.id)).status).toBe(200);
    expect(storedFiles()).toHaveLength(before + 1);
  });
});
