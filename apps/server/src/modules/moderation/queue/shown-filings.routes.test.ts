/** Only filings that were shown can be decided; a case becomes one alert; a large case is decided by a sample. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, CaseFiling, CaseSample, decideCase, showMoreOfCase } from '@hakiki/contract/triage-admin';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { post, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'providers', 'indicators', 'admin_tasks');
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';

type ScamInput = Parameters<typeof reporter.reportScam>[0];
type Sender = Parameters<typeof reporter.reportScam>[1];
const makeMember = async () => makeUserActor({ id: (await makeUser(db())).id });
const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);

async function reportAndGroup(input: ScamInput = {}, sender: Sender = {}) {
  const { item, receipt } = await reporter.reportScam({ description: robot, ...input }, sender);
  await groupFiling(item.id);
  return { id: item.id as string, code: receipt.code };
}
async function reportIssueAndGroup(input: Parameters<typeof reporter.reportIssue>[0] = {}, sender: Sender = {}) {
  const { item, receipt } = await reporter.reportIssue({ description: robot, ...input }, sender);
  await groupFiling(item.id);
  return { id: item.id as string, code: receipt.code };
}
/**
 * Inserts a complete case. The third filing is an issue report, the last has a different text, and those from the 61st
 * on name a website.
 */
async function insertCase(count: number): Promise<{ caseId: string; ids: string[]; like: string; odd: string }> {
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

async function readReply<Reply>(response: Promise<Response>): Promise<Reply> {
  const reply = await response;
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${text}`);
  return JSON.parse(text) as Reply;
}
const open = (who: Admin, id: string) => readReply<CaseDetail>(post(who, `/api/admin/cases/${id}/claim`));
const release = (who: Admin, id: string) => readReply(post(who, `/api/admin/cases/${id}/release`));
const showMore = (who: Admin, id: string, shown: readonly { id: string }[]) =>
  readReply<ReplyOf<typeof showMoreOfCase>>(
    post(who, `/api/admin/cases/${id}/filings`, { shown: shown.map((one) => one.id) }),
  );
const sendDecision = (who: Admin, id: string, body: object) =>
  post(who, `/api/admin/cases/${id}/decide`, { reason: 'Seen by two others.', ...body });
const decide = (who: Admin, id: string, body: object) =>
  readReply<ReplyOf<typeof decideCase>>(sendDecision(who, id, body));
const undo = (who: Admin, id: string) => post(who, `/api/admin/decisions/${id}/undo`);
const published = (id: string) => readReply<PublishedAlert>(server.get(`/api/fraud-alerts/${id}`));
const listPublicIndicators = async () =>
  (await test.sql(`select value, report_count as n from indicators where state = 'active' order by value`)).map(
    ({ value, n }) => [value, n],
  );
const idsOf = (filings: readonly { id: string }[]) => filings.map(({ id }) => id);

describe('deciding filings that were not shown', { timeout: 60_000 }, () => {
  it('a decision on a case of 70 reports leaves the 20 unread ones pending and publishes none of their indicators [VERD-04]', async () => {
    const { caseId, ids } = await insertCase(70);
    const detail = await open(administrator, caseId);
    expect(idsOf(detail.filings)).toEqual(ids.slice(0, 50));
    expect(detail.unreadCount).toBe(20);

    expect(await decide(administrator, caseId, { decision: 'approve' })).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 50, unreadCount: 20, alertId: ids[0], rest: null }),
    );
    expect(await statusesOf(ids.slice(50))).toEqual(Array.from({ length: 20 }, () => 'pending'));
    expect(await listPublicIndicators()).toEqual([]);
    expect(await summarizeResponse(await server.get(`/api/fraud-alerts/${ids[69]}`))).toBe('404 ALERT_NOT_FOUND');
    // The case is still open, and the moderator continues with the remaining reports.
    const rest = await open(administrator, caseId);
    expect(idsOf(rest.filings.slice(0, 20))).toEqual(ids.slice(50));
    expect([rest.undecidedCount, rest.unreadCount]).toEqual([20, 0]);
  });

  it('a moderator cannot decide a report by its id that was only shown to another moderator [VERD-04]', async () => {
    const { caseId, ids } = await insertCase(52);
    await showMore(secondAdministrator, caseId, (await open(secondAdministrator, caseId)).filings);
    await release(secondAdministrator, caseId);
    await open(administrator, caseId);
    expect(await decide(administrator, caseId, { decision: 'reject', filings: ids.slice(49) })).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1, unreadCount: 2, alertId: null, rest: null }),
    );
    expect(await statusesOf(ids.slice(49))).toEqual(['rejected', 'pending', 'pending']);
  });

  it('a moderator loads further reports page by page, each is recorded as shown, and a lost page can be loaded again [VERD-04]', async () => {
    const { caseId, ids } = await insertCase(103);
    const { filings } = await open(administrator, caseId);
    const page = await showMore(administrator, caseId, filings);
    expect([idsOf(page.filings), page.unreadCount]).toEqual([ids.slice(50, 100), 3]);
    const again = await showMore(administrator, caseId, filings);
    expect([idsOf(again.filings), again.unreadCount]).toEqual([ids.slice(50, 100), 3]);
    const last = await showMore(administrator, caseId, [...filings, ...page.filings]);
    expect([idsOf(last.filings), last.unreadCount]).toEqual([ids.slice(100), 0]);
    expect(
      await test.sql('select count(*)::int as n from shown_filings where user_id = $1', [administrator.id]),
    ).toEqual([{ n: 103 }]);
    expect(
      await summarizeResponse(await post(secondAdministrator, `/api/admin/cases/${caseId}/filings`, { shown: [] })),
    ).toBe('409 CASE_CLAIMED');
    expect(await decide(administrator, caseId, { decision: 'reject' })).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 103, unreadCount: 0 }),
    );
    expect(await test.sql('select from case_claims')).toEqual([]);
  });
});

describe('the public alert of a case', { timeout: 60_000 }, () => {
  it('a case becomes one alert with the number of people and all countries, and the other reports are merged: confirmed, and not public themselves [VERD-05] [DEC-92]', async () => {
    const [member, secondMember] = [await makeMember(), await makeMember()];
    const lead = await reportAndGroup(
      { title: 'The robot pays nobody', affectedCountries: ['kenya'] },
      { actor: member },
    );
    const others = [
      await reportAndGroup({ affectedCountries: ['ghana', 'kenya'], description: `${robot} see robot-demo.example` }),
      await reportAndGroup({ affectedCountries: ['uganda'] }, { actor: secondMember }),
      // Two reports of one account count as one person.
      await reportAndGroup({ affectedCountries: ['malawi'] }, { actor: secondMember }),
    ];
    const complaint = await reportIssueAndGroup({}, { actor: member });
    const anonymousComplaint = await reportIssueAndGroup();
    const id = await caseOf(lead.id);
    await open(administrator, id);
    const reply = await decide(administrator, id, { decision: 'approve', advice: 'Send nothing.' });
    expect(reply).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 6, unreadCount: 0, alertId: lead.id, rest: null }),
    );
    expect(await statusesOf([lead, ...others, complaint, anonymousComplaint].map((one) => one.id))).toEqual([
      'approved',
      'merged',
      'merged',
      'merged',
      'investigating',
      'investigating',
    ]);
    const listed = await readReply<{ id: string }[]>(server.get('/api/fraud-alerts'));
    expect(listed).toEqual(
      expectedReply('GET /api/fraud-alerts', [
        {
          id: lead.id,
          reportCount: 4,
          affectedCountries: ['kenya', 'ghana', 'uganda', 'malawi'],
          affectedProvider: null,
        },
      ]),
    );
    const { alert } = await published(lead.id);
    expect([alert?.indicators, alert?.advice]).toEqual([
      [{ kind: 'website', value: 'robot-demo.example' }],
      'Send nothing.',
    ]);
    expect(await summarizeResponse(await server.get(`/api/fraud-alerts/${others[0]!.id}`))).toBe('404 ALERT_NOT_FOUND');
    // The lookup of an indicator that only the second report named finds the alert.
    const looked = await readReply<{ alerts: { id: string }[] }>(server.get('/api/lookup?search=robot-demo.example'));
    expect(idsOf(looked.alerts)).toEqual([lead.id]);
    // The nightly reconciliation finds no difference.
    expect(await server.running.services.reports.reconcile()).toEqual({
      alertCounts: 0,
      alertLinks: 0,
      reportCounts: 0,
    });
  });

  it('each reporter sees that the report was confirmed, and a link to the alert [VERD-05]', async () => {
    const member = await makeMember();
    const lead = await reportAndGroup();
    const other = await reportAndGroup({}, { actor: member });
    const complaint = await reportIssueAndGroup();
    const id = await caseOf(lead.id);
    await open(administrator, id);
    await decide(administrator, id, { decision: 'approve' });
    expect(await reporter.lookUpReceipt(other.code)).toEqual(
      expectedReply('POST /api/filings/look-up', { status: 'merged', alertId: lead.id, decidedAt: expect.any(String) }),
    );
    expect(await reporter.lookUpReceipt(complaint.code)).toEqual(
      expectedReply('POST /api/filings/look-up', { status: 'investigating', alertId: lead.id }),
    );
    expect(await server.running.services.alerts.listOwn(member, { limit: 10, offset: 0 })).toEqual([
      expectedReply('GET /api/fraud-alerts/my-reports', { id: other.id, status: 'merged', mergedInto: lead.id }),
    ]);
    const again = await reportAndGroup({}, { actor: member });
    const { filings } = await open(administrator, await caseOf(again.id));
    expect(filings.find((one) => one.id === again.id)?.reporter).toEqual({ agreed: 1, disagreed: 0, accuracy: 0 });
  });

  it('the alert is the one that the moderator chose, or the one that is public already [VERD-05]', async () => {
    const [opened, clearer] = [await reportAndGroup(), await reportAndGroup({ title: 'Told most clearly' })];
    const id = await caseOf(opened.id);
    await open(administrator, id);
    expect((await decide(administrator, id, { decision: 'approve', lead: clearer.id })).alertId).toBe(clearer.id);
    expect(await statusesOf([opened.id, clearer.id])).toEqual(['merged', 'approved']);
    // A closed case gets no more reports, so these are moved into it by SQL.
    const waiting = await reportAndGroup();
    const later = await reportAndGroup({ affectedCountries: ['togo'] });
    await test.sql('update case_filings set case_id = $1 where filing_id = any($2::uuid[])', [
      id,
      [waiting.id, later.id],
    ]);
    await test.sql('update cases set undecided_count = 2, filing_count = 4 where id = $1', [id]);
    expect((await open(administrator, id)).publicAlert).toEqual({ id: clearer.id, title: 'Told most clearly' });
    expect(await decide(administrator, id, { decision: 'approve', filings: [later.id], lead: later.id })).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1, alertId: clearer.id }),
    );
    const { alert } = await published(clearer.id);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([3, ['nigeria', 'togo']]);
  });

  it('a moderator merges later reports into the public alert of an earlier, closed case [VERD-05]', async () => {
    const early = await reportAndGroup({ title: 'The first to tell' });
    const caseId = await caseOf(early.id);
    await open(administrator, caseId);
    await decide(administrator, caseId, { decision: 'approve' });
    const [late, later] = [await reportAndGroup({ affectedCountries: ['togo'] }), await reportAndGroup()];
    const next = await caseOf(late.id);
    expect(next).not.toBe(caseId);
    const publicAlert = { id: early.id, title: 'The first to tell' };
    expect((await open(administrator, next)).similar.map(({ publicAlert }) => publicAlert)).toEqual([publicAlert]);
    expect(await decide(administrator, next, { decision: 'approve', joins: early.id, filings: [late.id] })).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1, alertId: early.id }),
    );
    // From then on it is also the public alert of the later case.
    expect((await open(administrator, next)).publicAlert).toEqual(publicAlert);
    await decide(administrator, next, { decision: 'approve' });
    expect(await statusesOf([early.id, late.id, later.id])).toEqual(['approved', 'merged', 'merged']);
    const { alert } = await published(early.id);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([3, ['nigeria', 'togo']]);
  });

  it('a moderator cannot merge a case into an alert that is not public [VERD-05]', async () => {
    const rejected = await reportAndGroup();
    const caseId = await caseOf(rejected.id);
    await open(administrator, caseId);
    await decide(administrator, caseId, { decision: 'reject' });
    const late = await reportAndGroup();
    const next = await caseOf(late.id);
    await open(administrator, next);
    const joined = (joins: string) =>
      post(administrator, `/api/admin/cases/${next}/decide`, { decision: 'approve', reason: 'Told alike.', joins });
    expect(await summarizeResponse(await joined(rejected.id))).toBe('409 ALREADY_DECIDED');
    expect(await summarizeResponse(await joined('01890000-0000-7000-8000-00000000dead'))).toBe('404 ALERT_NOT_FOUND');
    expect(await statusesOf([late.id])).toEqual(['pending']);
  });

  it('a moderator undoes all decisions of a case in reverse order, and no data is left behind [VERD-05]', async () => {
    const lead = await reportAndGroup({ affectedCountries: ['kenya'] });
    const other = await reportAndGroup({
      affectedCountries: ['ghana'],
      description: `${robot} see robot-demo.example`,
    });
    const complaint = await reportIssueAndGroup();
    const id = await caseOf(lead.id);
    await open(administrator, id);
    const { decisionIds } = await decide(administrator, id, { decision: 'approve' });
    expect(await listPublicIndicators()).toEqual([['robot-demo.example', 1]]);
    expect(await summarizeResponse(await undo(administrator, decisionIds[0]!))).toBe('409 TOO_LATE');
    for (const decisionId of decisionIds.toReversed()) expect((await undo(administrator, decisionId)).status).toBe(200);
    expect(await statusesOf([lead, other, complaint].map((one) => one.id))).toEqual(['pending', 'pending', 'pending']);
    expect(await listPublicIndicators()).toEqual([]);
    expect(
      await test.sql(
        'select report_count as n, affected_countries as countries, merged_into as lead from fraud_alerts order by created_at, id',
      ),
    ).toEqual([
      { n: 1, countries: ['kenya'], lead: null },
      { n: 1, countries: ['ghana'], lead: null },
    ]);
    expect(await test.sql('select fraud_alert_id as lead from reports')).toEqual([{ lead: null }]);
    expect((await open(administrator, id)).undecidedCount).toBe(3);
  });

  it('one administrator alone cannot reject a merged report, and withdrawing the alert removes its indicators [VERD-05] [VERD-01]', async () => {
    const { proposals } = server.running.services;
    const [lead, other] = [
      await reportAndGroup(),
      await reportAndGroup({ description: `${robot} see robot-demo.example` }),
    ];
    const id = await caseOf(lead.id);
    await open(administrator, id);
    await decide(administrator, id, { decision: 'approve' });
    const rejectAlert = async (alertId: string) =>
      readReply<AdminAlert>(
        server.post(
          `/api/admin/fraud-alerts/${alertId}`,
          { status: 'rejected', reason: 'Told by nobody.' },
          { method: 'PUT', headers: { cookie: administrator.cookie } },
        ),
      );
    const agree = async ({ proposal }: AdminAlert) =>
      proposals.confirm(
        secondAdministrator.actor,
        proposal!.id,
        (await proposals.show(secondAdministrator.actor, proposal!.id)).seen,
      );
    const waiting = await rejectAlert(other.id);
    expect([await statusOf(other.id), await listPublicIndicators()]).toEqual(['merged', [['robot-demo.example', 1]]]);
    await agree(await rejectAlert(lead.id));
    expect([await statusOf(lead.id), await listPublicIndicators()]).toEqual(['rejected', []]);
    await agree(waiting);
    expect([await statusOf(other.id), await listPublicIndicators()]).toEqual(['rejected', []]);
  });
});

describe('deciding a large case by a sample', { timeout: 60_000 }, () => {
  const drawSample = (who: Admin, caseId: string, like: string) =>
    readReply<CaseSample>(post(who, `/api/admin/cases/${caseId}/samples`, { like }));
  const showSampled = (who: Admin, sample: string, index: number) =>
    post(who, `/api/admin/samples/${sample}/filings`, { place: index });
  const showWholeSample = (who: Admin, { id, size }: CaseSample) =>
    Promise.all(Array.from({ length: size }, (_, index) => readReply<CaseFiling>(showSampled(who, id, index))));
  const task = (id: string) => getJson<Task>(administrator, `/api/admin/tasks/${id}`);
  /** Runs the job that starts after the undo period. */
  const runTask = async (taskId: string) => {
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

  it('a sample stands also for reports that were sent to a moderator but never on the screen [VERD-04]', async () => {
    const { caseId, like } = await insertCase(60);
    const { filings, unreadCount } = await open(administrator, caseId);
    expect([filings.length, unreadCount]).toEqual([50, 10]);
    const seen = [like, filings.find(({ id }) => id !== like)!.id];
    const sample = await readReply<CaseSample>(
      post(administrator, `/api/admin/cases/${caseId}/samples`, { like, seen }),
    );
    expect(sample).toEqual({ id: expect.any(String), size: 20, restCount: 38 });
    const sampled = idsOf(await showWholeSample(administrator, sample));
    const decision = { decision: 'reject', sample: sample.id, filings: [...seen, ...sampled] };
    const { decided, rest } = await decide(administrator, caseId, decision);
    expect([decided, rest?.total]).toEqual([22, 38]);
    await runTask(rest!.id);
    expect(await counts()).toEqual({ rejected: 60 });
  });

  it('after reading a sample, a moderator decides the unread reports alike: they are counted, and nothing of them is public [VERD-04] [VERD-05]', async () => {
    const { caseId, like, odd } = await insertCase(150);
    expect((await open(administrator, caseId)).unreadCount).toBe(100);
    const sample = await drawSample(administrator, caseId, like);
    expect(sample).toEqual({ id: expect.any(String), size: 20, restCount: 80 });
    const early = sendDecision(administrator, caseId, { decision: 'approve', sample: sample.id });
    expect(await summarizeResponse(await early)).toBe('409 SAMPLE_NOT_READ');
    expect(await counts()).toEqual({ pending: 150 });

    const shown = await showWholeSample(administrator, sample);
    expect(new Set(idsOf(shown)).size).toBe(20);
    // The report with a different text is in the sample.
    expect(idsOf(shown)).toContain(odd);
    expect(shown[0]).toEqual(
      expectedReply('POST /api/admin/samples/:id/filings', { status: 'pending', kind: 'alert' }),
    );

    const reply = await decide(administrator, caseId, { decision: 'approve', sample: sample.id });
    expect(reply).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', {
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
    await runTask(reply.rest!.id);
    expect(await task(reply.rest!.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { kind: 'rest', state: 'done', done: 80, total: 80, problems: [] }),
    );
    expect(await counts()).toEqual({ approved: 1, investigating: 1, merged: 148, pending: 1 });
    const { alert } = await published(like);
    expect([alert?.reportCount, alert?.affectedCountries]).toEqual([150, ['nigeria', 'togo']]);
    expect(alert?.indicators).toHaveLength(shown.filter(({ indicators }) => indicators.length > 0).length);
    expect(await test.sql(`select count(*)::int as n from indicators where state = 'active'`)).toEqual([
      { n: alert?.indicators.length },
    ]);
    expect(
      await test.sql(
        `select count(*)::int as n, count(distinct reason)::int as reasons from decisions
         where subject_id in (select id from filings) and decided_by = $1`,
        [administrator.id],
      ),
    ).toEqual([{ n: 150, reasons: 1 }]);
    expect(await server.running.services.reports.reconcile()).toEqual({
      alertCounts: 0,
      alertLinks: 0,
      reportCounts: 0,
    });
    // Only the late report is left.
    await release(administrator, caseId);
    expect((await open(secondAdministrator, caseId)).unreadCount).toBe(0);
  });

  it('a moderator can start the task, and it fails once the moderator has lost the role [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { caseId, like } = await insertCase(90);
    await open(moderator, caseId);
    const sample = await drawSample(moderator, caseId, like);
    await showWholeSample(moderator, sample);
    const { rest } = await decide(moderator, caseId, { decision: 'reject', sample: sample.id });
    expect(await getJson<Task>(moderator, `/api/admin/tasks/${rest!.id}`)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { kind: 'rest', state: 'waiting', done: 0, total: 20, problems: [] }),
    );
    const role = { isModerator: false, reason: 'Moved to another team.' };
    const path = `/api/admin/users/${moderator.id}/role`;
    await readReply(server.post(path, role, { method: 'PUT', headers: { cookie: administrator.cookie } }));
    await expect(runTask(rest!.id)).rejects.toThrow();
    expect(await counts()).toEqual({ pending: 20, rejected: 70 });
    expect(await test.sql('select state from admin_tasks where id = $1', [rest!.id])).toEqual([{ state: 'failed' }]);
  });

  it('the task fails and the unread reports stay pending when the case was merged into another one [VERD-04]', async () => {
    const older = await insertCase(60);
    await test.sql("update cases set created_at = now() - interval '1 hour' where id = $1", [older.caseId]);
    const { caseId, like } = await insertCase(90);
    await open(administrator, caseId);
    const sample = await drawSample(administrator, caseId, like);
    await showWholeSample(administrator, sample);
    const { rest } = await decide(administrator, caseId, { decision: 'reject', sample: sample.id });
    await readReply(post(administrator, `/api/admin/cases/${caseId}/merge`, { other: older.caseId }));
    await runTask(rest!.id);
    expect(await counts()).toEqual({ pending: 80, rejected: 70 });
    expect(await task(rest!.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { kind: 'rest', state: 'failed', done: 0, total: 20, problems: [] }),
    );
  });

  it('the task fails and the unread reports stay pending when the decision on the reference report was undone [VERD-04]', async () => {
    const { caseId, like } = await insertCase(90);
    await open(administrator, caseId);
    const sample = await drawSample(administrator, caseId, like);
    await showWholeSample(administrator, sample);
    const { decisionIds, rest } = await decide(administrator, caseId, { decision: 'reject', sample: sample.id });
    await undo(administrator, decisionIds[0]!);
    await runTask(rest!.id);
    expect(await task(rest!.id)).toEqual(
      expectedReply('GET /api/admin/tasks/:id', { kind: 'rest', state: 'failed', done: 0, total: 20, problems: [] }),
    );
    expect(await statusOf(like)).toBe('pending');
    expect(await counts()).toEqual({ pending: 21, rejected: 69 });
    // A sample can be used once.
    await open(administrator, caseId);
    const again = sendDecision(administrator, caseId, { decision: 'reject', sample: sample.id });
    expect(await summarizeResponse(await again)).toBe('409 SAMPLE_NOT_READ');
  });

  it('the task rejects the unread reports and leaves pending what the moderator was shown and left out [VERD-04]', async () => {
    const { caseId, like } = await insertCase(90);
    const { filings } = await open(administrator, caseId);
    const [, doubtful, ...others] = filings;
    const sample = await drawSample(administrator, caseId, like);
    const shown = await showWholeSample(administrator, sample);
    const named = [like, ...idsOf(others), ...idsOf(shown)];
    const some = sendDecision(administrator, caseId, {
      decision: 'reject',
      sample: sample.id,
      filings: named.slice(0, -1),
    });
    expect(await summarizeResponse(await some)).toBe('409 SAMPLE_NOT_READ');
    const { rest } = await decide(administrator, caseId, { decision: 'reject', sample: sample.id, filings: named });
    await runTask(rest!.id);
    expect(await counts()).toEqual({ pending: 1, rejected: 89 });
    expect(await statusOf(doubtful!.id)).toBe('pending');
  });

  it('a sample requires the claim and a reference report that was shown, and an approval requires an alert [VERD-04]', async () => {
    const { caseId, like, odd } = await insertCase(60);
    await open(administrator, caseId);
    const drawing = (who: Admin, id: string) => post(who, `/api/admin/cases/${caseId}/samples`, { like: id });
    expect(await summarizeResponse(await drawing(secondAdministrator, like))).toBe('409 CASE_CLAIMED');
    expect(await summarizeResponse(await drawing(administrator, odd))).toBe('404 FILING_NOT_FOUND');
    const sample = await drawSample(administrator, caseId, like);
    expect(sample).toEqual({ id: expect.any(String), size: 10, restCount: 0 });
    expect(await summarizeResponse(await showSampled(secondAdministrator, sample.id, 0))).toBe('404 FILING_NOT_FOUND');
    expect(await summarizeResponse(await showSampled(administrator, sample.id, 10))).toBe('404 FILING_NOT_FOUND');

    await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings');
    const issues = [(await reportIssueAndGroup()).id, (await reportIssueAndGroup()).id];
    const ofIssues = await caseOf(issues[0]!);
    await open(administrator, ofIssues);
    const drawn = await drawSample(administrator, ofIssues, issues[0]!);
    await showWholeSample(administrator, drawn);
    const approved = sendDecision(administrator, ofIssues, { decision: 'approve', sample: drawn.id });
    expect(await summarizeResponse(await approved)).toBe('409 NO_ALERT_TO_JOIN');
    expect(await counts()).toEqual({ pending: 2 });
  });
});
