import type { FilingId, FilingState, MyFiling } from '@hakiki/contract/filings';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider, makeSession, makeUser } from '../../../test/support/factories.ts';
import { makeUserActor } from '../../../test/support/actors.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { putAsShownWithReason } = createConsoleClient(server);
const db = () => test.database.db;

/** A member with a session, as an actor and as request headers. */
async function makeMember(userFields: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), userFields);
  const { cookie } = await makeSession(db(), { userId: user.id });
  const actor = makeUserActor({ id: user.id, email: user.email, isAdmin: user.isAdmin });
  return { actor, headers: { cookie } };
}

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeAdmin(db());
});

const lookUp = (body: object, headers: Record<string, string> = {}) =>
  server.post('/api/filings/look-up', body, { headers });
const lookUpState = async (body: object, headers: Record<string, string> = {}) =>
  (await (await lookUp(body, headers)).json()) as FilingState;
const askReporter = (id: string, question: string) =>
  server.running.services.filings.askReporter(moderator.actor, id as FilingId, question);

describe('POST /api/filings/look-up', () => {
  it('a reporter with the receipt sees a scam report with everything they wrote about the scam [REAL-14] [SCAM-02]', async () => {
    const details = {
      amountLost: 'about R 12 000',
      evidenceDescription: 'Screenshots of three chats',
      additionalDetails: 'The number has changed since.',
    };
    const { item, receipt } = await reporter.reportScam({
      ...details,
      contactEmail: 'amina@example.com',
      contactPhone: '+234 800 000 0000',
    });
    const response = await lookUp({ code: receipt.code });
    expect(response.headers.get('cache-control')).toContain('no-store');
    const state = (await response.json()) as FilingState;
    expect(state).toEqual({
      id: item.id,
      kind: 'alert',
      reference: receipt.reference,
      title: 'A broker that pays nobody',
      reportType: null,
      description: item.description,
      isEdited: false,
      status: 'pending',
      alertId: null,
      createdAt: item.createdAt,
      decidedAt: null,
      expectedBy: receipt.expectedBy,
      hasContact: true,
      ...details,
      indicators: [],
      questions: [],
      evidence: [],
    });
    expect(receipt.reference).toBe(`HK-${item.id.slice(-8).toUpperCase()}`);
    expect(Date.parse(receipt.expectedBy) - Date.parse(item.createdAt)).toBe(48 * 3_600_000);
    expect(JSON.stringify(state)).not.toMatch(/amina@example|800 000 0000/);
  });

  it('a receipt code is recognised in any letter case, with or without dashes', async () => {
    const { item, receipt } = await reporter.reportScam();
    const typed = [
      receipt.code,
      receipt.code.toLowerCase().replaceAll('-', ' '),
      ` ${receipt.code.replaceAll('-', '')}`,
    ];
    for (const code of typed) expect((await reporter.lookUpReceipt(code)).id).toBe(item.id);
  });

  it('an issue report is titled by its provider or its first words, and shows its status', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Lagoon Exchange' });
    const reportWithProvider = await reporter.reportIssue({ providerId: provider.id, reporterLocation: 'Lagos' });
    const reportWithoutProvider = await reporter.reportIssue();
    await putAsShownWithReason(moderator, `/api/admin/reports/${reportWithProvider.item.id}`, {
      status: 'investigating',
    });
    expect(await reporter.lookUpReceipt(reportWithProvider.receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', {
        kind: 'report',
        title: 'Demo Lagoon Exchange',
        reportType: 'withdrawal_issues',
        description: reportWithProvider.item.description,
        status: 'investigating',
        decidedAt: expect.any(String),
        hasContact: false,
      }),
    );
    expect(await reporter.lookUpReceipt(reportWithoutProvider.receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', {
        title: reportWithoutProvider.item.description,
        reportType: 'withdrawal_issues',
        status: 'pending',
        decidedAt: null,
      }),
    );
  });

  it('a reporter with the receipt sees a submission and the decision about it [SUBMIT-22]', async () => {
    const { item, receipt } = await reporter.submitProvider({ additionalInfo: 'They opened in March.' });
    expect(await reporter.lookUpReceipt(receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', {
        kind: 'submission',
        title: 'Demo Savings Exchange',
        status: 'pending',
        hasContact: true,
        additionalDetails: 'They opened in March.',
      }),
    );
    await server.running.services.directory.update(moderator.actor, item.id, {
      verificationStatus: 'Limited',
      reason: DEFAULT_REASON,
    });
    expect((await reporter.lookUpReceipt(receipt.code)).status).toBe('approved');
  });

  it('a signed-in reporter sees their own report by its id; other people do not', async () => {
    const sender = await makeMember();
    const other = await makeMember({ subscriptionTier: 'premium' });
    const { item, receipt } = await reporter.reportScam({}, { actor: sender.actor });
    expect((await lookUpState({ id: item.id }, sender.headers)).reference).toBe(receipt.reference);
    expect((await lookUpState({ code: receipt.code })).reference).toBe(receipt.reference);
    const notFound = '404 FILING_NOT_FOUND';
    for (const headers of [{}, other.headers, { cookie: moderator.cookie }]) {
      expect(await summarizeResponse(await lookUp({ id: item.id }, headers))).toBe(notFound);
    }
    const visitorReport = await reporter.reportScam();
    expect(await summarizeResponse(await lookUp({ id: visitorReport.item.id }, sender.headers))).toBe(notFound);
  });

  it('a wrong code, a missing code and an unknown report get the same response', async () => {
    const sender = await makeMember();
    const { receipt } = await reporter.reportScam();
    const wrongCode = receipt.code.slice(0, -1) + (receipt.code.endsWith('0') ? '1' : '0');
    const bodies = [{ code: wrongCode }, { code: '' }, { code: 'x'.repeat(100) }, {}, { id: uuidv7() }];
    const responses = await Promise.all(bodies.map((body) => lookUp(body, sender.headers)));
    const texts = new Set(await Promise.all(responses.map(async (one) => `${one.status} ${await one.text()}`)));
    expect([...texts]).toEqual([expect.stringMatching(/^404 .*FILING_NOT_FOUND/)]);
    expect(await summarizeResponse(await lookUp({ code: 'x'.repeat(101) }))).toBe('400 INVALID_INPUT');
  });

  it('the database holds only a hash of the receipt code, and details only encrypted', async () => {
    const { item, receipt } = await reporter.reportScam({ additionalDetails: 'baobab-detail', contactPhone: '0801' });
    const [row] = await test.sql(
      'select f::text as text, sealed_details, sealed_contact from filings f where id = $1',
      [item.id],
    );
    expect(row?.['text']).not.toContain(receipt.code);
    expect(row?.['text']).not.toContain(receipt.code.replaceAll('-', ''));
    expect(String(row?.['sealed_details'])).not.toContain('baobab');
    // Padding makes all short contacts equally long.
    expect(row?.['sealed_contact']).toHaveLength(57 + 128);
    // Details that are moved to another report cannot be decrypted.
    const other = await reporter.reportScam({ additionalDetails: 'another detail' });
    await test.sql('update filings set sealed_details = $2 where id = $1', [other.item.id, row?.['sealed_details']]);
    expect((await lookUp({ code: other.receipt.code })).status).toBe(500);
  });
});

describe('GET /api/my-filings', () => {
  const listMyFilings = async (headers: Record<string, string>, query = '') => {
    const response = await server.get(`/api/my-filings${query}`, { headers });
    return { total: response.headers.get(TOTAL_COUNT_HEADER), items: (await response.json()) as MyFiling[] };
  };

  it("a member lists their own issue reports and proposed providers, newest first, and no one else's [DEC-26]", async () => {
    const [member, other] = [await makeMember(), await makeMember()];
    const { id: providerId, name } = await makeProvider(db());
    const reportWithProvider = await reporter.reportIssue({ providerId }, { actor: member.actor });
    const reportWithoutProvider = await reporter.reportIssue({ reportType: 'phishing' }, { actor: member.actor });
    const submission = await reporter.submitProvider({ name: 'Mine to propose' }, { actor: member.actor });
    await reporter.reportScam({}, { actor: member.actor });
    await reporter.reportIssue({}, { actor: other.actor });
    await reporter.reportIssue();
    await putAsShownWithReason(moderator, `/api/admin/reports/${reportWithProvider.item.id}`, {
      status: 'rejected',
      reason: 'Nothing to it.',
    });
    await putAsShownWithReason(moderator, `/api/admin/reports/${reportWithoutProvider.item.id}`, {
      status: 'investigating',
    });
    const items: MyFiling[] = [
      {
        id: submission.item.id as string as FilingId,
        kind: 'submission',
        reference: submission.receipt.reference,
        title: 'Mine to propose',
        reportType: null,
        status: 'pending',
        createdAt: expect.any(String) as string,
      },
      {
        id: reportWithoutProvider.item.id as string as FilingId,
        kind: 'report',
        reference: reportWithoutProvider.receipt.reference,
        title: reportWithoutProvider.item.description,
        reportType: 'phishing',
        status: 'investigating',
        createdAt: reportWithoutProvider.item.createdAt,
      },
      {
        id: reportWithProvider.item.id as string as FilingId,
        kind: 'report',
        reference: reportWithProvider.receipt.reference,
        title: name,
        reportType: 'withdrawal_issues',
        status: 'rejected',
        createdAt: reportWithProvider.item.createdAt,
      },
    ];
    expect(await listMyFilings(member.headers)).toEqual({ total: '3', items });
    expect(await listMyFilings(member.headers, '?limit=1&offset=1')).toEqual({ total: '3', items: items.slice(1, 2) });
    expect((await listMyFilings(other.headers)).total).toBe('1');
  });

  it('the list of own filings leaves out deleted reports, and a visitor cannot read it', async () => {
    const member = await makeMember();
    const { item } = await reporter.reportIssue({}, { actor: member.actor });
    await test.sql('delete from reports where id = $1', [item.id]);
    expect(await listMyFilings(member.headers)).toEqual({ total: '0', items: [] });
    expect(await summarizeResponse(await server.get('/api/my-filings'))).toBe('401 NOT_SIGNED_IN');
    expect(await summarizeResponse(await server.get('/api/my-filings?limit=1001', { headers: member.headers }))).toBe(
      '400 INVALID_INPUT',
    );
  });
});

describe('POST /api/filings/answers', () => {
  const answer = (body: object, headers: Record<string, string> = {}) =>
    server.post('/api/filings/answers', body, { headers });

  it("a visitor answers a moderator's question once", async () => {
    const { item, receipt } = await reporter.reportScam();
    const questionId = await askReporter(item.id, 'Which bank account did they name?');
    const [asked] = (await reporter.lookUpReceipt(receipt.code)).questions;
    expect(asked).toEqual({
      id: questionId,
      question: 'Which bank account did they name?',
      askedAt: expect.any(String),
      answer: null,
      answeredAt: null,
    });

    const response = await answer({ code: receipt.code, questionId, answer: '  One at the Demo Bank.  ' });
    expect(response.status).toBe(201);
    const { questions } = (await response.json()) as FilingState;
    expect(questions).toEqual([{ ...asked, answer: 'One at the Demo Bank.', answeredAt: expect.any(String) }]);
    expect(await summarizeResponse(await answer({ code: receipt.code, questionId, answer: 'Another.' }))).toBe(
      '409 ALREADY_ANSWERED',
    );
    expect((await reporter.lookUpReceipt(receipt.code)).questions).toEqual(questions);
    const [row] = await test.sql('select q::text as text from filing_questions q where id = $1', [questionId]);
    expect(row?.['text']).not.toContain(Buffer.from('Demo Bank').toString('hex'));
    const auditEntries = await server.running.services.audit.listBySubject(db(), item.id, 10);
    expect(auditEntries.map(({ action, actorKind }) => `${action} by ${actorKind}`)).toEqual([
      'filing.question-answered by visitor',
      'filing.question-asked by user',
      'alert.submitted by visitor',
    ]);
  });

  it('of two concurrent answers exactly one is stored', async () => {
    const { item, receipt } = await reporter.reportScam();
    const questionId = await askReporter(item.id, 'When was that?');
    const sent = ['In May.', 'In June.'].map((text) => answer({ code: receipt.code, questionId, answer: text }));
    const outcomes = await Promise.all(sent.map(async (one) => summarizeResponse(await one)));
    expect(outcomes.toSorted()).toEqual(['201', '409 ALREADY_ANSWERED']);
  });

  it('an answer is rejected for the question of another report, from another person, or without text', async () => {
    const sender = await makeMember();
    const other = await makeMember();
    const one = await reporter.reportScam({}, { actor: sender.actor });
    const two = await reporter.reportScam();
    const questionId = await askReporter(one.item.id, 'When was that?');
    const given = { questionId, answer: 'In May.' };
    expect(await summarizeResponse(await answer({ ...given, code: two.receipt.code }))).toBe('404 FILING_NOT_FOUND');
    expect(await summarizeResponse(await answer({ ...given, id: one.item.id }, other.headers))).toBe(
      '404 FILING_NOT_FOUND',
    );
    expect(await summarizeResponse(await answer({ ...given, id: one.item.id }))).toBe('404 FILING_NOT_FOUND');
    const blank = await answer({ code: one.receipt.code, questionId, answer: '  ' });
    expect(await blank.json()).toEqual(toInvalidInputReply({ answer: 'Please write an answer' }));
    expect((await answer({ ...given, id: one.item.id }, sender.headers)).status).toBe(201);
  });
});

describe("the moderator's view of a filing", () => {
  it('a moderator sees what the reporter sees, and nothing about the reporter', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'amina@example.com', amountLost: '500' });
    const [state] = await server.running.services.filings.listForModerator([item.id]);
    const reporterView = expectedReply('POST /api/filings/look-up', {
      amountLost: '500',
      hasContact: true,
    }) as FilingState;
    expect(state).toEqual({ ...reporterView, language: 'en', original: null, wordsVersion: expect.any(String) });
    expect(JSON.stringify(state)).not.toContain('amina');
  });

  it('a moderator cannot ask about a filing that does not exist', async () => {
    await expect(askReporter(uuidv7(), 'Who?')).rejects.toThrow(expect.objectContaining({ code: 'FILING_NOT_FOUND' }));
    expect(await server.running.services.filings.listForModerator([uuidv7()])).toEqual([]);
  });

  it('of more than twenty questions, the newest twenty are shown, oldest first', async () => {
    const { item, receipt } = await reporter.reportScam();
    for (let number = 1; number <= 22; number += 1) await askReporter(item.id, `Question ${number}`);
    const { questions } = await reporter.lookUpReceipt(receipt.code);
    expect(questions.map(({ question }) => question)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Question ${index + 3}`),
    );
  });
});
