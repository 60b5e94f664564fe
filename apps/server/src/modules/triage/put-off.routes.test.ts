/**
 * Snoozed cases: hidden from the queue until a day or an answer, still listed elsewhere, and any moderator can end the
 * snooze.
 */
import type { Overview } from '@hakiki/contract/overview-admin';
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { invalidReply, replyTo } from '../../../test/expected-replies.ts';
import { type Admin, consoleAt, makeAdmin, makeModerator } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = reporterAt(server);
const { post, read } = consoleAt(server);
const unknown = '01890000-0000-7000-8000-00000000dead';

let first: Admin;
let second: Admin;
beforeAll(async () => {
  first = await makeAdmin(test.database.db);
  second = await makeModerator(test.database.db);
});
let before: Date;
beforeEach(async () => {
  await test.empty('cases', 'fraud_alerts', 'reports', 'filings');
  before = (await test.sql('select clock_timestamp() as now'))[0]!['now'] as Date;
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const mining =
  'I rented hash power for a year. The dashboard showed growing coins. When the machines were due, the office turned out to be a car wash.';

const examine = (id: string) => server.running.services.cases.examine(id);
const file = async (description: string, told: Parameters<typeof reporter.reportScam>[0] = {}) => {
  const { item, receipt } = await reporter.reportScam({ description, severity: 'Medium', ...told });
  await examine(item.id);
  const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
  return { id: item.id as string, code: receipt.code, caseId: row!['id'] as string };
};
const list = (query = '', who = first) => read<CaseSummary[]>(who, `/api/admin/cases${query}`);
const titles = async (query = '', who = first) => (await list(query, who)).map(({ title }) => title);
const next = async (who: Admin, filter: object = {}) =>
  (await (await post(who, '/api/admin/cases/next', filter)).json()) as CaseDetail | null;
const open = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/claim`);
const putOff = (who: Admin, id: string, body: object = { until: day(3) }) =>
  post(who, `/api/admin/cases/${id}/put-off`, body);
const takeBack = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/take-back`);
/** The date this many days from today, in the company's time zone. */
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Johannesburg' });
const midnight = (date: string) => new Date(`${date}T00:00:00+02:00`).toISOString();
const ask = (who: Admin, id: string) => post(who, `/api/admin/filings/${id}/questions`, { question: 'When was it?' });
const answer = async (code: string, words: string) => {
  const { questions } = await reporter.follow(code);
  return server.post('/api/filings/answers', { code, questionId: questions[0]!.id, answer: words });
};
const audited = () =>
  test.sql(
    `select action, subject, reason, detail from audit_entries where action like 'case.%' and at > $1 order by at`,
    [before],
  );
const age = (id: string, hours: number) =>
  test.sql(`update filings set created_at = now() - make_interval(hours => $2) where id = $1`, [id, hours]);

describe('snoozing a case', () => {
  it('a snoozed case leaves the queue until its day, shows who snoozed it and why, and returns to its position [VERD-08]', async () => {
    const { caseId } = await file(robot, { title: 'The robot' });
    await file(mining, { title: 'The mine' });
    await open(first, caseId);
    const reply = await putOff(first, caseId, { until: day(3), note: 'The bank answers on Thursday.' });
    expect([reply.status, await reply.json()]).toEqual([200, { until: midnight(day(3)) }]);
    expect(await titles()).toEqual(['The mine']);
    expect(await list('?only=put-off', second)).toEqual(
      replyTo('GET /api/admin/cases', [
        {
          id: caseId,
          claimedBy: null,
          putOff: {
            until: midnight(day(3)),
            isForAnswer: false,
            by: first.email,
            note: 'The bank answers on Thursday.',
            times: 1,
          },
        },
      ]),
    );
    expect((await next(second))!.title).toBe('The mine');
    expect(await next(second)).toBeNull();
    expect(await audited()).toEqual([
      {
        action: 'case.put-off',
        subject: caseId,
        reason: 'The bank answers on Thursday.',
        detail: { until: midnight(day(3)), forAnswer: false },
      },
    ]);
    await test.sql('update case_put_offs set until = now()');
    expect(await titles()).toEqual(['The robot', 'The mine']);
    expect(await list()).toEqual(replyTo('GET /api/admin/cases', [{ putOff: null }, {}]));
    expect((await next(second))!.id).toBe(caseId);
  });

  it('only the moderator with the claim can snooze a case, and a repeated request counts once [VERD-08]', async () => {
    const { caseId } = await file(robot);
    expect(await outcomeOf(await putOff(first, caseId))).toBe('409 CASE_CLAIMED');
    await open(first, caseId);
    expect(await outcomeOf(await putOff(second, caseId))).toBe('409 CASE_CLAIMED');
    const once = await (await putOff(first, caseId)).json();
    expect(await (await putOff(first, caseId)).json()).toEqual(once);
    expect(await outcomeOf(await putOff(second, caseId))).toBe('409 CASE_CLAIMED');
    expect(await test.sql('select times from case_put_offs')).toEqual([{ times: 1 }]);
    expect(await audited()).toHaveLength(1);
    expect(await outcomeOf(await putOff(first, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it.each([
    ['today', () => day(0)],
    ['in fifteen days', () => day(15)],
  ])('a moderator cannot snooze a case until %s', async (_, until) => {
    const { caseId } = await file(robot);
    await open(first, caseId);
    const refused = await putOff(first, caseId, { until: until() });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      invalidReply({ until: 'Please choose a day within the next two weeks' }),
    ]);
    expect((await putOff(first, caseId, { until: day(14) })).status).toBe(200);
  });

  it('any moderator can end a snooze, and the audit log records it [VERD-08]', async () => {
    const { caseId } = await file(robot, { title: 'The robot' });
    await open(first, caseId);
    await putOff(first, caseId);
    expect(await (await takeBack(second, caseId)).json()).toEqual({ message: 'The case is back in the queue.' });
    expect((await takeBack(second, caseId)).status).toBe(200);
    expect(await titles()).toEqual(['The robot']);
    expect((await audited()).map(({ action }) => action)).toEqual(['case.put-off', 'case.taken-back']);
    expect(await outcomeOf(await takeBack(second, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it('a snoozed case is listed as overdue after the promised time, or after it was snoozed several times [VERD-08]', async () => {
    const { id, caseId } = await file(robot, { title: 'The robot' });
    await open(first, caseId);
    await putOff(first, caseId);
    expect(await titles('?age=overdue')).toEqual([]);
    await age(id, 49);
    expect([await titles('?age=overdue'), await titles()]).toEqual([['The robot'], []]);
    expect(await next(second, { age: 'overdue' })).toBeNull();
    await age(id, 1);
    for (let times = 2; times <= 4; times += 1) {
      await open(first, caseId);
      await putOff(first, caseId);
    }
    expect(await list('?age=overdue')).toEqual(
      replyTo('GET /api/admin/cases', [
        {
          putOff: { until: midnight(day(3)), isForAnswer: false, by: first.email, note: null, times: 4 },
          age: 'fresh',
        },
      ]),
    );
    const { putOff: counted } = await read<Overview>(first, '/api/admin/overview');
    expect(counted).toBe(1);
  });

  it('a snooze ends when a more severe report or many more reports join the case [VERD-08]', async () => {
    const { caseId } = await file(robot, { title: 'The robot' });
    await open(first, caseId);
    await putOff(first, caseId);
    await file(robot, { severity: 'Low' });
    expect(await titles()).toEqual([]);
    await file(robot);
    expect(await titles()).toEqual(['The robot']);
    await open(first, caseId);
    await putOff(first, caseId);
    await file(robot, { severity: 'Critical' });
    expect(await titles()).toEqual(['The robot']);
  });
});

describe('questions to a reporter and their answers', () => {
  it('a moderator sees in the list that a question was asked, and the answer ends the snooze of the case [VERD-08]', async () => {
    const { id, code, caseId } = await file(robot, { title: 'The robot' });
    await file(mining, { title: 'The mine' });
    await open(first, caseId);
    expect(await outcomeOf(await putOff(first, caseId, {}))).toBe('409 NOTHING_ASKED');
    await ask(first, id);
    expect(await titles('?only=asked')).toEqual(['The robot']);
    const reply = (await (await putOff(first, caseId, {})).json()) as { until: string };
    expect(Math.round((Date.parse(reply.until) - Date.now()) / 86_400_000)).toBe(7);
    expect(await titles()).toEqual(['The mine']);
    expect(await list('?only=asked')).toEqual(
      replyTo('GET /api/admin/cases', [
        {
          title: 'The robot',
          question: 'asked',
          putOff: { until: reply.until, isForAnswer: true, by: first.email, note: null, times: 1 },
        },
      ]),
    );
    expect((await answer(code, 'It was in May.')).status).toBe(201);
    expect(await titles()).toEqual(['The robot', 'The mine']);
    expect(await list('?only=answered', second)).toEqual(
      replyTo('GET /api/admin/cases', [{ title: 'The robot', question: 'answered', putOff: null }]),
    );
    expect(await titles('?only=asked')).toEqual([]);
    expect((await next(second, { only: 'answered' }))!.id).toBe(caseId);
    await ask(second, id);
    expect(await titles('?only=answered')).toEqual([]);
  });

  it("an indicator in a reporter's answer becomes a key of the case and is not published [VERD-08]", async () => {
    const { id, code, caseId } = await file(`${robot} see robot-demo.example`);
    await ask(first, id);
    await answer(code, 'They also had second-robot-demo.example, and you reach me under +234 803 123 4567.');
    await examine(id);
    const answers = await server.running.services.filings.listAnswers(id);
    await server.running.services.cases.examine(id, answers);
    const detail = (await (await open(first, caseId)).json()) as CaseDetail;
    expect(detail.indicators).toEqual([
      { kind: 'phone', value: null, reportCount: 0, isPublic: false, isFromAnswer: true },
      { kind: 'website', value: 'robot-demo.example', reportCount: 0, isPublic: false, isFromAnswer: false },
      { kind: 'website', value: 'second-robot-demo.example', reportCount: 0, isPublic: false, isFromAnswer: true },
    ]);
    expect((await file('It is all on second-robot-demo.example, says my aunt.')).caseId).toBe(caseId);
    await post(first, `/api/admin/cases/${caseId}/decide`, { decision: 'approve', reason: 'Seen.', filings: [id] });
    expect(await test.sql('select value, report_count as n from indicators')).toEqual([
      { value: 'robot-demo.example', n: 1 },
    ]);
  });
});

describe('lists of cases', () => {
  it('a moderator sees their own claimed cases, and not those of others [VERD-08]', async () => {
    const { caseId } = await file(robot, { title: 'The robot' });
    await file(mining, { title: 'The mine' });
    await open(first, caseId);
    expect([await titles('?only=mine'), await titles('?only=mine', second)]).toEqual([['The robot'], []]);
    const counted = await server.get('/api/admin/cases?only=mine&limit=1', { headers: { cookie: first.cookie } });
    expect(counted.headers.get('x-total-count')).toBe('1');
    await test.sql('update case_claims set expires_at = now()');
    expect(await titles('?only=mine')).toEqual([]);
    expect(await outcomeOf(await server.get('/api/admin/cases?only=all', { headers: { cookie: first.cookie } }))).toBe(
      '400 INVALID_INPUT',
    );
  });

  it('an administrator sees how many filings are in no case yet, and a warning when that takes long [VERD-08]', async () => {
    const sorting = () => read(first, '/api/admin/sorting');
    expect(await sorting()).toEqual({ count: 0, since: null, isLate: false });
    const { item } = await reporter.reportScam({ description: robot });
    await reporter.propose();
    const [oldest] = await test.sql('select created_at as at from filings where id = $1', [item.id]);
    expect(await sorting()).toEqual({ count: 2, since: (oldest!['at'] as Date).toISOString(), isLate: false });
    await test.sql(`update unsorted_filings set created_at = created_at - interval '6 minutes' where filing_id = $1`, [
      item.id,
    ]);
    const { sorting: told } = await read<Overview>(first, '/api/admin/overview');
    expect(told).toEqual({ count: 2, since: expect.any(String), isLate: true });
    await examine(item.id);
    expect(await sorting()).toEqual({ count: 1, since: expect.any(String), isLate: false });
  });
});
