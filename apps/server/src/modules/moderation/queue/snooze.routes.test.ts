/**
 * Snoozed cases: hidden from the queue until a day or an answer, still listed elsewhere, and any moderator can end the
 * snooze.
 */
import type { Overview } from '@hakiki/contract/overview-admin';
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { post, getJson } = createConsoleClient(server);
const unknown = '01890000-0000-7000-8000-00000000dead';

let administrator: Admin;
let moderator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(test.database.db);
  moderator = await makeModerator(test.database.db);
});
let before: Date;
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings');
  before = (await test.sql('select clock_timestamp() as now'))[0]!['now'] as Date;
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const mining =
  'I rented hash power for a year. The dashboard showed growing coins. When the machines were due, the office turned out to be a car wash.';

const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);
const reportAndGroup = async (description: string, input: Parameters<typeof reporter.reportScam>[0] = {}) => {
  const { item, receipt } = await reporter.reportScam({ description, severity: 'Medium', ...input });
  await groupFiling(item.id);
  const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
  return { id: item.id as string, code: receipt.code, caseId: row!['id'] as string };
};
const list = (query = '', who = administrator) => getJson<CaseSummary[]>(who, `/api/admin/cases${query}`);
const titles = async (query = '', who = administrator) => (await list(query, who)).map(({ title }) => title);
const next = async (who: Admin, filter: object = {}) =>
  (await (await post(who, '/api/admin/cases/next', filter)).json()) as CaseDetail | null;
const open = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/claim`);
const snooze = (who: Admin, id: string, body: object = { until: day(3) }) =>
  post(who, `/api/admin/cases/${id}/snooze`, body);
const unsnooze = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/unsnooze`);
/** The date this many days from today, in the company's time zone. */
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Johannesburg' });
const midnightOf = (date: string) => new Date(`${date}T00:00:00+02:00`).toISOString();
const askReporter = (who: Admin, id: string) =>
  post(who, `/api/admin/filings/${id}/questions`, { question: 'When was it?' });
const answerQuestion = async (code: string, text: string) => {
  const { questions } = await reporter.lookUpReceipt(code);
  return server.post('/api/filings/answers', { code, questionId: questions[0]!.id, answer: text });
};
const listAuditEntries = () =>
  test.sql(
    `select action, subject, reason, detail from audit_entries where action like 'case.%' and at > $1 order by at`,
    [before],
  );
const setAge = (id: string, hours: number) =>
  test.sql(`update filings set created_at = now() - make_interval(hours => $2) where id = $1`, [id, hours]);

describe('snoozing a case', () => {
  it('a snoozed case leaves the queue until its day, shows who snoozed it and why, and returns to its position [VERD-08]', async () => {
    const { caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await reportAndGroup(mining, { title: 'The mine' });
    await open(administrator, caseId);
    const reply = await snooze(administrator, caseId, { until: day(3), note: 'The bank answers on Thursday.' });
    expect([reply.status, await reply.json()]).toEqual([200, { until: midnightOf(day(3)) }]);
    expect(await titles()).toEqual(['The mine']);
    expect(await list('?only=snoozed', moderator)).toEqual(
      expectedReply('GET /api/admin/cases', [
        {
          id: caseId,
          claimedBy: null,
          snooze: {
            until: midnightOf(day(3)),
            isForAnswer: false,
            by: administrator.email,
            note: 'The bank answers on Thursday.',
            times: 1,
          },
        },
      ]),
    );
    expect((await next(moderator))!.title).toBe('The mine');
    expect(await next(moderator)).toBeNull();
    expect(await listAuditEntries()).toEqual([
      {
        action: 'case.snoozed',
        subject: caseId,
        reason: 'The bank answers on Thursday.',
        detail: { until: midnightOf(day(3)), forAnswer: false },
      },
    ]);
    await test.sql('update case_snoozes set until = now()');
    expect(await titles()).toEqual(['The robot', 'The mine']);
    expect(await list()).toEqual(expectedReply('GET /api/admin/cases', [{ snooze: null }, {}]));
    expect((await next(moderator))!.id).toBe(caseId);
  });

  it('only the moderator with the claim can snooze a case, and a repeated request counts once [VERD-08]', async () => {
    const { caseId } = await reportAndGroup(robot);
    expect(await summarizeResponse(await snooze(administrator, caseId))).toBe('409 CASE_CLAIMED');
    await open(administrator, caseId);
    expect(await summarizeResponse(await snooze(moderator, caseId))).toBe('409 CASE_CLAIMED');
    const once = await (await snooze(administrator, caseId)).json();
    expect(await (await snooze(administrator, caseId)).json()).toEqual(once);
    expect(await summarizeResponse(await snooze(moderator, caseId))).toBe('409 CASE_CLAIMED');
    expect(await test.sql('select times from case_snoozes')).toEqual([{ times: 1 }]);
    expect(await listAuditEntries()).toHaveLength(1);
    expect(await summarizeResponse(await snooze(administrator, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it.each([
    ['today', () => day(0)],
    ['in fifteen days', () => day(15)],
  ])('a moderator cannot snooze a case until %s', async (_, until) => {
    const { caseId } = await reportAndGroup(robot);
    await open(administrator, caseId);
    const rejected = await snooze(administrator, caseId, { until: until() });
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      toInvalidInputReply({ until: 'Please choose a day within the next two weeks' }),
    ]);
    expect((await snooze(administrator, caseId, { until: day(14) })).status).toBe(200);
  });

  it('any moderator can end a snooze, and the audit log records it [VERD-08]', async () => {
    const { caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await open(administrator, caseId);
    await snooze(administrator, caseId);
    expect(await (await unsnooze(moderator, caseId)).json()).toEqual({ message: 'The case is back in the queue.' });
    expect((await unsnooze(moderator, caseId)).status).toBe(200);
    expect(await titles()).toEqual(['The robot']);
    expect((await listAuditEntries()).map(({ action }) => action)).toEqual(['case.snoozed', 'case.unsnoozed']);
    expect(await summarizeResponse(await unsnooze(moderator, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it('a snoozed case is listed as overdue after the promised time, or after it was snoozed several times [VERD-08]', async () => {
    const { id, caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await open(administrator, caseId);
    await snooze(administrator, caseId);
    expect(await titles('?age=overdue')).toEqual([]);
    await setAge(id, 49);
    expect([await titles('?age=overdue'), await titles()]).toEqual([['The robot'], []]);
    expect(await next(moderator, { age: 'overdue' })).toBeNull();
    await setAge(id, 1);
    for (let times = 2; times <= 4; times += 1) {
      await open(administrator, caseId);
      await snooze(administrator, caseId);
    }
    expect(await list('?age=overdue')).toEqual(
      expectedReply('GET /api/admin/cases', [
        {
          snooze: { until: midnightOf(day(3)), isForAnswer: false, by: administrator.email, note: null, times: 4 },
          age: 'fresh',
        },
      ]),
    );
    const { snoozed: counted } = await getJson<Overview>(administrator, '/api/admin/overview');
    expect(counted).toBe(1);
  });

  it('a snooze ends when a more severe report or many more reports join the case [VERD-08]', async () => {
    const { caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await open(administrator, caseId);
    await snooze(administrator, caseId);
    await reportAndGroup(robot, { severity: 'Low' });
    expect(await titles()).toEqual([]);
    await reportAndGroup(robot);
    expect(await titles()).toEqual(['The robot']);
    await open(administrator, caseId);
    await snooze(administrator, caseId);
    await reportAndGroup(robot, { severity: 'Critical' });
    expect(await titles()).toEqual(['The robot']);
  });
});

describe('questions to a reporter and their answers', () => {
  it('a moderator sees in the list that a question was asked, and the answer ends the snooze of the case [VERD-08]', async () => {
    const { id, code, caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await reportAndGroup(mining, { title: 'The mine' });
    await open(administrator, caseId);
    expect(await summarizeResponse(await snooze(administrator, caseId, {}))).toBe('409 NOTHING_ASKED');
    await askReporter(administrator, id);
    expect(await titles('?only=asked')).toEqual(['The robot']);
    const reply = (await (await snooze(administrator, caseId, {})).json()) as { until: string };
    expect(Math.round((Date.parse(reply.until) - Date.now()) / 86_400_000)).toBe(7);
    expect(await titles()).toEqual(['The mine']);
    expect(await list('?only=asked')).toEqual(
      expectedReply('GET /api/admin/cases', [
        {
          title: 'The robot',
          question: 'asked',
          snooze: { until: reply.until, isForAnswer: true, by: administrator.email, note: null, times: 1 },
        },
      ]),
    );
    expect((await answerQuestion(code, 'It was in May.')).status).toBe(201);
    expect(await titles()).toEqual(['The robot', 'The mine']);
    expect(await list('?only=answered', moderator)).toEqual(
      expectedReply('GET /api/admin/cases', [{ title: 'The robot', question: 'answered', snooze: null }]),
    );
    expect(await titles('?only=asked')).toEqual([]);
    expect((await next(moderator, { only: 'answered' }))!.id).toBe(caseId);
    await askReporter(moderator, id);
    expect(await titles('?only=answered')).toEqual([]);
  });

  it('a question sets the case aside until the answer, next skips it, and a chosen day stays [VERD-08]', async () => {
    const { id, code, caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await reportAndGroup(mining, { title: 'The mine' });
    await askReporter(administrator, id);
    expect(await titles()).toEqual(['The mine']);
    expect((await next(moderator))!.title).toBe('The mine');
    expect(await next(moderator)).toBeNull();
    expect(await list('?only=snoozed')).toEqual(
      expectedReply('GET /api/admin/cases', [
        {
          id: caseId,
          snooze: { until: expect.any(String), isForAnswer: true, by: administrator.email, note: null, times: 1 },
        },
      ]),
    );
    await answerQuestion(code, 'It was in May.');
    expect((await next(moderator))!.id).toBe(caseId);
    await snooze(moderator, caseId);
    await askReporter(administrator, id);
    expect(await list('?only=snoozed')).toEqual(
      expectedReply('GET /api/admin/cases', [
        { snooze: { until: midnightOf(day(3)), isForAnswer: false, by: moderator.email, note: null, times: 2 } },
      ]),
    );
  });

  it("an indicator in a reporter's answer becomes a key of the case and is not published [VERD-08]", async () => {
    const { id, code, caseId } = await reportAndGroup(`${robot} see robot-demo.example`);
    await askReporter(administrator, id);
    await answerQuestion(code, 'They also had second-robot-demo.example, and you reach me under +234 803 123 4567.');
    await groupFiling(id);
    const answers = await server.running.services.filings.listAnswers(id);
    await server.running.services.cases.groupFiling(id, answers);
    const detail = (await (await open(administrator, caseId)).json()) as CaseDetail;
    expect(detail.indicators).toEqual([
      { kind: 'phone', value: null, reportCount: 0, isPublic: false, isFromAnswer: true },
      { kind: 'website', value: 'robot-demo.example', reportCount: 0, isPublic: false, isFromAnswer: false },
      { kind: 'website', value: 'second-robot-demo.example', reportCount: 0, isPublic: false, isFromAnswer: true },
    ]);
    expect((await reportAndGroup('It is all on second-robot-demo.example, says my aunt.')).caseId).toBe(caseId);
    await post(administrator, `/api/admin/cases/${caseId}/decide`, {
      decision: 'approve',
      reason: 'Seen.',
      filings: [id],
    });
    expect(await test.sql(`select value, report_count as n from indicators where state = 'active'`)).toEqual([
      { value: 'robot-demo.example', n: 1 },
    ]);
  });
});

describe('lists of cases', () => {
  it('a moderator sees their own claimed cases, and not those of others [VERD-08]', async () => {
    const { caseId } = await reportAndGroup(robot, { title: 'The robot' });
    await reportAndGroup(mining, { title: 'The mine' });
    await open(administrator, caseId);
    expect([await titles('?only=mine'), await titles('?only=mine', moderator)]).toEqual([['The robot'], []]);
    const counted = await server.get('/api/admin/cases?only=mine&limit=1', {
      headers: { cookie: administrator.cookie },
    });
    expect(counted.headers.get('x-total-count')).toBe('1');
    await test.sql('update case_claims set expires_at = now()');
    expect(await titles('?only=mine')).toEqual([]);
    expect(
      await summarizeResponse(
        await server.get('/api/admin/cases?only=all', { headers: { cookie: administrator.cookie } }),
      ),
    ).toBe('400 INVALID_INPUT');
  });

  it('an administrator sees how many filings are in no case yet, and a warning when that takes long [VERD-08]', async () => {
    const sorting = () => getJson(administrator, '/api/admin/sorting');
    expect(await sorting()).toEqual({ count: 0, since: null, isLate: false });
    const { item } = await reporter.reportScam({ description: robot });
    await reporter.submitProvider();
    const [oldest] = await test.sql('select created_at as at from filings where id = $1', [item.id]);
    expect(await sorting()).toEqual({ count: 2, since: (oldest!['at'] as Date).toISOString(), isLate: false });
    await test.sql(`update unsorted_filings set created_at = created_at - interval '6 minutes' where filing_id = $1`, [
      item.id,
    ]);
    const { sorting: sortingStatus } = await getJson<Overview>(administrator, '/api/admin/overview');
    expect(sortingStatus).toEqual({ count: 2, since: expect.any(String), isLate: true });
    await groupFiling(item.id);
    expect(await sorting()).toEqual({ count: 1, since: expect.any(String), isLate: false });
  });
});
