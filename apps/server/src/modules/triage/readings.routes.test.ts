/** Only filings that were shown can be decided; a case becomes one alert; a large case is decided by a sample. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, CaseFiling, CaseSample, decideCase, showMoreOfCase } from '@hakiki/contract/triage-admin';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin, makeModerator } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { makeUser } from '../../../test/makers.ts';
import { makeUser as makeActor } from '../../../test/principals.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = reporterAt(server);
const { post, read } = consoleAt(server);
const db = () => test.database.db;

let first: Admin;
let second: Admin;
beforeAll(async () => {
  first = await makeAdmin(db());
  second = await makeAdmin(db());
});
beforeEach(async () => {
  await test.empty('cases', 'fraud_alerts', 'reports', 'filings', 'providers', 'indicators', 'admin_tasks');
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';

type Told = Parameters<typeof reporter.reportScam>[0];
type Sender = Parameters<typeof reporter.reportScam>[1];
const signedUp = async () => makeActor({ id: (await makeUser(db())).id });
const examine = (id: string) => server.running.services.cases.examine(id);

async function report(told: Told = {}, sender: Sender = {}) {
  const { item, receipt } = await reporter.reportScam({ description: robot, ...told }, sender);
  await examine(item.id);
  return { id: item.id as string, code: receipt.code };
}
async function issue(told: Parameters<typeof reporter.reportIssue>[0] = {}, sender: Sender = {}) {
  const { item, receipt } = await reporter.reportIssue({ description: robot, ...told }, sender);
  await examine(item.id);
  return { id: item.id as string, code: receipt.code };
}
/**
 * Inserts a complete case. The third filing is an issue report, the last has a different text, and those from the 61st
 * on name a website.
 */
async function fill(count: number): Promise<{ caseId: string; ids: string[]; like: string; odd: string }> {
  const rows = await test.sql(
    `with new_filings as (select gen_random_uuid() as id, n from generate_series(1, $1::int) n),
     alerts as (
       insert into fraud_alerts (id, title, description, alert_type, severity, affected_countries)
       select id, 'The robot pays nobody', case when n = $1 then 'Fish and chips with peas' else $2 end, 'scam', 'High',
         case when n = $1 then '{togo}'::text[] else '{nigeria}' end
       from new_filings where n <> 3
     ),
     issues as (
       insert into reports (id, report_type, severity, description) select id, 'scam', 'High', $2 from new_filings where n = 3
     ),
     filed as (
       insert into filings (id, kind, receipt_hash)
       select id, case when n = 3 then 'report' else 'alert' end, sha256(id::text::bytea) from new_filings
     ),
     named as (
       insert into filing_indicators (filing_id, key, kind, value)
       select id, sha256(id::text::bytea), 'website', 'site-' || n || '.example' from new_filings where n > 60
     ),
     opened as (
       insert into cases (id, lead_id, filing_count, undecided_count)
       select gen_random_uuid(), (select id from new_filings where n = 1), $1, $1 returning id
     ),
     grouped as (
       insert into case_filings (filing_id, case_id, created_at)
       select new_filings.id, opened.id, now() - interval '1 day' + new_filings.n * interval '1 millisecond' from new_filings cross join opened
     )
     select opened.id as case_id, new_filings.id from opened cross join new_filings order by new_filings.n`,
    [count, robot],
  );
  const ids = rows.map(({ id }) => String(id));
  return { caseId: String(rows[0]!['case_id']), ids, like: ids[0]!, odd: ids.at(-1)! };
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]?.['id'] as string;
const statusOf = async (id: string) =>
  (
    await test.sql(
      'select coalesce(a.status, r.status) as status from filings f left join fraud_alerts a using (id) left join reports r using (id) where f.id = $1',
      [id],
    )
  )[0]?.['status'];
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map(statusOf));

async function answer<Reply>(response: Promise<Response>): Promise<Reply> {
  const answered = await response;
  const text = await answered.text();
  if (!answered.ok) throw new Error(`${answered.status} ${text}`);
  return JSON.parse(text) as Reply;
}
const open = (who: Admin, id: string) => answer<CaseDetail>(post(who, `/api/admin/cases/${id}/claim`));
const release = (who: Admin, id: string) => answer(post(who, `/api/admin/cases/${id}/release`));
const more = (who: Admin, id: string, shown: readonly { id: string }[]) =>
  answer<ReplyOf<typeof showMoreOfCase>>(
    post(who, `/api/admin/cases/${id}/filings`, { shown: shown.map((one) => one.id) }),
  );
const decideAt = (who: Admin, id: string, body: object) =>
  post(who, `/api/admin/cases/${id}/decide`, { reason: 'Seen by two others.', ...body });
const decide = (who: Admin, id: string, body: object) => answer<ReplyOf<typeof decideCase>>(decideAt(who, id, body));
const undo = (who: Admin, id: string) => post(who, `/api/admin/decisions/${id}/undo`);
const published = (id: string) => answer<PublishedAlert>(server.get(`/api/fraud-alerts/${id}`));
const known = async () =>
  (await test.sql('select value, report_count as n from indicators order by value')).map(({ value, n }) => [value, n]);
const idsOf = (filings: readonly { id: string }[]) => filings.map(({ id }) => id);

describe('deciding filings that were not shown', { timeout: 60_000 }, () => {
  it('a decision on a case of 70 reports leaves the 20 unread ones pending and publishes none of their indicators [VERD-04]', async () => {
    const { caseId, ids } = await fill(70);
    const detail = await open(first, caseId);
    expect(idsOf(detail.filings)).toEqual(ids.slice(0, 50));
    expect(detail.unreadCount).toBe(20);

    expect(await decide(first, caseId, { decision: 'approve' })).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 50, unreadCount: 20, alertId: ids[0], rest: null }),
    );
    expect(await statusesOf(ids.slice(50))).toEqual(Array.from({ length: 20 }, () => 'pending'));
    expect(await known()).toEqual([]);
    expect(await outcomeOf(await server.get(`/api/fraud-alerts/${ids[69]}`))).toBe('404 ALERT_NOT_FOUND');
    // The case is still open, and the moderator continues with the remaining reports.
    const rest = await open(first, caseId);
    expect(idsOf(rest.filings.slice(0, 20))).toEqual(ids.slice(50));
    expect([rest.undecidedCount, rest.unreadCount]).toEqual([20, 0]);
  });

  it('a moderator cannot decide a report by its id that was only shown to another moderator [VERD-04]', async () => {
    const { caseId, ids } = await fill(52);
    await more(second, caseId, (await open(second, caseId)).filings);
    await release(second, caseId);
    await open(first, caseId);
    expect(await decide(first, caseId, { decision: 'reject', filings: ids.slice(49) })).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 1, unreadCount: 2, alertId: null, rest: null }),
    );
    expect(await statusesOf(ids.slice(49))).toEqual(['rejected', 'pending', 'pending']);
  });

  it('a moderator loads further reports page by page, each is recorded as shown, and a lost page can be loaded again [VERD-04]', async () => {
    const { caseId, ids } = await fill(103);
    const { filings } = await open(first, caseId);
    const page = await more(first, caseId, filings);
    expect([idsOf(page.filings), page.unreadCount]).toEqual([ids.slice(50, 100), 3]);
    const again = await more(first, caseId, filings);
    expect([idsOf(again.filings), again.unreadCount]).toEqual([ids.slice(50, 100), 3]);
    const last = await more(first, caseId, [...filings, ...page.filings]);
    expect([idsOf(last.filings), last.unreadCount]).toEqual([ids.slice(100), 0]);
    expect(await test.sql('select count(*)::int as n from case_readings where user_id = $1', [first.id])).toEqual([
      { n: 103 },
    ]);
    expect(await outcomeOf(await post(second, `/api/admin/cases/${caseId}/filings`, { shown: [] }))).toBe(
      '409 CASE_CLAIMED',
    );
    expect(await decide(first, caseId, { decision: 'reject' })).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 103, unreadCount: 0 }),
    );
    expect(await test.sql('select from case_claims')).toEqual([]);
  });
});

describe('the public alert of a case', { timeout: 60_000 }, () => {
  it('a case becomes one alert with the number of people and all countries, and the other reports are merged [VERD-05]', async () => {
    const [amina, juma] = [await signedUp(), await signedUp()];
    const lead = await report({ title: 'The robot pays nobody', affectedCountries: ['kenya'] }, { actor: amina });
    const others = [
      await report({ affectedCountries: ['ghana', 'kenya'], description: `${robot} see robot-demo.example` }),
      await report({ affectedCountries: ['uganda'] }, { actor: juma }),
      // Two reports of one account count as one person.
      await report({ affectedCountries: ['malawi'] }, { actor: juma }),
    ];
    const complaint = await issue({}, { actor: amina });
    const stranger = await issue();
    const id = await caseOf(lead.id);
    await open(first, id);
    const reply = await decide(first, id, { decision: 'approve', advice: 'Send nothing.' });
    expect(reply).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 6, unreadCount: 0, alertId: lead.id, rest: null }),
    );
    expect(await statusesOf([lead, ...others, complaint, stranger].map((one) => one.id))).toEqual([
      'approved',
      'merged',
      'merged',
      'merged',
      'investigating',
      'investigating',
    ]);
    const listed = await answer<{ id: string }[]>(server.get('/api/fraud-alerts'));
    expect(listed).toEqual(
      replyTo('GET /api/fraud-alerts', [
        {
          id: lead.id,
          reportCount: 4,
          affectedCountries: ['kenya', 'ghana', 'uganda', 'malawi'],
          descriptionCut: true,
        },
      ]),
    );
    const { alert } = await published(lead.id);
    expect([alert?.indicators, alert?.advice]).toEqual([
      [{ kind: 'website', value: 'robot-demo.example' }],
      'Send nothing.',
    ]);
    expect(await outcomeOf(await server.get(`/api/fraud-alerts/${others[0]!.id}`))).toBe('404 ALERT_NOT_FOUND');
    // The lookup of an indicator that only the second report named finds the alert.
    const looked = await answer<{ alerts: { id: string }[] }>(server.get('/api/lookup?search=robot-demo.example'));
    expect(idsOf(looked.alerts)).toEqual([lead.id]);
    // The nightly reconciliation finds no difference.
    expect(await server.running.services.reports.reconcile()).toEqual({
      alertCounts: 0,
      alertLinks: 0,
      reportCounts: 0,
    });
  });

  it('each reporter sees that the report was confirmed, and a link to the alert [VERD-05]', async () => {
    const amina = await signedUp();
    const lead = await report();
    const other = await report({}, { actor: amina });
    const complaint = await issue();
    const id = await caseOf(lead.id);
    await open(first, id);
    await decide(first, id, { decision: 'approve' });
    expect(await reporter.follow(other.code)).toEqual(
      replyTo('POST /api/filings/look-up', { status: 'merged', alertId: lead.id, decidedAt: expect.any(String) }),
    );
    expect(await reporter.follow(complaint.code)).toEqual(
      replyTo('POST /api/filings/look-up', { status: 'investigating', alertId: lead.id }),
    );
    expect(await server.running.services.alerts.listOwn(amina, { limit: 10, offset: 0 })).toEqual([
      replyTo('GET /api/fraud-alerts/my-reports', { id: other.id, status: 'merged', mergedInto: lead.id }),
    ]);
    const again = await report({}, { actor: amina });
    const { filings } = await open(first, await caseOf(again.id));
    expect(filings.find((one) => one.id === again.id)?.reporter).toEqual({ agreed: 1, disagreed: 0, accuracy: 0 });
  });

  it('the alert is the one that the moderator chose, or the one that is public already [VERD-05]', async () => {
    const [opened, clearer] = [await report(), await report({ title: 'Told most clearly' })];
    const id = await caseOf(opened.id);
    await open(first, id);
    expect((await decide(first, id, { decision: 'approve', lead: clearer.id })).alertId).toBe(clearer.id);
    expect(await statusesOf([opened.id, clearer.id])).toEqual(['merged', 'approved']);
    // A closed case gets no more reports, so these are moved into it by SQL.
    const waiting = await report();
    const later = await report({ affectedCountries: ['togo'] });
    await test.sql('update case_filings set case_id = $1 where filing_id = any($2::uuid[])', [
      id,
      [waiting.id, later.id],
    ]);
    await test.sql('update cases set undecided_count = 2, filing_count = 4 where id = $1', [id]);
    expect((await open(first, id)).publicAlert).toEqual({ id: clearer.id, title: 'Told most clearly' });
    expect(await decide(first, id, { decision: 'approve', filings: [later.id], lead: later.id })).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 1, alertId: clearer.id }),
    );
    const { alert } = await published(clearer.id);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([3, ['nigeria', 'togo']]);
  });

  it('a moderator merges later reports into the public alert of an earlier, closed case [VERD-05]', async () => {
    const early = await report({ title: 'The first to tell' });
    const caseId = await caseOf(early.id);
    await open(first, caseId);
    await decide(first, caseId, { decision: 'approve' });
    const [late, later] = [await report({ affectedCountries: ['togo'] }), await report()];
    const next = await caseOf(late.id);
    expect(next).not.toBe(caseId);
    const spoken = { id: early.id, title: 'The first to tell' };
    expect((await open(first, next)).similar.map(({ publicAlert }) => publicAlert)).toEqual([spoken]);
    expect(await decide(first, next, { decision: 'approve', joins: early.id, filings: [late.id] })).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', { decided: 1, alertId: early.id }),
    );
    // From then on it is also the public alert of the later case.
    expect((await open(first, next)).publicAlert).toEqual(spoken);
    await decide(first, next, { decision: 'approve' });
    expect(await statusesOf([early.id, late.id, later.id])).toEqual(['approved', 'merged', 'merged']);
    const { alert } = await published(early.id);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([3, ['nigeria', 'togo']]);
  });

  it('a moderator cannot merge a case into an alert that is not public [VERD-05]', async () => {
    const rejected = await report();
    const caseId = await caseOf(rejected.id);
    await open(first, caseId);
    await decide(first, caseId, { decision: 'reject' });
    const late = await report();
    const next = await caseOf(late.id);
    await open(first, next);
    const joined = (joins: string) =>
      post(first, `/api/admin/cases/${next}/decide`, { decision: 'approve', reason: 'Told alike.', joins });
    expect(await outcomeOf(await joined(rejected.id))).toBe('409 ALREADY_DECIDED');
    expect(await outcomeOf(await joined('01890000-0000-7000-8000-00000000dead'))).toBe('404 ALERT_NOT_FOUND');
    expect(await statusesOf([late.id])).toEqual(['pending']);
  });

  it('a moderator undoes all decisions of a case in reverse order, and no data is left behind [VERD-05]', async () => {
    const lead = await report({ affectedCountries: ['kenya'] });
    const other = await report({ affectedCountries: ['ghana'], description: `${robot} see robot-demo.example` });
    const complaint = await issue();
    const id = await caseOf(lead.id);
    await open(first, id);
    const { decisionIds } = await decide(first, id, { decision: 'approve' });
    expect(await known()).toEqual([['robot-demo.example', 1]]);
    expect(await outcomeOf(await undo(first, decisionIds[0]!))).toBe('409 TOO_LATE');
    for (const decisionId of decisionIds.toReversed()) expect((await undo(first, decisionId)).status).toBe(200);
    expect(await statusesOf([lead, other, complaint].map((one) => one.id))).toEqual(['pending', 'pending', 'pending']);
    expect(await known()).toEqual([]);
    expect(
      await test.sql(
        'select report_count as n, affected_countries as countries, merged_into as lead from fraud_alerts order by created_at, id',
      ),
    ).toEqual([
      { n: 1, countries: ['kenya'], lead: null },
      { n: 1, countries: ['ghana'], lead: null },
    ]);
    expect(await test.sql('select fraud_alert_id as lead from reports')).toEqual([{ lead: null }]);
    expect((await open(first, id)).undecidedCount).toBe(3);
  });

  it('one administrator alone cannot reject a merged report, and withdrawing the alert removes its indicators [VERD-05] [VERD-01]', async () => {
    const { desk } = server.running.services;
    const [lead, other] = [await report(), await report({ description: `${robot} see robot-demo.example` })];
    const id = await caseOf(lead.id);
    await open(first, id);
    await decide(first, id, { decision: 'approve' });
    const turnDown = async (alertId: string) =>
      answer<AdminAlert>(
        server.post(
          `/api/admin/fraud-alerts/${alertId}`,
          { status: 'rejected', reason: 'Told by nobody.' },
          { method: 'PUT', headers: { cookie: first.cookie } },
        ),
      );
    const agree = async ({ proposal }: AdminAlert) =>
      desk.confirm(second.actor, proposal!.id, (await desk.show(second.actor, proposal!.id)).seen);
    const waiting = await turnDown(other.id);
    expect([await statusOf(other.id), await known()]).toEqual(['merged', [['robot-demo.example', 1]]]);
    await agree(await turnDown(lead.id));
    expect([await statusOf(lead.id), await known()]).toEqual(['rejected', []]);
    await agree(waiting);
    expect([await statusOf(other.id), await known()]).toEqual(['rejected', []]);
  });
});

describe('deciding a large case by a sample', { timeout: 60_000 }, () => {
  const draw = (who: Admin, caseId: string, like: string) =>
    answer<CaseSample>(post(who, `/api/admin/cases/${caseId}/samples`, { like }));
  const showAt = (who: Admin, sample: string, place: number) =>
    post(who, `/api/admin/samples/${sample}/filings`, { place });
  const showAll = (who: Admin, { id, size }: CaseSample) =>
    Promise.all(Array.from({ length: size }, (_, place) => answer<CaseFiling>(showAt(who, id, place))));
  const task = (id: string) => read<Task>(first, `/api/admin/tasks/${id}`);
  /** Runs the job that starts after the undo period. */
  const workOff = async (taskId: string) => {
    const handler = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.rest')!;
    await handler.run({ taskId }, { id: taskId });
  };
  const counts = async () =>
    Object.fromEntries(
      (
        await test.sql(
          `select coalesce(a.status, r.status) as status, count(*)::int as n
           from filings f left join fraud_alerts a using (id) left join reports r using (id) group by 1 order by 1`,
        )
      ).map(({ status, n }) => [status, n]),
    );

  it('after reading a sample, a moderator decides the unread reports alike: they are counted, and nothing of them is public [VERD-04] [VERD-05]', async () => {
    const { caseId, like, odd } = await fill(150);
    expect((await open(first, caseId)).unreadCount).toBe(100);
    const sample = await draw(first, caseId, like);
    expect(sample).toEqual({ id: expect.any(String), size: 20, restCount: 80 });
    const early = decideAt(first, caseId, { decision: 'approve', sample: sample.id });
    expect(await outcomeOf(await early)).toBe('409 SAMPLE_NOT_READ');
    expect(await counts()).toEqual({ pending: 150 });

    const shown = await showAll(first, sample);
    expect(new Set(idsOf(shown)).size).toBe(20);
    // The report with a different text is in the sample.
    expect(idsOf(shown)).toContain(odd);
    expect(shown[0]).toEqual(replyTo('POST /api/admin/samples/:id/filings', { status: 'pending', kind: 'alert' }));

    const reply = await decide(first, caseId, { decision: 'approve', sample: sample.id });
    expect(reply).toEqual(
      replyTo('POST /api/admin/cases/:id/decide', {
        decided: 70,
        unreadCount: 80,
        alertId: like,
        rest: { kind: 'rest', state: 'waiting', done: 0, total: 80, problems: [] },
      }),
    );
    expect(await counts()).toEqual({ approved: 1, investigating: 1, merged: 68, pending: 80 });
    // A report that arrives after the sample was drawn must stay pending.
    await test.sql(
      `with late as (insert into fraud_alerts (id, title, description, alert_type, severity, affected_countries)
         values (gen_random_uuid(), 'Late', 'Late', 'scam', 'High', '{nigeria}') returning id),
       filed as (insert into filings (id, kind, receipt_hash) select id, 'alert', sha256(id::text::bytea) from late)
       insert into case_filings (filing_id, case_id) select id, $1 from late`,
      [caseId],
    );
    await workOff(reply.rest!.id);
    expect(await task(reply.rest!.id)).toEqual(
      replyTo('GET /api/admin/tasks/:id', { kind: 'rest', state: 'done', done: 80, total: 80, problems: [] }),
    );
    expect(await counts()).toEqual({ approved: 1, investigating: 1, merged: 148, pending: 1 });
    const { alert } = await published(like);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([150, ['nigeria', 'togo']]);
    expect(alert?.indicators).toHaveLength(shown.filter(({ indicators }) => indicators.length > 0).length);
    expect(await test.sql('select count(*)::int as n from indicators')).toEqual([{ n: alert?.indicators.length }]);
    expect(
      await test.sql(
        `select count(*)::int as n, count(distinct reason)::int as reasons from decisions
         where subject_id in (select id from filings) and decided_by = $1`,
        [first.id],
      ),
    ).toEqual([{ n: 150, reasons: 1 }]);
    expect(await server.running.services.reports.reconcile()).toEqual({
      alertCounts: 0,
      alertLinks: 0,
      reportCounts: 0,
    });
    // Only the late report is left.
    await release(first, caseId);
    expect((await open(second, caseId)).unreadCount).toBe(0);
  });

  it('a moderator can start the task, and it fails once the moderator has lost the role [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { caseId, like } = await fill(90);
    await open(moderator, caseId);
    const sample = await draw(moderator, caseId, like);
    await showAll(moderator, sample);
    const { rest } = await decide(moderator, caseId, { decision: 'reject', sample: sample.id });
    expect(await read<Task>(moderator, `/api/admin/tasks/${rest!.id}`)).toEqual(
      replyTo('GET /api/admin/tasks/:id', { kind: 'rest', state: 'waiting', done: 0, total: 20, problems: [] }),
    );
    const role = { isModerator: false, reason: 'Moved to another team.' };
    const path = `/api/admin/users/${moderator.id}/role`;
    await answer(server.post(path, role, { method: 'PUT', headers: { cookie: first.cookie } }));
    await expect(workOff(rest!.id)).rejects.toThrow();
    expect(await counts()).toEqual({ pending: 20, rejected: 70 });
    expect(await test.sql('select state from admin_tasks where id = $1', [rest!.id])).toEqual([{ state: 'failed' }]);
  });

  it('the task fails and the unread reports stay pending when the case was merged into another one [VERD-04]', async () => {
    const older = await fill(60);
    await test.sql("update cases set created_at = now() - interval '1 hour' where id = $1", [older.caseId]);
    const { caseId, like } = await fill(90);
    await open(first, caseId);
    const sample = await draw(first, caseId, like);
    await showAll(first, sample);
    const { rest } = await decide(first, caseId, { decision: 'reject', sample: sample.id });
    await answer(post(first, `/api/admin/cases/${caseId}/merge`, { other: older.caseId }));
    await workOff(rest!.id);
    expect(await counts()).toEqual({ pending: 80, rejected: 70 });
    expect(await task(rest!.id)).toEqual(
      replyTo('GET /api/admin/tasks/:id', { kind: 'rest', state: 'failed', done: 0, total: 20, problems: [] }),
    );
  });

  it('the task fails and the unread reports stay pending when the decision on the reference report was undone [VERD-04]', async () => {
    const { caseId, like } = await fill(90);
    await open(first, caseId);
    const sample = await draw(first, caseId, like);
    await showAll(first, sample);
    const { decisionIds, rest } = await decide(first, caseId, { decision: 'reject', sample: sample.id });
    await undo(first, decisionIds[0]!);
    await workOff(rest!.id);
    expect(await task(rest!.id)).toEqual(
      replyTo('GET /api/admin/tasks/:id', { kind: 'rest', state: 'failed', done: 0, total: 20, problems: [] }),
    );
    expect(await statusOf(like)).toBe('pending');
    expect(await counts()).toEqual({ pending: 21, rejected: 69 });
    // A sample can be used once.
    await open(first, caseId);
    const again = decideAt(first, caseId, { decision: 'reject', sample: sample.id });
    expect(await outcomeOf(await again)).toBe('409 SAMPLE_NOT_READ');
  });

  it('the task rejects the unread reports and leaves pending what the moderator was shown and left out [VERD-04]', async () => {
    const { caseId, like } = await fill(90);
    const { filings } = await open(first, caseId);
    const [, doubtful, ...others] = filings;
    const sample = await draw(first, caseId, like);
    const shown = await showAll(first, sample);
    const named = [like, ...idsOf(others), ...idsOf(shown)];
    const some = decideAt(first, caseId, { decision: 'reject', sample: sample.id, filings: named.slice(0, -1) });
    expect(await outcomeOf(await some)).toBe('409 SAMPLE_NOT_READ');
    const { rest } = await decide(first, caseId, { decision: 'reject', sample: sample.id, filings: named });
    await workOff(rest!.id);
    expect(await counts()).toEqual({ pending: 1, rejected: 89 });
    expect(await statusOf(doubtful!.id)).toBe('pending');
  });

  it('a sample requires the claim and a reference report that was shown, and an approval requires an alert [VERD-04]', async () => {
    const { caseId, like, odd } = await fill(60);
    await open(first, caseId);
    const drawing = (who: Admin, id: string) => post(who, `/api/admin/cases/${caseId}/samples`, { like: id });
    expect(await outcomeOf(await drawing(second, like))).toBe('409 CASE_CLAIMED');
    expect(await outcomeOf(await drawing(first, odd))).toBe('404 FILING_NOT_FOUND');
    const sample = await draw(first, caseId, like);
    expect(sample).toEqual({ id: expect.any(String), size: 10, restCount: 0 });
    expect(await outcomeOf(await showAt(second, sample.id, 0))).toBe('404 FILING_NOT_FOUND');
    expect(await outcomeOf(await showAt(first, sample.id, 10))).toBe('404 FILING_NOT_FOUND');

    await test.empty('cases', 'fraud_alerts', 'reports', 'filings');
    const issues = [(await issue()).id, (await issue()).id];
    const ofIssues = await caseOf(issues[0]!);
    await open(first, ofIssues);
    const drawn = await draw(first, ofIssues, issues[0]!);
    await showAll(first, drawn);
    const approved = decideAt(first, ofIssues, { decision: 'approve', sample: drawn.id });
    expect(await outcomeOf(await approved)).toBe('409 NO_ALERT_TO_JOIN');
    expect(await counts()).toEqual({ pending: 2 });
  });
});
