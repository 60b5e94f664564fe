/** Earlier public versions stay stored, and one person alone cannot weaken a public warning. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import type { AlertStatement, ProviderStatement, ReportStatement } from '@hakiki/contract/public-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeAlert, makeProfileChange, makeProvider, makeReport } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, post, getJson, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});

const alertPath = (id: string) => `/api/admin/fraud-alerts/${id}`;
const providerPath = (id: string) => `/api/admin/providers/${id}`;
const reportPath = (id: string) => `/api/admin/reports/${id}`;
const showProposal = (who: Admin, { id }: Proposal) => getJson<ProposalDetail>(who, `/api/admin/proposals/${id}`);
const publicAlert = (id: string) => server.json(`/api/fraud-alerts/${id}`);
const publicProvider = (id: string) => server.json(`/api/providers/${id}`);
const anyTime = expect.any(String);

/** Sends an edit as the administrator. */
async function sendEdit<Reply>(path: string, edit: object): Promise<Reply> {
  const response = await putAsShownWithReason(administrator, path, edit);
  expect(response.status).toBe(200);
  return (await response.json()) as Reply;
}

const critical = { severity: 'Critical', title: 'Recovery fraud', description: 'They ask for a fee first.' } as const;

describe('editing a public warning alone', () => {
  it('one administrator cannot reword an alert into a notice: the edit waits, and the public page stays the same [VERD-01]', async () => {
    const { id } = await makeAlert(db(), critical);
    const before = await publicAlert(id);
    const edit = { title: 'Notice', description: 'There is no risk.', severity: 'Low' };
    const { proposal, ...shown } = await sendEdit<AdminAlert>(alertPath(id), edit);
    const nobody = { affectedProvider: null, hasAccount: false };
    expect(shown).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', { id, status: 'approved', ...critical, ...nobody }),
    );
    expect(proposal).toEqual(
      expectedReply('GET /api/admin/proposals', { subject: 'alert', from: 'approved', to: 'approved' }),
    );
    expect(await publicAlert(id)).toEqual(before);
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([]);
  });

  it('one administrator cannot remove the reasons, risk or scores of a flagged provider, in one step or several [VERD-01]', async () => {
    const flagged = {
      verificationStatus: 'Flagged' as const,
      riskScore: 'High' as const,
      flaggedReasons: ['No licence.'],
    };
    const sequences: Partial<Record<string, unknown>>[][] = [
      [{ flaggedReasons: [], riskScore: 'Low' }],
      [{ flaggedReasons: ['No licence.', 'Or so.'] }],
      [{ riskScore: 'Medium' }, { riskScore: 'Low' }],
      [{ regulatoryCompliance: 100 }],
      [{ verificationStatus: 'Suspended' }, { flaggedReasons: ['-'] }],
    ];
    for (const edits of sequences) {
      const { id } = await makeProvider(db(), flagged);
      for (const edit of edits) await putAsShownWithReason(administrator, providerPath(id), edit);
      expect(await publicProvider(id)).toEqual(
        expectedReply('GET /api/providers/:id', {
          riskScore: 'High',
          flaggedReasons: ['No licence.'],
          regulatoryCompliance: 70,
          verificationStatus: edits[0]?.['verificationStatus'] ?? 'Flagged',
          ...(edits[0]?.['verificationStatus'] === 'Suspended' && {
            suspension: { since: anyTime, reason: DEFAULT_REASON },
          }),
        }),
      );
    }
  });

  it('one administrator cannot reword, downgrade or remove a public report [VERD-01]', async () => {
    const texts = { description: 'No withdrawal since May.', severity: 'High', reporterLocation: 'Lagos' } as const;
    for (const edit of [{ status: 'rejected' }, { status: 'pending' }, { severity: 'Low' }, { description: 'Fine.' }]) {
      const { id } = await makeReport(db(), { ...texts, status: 'investigating' });
      const { proposal, ...shown } = await sendEdit<AdminReport>(reportPath(id), edit);
      expect(shown).toEqual(
        expectedReply('PUT /api/admin/reports/:reportId', { id, ...texts, status: 'investigating' }),
      );
      expect((await confirmProposal(secondAdministrator, proposal!.id)).status).toBe(200);
      expect((await getJson<AdminReport[]>(administrator, '/api/admin/reports')).find((one) => one.id === id)).toEqual(
        expectedReply('GET /api/admin/reports', { id, ...texts, status: 'investigating', ...edit }),
      );
    }
  });

  it('one administrator cannot approve a new name of a flagged provider: the change waits for a second person [VERD-01] [DEC-77]', async () => {
    const { id } = await makeProvider(db(), { name: 'Demo Tembo Pro', verificationStatus: 'Flagged' });
    const { id: changeId } = await makeProfileChange(db(), { providerId: id, changes: { name: 'Demo Simba Pro' } });
    const path = `/api/admin/profile-changes/${changeId}`;
    const reply = (await (await putAsShownWithReason(administrator, `${path}/approve`)).json()) as {
      proposal: Proposal;
    };
    expect(reply).toEqual(
      expectedReply('PUT /api/admin/profile-changes/:id/approve', { status: 'pending', proposal: expect.anything() }),
    );
    expect(await publicProvider(id)).toEqual(expectedReply('GET /api/providers/:id', { name: 'Demo Tembo Pro' }));
    expect(await showProposal(secondAdministrator, reply.proposal)).toEqual(
      expectedReply('GET /api/admin/proposals/:id', {
        subject: 'change',
        subjectTitle: 'Demo Tembo Pro',
        changes: [{ field: 'name', from: 'Demo Tembo Pro', to: 'Demo Simba Pro' }],
        provider: expect.objectContaining({ id, name: 'Demo Simba Pro', verificationStatus: 'Flagged' }),
        alert: null,
        report: null,
      }),
    );
    expect((await confirmProposal(secondAdministrator, reply.proposal.id)).status).toBe(200);
    expect(await publicProvider(id)).toEqual(expectedReply('GET /api/providers/:id', { name: 'Demo Simba Pro' }));
    expect(await server.json(`/api/providers/${id}/history`)).toEqual([
      {
        from: 'Flagged',
        to: 'Flagged',
        reason: null,
        changes: [{ field: 'name', from: 'Demo Tembo Pro', to: 'Demo Simba Pro' }],
        createdAt: anyTime,
      },
    ]);
  });

  it('one administrator can strengthen a warning and correct its spelling at once [VERD-01]', async () => {
    const { id } = await makeAlert(db(), { ...critical, severity: 'High' });
    for (const edit of [{ severity: 'Critical' }, { title: 'RECOVERY fraud.' }]) {
      expect((await sendEdit<AdminAlert>(alertPath(id), edit)).decisionId).toEqual(expect.any(String));
    }
    expect(await publicAlert(id)).toEqual(
      expectedReply('GET /api/fraud-alerts/:id', {
        alert: expect.objectContaining({ severity: 'Critical', title: 'RECOVERY fraud.' }),
      }),
    );
  });

  it('the decision record rejects a weakened warning from a module that does not check it [VERD-01]', async () => {
    const { id } = await makeAlert(db(), critical);
    const uncheckedWorkflow = server.running.services.decisions.createWorkflow({
      subject: 'alert',
      notFoundCode: 'ALERT_NOT_FOUND',
      undecidedStatus: 'pending',
      lockForUpdate: async (tx, alertId) => {
        const { rows } = await tx.execute<{ statement: AlertStatement }>(
          `select alert_statement(a) as statement from fraud_alerts a where id = '${alertId}' for update`,
        );
        const { statement } = rows[0]!;
        return { id: alertId, status: 'approved', createdAt: new Date(), publicSnapshot: { statement, hash: 'hash' } };
      },
      computeChanges: (_, edit: { severity: string }) => edit,
      publishedTexts: 'nothing',
      statusAfter: ({ status }) => status,
      saveChanges: (tx, row, { severity }) =>
        tx.execute(`update fraud_alerts set severity = '${severity}' where id = '${row.id}'`),
    });
    const { proposal } = await sendEdit<AdminAlert>(alertPath(id), { severity: 'Low' });
    const elsewhere = await makeAlert(db(), { status: 'pending' });
    const { decisionId } = await sendEdit<AdminAlert>(alertPath(elsewhere.id), { status: 'approved' });
    const { actor } = administrator;
    for (const context of [
      { actor },
      { actor, confirmedBy: secondAdministrator.id },
      { actor, confirmedBy: secondAdministrator.id, proposal: proposal!.id },
      { actor, reverses: decisionId! },
    ]) {
      const weakened = test.database.transaction((tx) =>
        uncheckedWorkflow.applyDirectly(tx, id, { severity: 'Low' }, context),
      );
      await expect(weakened).rejects.toThrow('This change needs a second person');
    }
    expect(await test.sql('select severity from fraud_alerts where id = $1', [id])).toEqual([{ severity: 'Critical' }]);
  });
});

describe('confirming a proposal', () => {
  it('a second administrator sees every changed field, the grounds and a preview, and confirms exactly that [VERD-03]', async () => {
    const { id } = await makeProvider(db(), {
      verificationStatus: 'Flagged',
      riskScore: 'High',
      flaggedReasons: ['No licence.'],
      regulatoryCompliance: 10,
    });
    const edit = { verificationStatus: 'Pending', riskScore: 'Low', regulatoryCompliance: 100, flaggedReasons: [] };
    const grounds = { reason: 'Licence seen.', evidence: 'Letter of 3 May' };
    const { proposal } = await sendEdit<AdminProvider>(providerPath(id), { ...edit, ...grounds });
    const shown = await showProposal(secondAdministrator, proposal!);
    expect(shown).toEqual(
      expectedReply('GET /api/admin/proposals/:id', {
        ...proposal,
        isOwn: false,
        ...grounds,
        isOvertaken: false,
        changes: [
          { field: 'verificationStatus', from: 'Flagged', to: 'Pending' },
          { field: 'riskScore', from: 'High', to: 'Low' },
          { field: 'flaggedReasons', from: 'No licence.', to: '' },
          { field: 'regulatoryCompliance', from: '10', to: '100' },
        ],
        provider: expect.objectContaining({ id, ...edit, suspension: null }),
        alert: null,
        report: null,
        seen: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    );
    const confirm = (seen: unknown) =>
      post(secondAdministrator, `/api/admin/proposals/${proposal!.id}/confirm`, { seen });
    expect(await summarizeResponse(await confirm(undefined))).toBe('400 INVALID_INPUT');
    expect(await summarizeResponse(await confirm('0'.repeat(64)))).toBe('409 PROPOSAL_OVERTAKEN');
    expect(await publicProvider(id)).toEqual(
      expectedReply('GET /api/providers/:id', { verificationStatus: 'Flagged' }),
    );
    expect((await confirm(shown.seen)).status).toBe(200);
    expect(await publicProvider(id)).toEqual(expectedReply('GET /api/providers/:id', { ...edit, suspension: null }));
    expect(
      await summarizeResponse(await putAsShownWithReason(administrator, `/api/admin/proposals/${proposal!.id}`)),
    ).not.toBe('200');
    expect(
      await summarizeResponse(
        await server.get(`/api/admin/proposals/${proposal!.id}`, { headers: { cookie: secondAdministrator.cookie } }),
      ),
    ).toBe('409 ALREADY_DECIDED');
  });

  it('a second administrator has to review a proposal again after its subject has changed [VERD-03]', async () => {
    const { id } = await makeAlert(db(), { ...critical, severity: 'High', affectedCountries: ['kenya'] });
    const { proposal } = await sendEdit<AdminAlert>(alertPath(id), { description: 'It was a mistake.' });
    const before = await showProposal(secondAdministrator, proposal!);
    await sendEdit<AdminAlert>(alertPath(id), { severity: 'Critical' });
    const confirm = (seen: string) =>
      post(secondAdministrator, `/api/admin/proposals/${proposal!.id}/confirm`, { seen });
    expect(await summarizeResponse(await confirm(before.seen))).toBe('409 PROPOSAL_OVERTAKEN');
    const again = await showProposal(secondAdministrator, proposal!);
    expect([before.isOvertaken, again.isOvertaken]).toEqual([false, true]);
    expect(again.alert).toEqual(
      expect.objectContaining({
        alert: expect.objectContaining({ severity: 'Critical', description: 'It was a mistake.' }),
      }),
    );
    expect((await confirm(again.seen)).status).toBe(200);
  });

  it('a second administrator sees a preview of a withdrawn alert, and of a report with its new text [VERD-03]', async () => {
    const { id } = await makeAlert(db(), critical);
    const { proposal } = await sendEdit<AdminAlert>(alertPath(id), { status: 'rejected' });
    expect((await showProposal(secondAdministrator, proposal!)).alert).toEqual({
      id,
      publishedAt: anyTime,
      withdrawnAt: anyTime,
      appealSince: null,
      alert: null,
    });
    const { id: reportId } = await makeReport(db(), { status: 'investigating' });
    const { proposal: reworded } = await sendEdit<AdminReport>(reportPath(reportId), { description: 'Otherwise.' });
    expect((await showProposal(secondAdministrator, reworded!)).report).toEqual(
      expectedReply('GET /api/reports', { id: reportId, description: 'Otherwise.', reporterLocation: 'Lagos' }),
    );
  });

  it('a proposal of a single administrator does not take effect by itself once a second one exists [VERD-01]', async () => {
    const { id } = await makeAlert(db(), critical);
    const { proposal } = await sendEdit<AdminAlert>(alertPath(id), { severity: 'Low' });
    await test.sql('update proposals set takes_effect_at = now() where id = $1', [proposal!.id]);
    await server.running.services.proposals.processAllDue();
    expect(await test.sql('select severity from fraud_alerts where id = $1', [id])).toEqual([{ severity: 'Critical' }]);
    expect((await confirmProposal(secondAdministrator, proposal!.id)).status).toBe(200);
  });
});

describe('public versions', () => {
  const versionsOf = (id: string) =>
    test.sql('select subject, statement, hash from public_versions where subject_id = $1 order by id', [id]);
  const auditOf = (id: string) =>
    test.sql(`select detail from audit_entries where subject = $1 and action not like 'proposal.%' order by at, id`, [
      id,
    ]);

  it('every public version stays stored with its hash in the audit log, and visitors see the difference [VERD-02]', async () => {
    const { id } = await makeAlert(db(), critical);
    const edit = { title: 'Recovery fraud, again', description: 'They ask for a fee first, in coins.' };
    const { proposal } = await sendEdit<AdminAlert>(alertPath(id), { ...edit, reason: 'More is known.' });
    await confirmProposal(secondAdministrator, proposal!.id);
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([
      {
        from: 'approved',
        to: 'approved',
        reason: 'More is known.',
        changes: [
          { field: 'title', from: critical.title, to: edit.title },
          { field: 'description', from: critical.description, to: edit.description },
        ],
        createdAt: anyTime,
      },
    ]);
    const [version, ...more] = await versionsOf(id);
    expect(more).toEqual([]);
    expect(version).toEqual({
      subject: 'alert',
      statement: expect.objectContaining(critical) as unknown,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    const [now] = await test.sql(
      'select statement_hash(alert_statement(a)) as hash from fraud_alerts a where id = $1',
      [id],
    );
    expect(await auditOf(id)).toEqual([
      { detail: expect.objectContaining({ versionBefore: version!['hash'], versionAfter: now!['hash'] }) as unknown },
    ]);
  });

  it('a visitor sees the history of a public report, and an error once it is not public [VERD-02]', async () => {
    const { id } = await makeReport(db(), { status: 'investigating', description: 'No withdrawal since May.' });
    const { proposal } = await sendEdit<AdminReport>(reportPath(id), { description: 'No withdrawal since June.' });
    await confirmProposal(secondAdministrator, proposal!.id);
    const path = `/api/reports/${id}/history`;
    expect(await server.json(path)).toEqual([
      {
        from: 'investigating',
        to: 'investigating',
        reason: DEFAULT_REASON,
        changes: [{ field: 'description', from: 'No withdrawal since May.', to: 'No withdrawal since June.' }],
        createdAt: anyTime,
      },
    ]);
    await confirmProposal(
      secondAdministrator,
      (await sendEdit<AdminReport>(reportPath(id), { status: 'rejected' })).proposal!.id,
    );
    expect(await summarizeResponse(await server.get(path))).toBe('404 REPORT_NOT_FOUND');
  });

  it('a visitor sees a republished alert compared with its last public version, without texts that never were public [VERD-02]', async () => {
    const { id } = await makeAlert(db(), { ...critical, status: 'pending' });
    await sendEdit<AdminAlert>(alertPath(id), { title: 'Never public' });
    await sendEdit<AdminAlert>(alertPath(id), { title: 'First public', status: 'approved' });
    await confirmProposal(
      secondAdministrator,
      (await sendEdit<AdminAlert>(alertPath(id), { status: 'pending' })).proposal!.id,
    );
    await sendEdit<AdminAlert>(alertPath(id), { title: 'In between' });
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([
      { from: 'approved', to: 'pending', reason: DEFAULT_REASON, changes: [], createdAt: anyTime },
      { from: 'pending', to: 'approved', reason: null, changes: [], createdAt: anyTime },
    ]);
    await sendEdit<AdminAlert>(alertPath(id), { title: 'Second public', status: 'approved' });
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([
      {
        from: 'pending',
        to: 'approved',
        reason: DEFAULT_REASON,
        changes: [{ field: 'title', from: 'First public', to: 'Second public' }],
        createdAt: anyTime,
      },
      { from: 'approved', to: 'pending', reason: DEFAULT_REASON, changes: [], createdAt: anyTime },
      { from: 'pending', to: 'approved', reason: DEFAULT_REASON, changes: [], createdAt: anyTime },
    ]);
  });

  it('the database stores a version on every change of a provider, and rejects changes of versions [VERD-02]', async () => {
    const { id } = await makeProvider(db(), { verificationStatus: 'Flagged', flaggedReasons: ['No licence.'] });
    await test.sql(`update providers set flagged_reasons = '{}' where id = $1`, [id]);
    await test.sql(`update providers set rating = 3.3, review_count = 4 where id = $1`, [id]);
    expect(await versionsOf(id)).toEqual([
      {
        subject: 'provider',
        statement: expect.objectContaining({ flaggedReasons: ['No licence.'] }) as unknown,
        hash: expect.any(String) as unknown,
      },
    ]);
    await expect(test.sql('delete from public_versions where subject_id = $1', [id])).rejects.toThrow('append-only');
    await expect(test.sql(`update public_versions set hash = '' where subject_id = $1`, [id])).rejects.toThrow(
      'append-only',
    );
  });

  it('the stored statement has exactly the fields that the contract defines', async () => {
    const names = {
      alert: {
        kind: 1,
        status: 1,
        severity: 1,
        alertType: 1,
        title: 1,
        description: 1,
        advice: 1,
        language: 1,
        affectedCountries: 1,
        affectedProviderId: 1,
        affectedProviderName: 1,
      } satisfies Record<keyof AlertStatement, 1>,
      report: {
        kind: 1,
        status: 1,
        severity: 1,
        reportType: 1,
        description: 1,
        providerId: 1,
      } satisfies Record<keyof ReportStatement, 1>,
      provider: {
        kind: 1,
        reviewState: 1,
        verificationStatus: 1,
        riskScore: 1,
        flaggedReasons: 1,
        regulatoryCompliance: 1,
        userSatisfaction: 1,
        securityMeasures: 1,
        name: 1,
        otherNames: 1,
        type: 1,
        description: 1,
        website: 1,
        countries: 1,
        licenseInfo: 1,
        established: 1,
        userCount: 1,
        securityFeatures: 1,
        insurance: 1,
      } satisfies Record<keyof ProviderStatement, 1>,
    };
    await makeAlert(db());
    await makeReport(db());
    await makeProvider(db());
    for (const [kind, table] of [
      ['alert', 'fraud_alerts'],
      ['report', 'reports'],
      ['provider', 'providers'],
    ] as const) {
      const [row] = await test.sql(`select ${kind}_statement(t) as statement from ${table} t limit 1`);
      expect(Object.keys(row!['statement'] as object).toSorted()).toEqual(Object.keys(names[kind]).toSorted());
    }
  });
});
