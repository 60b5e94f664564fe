import type { PublicDecision } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeProvider, makeRecentEvidence } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { putAsShownWithReason, post, getJson, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});

const listDecisions = (id: string) => getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${id}`);
const providerHistoryPath = (id: string) => `/api/providers/${id}/history`;
const alertHistoryPath = (id: string) => `/api/fraud-alerts/${id}/history`;

describe('GET /api/admin/decisions', () => {
  it('staff see who decided what, from, to, why and on what evidence, newest first', async () => {
    const { id } = await makeProvider(db(), { reviewState: 'pending', createdAt: new Date('2026-01-02T03:04:05Z') });
    const path = `/api/admin/providers/${id}`;
    await putAsShownWithReason(administrator, path, {
      verificationStatus: 'Flagged',
      reason: 'Fourteen reports.',
      evidence: 'HK-1 to HK-14',
    });
    await putAsShownWithReason(secondAdministrator, path, { riskScore: 'High' });
    expect(await listDecisions(id)).toEqual([
      {
        id: expect.any(String),
        subject: 'provider',
        subjectId: id,
        from: 'Flagged',
        to: 'Flagged',
        reason: DEFAULT_REASON,
        evidence: null,
        decidedBy: secondAdministrator.email,
        confirmedBy: null,
        isReversal: false,
        createdAt: expect.any(String),
      },
      expect.objectContaining({
        from: 'Pending',
        to: 'Flagged',
        reason: 'Fourteen reports.',
        evidence: 'HK-1 to HK-14',
        decidedBy: administrator.email,
      }),
    ]);
    // Only the first decision has a time of arrival.
    expect(await test.sql('select arrived_at from decisions where subject_id = $1 order by created_at', [id])).toEqual([
      { arrived_at: new Date('2026-01-02T03:04:05Z') },
      { arrived_at: null },
    ]);
  });

  it("staff see no decider when the decider's account was deleted", async () => {
    const deletedAdministrator = await makeAdmin(db());
    const { id } = await makeAlert(db(), { status: 'pending' });
    await putAsShownWithReason(deletedAdministrator, `/api/admin/fraud-alerts/${id}/approve`);
    await test.sql('delete from users where id = $1', [deletedAdministrator.id]);
    expect(await listDecisions(id)).toEqual(
      expectedReply('GET /api/admin/decisions', [{ decidedBy: null, from: 'pending', to: 'approved' }]),
    );
  });

  it('staff get an empty list for a subject without decisions, and an error for an invalid id', async () => {
    expect(await listDecisions('01890000-0000-7000-8000-00000000dead')).toEqual([]);
    const cookie = administrator.cookie;
    expect(await summarizeResponse(await server.get('/api/admin/decisions?subjectId=x', { headers: { cookie } }))).toBe(
      '400 INVALID_INPUT',
    );
  });

  it('the database rejects updates and deletions of decisions', async () => {
    const { id } = await makeAlert(db(), { status: 'pending' });
    await putAsShownWithReason(administrator, `/api/admin/fraud-alerts/${id}/approve`);
    await expect(test.sql(`update decisions set reason = 'Otherwise' where subject_id = $1`, [id])).rejects.toThrow();
    await expect(test.sql('delete from decisions where subject_id = $1', [id])).rejects.toThrow();
  });
});

describe('the public history of a verdict', () => {
  it('a visitor sees what changed, when and why, but no names of staff or reporters and no evidence [VERD-02]', async () => {
    const { item } = await reporter.submitProvider({ submitterEmail: 'who-submitted@example.com' });
    await makeRecentEvidence(db(), item.id);
    const path = `/api/admin/providers/${item.id}`;
    const verdict = { verificationStatus: 'Verified', reason: 'In the register.', evidence: 'Call of 2 May' };
    const reply = (await (await putAsShownWithReason(administrator, path, verdict)).json()) as {
      proposal: { id: string };
    };
    await confirmProposal(secondAdministrator, reply.proposal.id);
    await putAsShownWithReason(administrator, path, { userSatisfaction: 12 });
    await putAsShownWithReason(administrator, path, { verificationStatus: 'Flagged', reason: 'Licence withdrawn.' });
    const response = (
      await putAsShownWithReason(secondAdministrator, path, {
        verificationStatus: 'Limited',
        reason: 'Licence renewed.',
      })
    ).json();
    const { proposal } = (await response) as { proposal: { id: string } };
    const at = { createdAt: expect.any(String) };
    const changes = [
      { from: 'Verified', to: 'Flagged', reason: 'Licence withdrawn.', changes: [], ...at },
      {
        from: 'Verified',
        to: 'Verified',
        reason: DEFAULT_REASON,
        changes: [{ field: 'userSatisfaction', from: '0', to: '12' }],
        ...at,
      },
      { from: 'Pending', to: 'Verified', reason: 'In the register.', changes: [], ...at },
    ];
    expect(await server.json<PublicDecision[]>(providerHistoryPath(item.id))).toEqual(changes);
    await confirmProposal(administrator, proposal.id);
    const text = await (await server.get(providerHistoryPath(item.id))).text();
    expect(JSON.parse(text)).toEqual([
      { from: 'Flagged', to: 'Limited', reason: 'Licence renewed.', changes: [], ...at },
      ...changes,
    ]);
    for (const secret of [administrator, secondAdministrator].flatMap(({ id, email }) => [id, email]))
      expect(text).not.toContain(secret);
    for (const secret of ['who-submitted', 'Call of 2 May']) expect(text).not.toContain(secret);
  });

  it('a visitor sees the history of a public alert without decisions that were undone at once', async () => {
    const { item } = await reporter.reportScam({});
    const path = `/api/admin/fraud-alerts/${item.id}`;
    const { decisionId } = (await (await putAsShownWithReason(administrator, `${path}/reject`)).json()) as {
      decisionId: string;
    };
    await post(administrator, `/api/admin/decisions/${decisionId}/undo`);
    await putAsShownWithReason(administrator, path, {
      status: 'approved',
      title: 'A clearer title',
      reason: 'Seen by two others.',
    });
    await putAsShownWithReason(administrator, path, { severity: 'Critical' });
    expect(await server.json(alertHistoryPath(item.id))).toEqual([
      {
        from: 'approved',
        to: 'approved',
        reason: DEFAULT_REASON,
        changes: [{ field: 'severity', from: 'High', to: 'Critical' }],
        createdAt: expect.any(String),
      },
      {
        from: 'pending',
        to: 'approved',
        reason: 'Seen by two others.',
        changes: [],
        createdAt: expect.any(String),
      },
    ]);
    expect(await listDecisions(item.id)).toHaveLength(4);
  });

  it('a visitor gets an error for the history of a subject that is not public', async () => {
    const hidden = [
      await makeProvider(db(), { reviewState: 'pending' }),
      await makeProvider(db(), { reviewState: 'rejected' }),
      { id: '01890000-0000-7000-8000-00000000dead' },
    ];
    for (const { id } of hidden)
      expect(await summarizeResponse(await server.get(providerHistoryPath(id)))).toBe('404 PROVIDER_NOT_FOUND');
    for (const status of ['pending', 'rejected'] as const) {
      const { id } = await makeAlert(db(), { status });
      expect(await summarizeResponse(await server.get(alertHistoryPath(id)))).toBe('404 ALERT_NOT_FOUND');
    }
    expect(await summarizeResponse(await server.get(alertHistoryPath('01890000-0000-7000-8000-00000000dead')))).toBe(
      '404 ALERT_NOT_FOUND',
    );
  });
});
