/** Merging and splitting cases by hand: automatic grouping never merges again what a moderator has split. */
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { post, getJson } = createConsoleClient(server);
const unknown = '01890000-0000-7000-8000-00000000dead';

let moderator: Admin;
let administrator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
  administrator = await makeAdmin(test.database.db);
});
let before: Date;
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'merged_cases');
  before = (await test.sql('select clock_timestamp() as now'))[0]!['now'] as Date;
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const mining =
  'I rented hash power for a year. The dashboard showed growing coins. When the machines were due, the office turned out to be a car wash.';
const romance =
  'We met on a dating page and wrote each evening. Her uncle taught her to trade gold, so I borrowed from my brother and everything was gone.';

const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]?.['id'] as string;
const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);
const reportAndGroup = async (
  description: string,
  input: Parameters<typeof reporter.reportScam>[0] = {},
): Promise<string> => {
  const { item } = await reporter.reportScam({ description, ...input });
  await groupFiling(item.id);
  return item.id;
};
const open = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/claim`);
const merge = (who: Admin, id: string, other: string) => post(who, `/api/admin/cases/${id}/merge`, { other });
const split = (who: Admin, id: string, filings: string[]) => post(who, `/api/admin/cases/${id}/split`, { filings });
const move = (who: Admin, id: string, to: string) => post(who, `/api/admin/filings/${id}/move`, { to });
const list = (query = '', who = moderator) => getJson<CaseSummary[]>(who, `/api/admin/cases${query}`);
const listSimilarOpen = (id: string, query = '') =>
  getJson<CaseSummary[]>(moderator, `/api/admin/cases/${id}/neighbours${query}`);
const listAuditEntries = () =>
  test.sql(`select action, subject, detail from audit_entries where action like 'case.%' and at > $1 order by at`, [
    before,
  ]);
const counts = async (id: string) => {
  const [row] = await test.sql(
    `select filing_count as filings, undecided_count as undecided,
       (select count(*)::int from case_filings where case_id = c.id) as there, lead_id as lead from cases c where id = $1`,
    [id],
  );
  return row;
};

describe('merging two cases', () => {
  it('a moderator merges two cases into the older one with all reports, and the old id resolves to it [VERD-08]', async () => {
    const [one, two] = [
      await reportAndGroup(robot, { title: 'The robot' }),
      await reportAndGroup(mining, { title: 'The mine' }),
    ];
    const [older, younger] = [await caseOf(one), await caseOf(two)];
    await open(moderator, younger);
    const reply = await merge(moderator, younger, older);
    expect([reply.status, await reply.json()]).toEqual([200, { caseId: older, moved: [two] }]);
    expect(await counts(older)).toEqual({ filings: 2, undecided: 2, there: 2, lead: one });
    expect(await list()).toEqual(
      expectedReply('GET /api/admin/cases', [{ id: older, title: 'The robot', filingCount: 2, isOwn: true }]),
    );
    const detail = (await (await open(moderator, younger)).json()) as CaseDetail;
    expect([detail.id, detail.filings.map(({ id }) => id)]).toEqual([older, [one, two]]);
    expect(await listAuditEntries()).toEqual([{ action: 'case.merged', subject: older, detail: { merged: younger } }]);
    // A repeated merge, from either side, changes nothing.
    for (const [id, other] of [
      [younger, older],
      [older, younger],
    ] as const) {
      expect(await (await merge(moderator, id, other)).json()).toEqual({ caseId: older, moved: [] });
    }
    expect(await listAuditEntries()).toHaveLength(1);
    expect(await caseOf(await reportAndGroup(mining))).toBe(older);
  });

  it('a moderator cannot merge a case that another has claimed, nor a closed case [VERD-08]', async () => {
    const [one, two] = [await reportAndGroup(robot), await reportAndGroup(mining)];
    const [a, b] = [await caseOf(one), await caseOf(two)];
    await open(administrator, b);
    expect(await summarizeResponse(await merge(moderator, a, b))).toBe('409 CASE_CLAIMED');
    expect(await summarizeResponse(await merge(moderator, b, a))).toBe('409 CASE_CLAIMED');
    await post(administrator, `/api/admin/cases/${b}/decide`, { decision: 'reject', reason: 'Nothing in it.' });
    expect(await summarizeResponse(await merge(moderator, a, b))).toBe('404 CASE_NOT_FOUND');
    expect(await summarizeResponse(await merge(moderator, a, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it('two moderators who merge the same cases concurrently get one case [VERD-08]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await reportAndGroup(`${robot} a${round}-demo.example`),
        await reportAndGroup(`${mining} b${round}-demo.example`),
      ];
      const [a, b] = [await caseOf(one), await caseOf(two)];
      const replies = await Promise.all([merge(moderator, a, b), merge(administrator, b, a)]);
      const outcomes = await Promise.all(
        replies.map(async (reply) => (reply.ok ? '200' : await summarizeResponse(reply))),
      );
      expect(outcomes.toSorted()).toEqual(['200', '409 CASE_CLAIMED']);
      expect(await caseOf(one)).toBe(await caseOf(two));
      expect(await counts(await caseOf(one))).toEqual({ filings: 2, undecided: 2, there: 2, lead: one });
      await test.deleteAllRows('cases', 'fraud_alerts', 'filings');
    }
  });

  it('concurrent merges, splits and new reports lose no report and no count [VERD-08]', async () => {
    const ids = await Promise.all(
      [robot, mining, romance].map((text, index) => reportAndGroup(`${text} place${index}-demo.example`)),
    );
    const filed = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const { item } = await reporter.reportScam({
          description: `${index} people. See place${index % 3}-demo.example`,
        });
        return item.id;
      }),
    );
    const [a, b, c] = await Promise.all(ids.map(caseOf));
    await Promise.all([
      ...filed.map(groupFiling),
      merge(moderator, a!, b!),
      merge(administrator, c!, a!),
      move(moderator, ids[1]!, c!),
      split(administrator, a!, [ids[0]!]),
    ]);
    expect(
      await test.sql(
        `select c.filing_count as filings, c.undecided_count as undecided from cases c
         where c.filing_count <> (select count(*) from case_filings where case_id = c.id) or c.undecided_count <> c.filing_count
           or not exists (select from case_filings where case_id = c.id and filing_id = c.lead_id)`,
      ),
    ).toEqual([]);
    expect(await test.sql('select count(*)::int as n from case_filings')).toEqual([{ n: 27 }]);
  });

  it('a merged case is snoozed only if both were, until the earlier date [VERD-08]', async () => {
    const cases = await Promise.all([robot, mining, romance].map(async (text) => caseOf(await reportAndGroup(text))));
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const [index, days] of [5, 3].entries()) {
      await open(moderator, cases[index]!);
      await post(moderator, `/api/admin/cases/${cases[index]}/snooze`, { until: until(days) });
    }
    const { caseId: both } = (await (await merge(moderator, cases[0]!, cases[1]!)).json()) as { caseId: string };
    expect((await list('?only=snoozed')).map(({ snooze }) => snooze?.until.slice(0, 10))).toEqual([
      new Date(Date.parse(`${until(3)}T00:00:00+02:00`)).toISOString().slice(0, 10),
    ]);
    await merge(moderator, both, cases[2]!);
    expect((await list()).map(({ filingCount }) => filingCount)).toEqual([3]);
  });

  it('a moderator sees similar open cases to merge, and finds others by search [VERD-08]', async () => {
    const mine = await caseOf(await reportAndGroup(`${robot} see robot-demo.example`, { title: 'The robot' }));
    const lead = await reportAndGroup(mining, { title: 'The mine' });
    const alike = await caseOf(await reportAndGroup(romance, { title: 'Uncle and gold' }));
    await test.sql(
      `insert into filing_indicators (filing_id, key, kind, value)
       select cf.filing_id, fi.key, fi.kind, fi.value from filing_indicators fi cross join case_filings cf where cf.case_id = $1`,
      [alike],
    );
    expect((await listSimilarOpen(mine)).map(({ title }) => title)).toEqual(['Uncle and gold']);
    expect((await listSimilarOpen(mine, '?search=hash')).map(({ title }) => title)).toEqual(['The mine']);
    expect((await listSimilarOpen(mine, `?search=hk-${lead.slice(-8)}`)).map(({ title }) => title)).toEqual([
      'The mine',
    ]);
    expect(await listSimilarOpen(mine, '?search=robot')).toEqual([]);
  });
});

describe('splitting a case', () => {
  it('a moderator splits reports into a case of their own, and grouping never merges them again [VERD-08]', async () => {
    const ids = [
      await reportAndGroup(`${robot} see robot-demo.example`, { title: 'The robot' }),
      await reportAndGroup(`${robot} see robot-demo.example and clone-demo.example`, { title: 'A clone of the robot' }),
      await reportAndGroup(`${robot} see robot-demo.example and clone-demo.example`),
    ];
    const id = await caseOf(ids[0]!);
    await open(moderator, id);
    const { caseId } = (await (await split(moderator, id, [ids[1]!, ids[2]!])).json()) as { caseId: string };
    expect([await counts(id), await counts(caseId)]).toEqual([
      { filings: 1, undecided: 1, there: 1, lead: ids[0] },
      { filings: 2, undecided: 2, there: 2, lead: ids[1] },
    ]);
    expect((await list('?only=mine')).map((row) => row.title)).toEqual(['The robot', 'A clone of the robot']);
    expect(await (await split(moderator, id, [ids[1]!, ids[2]!])).json()).toEqual({ caseId });
    expect(await listAuditEntries()).toEqual([
      { action: 'case.split', subject: id, detail: { into: caseId, filings: 2 } },
    ]);
    // A report goes to the case with more of its indicators, and a report that names both merges nothing.
    expect(await caseOf(await reportAndGroup(`${robot} see clone-demo.example and robot-demo.example`))).toBe(caseId);
    expect(await caseOf(await reportAndGroup(`${romance} see clone-demo.example`))).toBe(caseId);
    await test.sql('delete from case_claims');
    await reportAndGroup(`${robot} robot-demo.example clone-demo.example are one, put it together`);
    expect(new Set(await Promise.all(ids.map(caseOf)))).toEqual(new Set([id, caseId]));
    await groupFiling(ids[1]!);
    expect(await caseOf(ids[1]!)).toBe(caseId);
  });

  it('a moderator can split only pending reports of a claimed case, and at least one must stay [VERD-08]', async () => {
    const [one, two] = [await reportAndGroup(robot), await reportAndGroup(robot)];
    const elsewhere = await reportAndGroup(mining);
    const id = await caseOf(one);
    await open(administrator, id);
    expect(await summarizeResponse(await split(moderator, id, [two]))).toBe('409 CASE_CLAIMED');
    expect(await summarizeResponse(await split(administrator, id, [elsewhere]))).toBe('409 FILING_NOT_IN_CASE');
    expect(await summarizeResponse(await split(administrator, id, []))).toBe('409 FILING_NOT_IN_CASE');
    expect(await summarizeResponse(await split(administrator, id, [one, two]))).toBe('409 NOTHING_LEFT_BEHIND');
    await post(administrator, `/api/admin/cases/${id}/decide`, {
      decision: 'reject',
      reason: 'Twice.',
      filings: [two],
    });
    expect(await summarizeResponse(await split(administrator, id, [two]))).toBe('409 FILING_NOT_IN_CASE');
    expect(await counts(id)).toEqual({ filings: 2, undecided: 1, there: 2, lead: one });
    expect(await listAuditEntries()).toEqual([]);
  });

  it('a split undoes a merge [VERD-08]', async () => {
    const [one, two] = [await reportAndGroup(robot), await reportAndGroup(mining)];
    const id = await caseOf(one);
    const { caseId, moved } = (await (await merge(moderator, id, await caseOf(two))).json()) as {
      caseId: string;
      moved: string[];
    };
    await split(moderator, caseId, moved);
    expect(await caseOf(one)).toBe(id);
    expect(await caseOf(two)).not.toBe(id);
    expect(await caseOf(await reportAndGroup(mining))).toBe(await caseOf(two));
  });
});

describe('moving a report', () => {
  it('a moved report is pending in the other case, whose snooze ends, and the moderator keeps the source case [VERD-08]', async () => {
    const [one, two, other] = [
      await reportAndGroup(robot),
      await reportAndGroup(robot),
      await reportAndGroup(mining, { title: 'The mine' }),
    ];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    await open(moderator, to);
    await post(moderator, `/api/admin/cases/${to}/snooze`, {
      until: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
    });
    await open(moderator, from);
    expect(await (await move(moderator, two, to)).json()).toEqual({ caseId: to, isEmptied: false });
    expect(await (await move(moderator, two, to)).json()).toEqual({ caseId: to, isEmptied: false });
    expect([await counts(from), await counts(to)]).toEqual([
      { filings: 1, undecided: 1, there: 1, lead: one },
      { filings: 2, undecided: 2, there: 2, lead: other },
    ]);
    expect((await list()).map(({ id, isOwn }) => ({ id, isOwn }))).toEqual([
      { id: from, isOwn: true },
      { id: to, isOwn: false },
    ]);
    expect(await listAuditEntries()).toEqual([
      { action: 'case.snoozed', subject: to, detail: { until: expect.any(String), forAnswer: false } },
      { action: 'case.filing-moved', subject: two, detail: { from, to } },
    ]);
  });

  it('moving the last report of a case deletes the empty case [VERD-08]', async () => {
    const [one, other] = [await reportAndGroup(robot), await reportAndGroup(mining)];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    expect(await (await move(moderator, one, to)).json()).toEqual({ caseId: to, isEmptied: true });
    expect(await counts(from)).toBeUndefined();
    expect((await list('?only=mine')).map(({ id }) => id)).toEqual([to]);
    expect(((await (await open(moderator, from)).json()) as CaseDetail).id).toBe(to);
    expect(await caseOf(await reportAndGroup(robot))).toBe(to);
  });

  it('a moderator cannot move a report from or into a case claimed by another, nor a decided report [VERD-08]', async () => {
    const [one, two, other] = [await reportAndGroup(robot), await reportAndGroup(robot), await reportAndGroup(mining)];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    await open(administrator, to);
    expect(await summarizeResponse(await move(moderator, two, to))).toBe('409 CASE_CLAIMED');
    expect(await summarizeResponse(await move(moderator, other, from))).toBe('409 CASE_CLAIMED');
    await post(administrator, `/api/admin/cases/${to}/release`);
    expect(await summarizeResponse(await move(moderator, unknown, to))).toBe('409 FILING_NOT_IN_CASE');
    expect(await summarizeResponse(await move(moderator, two, unknown))).toBe('404 CASE_NOT_FOUND');
    await open(moderator, from);
    await post(moderator, `/api/admin/cases/${from}/decide`, { decision: 'reject', reason: 'Twice.', filings: [two] });
    expect(await summarizeResponse(await move(moderator, two, to))).toBe('409 FILING_NOT_IN_CASE');
  });
});

describe('automatic grouping', () => {
  it('grouping keeps a claimed case and merges the others into it [VERD-08]', async () => {
    const similarText =
      'The robot promised thirty percent each month. My account is locked, the church group was told nothing, and a withdrawal is refused.';
    const one = await reportAndGroup(`${robot} see first-demo.example`);
    await reportAndGroup(`${robot} see first-demo.example`);
    const two = await reportAndGroup(`${similarText} See second-demo.example`);
    const [large, held] = [await caseOf(one), await caseOf(two)];
    expect(large).not.toBe(held);
    await open(moderator, held);
    await reportAndGroup('Both of them: first-demo.example second-demo.example');
    expect([await caseOf(one), await caseOf(two)]).toEqual([held, held]);
    expect(((await (await open(moderator, large)).json()) as CaseDetail).id).toBe(held);
  });
});
