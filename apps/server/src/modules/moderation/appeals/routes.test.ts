/** Appeals against verdicts: decided in time, by people who have not decided before, and visible to the public. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { PublicDecision } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { appealRules } from '@hakiki/contract/appeals';
import type { AdminAppeal } from '@hakiki/contract/appeals-admin';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeAlert, makeProvider, makeReport } from '../../../../test/support/factories.ts';
import { requestProofOfWork } from '../../../../test/support/proof-of-work.ts';
import { newAppealAgainst, createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const OPERATOR = 'operator@example.com';
const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, operatorEmail: OPERATOR } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { putAsShownWithReason, post, getJson, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
let thirdAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
  thirdAdministrator = await makeAdmin(db());
});

/** An alert that the administrator has published. */
async function publishAlert(author = administrator): Promise<AdminAlert> {
  const { item } = await reporter.reportScam();
  return (await (
    await putAsShownWithReason(author, `/api/admin/fraud-alerts/${item.id}/approve`)
  ).json()) as AdminAlert;
}
const against = (subjectId: string) => ({ subject: 'alert' as const, subjectId });
const readBody = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body;
const decide = (who: Admin, id: string, decision: object) => post(who, `/api/admin/appeals/${id}/decision`, decision);
const dismissal = { outcome: 'dismissed', reason: 'The evidence still shows it.' };
const removal = { outcome: 'upheld', reason: 'It was another company.', alert: { status: 'rejected' } };
const getAlertPage = (id: string) => readBody<PublishedAlert>(server.get(`/api/fraud-alerts/${id}`));
const getHistory = (id: string) => readBody<PublicDecision[]>(server.get(`/api/fraud-alerts/${id}/history`));
const getAppeal = (who: Admin, id: string) => getJson<AdminAppeal>(who, `/api/admin/appeals/${id}`);
const listAppeals = (who: Admin, state = 'open') =>
  getJson<AdminAppeal[]>(who, `/api/admin/appeals?state=${state}&limit=200`);
const statusOf = async (id: string) =>
  (await test.sql('select status from appeals where id = $1', [id]))[0]?.['status'];

describe('POST /api/appeals', () => {
  it('a visitor appeals without an account and gets a receipt and the due date [VERD-13]', async () => {
    const { id } = await publishAlert();
    const form = newAppealAgainst(against(id), {
      contactEmail: 'named@example.com',
      proof: await requestProofOfWork(server),
    });
    const response = await server.post('/api/appeals', form);
    expect(response.status).toBe(201);
    const reply = (await response.json()) as { id: string; dueAt: string; receipt: { code: string } };
    expect(reply).toEqual({
      id: expect.any(String),
      subject: 'alert',
      subjectId: id,
      status: 'pending',
      dueAt: expect.any(String),
      isNoticed: true,
      message: 'Your appeal will be decided within 14 days by somebody who did not decide this before.',
      receipt: { reference: expect.stringMatching(/^HK-/), code: expect.any(String), expectedBy: reply.dueAt },
    });
    const days = (Date.parse(reply.dueAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14);

    expect(await reporter.lookUpReceipt(reply.receipt.code)).toEqual({
      id: reply.id,
      kind: 'appeal',
      reference: expect.any(String),
      title: 'A broker that pays nobody',
      reportType: null,
      description: form.text,
      status: 'pending',
      alertId: null,
      createdAt: expect.any(String),
      decidedAt: null,
      expectedBy: reply.dueAt,
      hasContact: true,
      isEdited: false,
      amountLost: null,
      evidenceDescription: null,
      additionalDetails: null,
      indicators: [],
      questions: [],
      evidence: [],
      appeal: {
        subject: 'alert',
        subjectId: id,
        askedBy: 'named',
        wants: 'removal',
        isNoticed: true,
        reason: null,
      },
    });
    // The text is encrypted in the database, and an appeal is in no case of the queue.
    const stored = await test.sql('select * from appeals, filings where appeals.id = $1 and filings.id = appeals.id', [
      reply.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain('similar name');
    await server.running.services.cases.groupFiling(reply.id);
    expect(await test.sql('select * from case_filings where filing_id = $1', [reply.id])).toEqual([]);
  });

  it('a visitor without JavaScript confirms the appeal by email, and it counts from then on [VERD-13]', async () => {
    const { id } = await publishAlert();
    const email = 'without-scripts@example.com';
    const sent = await server.post('/api/appeals', newAppealAgainst(against(id), { contactEmail: email }));
    expect(await sent.json()).toEqual(
      expectedReply('POST /api/appeals', { subject: 'alert', subjectId: id, mailed: true, isNoticed: true }),
    );
    expect((await getAlertPage(id)).appealSince).toBeNull();
    const token = await mailbox.getTokenFromEmail(email, '/confirm-submission');
    const confirmed = await server.post('/api/confirm-submission', { token });
    expect(await confirmed.json()).toEqual(
      expectedReply('POST /api/confirm-submission', { kind: 'appeal', receipt: expect.any(Object) }),
    );
    expect((await getAlertPage(id)).appealSince).toEqual(expect.any(String));
  });

  it('a repeated request with the same idempotency key creates one appeal', async () => {
    const { id } = await publishAlert();
    const headers = { 'idempotency-key': 'an-appeal-that-is-sent-twice' };
    const form = newAppealAgainst(against(id));
    const send = async () =>
      server.post('/api/appeals', { ...form, proof: await requestProofOfWork(server) }, { headers });
    const [one, two] = [await readBody(send()), await readBody(send())];
    expect(two).toEqual(one);
    expect((await test.sql('select id from appeals where subject_id = $1', [id])).length).toBe(1);
  });

  it('a visitor gets an error for missing fields, and for a verdict that is not public', async () => {
    const emptyForm = await server.post('/api/appeals', { proof: await requestProofOfWork(server) });
    expect(await emptyForm.json()).toEqual(
      toInvalidInputReply({
        subject: 'Please fill in all required fields.',
        subjectId: 'Please fill in all required fields.',
        askedBy: 'Please say who is asking',
        wants: 'Please say what should happen',
        text: 'Please say in at least 20 characters what is wrong',
      }),
    );
    const { item } = await reporter.reportScam();
    const hidden = { ...newAppealAgainst(against(item.id)), proof: await requestProofOfWork(server) };
    expect(await summarizeResponse(await server.post('/api/appeals', hidden))).toBe('404 ALERT_NOT_FOUND');
    expect(await summarizeResponse(await server.get(`/api/appeals/against/alert/${item.id}`))).toBe(
      '404 ALERT_NOT_FOUND',
    );
  });

  it('a visitor gets an error when too many appeals against a verdict are open [VERD-13]', async () => {
    const { id } = await publishAlert();
    for (let n = 0; n < appealRules.openPerVerdict; n += 1) await reporter.appeal(against(id));
    const more = await server.post('/api/appeals', {
      ...newAppealAgainst(against(id)),
      proof: await requestProofOfWork(server),
    });
    expect([more.status, await more.json()]).toEqual([
      409,
      {
        code: 'TOO_MANY_APPEALS',
        message:
          'Many appeals against this verdict are already waiting. We decide them within 14 days. Please come back after that if you still want to appeal.',
      },
    ]);
  });
});

describe('the public notice of an appeal', () => {
  it('visitors see on the page of an alert, a provider and a report that an appeal is open [VERD-13]', async () => {
    const provider = await makeProvider(db(), { verificationStatus: 'Flagged' });
    const report = await makeReport(db(), { status: 'investigating' });
    const alert = await publishAlert();
    const since = async () => ({
      alert: (await getAlertPage(alert.id)).appealSince,
      provider: (await readBody<{ appealSince: unknown }>(server.get(`/api/providers/${provider.id}`))).appealSince,
      report: (await readBody<{ id: string; appealSince: unknown }[]>(server.get('/api/reports'))).find(
        ({ id }) => id === report.id,
      )?.appealSince,
    });
    expect(await since()).toEqual({ alert: null, provider: null, report: null });
    for (const [subject, { id }] of Object.entries({ alert, provider, report })) {
      const { item } = await reporter.appeal({ subject: subject as 'alert', subjectId: id });
      const form = await server.get(`/api/appeals/against/${subject}/${id}`);
      expect(await form.json()).toEqual(
        expectedReply('GET /api/appeals/against/:subject/:subjectId', {
          subject,
          subjectId: id,
          appealSince: expect.any(String),
          dismissedAt: null,
        }),
      );
      expect(await statusOf(item.id)).toBe('pending');
    }
    const notices = await since();
    expect(notices).toEqual({ alert: expect.any(String), provider: expect.any(String), report: expect.any(String) });
    // A second appeal does not change the notice.
    await reporter.appeal(against(alert.id));
    expect(await since()).toEqual(notices);
  });

  it('a repeated appeal against an unchanged verdict shows no notice again [VERD-13]', async () => {
    const { id } = await publishAlert();
    const { item } = await reporter.appeal(against(id));
    expect((await decide(secondAdministrator, item.id, dismissal)).status).toBe(200);
    expect((await getAlertPage(id)).appealSince).toBeNull();

    const { item: again, receipt } = await reporter.appeal(against(id));
    expect([again.isNoticed, (await getAlertPage(id)).appealSince]).toEqual([false, null]);
    expect((await reporter.lookUpReceipt(receipt.code)).appeal?.isNoticed).toBe(false);
    expect(await (await server.get(`/api/appeals/against/alert/${id}`)).json()).toEqual(
      expectedReply('GET /api/appeals/against/:subject/:subjectId', {
        appealSince: null,
        dismissedAt: expect.any(String),
      }),
    );
    // After half a year, or after a change of the verdict, the notice is shown again.
    await test.sql(`update appeals set decided_at = decided_at - interval '7 months' where id = $1`, [item.id]);
    expect((await reporter.appeal(against(id))).item.isNoticed).toBe(true);

    const changed = await publishAlert();
    const { item: dismissed } = await reporter.appeal(against(changed.id));
    await decide(secondAdministrator, dismissed.id, dismissal);
    await putAsShownWithReason(secondAdministrator, `/api/admin/fraud-alerts/${changed.id}`, { severity: 'Critical' });
    expect((await reporter.appeal(against(changed.id))).item.isNoticed).toBe(true);
  });
});

describe('deciding an appeal', () => {
  it('an administrator cannot decide an appeal against a verdict that they decided or confirmed, or after an earlier appeal [VERD-13]', async () => {
    const { id } = await publishAlert(administrator);
    const { item } = await reporter.appeal(against(id));
    expect(await summarizeResponse(await decide(administrator, item.id, dismissal))).toBe('403 APPEAL_OWN_VERDICT');
    expect(await getAppeal(administrator, item.id)).toEqual(
      expectedReply('GET /api/admin/appeals/:id', { isOwnVerdict: true, isStuck: false, status: 'pending' }),
    );
    expect(await getAppeal(secondAdministrator, item.id)).toEqual(
      expectedReply('GET /api/admin/appeals/:id', { isOwnVerdict: false, isStuck: false, status: 'pending' }),
    );
    expect((await decide(secondAdministrator, item.id, dismissal)).status).toBe(200);

    const { item: again } = await reporter.appeal(against(id));
    expect(await summarizeResponse(await decide(secondAdministrator, again.id, dismissal))).toBe(
      '403 APPEAL_OWN_VERDICT',
    );
    expect((await decide(thirdAdministrator, again.id, dismissal)).status).toBe(200);
  });

  it('an administrator cannot decide an appeal against an alert when they decided a report merged into it [VERD-13]', async () => {
    const { id } = await publishAlert(administrator);
    await makeAlert(db(), { status: 'pending' });
    const { item: merged } = await reporter.reportScam();
    await server.running.database.transaction((tx) =>
      server.running.services.alerts.merge(tx, secondAdministrator.actor, merged.id, {
        leadId: id,
        isRead: false,
        reason: 'The same.',
      }),
    );
    const { item } = await reporter.appeal(against(id));
    expect(await summarizeResponse(await decide(secondAdministrator, item.id, dismissal))).toBe(
      '403 APPEAL_OWN_VERDICT',
    );
    expect((await decide(thirdAdministrator, item.id, dismissal)).status).toBe(200);
  });

  it('an administrator dismisses an appeal once, with a public reason, and the sender gets an email [VERD-13]', async () => {
    const email = 'dismissed@example.com';
    const { id } = await publishAlert();
    const { item, receipt } = await reporter.appeal(against(id), { contactEmail: email }, { language: 'fr' });
    const withoutReason = await decide(secondAdministrator, item.id, { outcome: 'dismissed', reason: ' ' });
    expect(await withoutReason.json()).toEqual(toInvalidInputReply({ reason: 'Please give a reason' }));
    expect(await readBody(decide(secondAdministrator, item.id, dismissal))).toEqual(
      expectedReply('POST /api/admin/appeals/:id/decision', {
        id: item.id,
        status: 'dismissed',
        reason: dismissal.reason,
        decidedAt: expect.any(String),
        proposalId: null,
        decisionId: expect.any(String),
      }),
    );
    expect(await summarizeResponse(await decide(thirdAdministrator, item.id, dismissal))).toBe('409 ALREADY_DECIDED');
    expect((await getHistory(id))[0]).toEqual({
      from: 'pending',
      to: 'dismissed',
      reason: dismissal.reason,
      changes: [],
      createdAt: expect.any(String),
      isAppeal: true,
    });
    const followed = await reporter.lookUpReceipt(receipt.code);
    expect([followed.status, followed.appeal?.reason]).toEqual(['dismissed', dismissal.reason]);
    const [decisionEmail] = await mailbox.listEmailsTo(email);
    expect(decisionEmail?.subject).toBe('Votre recours est rejeté');
    expect(decisionEmail?.text).toContain(receipt.reference);
  });
});

describe('upholding an appeal', () => {
  it('an upheld appeal changes the page and is closed once a second person has confirmed the change [VERD-01, VERD-13]', async () => {
    const email = 'upheld@example.com';
    const { id } = await publishAlert(administrator);
    const { item } = await reporter.appeal(against(id), { contactEmail: email });
    const proposed = await readBody<AdminAppeal & { proposal: Proposal }>(
      decide(secondAdministrator, item.id, removal),
    );
    expect(proposed).toEqual(
      expectedReply('POST /api/admin/appeals/:id/decision', {
        id: item.id,
        status: 'pending',
        reason: null,
        decidedAt: null,
        proposalId: proposed.proposal.id,
        proposal: {
          subject: 'alert',
          subjectId: id,
          from: 'approved',
          to: 'rejected',
          reason: removal.reason,
          evidence: `Appeal ${proposed.reference}`,
          proposedBy: secondAdministrator.email,
          isOwn: true,
        },
      }),
    );
    // Nothing has changed before the confirmation.
    expect((await getAlertPage(id)).alert).not.toBeNull();
    expect((await getAlertPage(id)).appealSince).toEqual(expect.any(String));
    expect(await summarizeResponse(await confirmProposal(secondAdministrator, proposed.proposal.id))).toBe(
      '403 OWN_PROPOSAL',
    );
    expect(await summarizeResponse(await decide(thirdAdministrator, item.id, removal))).toBe('409 ALREADY_PROPOSED');

    expect((await confirmProposal(administrator, proposed.proposal.id)).status).toBe(200);
    expect(await getAlertPage(id)).toEqual({
      id,
      publishedAt: expect.any(String),
      withdrawnAt: expect.any(String),
      appealSince: null,
      alert: null,
    });
    const at = { createdAt: expect.any(String), changes: [] };
    expect((await getHistory(id)).slice(0, 2)).toEqual([
      { from: 'pending', to: 'upheld', reason: removal.reason, isAppeal: true, ...at },
      { from: 'approved', to: 'rejected', reason: removal.reason, ...at },
    ]);
    expect(await getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${item.id}`)).toEqual(
      expectedReply('GET /api/admin/decisions', [
        {
          subject: 'appeal',
          subjectId: item.id,
          from: 'pending',
          to: 'upheld',
          decidedBy: secondAdministrator.email,
          confirmedBy: administrator.email,
        },
      ]),
    );
    const [decisionEmail] = await mailbox.listEmailsTo(email);
    expect(decisionEmail?.subject).toBe('Your appeal was upheld');
  });

  it.each(['withdrawn', 'expired'])(
    'an appeal is pending again when the proposed change is %s [VERD-13]',
    async (outcome) => {
      const { id } = await publishAlert(administrator);
      const { item } = await reporter.appeal(against(id));
      const { proposal } = await readBody<{ proposal: Proposal }>(decide(secondAdministrator, item.id, removal));
      if (outcome === 'withdrawn') await post(administrator, `/api/admin/proposals/${proposal.id}/withdraw`);
      else {
        await test.sql(`update proposals set expires_at = now() - interval '1 minute' where id = $1`, [proposal.id]);
        await server.running.services.proposals.processAllDue();
      }
      expect(await getAppeal(thirdAdministrator, item.id)).toEqual(
        expectedReply('GET /api/admin/appeals/:id', {
          status: 'pending',
          proposalId: null,
          proposal: null,
          hasChanged: false,
        }),
      );
      expect((await getAlertPage(id)).appealSince).toEqual(expect.any(String));
      expect((await decide(thirdAdministrator, item.id, dismissal)).status).toBe(200);
    },
  );

  it('an administrator cannot uphold an appeal without a change of the verdict [VERD-13]', async () => {
    const { id } = await publishAlert(administrator);
    const { item } = await reporter.appeal(against(id));
    const { item: other } = await reporter.appeal(against(id));
    const withoutChange = { outcome: 'partly', reason: 'The amount was wrong.' };
    expect(await summarizeResponse(await decide(secondAdministrator, item.id, withoutChange))).toBe(
      '409 APPEAL_CHANGES_NOTHING',
    );
    const reworded = {
      ...withoutChange,
      alert: { description: 'It asks for a fee before anything is paid out, as many say.' },
    };
    const { proposal } = await readBody<{ proposal: Proposal }>(decide(secondAdministrator, item.id, reworded));
    expect((await confirmProposal(thirdAdministrator, proposal.id)).status).toBe(200);
    expect(await statusOf(item.id)).toBe('partly');
    // The other appeal stays open, and the two who agreed on the change may still decide it.
    expect(await statusOf(other.id)).toBe('pending');
    expect(await getAppeal(secondAdministrator, other.id)).toEqual(
      expectedReply('GET /api/admin/appeals/:id', { isOwnVerdict: false, hasChanged: true }),
    );
    expect((await decide(thirdAdministrator, other.id, { outcome: 'upheld', reason: 'It was reworded.' })).status).toBe(
      200,
    );
  });

  it.each([
    ['provider', { provider: { verificationStatus: 'Verified' } }],
    ['report', { report: { status: 'rejected' } }],
  ] as const)('an upheld appeal changes a %s in the same way [VERD-13]', async (subject, change) => {
    const { id } =
      subject === 'provider'
        ? await makeProvider(db(), { verificationStatus: 'Flagged', riskScore: 'High' })
        : await makeReport(db(), { status: 'investigating' });
    const { item } = await reporter.appeal({ subject, subjectId: id });
    const { proposal } = await readBody<{ proposal: Proposal }>(
      decide(secondAdministrator, item.id, { outcome: 'upheld', reason: 'The licence was renewed.', ...change }),
    );
    expect(await statusOf(item.id)).toBe('pending');
    expect((await confirmProposal(administrator, proposal.id)).status).toBe(200);
    expect(await statusOf(item.id)).toBe('upheld');
  });
});

describe('appeals in the console', () => {
  it('an administrator sees open appeals by due date with all details, and can ask the sender [VERD-13]', async () => {
    const { id } = await publishAlert(administrator);
    const { item, receipt } = await reporter.appeal(against(id));
    await test.sql(`update appeals set due_at = now() - interval '1 day' where id = $1`, [item.id]);
    expect((await listAppeals(secondAdministrator))[0]).toEqual(
      expectedReply('GET /api/admin/appeals', {
        id: item.id,
        subject: 'alert',
        subjectId: id,
        subjectTitle: 'A broker that pays nobody',
        askedBy: 'named',
        wants: 'removal',
        isRecorded: false,
      }),
    );
    await post(secondAdministrator, `/api/admin/filings/${item.id}/questions`, { question: 'Which wallet is yours?' });
    expect((await reporter.lookUpReceipt(receipt.code)).questions).toEqual([
      expect.objectContaining({ question: 'Which wallet is yours?', answer: null }),
    ]);
    expect(await getAppeal(secondAdministrator, item.id)).toEqual(
      expectedReply('GET /api/admin/appeals/:id', {
        filing: expect.objectContaining({
          description: newAppealAgainst(against(id)).text,
          questions: [expect.objectContaining({ question: 'Which wallet is yours?' })],
        }),
        decisions: [expect.objectContaining({ from: 'pending', to: 'approved', decidedBy: administrator.email })],
        alert: expect.objectContaining({ id, alert: expect.objectContaining({ title: 'A broker that pays nobody' }) }),
        provider: null,
        report: null,
      }),
    );
    await decide(secondAdministrator, item.id, dismissal);
    expect((await listAppeals(secondAdministrator)).map((one) => one.id)).not.toContain(item.id);
    expect((await listAppeals(secondAdministrator, 'decided'))[0]?.id).toBe(item.id);
    expect(
      await summarizeResponse(
        await server.get('/api/admin/appeals/01890000-0000-7000-8000-00000000dead', {
          headers: { cookie: administrator.cookie },
        }),
      ),
    ).toBe('404 APPEAL_NOT_FOUND');
  });

  it('an administrator enters an appeal of a court once, and gets a receipt for the answer [VERD-13]', async () => {
    const { id } = await publishAlert();
    const decisionEmail = newAppealAgainst(against(id), { askedBy: 'court' });
    const headers = { 'idempotency-key': 'the-letter-of-the-court' };
    const reply = await readBody<AdminAppeal & { receipt: { code: string } }>(
      post(administrator, '/api/admin/appeals', decisionEmail, headers),
    );
    expect(reply).toEqual(
      expectedReply('POST /api/admin/appeals', {
        subjectId: id,
        askedBy: 'court',
        wants: 'removal',
        isRecorded: true,
        isOwnVerdict: true,
        status: 'pending',
      }),
    );
    expect(await readBody(post(administrator, '/api/admin/appeals', decisionEmail, headers))).toEqual(reply);
    expect((await reporter.lookUpReceipt(reply.receipt.code)).kind).toBe('appeal');
  });

  it('the operator gets one email per week about overdue appeals and appeals that nobody may decide [VERD-13]', async () => {
    await test.sql(`update appeals set status = 'dismissed', decided_at = now() where status = 'pending'`);
    const appeals = server.running.services.appeals;
    const { id } = await publishAlert(administrator);
    const { item } = await reporter.appeal(against(id));
    await appeals.reportTroubledAppeals();
    expect(await mailbox.listEmailsTo(OPERATOR)).toEqual([]);

    // Only the administrator who decided the verdict is left.
    await test.sql('update users set is_admin = false where id <> $1', [administrator.id]);
    expect((await listAppeals(administrator)).map(({ id: one, isStuck }) => [one, isStuck])).toEqual([[item.id, true]]);
    await appeals.reportTroubledAppeals();
    await appeals.reportTroubledAppeals();
    const [stuck, ...further] = await mailbox.listEmailsTo(OPERATOR);
    expect(further).toEqual([]);
    expect(stuck?.subject).toBe('Appeals are waiting for a decision');
    expect(stuck?.text).toContain('cannot be decided by any administrator');

    await test.sql('update users set is_admin = true where id = any($1)', [
      [secondAdministrator.id, thirdAdministrator.id],
    ]);
    await test.sql(
      `update appeals set due_at = now() - interval '1 hour', operator_notified_at = now() - interval '8 days'
      where id = $1`,
      [item.id],
    );
    await appeals.reportTroubledAppeals();
    const emails = await mailbox.listEmailsTo(OPERATOR);
    expect(emails).toHaveLength(2);
    expect(emails[1]?.text).toContain('has waited for more than 14 days');
    expect(emails[1]?.text).not.toContain('cannot be decided by any administrator');
  });
});
