import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { editableAlertStatuses } from '@hakiki/contract/alert-values';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../../test/support/staff.ts';
import { decisionFields, expectedReply, anyTextHash } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeAlert, makeProvider } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { putAsShownWithReason, confirmProposal, getJson, markShown } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const pathOf = (id: string) => `/api/admin/fraud-alerts/${id}`;
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';
const edit = async (id: string, body: object) =>
  (await putAsShownWithReason(admin, pathOf(id), body)).json() as Promise<AdminAlert>;
const isActive = async (id: string) =>
  (await server.json<{ id: string }[]>('/api/fraud-alerts/active')).some((alert) => alert.id === id);
const getPublicAlert = async (id: string) => (await server.json<PublishedAlert>(`/api/fraud-alerts/${id}`)).alert;
const listAuditEntries = (id: string) =>
  test.sql('select actor_id, action, detail from audit_entries where subject = $1 order by at, id', [id]);
/** The proposal that the first administrator sees after editing the text of a public alert. */
const expectedProposal = (subjectId: string, subjectTitle: string) => ({
  subject: 'alert',
  subjectId,
  subjectTitle,
  from: 'approved',
  to: 'approved',
  reason: DEFAULT_REASON,
  evidence: null,
  proposedBy: admin.email,
  isOwn: true,
  takesEffectAt: null,
  state: 'open',
});

describe('PUT /api/admin/fraud-alerts/:id/approve and /reject', () => {
  it('approving an alert returns everything that the reporter wrote, its case, and that the decision can be undone [CALL-34] [SHAPE-22] [ADMIN-52]', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Kora Exchange' });
    const { item } = await reporter.reportScam({
      affectedProvider: 'demo kora exchange',
      amountLost: 'R 900',
      evidenceDescription: 'A chat.',
      additionalDetails: 'By telephone.',
      contactEmail: 'secret-contact@example.com',
      contactPhone: '+234 800 111 2222',
    });
    await server.running.services.cases.groupFiling(item.id);
    const response = await putAsShownWithReason(admin, `${pathOf(item.id)}/approve`);
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toEqual([
      200,
      {
        id: item.id,
        title: item.title,
        description: item.description,
        advice: null,
        language: 'en',
        alertType: item.alertType,
        severity: item.severity,
        isActive: true,
        isVerified: true,
        reportCount: 1,
        affectedCountries: ['nigeria'],
        affectedProvider: provider.id,
        affectedProviderName: 'demo kora exchange',
        hasAccount: false,
        createdAt: item.createdAt,
        status: 'approved',
        amountLost: 'R 900',
        evidenceDescription: 'A chat.',
        additionalDetails: 'By telephone.',
        hasContact: true,
        caseId: expect.any(String),
        claim: null,
        ...decisionFields({ canUndo: true }),
      },
    ]);
    expect(text).not.toMatch(/secret-contact|111 2222/);
    expect(await isActive(item.id)).toBe(true);
  });

  it('an administrator rejects a pending alert; an alert that is already decided or unknown is not changed [CALL-35] [SHAPE-22] [ADMIN-53] [DEC-15]', async () => {
    const { id } = await makeAlert(db(), { status: 'pending' });
    const response = await putAsShownWithReason(admin, `${pathOf(id)}/reject`);
    expect([response.status, await response.json()]).toEqual([
      200,
      expectedReply('PUT /api/admin/fraud-alerts/:id/reject', {
        status: 'rejected',
        isActive: false,
        affectedProvider: null,
        hasAccount: false,
        ...decisionFields({ canUndo: true }),
      }),
    ]);
    for (const decision of ['approve', 'reject']) {
      expect(await summarizeResponse(await putAsShownWithReason(admin, `${pathOf(id)}/${decision}`))).toBe(
        '409 ALREADY_DECIDED',
      );
      expect(await summarizeResponse(await putAsShownWithReason(admin, `${pathOf(UNKNOWN)}/${decision}`))).toBe(
        '404 ALERT_NOT_FOUND',
      );
    }
    expect(await isActive(id)).toBe(false);
  });

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)(
    'an administrator may %s an alert with an empty body; it is then %s, and no reason is recorded [CALL-34] [CALL-35] [DEC-90]',
    async (decision, status) => {
      const { id } = await makeAlert(db(), { status: 'pending' });
      await markShown(admin, id);
      const response = await server.get(`${pathOf(id)}/${decision}`, {
        method: 'PUT',
        headers: { cookie: admin.cookie },
      });
      expect([response.status, await response.json()]).toEqual([
        200,
        expectedReply(`PUT /api/admin/fraud-alerts/:id/${decision}`, {
          id,
          status,
          isActive: status === 'approved',
          isVerified: status === 'approved',
          affectedProvider: null,
          hasAccount: false,
          ...decisionFields({ canUndo: true }),
        }),
      ]);
      const decisions = await getJson<{ reason: string }[]>(admin, `/api/admin/decisions?subjectId=${id}`);
      expect(decisions.map(({ reason }) => reason)).toEqual(['No reason given']);
    },
  );
});

describe('PUT /api/admin/fraud-alerts/:alertId', () => {
  const directTransitions = editableAlertStatuses
    .flatMap((from) => editableAlertStatuses.map((to) => [from, to] as const))
    .filter(([from]) => from !== 'approved');

  it.each(directTransitions)(
    'an administrator sets an alert from %s to %s directly, and its visibility follows [ADMIN-54] [CALL-36] [DEC-15]',
    async (from, to) => {
      const { id } = await makeAlert(db(), { status: from });
      const updatedAlert = await edit(id, { status: to });
      const isPublic = to === 'approved';
      expect(updatedAlert).toEqual(
        expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
          id,
          status: to,
          isActive: isPublic,
          isVerified: isPublic,
          affectedProvider: null,
          hasAccount: false,
          ...(from !== to && decisionFields({ canUndo: from === 'pending' })),
        }),
      );
      expect(await isActive(id)).toBe(isPublic);
    },
  );

  it('each status change of an alert updates its case and its public indicators', async () => {
    const description = 'They send everyone to https://turning-coins.example and keep the deposit that people pay.';
    const { item } = await reporter.reportScam({ description });
    await server.running.services.cases.groupFiling(item.id);
    const readCaseState = async () =>
      (
        await test.sql(
          `select c.undecided_count as undecided, (
             select count(*)::int from indicators i join filing_indicators f on f.key = i.key where f.filing_id = $1 and i.state = 'active'
           ) as named from cases c join case_filings cf on cf.case_id = c.id where cf.filing_id = $1`,
          [item.id],
        )
      )[0];
    for (const [status, undecided, named] of [
      ['rejected', 0, 0],
      ['pending', 1, 0],
      ['approved', 0, 1],
    ] as const) {
      await edit(item.id, { status });
      expect(await readCaseState()).toEqual({ undecided, named });
    }
  });

  it('an edit of text and severity of a public alert takes effect after a second administrator confirms it, is recorded, and leaves other fields unchanged [CALL-36] [SHAPE-21]', async () => {
    const { id, title, description } = await makeAlert(db());
    const unchangedFields = { id, description, status: 'approved', affectedProvider: null, hasAccount: false };
    const proposed = await edit(id, { title: '  A clearer title ', severity: 'critical' });
    expect(proposed).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        ...unchangedFields,
        title,
        severity: 'High',
        proposal: expectedProposal(id, title),
      }),
    );
    expect(await getPublicAlert(id)).toEqual(expect.objectContaining({ title, severity: 'High' }));
    expect((await confirmProposal(secondAdmin, proposed.proposal!.id)).status).toBe(200);
    expect(await edit(id, {})).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        ...unchangedFields,
        title: 'A clearer title',
        severity: 'Critical',
      }),
    );
    expect(await getPublicAlert(id)).toEqual(
      expect.objectContaining({ title: 'A clearer title', severity: 'Critical', description }),
    );
    const recorded = await listAuditEntries(id);
    expect(recorded).toEqual([
      {
        actor_id: admin.id,
        action: 'proposal.opened',
        detail: { proposal: proposed.proposal!.id, before: 'approved', after: 'approved', isAlone: false },
      },
      { actor_id: secondAdmin.id, action: 'proposal.confirmed', detail: { proposal: proposed.proposal!.id } },
      {
        actor_id: secondAdmin.id,
        action: 'alert.edited',
        detail: {
          before: 'approved',
          proposedBy: admin.id,
          versionBefore: anyTextHash,
          versionAfter: anyTextHash,
          severityBefore: 'High',
          severityAfter: 'Critical',
          isReworded: true,
        },
      },
    ]);
    const { versionBefore, versionAfter } = recorded[2]!['detail'] as Record<string, string>;
    expect(versionAfter).not.toBe(versionBefore);
  });

  it('raising the severity of a public alert takes effect at once; lowering it needs a second administrator [CALL-36]', async () => {
    const { id, title } = await makeAlert(db());
    const unchangedFields = { affectedProvider: null, hasAccount: false };
    expect(await edit(id, { severity: 'critical' })).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        ...unchangedFields,
        severity: 'Critical',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await listAuditEntries(id)).toEqual([
      {
        actor_id: admin.id,
        action: 'alert.edited',
        detail: {
          before: 'approved',
          versionBefore: anyTextHash,
          versionAfter: anyTextHash,
          severityBefore: 'High',
          severityAfter: 'Critical',
        },
      },
    ]);
    const proposed = await edit(id, { severity: 'low' });
    expect(proposed).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        ...unchangedFields,
        severity: 'Critical',
        proposal: expectedProposal(id, title),
      }),
    );
    await confirmProposal(secondAdmin, proposed.proposal!.id);
    expect(await getPublicAlert(id)).toEqual(expect.objectContaining({ severity: 'Low' }));
  });

  it('an edit that changes nothing is not recorded as a decision', async () => {
    const { id, title, severity } = await makeAlert(db());
    for (const body of [{}, { title, severity, status: 'approved' }]) await edit(id, body);
    expect(await test.sql('select from decisions where subject_id = $1', [id])).toEqual([]);
  });

  it('an edit accepts any non-empty text and only known values for each choice [DEC-76] [SHAPE-21]', async () => {
    const { id } = await makeAlert(db(), { status: 'rejected' });
    expect(await edit(id, { title: 'x', description: 'y' })).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        title: 'x',
        description: 'y',
        status: 'rejected',
        affectedProvider: null,
        hasAccount: false,
        ...decisionFields({ canUndo: false }),
      }),
    );
    const { id: publicId, title, description } = await makeAlert(db());
    const proposed = await edit(publicId, { title: 'x', description: 'y' });
    expect(proposed).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        title,
        description,
        affectedProvider: null,
        hasAccount: false,
        proposal: expectedProposal(publicId, title),
      }),
    );
    await confirmProposal(secondAdmin, proposed.proposal!.id);
    expect(await getPublicAlert(publicId)).toEqual(expect.objectContaining({ title: 'x', description: 'y' }));
    for (const body of [
      { title: ' ' },
      { description: '' },
      { severity: 'none' },
      { severity: '' },
      { status: 'deleted' },
      { title: null },
      { title: 'x'.repeat(201) },
    ]) {
      expect(await summarizeResponse(await putAsShownWithReason(admin, pathOf(id), body)), JSON.stringify(body)).toBe(
        '400 INVALID_INPUT',
      );
    }
    expect(await summarizeResponse(await putAsShownWithReason(admin, pathOf(UNKNOWN), { title: 'x' }))).toBe(
      '404 ALERT_NOT_FOUND',
    );
    const cookie = admin.cookie;
    expect(await summarizeResponse(await server.get(pathOf(id), { method: 'DELETE', headers: { cookie } }))).toMatch(
      /^40[45]/,
    );
  });

  it('the reporter is emailed the outcome for every way to decide a report', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'told@example.com' });
    await edit(item.id, { status: 'rejected' });
    await mailbox.listEmailsTo('told@example.com');
    await edit(item.id, { status: 'approved' });
    expect((await mailbox.listEmailsTo('told@example.com')).map(({ subject }) => subject)).toEqual([
      'Your scam report was not published',
      'Your scam report was verified',
    ]);
  });
});
