import type { AdminReport } from '@hakiki/contract/admin';
import { enteredReportStatuses, reportStatuses, reportTypes } from '@hakiki/contract/alert-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { makeAlert, makeProvider, makeReport, makeUser } from '../../../test/makers.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { put, post } = consoleAt(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const PATH = '/api/admin/reports';
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';
const entered = { reportType: 'scam', description: 'Told by telephone.', severity: 'high' };
const enter = async (more: object = {}) =>
  (await post(admin, PATH, { ...entered, ...more })).json() as Promise<AdminReport>;
const edit = async (id: string, body: object) =>
  (await put(admin, `${PATH}/${id}`, body)).json() as Promise<AdminReport>;
const isListed = async (id: string) =>
  (await server.json<{ id: string }[]>('/api/reports')).some((report) => report.id === id);

describe('POST /api/admin/reports', () => {
  it('enters a report by hand, linked to a provider and an alert [CALL-37] [SHAPE-23]', async () => {
    const provider = await makeProvider(db(), { reviewState: 'pending' });
    const alert = await makeAlert(db());
    const links = { providerId: provider.id, fraudAlertId: alert.id };
    const response = await post(admin, PATH, {
      ...entered,
      ...links,
      reporterLocation: 'Accra',
      status: 'investigating',
    });
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        reportType: 'scam',
        severity: 'High',
        description: 'Told by telephone.',
        reporterLocation: 'Accra',
        createdAt: expect.any(String),
        ...links,
        status: 'investigating',
        providerName: provider.name,
        createdBy: null,
        caseId: null,
      },
    ]);
    expect(await test.sql('select report_count from fraud_alerts where id = $1', [alert.id])).toEqual([
      { report_count: 2 },
    ]);
  });

  it('starts as pending, without links, unless told otherwise [DEC-75]', async () => {
    const report = await enter();
    expect(report).toEqual(
      replyTo('POST /api/admin/reports', {
        status: 'pending',
        providerId: null,
        fraudAlertId: null,
        reporterLocation: null,
      }),
    );
    expect(await isListed(report.id)).toBe(false);
  });

  it.each(enteredReportStatuses)(
    'can be entered as %s, public exactly if it does not wait [ADMIN-66]',
    async (status) => {
      const report = await enter({ status });
      expect(report.status).toBe(status);
      expect(await isListed(report.id)).toBe(status !== 'pending');
      const recorded = await test.sql('select from_value, to_value, decided_by from decisions where subject_id = $1', [
        report.id,
      ]);
      expect(recorded).toEqual(
        status === 'pending' ? [] : [{ from_value: 'pending', to_value: status, decided_by: admin.id }],
      );
    },
  );

  it('enters it once, however often it is sent', async () => {
    const headers = { 'Idempotency-Key': 'a-key-of-this-one-dialog' };
    const send = async (body: object) => post(admin, PATH, body, headers);
    const sent = await Promise.all(
      Array.from({ length: 5 }, async () => (await (await send(entered)).json()) as AdminReport),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await outcomeOf(await send({ ...entered, severity: 'Low' }))).toBe('409 KEY_REUSED');
  });

  it('refuses what it does not know [DEC-76]', async () => {
    for (const [body, refusal] of [
      [{ description: ' ' }, '400 INVALID_INPUT'],
      [{ severity: 'enormous' }, '400 INVALID_INPUT'],
      [{ status: 'closed' }, '400 INVALID_INPUT'],
      [{ status: 'rejected' }, '400 INVALID_INPUT'],
      [{ reportType: 'rug_pull' }, '400 INVALID_INPUT'],
      [{ providerId: UNKNOWN }, '404 PROVIDER_NOT_FOUND'],
      [{ fraudAlertId: UNKNOWN }, '404 ALERT_NOT_FOUND'],
    ] as const) {
      expect(await outcomeOf(await post(admin, PATH, { ...entered, ...body })), JSON.stringify(body)).toBe(refusal);
    }
  });
});

describe('PUT /api/admin/reports/:reportId', () => {
  it('edits type, severity, status and words, and leaves the rest [CALL-38] [SHAPE-21]', async () => {
    const reporter = await makeUser(db());
    const { id } = await makeReport(db(), { status: 'pending', createdBy: reporter.id });
    const body = { reportType: 'phishing', severity: 'low', status: 'resolved', description: 'Clearer words.' };
    expect(await edit(id, body)).toEqual({
      ...body,
      id,
      severity: 'Low',
      reporterLocation: 'Lagos',
      createdAt: expect.any(String),
      providerId: null,
      fraudAlertId: null,
      providerName: null,
      createdBy: reporter.id,
      caseId: null,
      decisionId: expect.any(String),
    });
    expect(await test.sql('select action, detail from audit_entries where subject = $1', [id])).toEqual([
      {
        action: 'report.status-changed',
        detail: {
          before: 'pending',
          after: 'resolved',
          typeBefore: 'withdrawal_issues',
          typeAfter: 'phishing',
          severityBefore: 'Medium',
          severityAfter: 'Low',
          isReworded: true,
        },
      },
    ]);
  });

  it('sets any status from any other, and shows one that waits or was turned down to nobody [ADMIN-66] [DEC-17] [DEC-26]', async () => {
    for (const from of reportStatuses) {
      for (const status of reportStatuses) {
        const { id } = await makeReport(db(), { status: from });
        const canBeUndone = from === 'pending' && status !== 'pending';
        expect(await edit(id, { status, reason: 'As agreed.' })).toEqual(
          replyTo('PUT /api/admin/reports/:reportId', {
            status,
            reporterLocation: 'Lagos',
            ...(canBeUndone && { decisionId: expect.any(String) }),
          }),
        );
        expect(await isListed(id)).toBe(status === 'investigating' || status === 'resolved');
        expect(await test.sql('select to_value, reason from decisions where subject_id = $1', [id])).toEqual(
          from === status ? [] : [{ to_value: status, reason: 'As agreed.' }],
        );
      }
    }
  });

  it('takes all eight types, and refuses what it does not know [DEC-76] [SHAPE-21]', async () => {
    const { id } = await makeReport(db());
    for (const reportType of reportTypes)
      expect(await edit(id, { reportType, reporterLocation: 'Lagos' })).toEqual(
        replyTo('PUT /api/admin/reports/:reportId', { reportType, reporterLocation: 'Lagos' }),
      );
    for (const body of [{ description: '' }, { status: 'approved' }, { severity: 'x' }, { reportType: null }]) {
      expect(await outcomeOf(await put(admin, `${PATH}/${id}`, body)), JSON.stringify(body)).toBe('400 INVALID_INPUT');
    }
    expect(await outcomeOf(await put(admin, `${PATH}/${UNKNOWN}`, { severity: 'Low' }))).toBe('404 REPORT_NOT_FOUND');
  });
});
