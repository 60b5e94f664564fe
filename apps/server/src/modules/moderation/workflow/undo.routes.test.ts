import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { decisionFields, expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeAlert, makeExperience, makeProvider, makeReview } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { putAsShownWithReason, post, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const services = () => server.running.services;

let administrator: Admin;
let otherAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  otherAdministrator = await makeAdmin(db());
});

const undo = (who: Admin, id: DecisionId) => post(who, `/api/admin/decisions/${id}/undo`);
const outcomeOfUndo = async (who: Admin, id: DecisionId) => summarizeResponse(await undo(who, id));
const alertPath = (id: string) => `/api/admin/fraud-alerts/${id}`;
async function decideAlert(id: string, action: 'approve' | 'reject'): Promise<DecisionId> {
  const { decisionId } = (await (
    await putAsShownWithReason(administrator, `${alertPath(id)}/${action}`)
  ).json()) as AdminAlert;
  return decisionId!;
}
const decisionAbout = async (id: string): Promise<DecisionId> =>
  (await getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${id}`))[0]!.id;
const counts = (id: string) =>
  test.sql(
    `select a.status, a.decided_at, c.undecided_count, c.is_open,
       (
         select coalesce(sum(n), 0)::int from alert_standing_counts where status = 'approved' and country = ''
       ) as public,
       (select count(*)::int from indicators i join filing_indicators f on f.key = i.key where f.filing_id = a.id and i.state = 'active') as named
     from fraud_alerts a left join case_filings cf on cf.filing_id = a.id left join cases c on c.id = cf.case_id
     where a.id = $1`,
    [id],
  );

describe('POST /api/admin/decisions/:id/undo', () => {
  it.each(['approve', 'reject'] as const)(
    'an administrator undoes %s with all its effects, and no email is sent',
    async (action) => {
      const contactEmail = `undone-${action}@example.com`;
      const description = `They send everyone to https://${action}-fake-coins.example and keep the deposit that was paid.`;
      const { item } = await reporter.reportScam({ contactEmail, description });
      await services().cases.groupFiling(item.id);
      const before = await counts(item.id);
      const decisionId = await decideAlert(item.id, action);
      expect(await counts(item.id)).not.toEqual(before);
      const response = await undo(administrator, decisionId);
      expect(await response.json()).toEqual({ message: 'The decision was undone.' });
      expect(await counts(item.id)).toEqual(before);
      expect(await mailbox.listEmailsTo(contactEmail)).toEqual([]);

      const [reversal, decision] = await getJson<Decision[]>(
        administrator,
        `/api/admin/decisions?subjectId=${item.id}`,
      );
      expect(decision).toEqual(
        expectedReply('GET /api/admin/decisions', { id: decisionId, from: 'pending', isReversal: false }),
      );
      expect(reversal).toEqual(
        expectedReply('GET /api/admin/decisions', {
          from: decision!.to,
          to: 'pending',
          isReversal: true,
          decidedBy: administrator.email,
        }),
      );
      expect(
        await test.sql(`select actor_id, detail from audit_entries where subject = $1 and action = 'decision.undone'`, [
          item.id,
        ]),
      ).toEqual([
        {
          actor_id: administrator.id,
          detail: {
            before: decision!.to,
            after: 'pending',
            decision: decisionId,
            ...(decision!.to === 'approved' && { versionBefore: expect.stringMatching(/^[0-9a-f]{64}$/) }),
          },
        },
      ]);
    },
  );

  it('the reporter gets one email when an alert is approved, undone and approved again', async () => {
    const contactEmail = 'decided-twice@example.com';
    const { item } = await reporter.reportScam({ contactEmail });
    await undo(administrator, await decideAlert(item.id, 'approve'));
    await decideAlert(item.id, 'approve');
    expect((await mailbox.listEmailsTo(contactEmail)).map(({ subject }) => subject)).toEqual([
      'Your scam report was verified',
    ]);
  });

  it('the decision email is delayed until the decision can no longer be undone', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'waits@example.com' });
    await decideAlert(item.id, 'reject');
    const [job] = await test.sql(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
       where name = 'mail.filing-decision' and data->>'filingId' = $1`,
      [item.id],
    );
    expect(job!['seconds']).toBeGreaterThan(undoSeconds.allowed);
    await mailbox.listEmailsTo('waits@example.com');
  });

  it('an administrator undoes the publication of a report', async () => {
    const { item } = await reporter.reportIssue({});
    const response = await putAsShownWithReason(administrator, `/api/admin/reports/${item.id}`, {
      status: 'investigating',
    });
    const { decisionId, canUndo } = (await response.json()) as AdminReport;
    expect(canUndo).toBe(true);
    expect((await undo(administrator, decisionId!)).status).toBe(200);
    expect(await test.sql('select status, decided_at, is_public from reports where id = $1', [item.id])).toEqual([
      { status: 'pending', decided_at: null, is_public: false },
    ]);
  });

  it('an administrator undoes the rejection of a report [DEC-26]', async () => {
    const { item } = await reporter.reportIssue({});
    const response = await putAsShownWithReason(administrator, `/api/admin/reports/${item.id}`, {
      status: 'rejected',
      reason: 'A duplicate.',
    });
    const { decisionId, canUndo } = (await response.json()) as AdminReport;
    expect(canUndo).toBe(true);
    expect((await undo(administrator, decisionId!)).status).toBe(200);
    expect(await test.sql('select status, decided_at, is_public from reports where id = $1', [item.id])).toEqual([
      { status: 'pending', decided_at: null, is_public: false },
    ]);
  });

  it('an administrator undoes the approval of a review with its rating, and of an experience [REAL-04]', async () => {
    const { id: providerId } = await makeProvider(db());
    await makeReview(db(), { providerId, rating: 2 });
    const review = await makeReview(db(), { providerId, rating: 5, status: 'pending' });
    const before = await services().reviews.getSummary(providerId);
    await putAsShownWithReason(administrator, `/api/admin/reviews/${review.id}/approve`);
    expect(await services().reviews.getSummary(providerId)).not.toEqual(before);
    expect((await undo(administrator, await decisionAbout(review.id))).status).toBe(200);
    expect(await services().reviews.getSummary(providerId)).toEqual(before);

    const experience = await makeExperience(db(), { status: 'pending' });
    await putAsShownWithReason(administrator, `/api/admin/experiences/${experience.id}/approve`);
    expect((await undo(administrator, await decisionAbout(experience.id))).status).toBe(200);
    expect(await test.sql('select status, decided_at from experiences where id = $1', [experience.id])).toEqual([
      { status: 'pending', decided_at: null },
    ]);
  });

  it('an administrator can undo only their own decision, and only once', async () => {
    const { id } = await makeAlert(db(), { status: 'pending' });
    const decisionId = await decideAlert(id, 'approve');
    expect(await outcomeOfUndo(otherAdministrator, decisionId)).toBe('404 DECISION_NOT_FOUND');
    expect(await outcomeOfUndo(administrator, uuidv7<DecisionId>())).toBe('404 DECISION_NOT_FOUND');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOfUndo(administrator, decisionId)));
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 TOO_LATE')]);
  });

  it(`an administrator cannot undo a decision after ${undoSeconds.allowed} seconds, so the warning stays`, async () => {
    const { id } = await makeAlert(db());
    const decisionId = uuidv7<DecisionId>();
    await test.sql(
      `insert into decisions (id, subject, subject_id, from_value, to_value, decided_by, created_at)
       values ($1, 'alert', $2, 'pending', 'approved', $3, now() - $4::interval)`,
      [decisionId, id, administrator.id, `${undoSeconds.allowed} seconds`],
    );
    expect(await outcomeOfUndo(administrator, decisionId)).toBe('409 TOO_LATE');
    expect(await test.sql('select status from fraud_alerts where id = $1', [id])).toEqual([{ status: 'approved' }]);
  });

  it('an administrator cannot undo a decision after a later change, nor a decision that was not the first', async () => {
    const { id } = await makeAlert(db(), { status: 'pending' });
    const approval = await decideAlert(id, 'approve');
    await putAsShownWithReason(otherAdministrator, alertPath(id), { severity: 'Critical' });
    expect(await outcomeOfUndo(administrator, approval)).toBe('409 TOO_LATE');

    const { id: rejectedId } = await makeAlert(db(), { status: 'rejected' });
    const response = await putAsShownWithReason(administrator, alertPath(rejectedId), { status: 'approved' });
    const approved = (await response.json()) as AdminAlert;
    expect(approved).toEqual(
      expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
        id: rejectedId,
        status: 'approved',
        affectedProvider: null,
        hasAccount: false,
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(approved.decisionId).toBe(await decisionAbout(rejectedId));
    expect(await outcomeOfUndo(administrator, approved.decisionId!)).toBe('409 TOO_LATE');
    expect(await test.sql('select status from fraud_alerts where id = $1', [rejectedId])).toEqual([
      { status: 'approved' },
    ]);
  });

  it('an administrator cannot undo the verdict on a provider', async () => {
    const { id } = await makeProvider(db());
    const response = await putAsShownWithReason(administrator, `/api/admin/providers/${id}`, {
      verificationStatus: 'Flagged',
    });
    const { decisionId, canUndo } = (await response.json()) as AdminProvider;
    expect([decisionId, canUndo]).toEqual([await decisionAbout(id), false]);
    expect(await outcomeOfUndo(administrator, decisionId!)).toBe('409 TOO_LATE');
    expect(await test.sql('select verification_status as status from providers where id = $1', [id])).toEqual([
      { status: 'Flagged' },
    ]);
  });
});
