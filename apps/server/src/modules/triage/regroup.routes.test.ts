/** Merging and splitting cases by hand: automatic grouping never merges again what a moderator has split. */
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin, makeModerator } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = reporterAt(server);
const { post, read } = consoleAt(server);
const unknown = '01890000-0000-7000-8000-00000000dead';

let first: Admin;
let second: Admin;
beforeAll(async () => {
  first = await makeModerator(test.database.db);
  second = await makeAdmin(test.database.db);
});
let before: Date;
beforeEach(async () => {
  await test.empty('cases', 'fraud_alerts', 'reports', 'filings', 'merged_cases');
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
const examine = (id: string) => server.running.services.cases.examine(id);
const report = async (description: string, told: Parameters<typeof reporter.reportScam>[0] = {}): Promise<string> => {
  const { item } = await reporter.reportScam({ description, ...told });
  await examine(item.id);
  return item.id;
};
const open = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/claim`);
const merge = (who: Admin, id: string, other: string) => post(who, `/api/admin/cases/${id}/merge`, { other });
const split = (who: Admin, id: string, filings: string[]) => post(who, `/api/admin/cases/${id}/split`, { filings });
const move = (who: Admin, id: string, to: string) => post(who, `/api/admin/filings/${id}/move`, { to });
const list = (query = '', who = first) => read<CaseSummary[]>(who, `/api/admin/cases${query}`);
const neighbours = (id: string, query = '') => read<CaseSummary[]>(first, `/api/admin/cases/${id}/neighbours${query}`);
const audited = () =>
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
    const [one, two] = [await report(robot, { title: 'The robot' }), await report(mining, { title: 'The mine' })];
    const [older, younger] = [await caseOf(one), await caseOf(two)];
    await open(first, younger);
    const reply = await merge(first, younger, older);
    expect([reply.status, await reply.json()]).toEqual([200, { caseId: older, moved: [two] }]);
    expect(await counts(older)).toEqual({ filings: 2, undecided: 2, there: 2, lead: one });
    expect(await list()).toEqual(
      replyTo('GET /api/admin/cases', [{ id: older, title: 'The robot', filingCount: 2, isOwn: true }]),
    );
    const detail = (await (await open(first, younger)).json()) as CaseDetail;
    expect([detail.id, detail.filings.map(({ id }) => id)]).toEqual([older, [one, two]]);
    expect(await audited()).toEqual([{ action: 'case.merged', subject: older, detail: { merged: younger } }]);
    // A repeated merge, from either side, changes nothing.
    for (const [id, other] of [
      [younger, older],
      [older, younger],
    ] as const) {
      expect(await (await merge(first, id, other)).json()).toEqual({ caseId: older, moved: [] });
    }
    expect(await audited()).toHaveLength(1);
    expect(await caseOf(await report(mining))).toBe(older);
  });

  it('a moderator cannot merge a case that another has claimed, nor a closed case [VERD-08]', async () => {
    const [one, two] = [await report(robot), await report(mining)];
    const [a, b] = [await caseOf(one), await caseOf(two)];
    await open(second, b);
    expect(await outcomeOf(await merge(first, a, b))).toBe('409 CASE_CLAIMED');
    expect(await outcomeOf(await merge(first, b, a))).toBe('409 CASE_CLAIMED');
    await post(second, `/api/admin/cases/${b}/decide`, { decision: 'reject', reason: 'Nothing in it.' });
    expect(await outcomeOf(await merge(first, a, b))).toBe('404 CASE_NOT_FOUND');
    expect(await outcomeOf(await merge(first, a, unknown))).toBe('404 CASE_NOT_FOUND');
  });

  it('two moderators who merge the same cases concurrently get one case [VERD-08]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await report(`${robot} a${round}-demo.example`),
        await report(`${mining} b${round}-demo.example`),
      ];
      const [a, b] = [await caseOf(one), await caseOf(two)];
      const replies = await Promise.all([merge(first, a, b), merge(second, b, a)]);
      const outcomes = await Promise.all(replies.map(async (reply) => (reply.ok ? '200' : await outcomeOf(reply))));
      expect(outcomes.toSorted()).toEqual(['200', '409 CASE_CLAIMED']);
      expect(await caseOf(one)).toBe(await caseOf(two));
      expect(await counts(await caseOf(one))).toEqual({ filings: 2, undecided: 2, there: 2, lead: one });
      await test.empty('cases', 'fraud_alerts', 'filings');
    }
  });

  it('concurrent merges, splits and new reports lose no report and no count [VERD-08]', async () => {
    const ids = await Promise.all(
      [robot, mining, romance].map((told, place) => report(`${told} place${place}-demo.example`)),
    );
    const filed = await Promise.all(
      Array.from({ length: 24 }, async (_, place) => {
        const { item } = await reporter.reportScam({
          description: `${place} people. See place${place % 3}-demo.example`,
        });
        return item.id;
      }),
    );
    const [a, b, c] = await Promise.all(ids.map(caseOf));
    await Promise.all([
      ...filed.map(examine),
      merge(first, a!, b!),
      merge(second, c!, a!),
      move(first, ids[1]!, c!),
      split(second, a!, [ids[0]!]),
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
    const cases = await Promise.all([robot, mining, romance].map(async (told) => caseOf(await report(told))));
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const [place, days] of [5, 3].entries()) {
      await open(first, cases[place]!);
      await post(first, `/api/admin/cases/${cases[place]}/put-off`, { until: until(days) });
    }
    const { caseId: both } = (await (await merge(first, cases[0]!, cases[1]!)).json()) as { caseId: string };
    expect((await list('?only=put-off')).map(({ putOff }) => putOff?.until.slice(0, 10))).toEqual([
      new Date(Date.parse(`${until(3)}T00:00:00+02:00`)).toISOString().slice(0, 10),
    ]);
    await merge(first, both, cases[2]!);
    expect((await list()).map(({ filingCount }) => filingCount)).toEqual([3]);
  });

  it('a moderator sees similar open cases to merge, and finds others by search [VERD-08]', async () => {
    const mine = await caseOf(await report(`${robot} see robot-demo.example`, { title: 'The robot' }));
    const lead = await report(mining, { title: 'The mine' });
    const alike = await caseOf(await report(romance, { title: 'Uncle and gold' }));
    await test.sql(
      `insert into filing_indicators (filing_id, key, kind, value)
       select cf.filing_id, fi.key, fi.kind, fi.value from filing_indicators fi cross join case_filings cf where cf.case_id = $1`,
      [alike],
    );
    expect((await neighbours(mine)).map(({ title }) => title)).toEqual(['Uncle and gold']);
    expect((await neighbours(mine, '?search=hash')).map(({ title }) => title)).toEqual(['The mine']);
    expect((await neighbours(mine, `?search=hk-${lead.slice(-8)}`)).map(({ title }) => title)).toEqual(['The mine']);
    expect(await neighbours(mine, '?search=robot')).toEqual([]);
  });
});

describe('splitting a case', () => {
  it('a moderator splits reports into a case of their own, and grouping never merges them again [VERD-08]', async () => {
    const ids = [
      await report(`${robot} see robot-demo.example`, { title: 'The robot' }),
      await report(`${robot} see robot-demo.example and clone-demo.example`, { title: 'A clone of the robot' }),
      await report(`${robot} see robot-demo.example and clone-demo.example`),
    ];
    const id = await caseOf(ids[0]!);
    await open(first, id);
    const { caseId } = (await (await split(first, id, [ids[1]!, ids[2]!])).json()) as { caseId: string };
    expect([await counts(id), await counts(caseId)]).toEqual([
      { filings: 1, undecided: 1, there: 1, lead: ids[0] },
      { filings: 2, undecided: 2, there: 2, lead: ids[1] },
    ]);
    expect((await list('?only=mine')).map((row) => row.title)).toEqual(['The robot', 'A clone of the robot']);
    expect(await (await split(first, id, [ids[1]!, ids[2]!])).json()).toEqual({ caseId });
    expect(await audited()).toEqual([{ action: 'case.split', subject: id, detail: { into: caseId, filings: 2 } }]);
    // A report goes to the case with more of its indicators, and a report that names both merges nothing.
    expect(await caseOf(await report(`${robot} see clone-demo.example and robot-demo.example`))).toBe(caseId);
    expect(await caseOf(await report(`${romance} see clone-demo.example`))).toBe(caseId);
    await test.sql('delete from case_claims');
    await report(`${robot} robot-demo.example clone-demo.example are one, put it together`);
    expect(new Set(await Promise.all(ids.map(caseOf)))).toEqual(new Set([id, caseId]));
    await examine(ids[1]!);
    expect(await caseOf(ids[1]!)).toBe(caseId);
  });

  it('a moderator can split only pending reports of a claimed case, and at least one must stay [VERD-08]', async () => {
    const [one, two] = [await report(robot), await report(robot)];
    const elsewhere = await report(mining);
    const id = await caseOf(one);
    await open(second, id);
    expect(await outcomeOf(await split(first, id, [two]))).toBe('409 CASE_CLAIMED');
    expect(await outcomeOf(await split(second, id, [elsewhere]))).toBe('409 FILING_NOT_IN_CASE');
    expect(await outcomeOf(await split(second, id, []))).toBe('409 FILING_NOT_IN_CASE');
    expect(await outcomeOf(await split(second, id, [one, two]))).toBe('409 NOTHING_LEFT_BEHIND');
    await post(second, `/api/admin/cases/${id}/decide`, { decision: 'reject', reason: 'Twice.', filings: [two] });
    expect(await outcomeOf(await split(second, id, [two]))).toBe('409 FILING_NOT_IN_CASE');
    expect(await counts(id)).toEqual({ filings: 2, undecided: 1, there: 2, lead: one });
    expect(await audited()).toEqual([]);
  });

  it('a split undoes a merge [VERD-08]', async () => {
    const [one, two] = [await report(robot), await report(mining)];
    const id = await caseOf(one);
    const { caseId, moved } = (await (await merge(first, id, await caseOf(two))).json()) as {
      caseId: string;
      moved: string[];
    };
    await split(first, caseId, moved);
    expect(await caseOf(one)).toBe(id);
    expect(await caseOf(two)).not.toBe(id);
    expect(await caseOf(await report(mining))).toBe(await caseOf(two));
  });
});

describe('moving a report', () => {
  it('a moved report is pending in the other case, whose snooze ends, and the moderator keeps the source case [VERD-08]', async () => {
    const [one, two, other] = [await report(robot), await report(robot), await report(mining, { title: 'The mine' })];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    await open(first, to);
    await post(first, `/api/admin/cases/${to}/put-off`, {
      until: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
    });
    await open(first, from);
    expect(await (await move(first, two, to)).json()).toEqual({ caseId: to, isEmptied: false });
    expect(await (await move(first, two, to)).json()).toEqual({ caseId: to, isEmptied: false });
    expect([await counts(from), await counts(to)]).toEqual([
      { filings: 1, undecided: 1, there: 1, lead: one },
      { filings: 2, undecided: 2, there: 2, lead: other },
    ]);
    expect((await list()).map(({ id, isOwn }) => ({ id, isOwn }))).toEqual([
      { id: from, isOwn: true },
      { id: to, isOwn: false },
    ]);
    expect(await audited()).toEqual([
      { action: 'case.put-off', subject: to, detail: { until: expect.any(String), forAnswer: false } },
      { action: 'case.filing-moved', subject: two, detail: { from, to } },
    ]);
  });

  it('moving the last report of a case deletes the empty case [VERD-08]', async () => {
    const [one, other] = [await report(robot), await report(mining)];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    expect(await (await move(first, one, to)).json()).toEqual({ caseId: to, isEmptied: true });
    expect(await counts(from)).toBeUndefined();
    expect((await list('?only=mine')).map(({ id }) => id)).toEqual([to]);
    expect(((await (await open(first, from)).json()) as CaseDetail).id).toBe(to);
    expect(await caseOf(await report(robot))).toBe(to);
  });

  it('a moderator cannot move a report from or into a case claimed by another, nor a decided report [VERD-08]', async () => {
    const [one, two, other] = [await report(robot), await report(robot), await report(mining)];
    const [from, to] = [await caseOf(one), await caseOf(other)];
    await open(second, to);
    expect(await outcomeOf(await move(first, two, to))).toBe('409 CASE_CLAIMED');
    expect(await outcomeOf(await move(first, other, from))).toBe('409 CASE_CLAIMED');
    await post(second, `/api/admin/cases/${to}/release`);
    expect(await outcomeOf(await move(first, unknown, to))).toBe('409 FILING_NOT_IN_CASE');
    expect(await outcomeOf(await move(first, two, unknown))).toBe('404 CASE_NOT_FOUND');
    await open(first, from);
    await post(first, `/api/admin/cases/${from}/decide`, { decision: 'reject', reason: 'Twice.', filings: [two] });
    expect(await outcomeOf(await move(first, two, to))).toBe('409 FILING_NOT_IN_CASE');
  });
});

describe('automatic grouping', () => {
  it('grouping keeps a claimed case and merges the others into it [VERD-08]', async () => {
    const retold =
      'The robot promised thirty percent each month. My account is locked, the church group was told nothing, and a withdrawal is refused.';
    const one = await report(`${robot} see first-demo.example`);
    await report(`${robot} see first-demo.example`);
    const two = await report(`${retold} See second-demo.example`);
    const [large, held] = [await caseOf(one), await caseOf(two)];
    expect(large).not.toBe(held);
    await open(first, held);
    await report('Both of them: first-demo.example second-demo.example');
    expect([await caseOf(one), await caseOf(two)]).toEqual([held, held]);
    expect(((await (await open(first, large)).json()) as CaseDetail).id).toBe(held);
  });
});
