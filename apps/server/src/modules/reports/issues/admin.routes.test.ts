import type { AdminReport } from '@hakiki/contract/reports-admin';
import {
  editableReportStatuses,
  creatableReportStatuses,
  type ReportStatus,
  reportTypes,
} from '@hakiki/contract/report-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../../test/support/staff.ts';
import { decisionFields, expectedReply, anyTextHash } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeProvider, makeReport, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, post, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const PATH = '/api/admin/reports';
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';
const reportBody = { reportType: 'scam', description: 'Told by telephone.', severity: 'high' };
const enterReport = async (overrides: object = {}) =>
  (await post(admin, PATH, { ...reportBody, ...overrides })).json() as Promise<AdminReport>;
const edit = async (id: string, body: object) =>
  (await putAsShownWithReason(admin, `${PATH}/${id}`, body)).json() as Promise<AdminReport>;
const isListed = async (id: string) =>
  (await server.json<{ id: string }[]>('/api/reports')).some((report) => report.id === id);
const isPublic = (status: ReportStatus) => status === 'investigating' || status === 'resolved';
const listDecisions = (id: string) =>
  test.sql('select from_value, to_value, reason, decided_by, confirmed_by from decisions where subject_id = $1', [id]);
/** The proposal that the first administrator sees after a change that needs a second one. */
const expectedProposal = (
  id: string,
  { from, to, title }: { from: ReportStatus; to: ReportStatus; title: string },
) => ({
  subject: 'report',
  subjectId: id,
  subjectTitle: title,
  from,
  to,
  reason: 'As agreed.',
  evidence: null,
  proposedBy: admin.email,
  isOwn: true,
  takesEffectAt: null,
  state: 'open',
});

describe('POST /api/admin/reports', () => {
  it('an administrator enters a report that is linked to a provider and an alert [CALL-37] [SHAPE-23]', async () => {
    const provider = await makeProvider(db(), { reviewState: 'pending' });
    const alert = await makeAlert(db());
    const links = { providerId: provider.id, fraudAlertId: alert.id };
    const response = await post(admin, PATH, {
      ...reportBody,
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
        language: 'en',
        createdAt: expect.any(String),
        ...links,
        status: 'investigating',
        appealSince: null,
        reply: null,
        ...decisionFields({ canUndo: true }),
        providerName: provider.name,
        hasAccount: false,
        caseId: null,
        claim: null,
      },
    ]);
    expect(await test.sql('select report_count from fraud_alerts where id = $1', [alert.id])).toEqual([
      { report_count: 2 },
    ]);
  });

  it('a report that an administrator enters is pending and without links by default [DEC-75]', async () => {
    const report = await enterReport();
    expect(report).toEqual(
      expectedReply('POST /api/admin/reports', {
        status: 'pending',
        providerId: null,
        fraudAlertId: null,
        reporterLocation: null,
      }),
    );
    expect(await isListed(report.id)).toBe(false);
  });

  it.each(creatableReportStatuses)(
    'a report that an administrator enters as %s is public unless it is pending [ADMIN-66]',
    async (status) => {
      const report = await enterReport({ status });
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

  it('a report that is sent five times with one idempotency key is entered once', async () => {
    const headers = { 'Idempotency-Key': 'a-key-of-this-one-dialog' };
    const postReport = async (body: object) => post(admin, PATH, body, headers);
    const enteredReports = await Promise.all(
      Array.from({ length: 5 }, async () => (await (await postReport(reportBody)).json()) as AdminReport),
    );
    expect(new Set(enteredReports.map(({ id }) => id)).size).toBe(1);
    expect(await summarizeResponse(await postReport({ ...reportBody, severity: 'Low' }))).toBe('409 KEY_REUSED');
  });

  it('entering a report with unknown values or links is rejected [DEC-76]', async () => {
    for (const [body, expectedError] of [
      [{ description: ' ' }, '400 INVALID_INPUT'],
      [{ severity: 'enormous' }, '400 INVALID_INPUT'],
      [{ status: 'closed' }, '400 INVALID_INPUT'],
      [{ status: 'rejected' }, '400 INVALID_INPUT'],
      [{ reportType: 'rug_pull' }, '400 INVALID_INPUT'],
      [{ providerId: UNKNOWN }, '404 PROVIDER_NOT_FOUND'],
      [{ fraudAlertId: UNKNOWN }, '404 ALERT_NOT_FOUND'],
    ] as const) {
      expect(await summarizeResponse(await post(admin, PATH, { ...reportBody, ...body })), JSON.stringify(body)).toBe(
        expectedError,
      );
    }
  });
});

describe('PUT /api/admin/reports/:reportId', () => {
  it('an administrator edits type, severity, status and text of a report; other fields stay unchanged [CALL-38] [SHAPE-21]', async () => {
    const reporter = await makeUser(db());
    const { id } = await makeReport(db(), { status: 'pending', createdBy: reporter.id });
    const body = { reportType: 'phishing', severity: 'low', status: 'resolved', description: 'Clearer words.' };
    expect(await edit(id, body)).toEqual({
      ...body,
      id,
      severity: 'Low',
      reporterLocation: 'Lagos',
      language: 'en',
      createdAt: expect.any(String),
      providerId: null,
      fraudAlertId: null,
      appealSince: null,
      reply: null,
      providerName: null,
      hasAccount: true,
      caseId: null,
      claim: null,
      ...decisionFields({ canUndo: true }),
    });
    expect(await test.sql('select action, detail from audit_entries where subject = $1', [id])).toEqual([
      {
        action: 'report.status-changed',
        detail: {
          before: 'pending',
          after: 'resolved',
          versionAfter: anyTextHash,
          typeBefore: 'withdrawal_issues',
          typeAfter: 'phishing',
          severityBefore: 'Medium',
          severityAfter: 'Low',
          isReworded: true,
        },
      },
    ]);
  });

  it('an administrator sets any status from any other, withdrawals need a second one, and only investigating and resolved are public [ADMIN-66] [DEC-17] [DEC-26]', async () => {
    for (const from of editableReportStatuses) {
      for (const status of editableReportStatuses) {
        const { id, description } = await makeReport(db(), { status: from });
        const isWithdrawal = isPublic(from) && !isPublic(status);
        const updatedReport = await edit(id, { status, reason: 'As agreed.' });
        expect(updatedReport, `${from} to ${status}`).toEqual(
          expectedReply('PUT /api/admin/reports/:reportId', {
            id,
            status: isWithdrawal ? from : status,
            reporterLocation: 'Lagos',
            ...(isWithdrawal && { proposal: expectedProposal(id, { from, to: status, title: description }) }),
            ...(!isWithdrawal && from !== status && decisionFields({ canUndo: from === 'pending' })),
          }),
        );
        if (isWithdrawal) {
          expect([await isListed(id), await listDecisions(id)]).toEqual([true, []]);
          expect((await confirmProposal(secondAdmin, updatedReport.proposal!.id)).status).toBe(200);
        }
        expect(await isListed(id)).toBe(isPublic(status));
        expect(await listDecisions(id)).toEqual(
          from === status
            ? []
            : [
                {
                  from_value: from,
                  to_value: status,
                  reason: 'As agreed.',
                  decided_by: admin.id,
                  confirmed_by: isWithdrawal ? secondAdmin.id : null,
                },
              ],
        );
        expect(await test.sql('select status from reports where id = $1', [id])).toEqual([{ status }]);
      }
    }
  });

  it('an edit accepts all eight report types and rejects unknown values [DEC-76] [SHAPE-21]', async () => {
    const { id } = await makeReport(db(), { status: 'pending', reportType: 'other' });
    for (const reportType of reportTypes)
      expect(await edit(id, { reportType, reporterLocation: 'Accra' })).toEqual(
        expectedReply('PUT /api/admin/reports/:reportId', {
          reportType,
          reporterLocation: 'Lagos',
          ...decisionFields({ canUndo: false }),
        }),
      );
    for (const body of [{ description: '' }, { status: 'approved' }, { severity: 'x' }, { reportType: null }]) {
      expect(
        await summarizeResponse(await putAsShownWithReason(admin, `${PATH}/${id}`, body)),
        JSON.stringify(body),
      ).toBe('400 INVALID_INPUT');
    }
    expect(await summarizeResponse(await putAsShownWithReason(admin, `${PATH}/${UNKNOWN}`, { severity: 'Low' }))).toBe(
      '404 REPORT_NOT_FOUND',
    );
  });

  it('changes of type or text and a lower severity of a public report take effect after a second administrator confirms them [CALL-38]', async () => {
    for (const status of ['investigating', 'resolved'] as const) {
      for (const [body, after] of [
        [{ reportType: 'phishing' }, { reportType: 'phishing' }],
        [{ severity: 'low' }, { severity: 'Low' }],
        [{ description: 'Clearer words.' }, { description: 'Clearer words.' }],
        [
          { severity: 'critical', description: 'x' },
          { severity: 'Critical', description: 'x' },
        ],
      ] as const) {
        const { id, reportType, severity, description } = await makeReport(db(), { status });
        const unchangedFields = { id, status, reporterLocation: 'Lagos', reportType, severity, description };
        const updatedReport = await edit(id, body);
        expect(updatedReport).toEqual(
          expectedReply('PUT /api/admin/reports/:reportId', {
            ...unchangedFields,
            proposal: {
              ...expectedProposal(id, { from: status, to: status, title: description }),
              reason: DEFAULT_REASON,
            },
          }),
        );
        expect((await confirmProposal(secondAdmin, updatedReport.proposal!.id)).status).toBe(200);
        expect(await edit(id, {})).toEqual(
          expectedReply('PUT /api/admin/reports/:reportId', { ...unchangedFields, ...after }),
        );
      }
    }
  });

  it('a higher severity of a public report takes effect at once [CALL-38]', async () => {
    const { id } = await makeReport(db());
    expect(await edit(id, { severity: 'critical' })).toEqual(
      expectedReply('PUT /api/admin/reports/:reportId', {
        severity: 'Critical',
        status: 'investigating',
        reporterLocation: 'Lagos',
        ...decisionFields({ canUndo: false }),
      }),
    );
  });
});
