/** The queue of cases: claims, decisions, and what a moderator sees. */
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeProvider, makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { visitor } from '../../../platform/http/actor.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { approve, putAsShownWithReason, post, getJson, reject } = createConsoleClient(server);
const db = () => test.database.db;
const unknown = '01890000-0000-7000-8000-00000000dead';

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'providers');
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const mining =
  'I rented hash power for a year. The dashboard showed growing coins. When the machines were due, the office turned out to be a car wash.';
const romance =
  'We met on a dating page and wrote each evening. Her uncle taught her to trade gold, so I borrowed from my brother and everything was gone.';

type ScamInput = Parameters<typeof reporter.reportScam>[0];
type Sender = Parameters<typeof reporter.reportScam>[1];
const makeMember = async () => makeUserActor({ id: (await makeUser(db())).id });
const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);

async function reportAndGroup(description: string, input: ScamInput = {}, sender: Sender = {}): Promise<string> {
  const { item } = await reporter.reportScam({ description, ...input }, sender);
  await groupFiling(item.id);
  return item.id;
}
async function reportIssueAndGroup(
  description: string,
  input: Parameters<typeof reporter.reportIssue>[0] = {},
): Promise<string> {
  const { item } = await reporter.reportIssue({ description, ...input });
  await groupFiling(item.id);
  return item.id;
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
const setAge = (id: string, hours: number) =>
  test.sql(`update filings set created_at = now() - make_interval(hours => $2) where id = $1`, [id, hours]);

const list = (query = '', who = administrator) => getJson<CaseSummary[]>(who, `/api/admin/cases${query}`);
const titles = async (query = '') => (await list(query)).map(({ title }) => title);
const next = async (who: Admin, filter: object = {}) =>
  (await (await post(who, '/api/admin/cases/next', filter)).json()) as CaseDetail | null;
const open = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/claim`);
const release = (who: Admin, id: string) => post(who, `/api/admin/cases/${id}/release`);
const decide = (who: Admin, id: string, body: object) =>
  post(who, `/api/admin/cases/${id}/decide`, { reason: 'Seen by two others.', ...body });
const expireClaim = (id: string) => test.sql('update case_claims set expires_at = now() where case_id = $1', [id]);

describe('the list of cases', () => {
  it('a moderator sees the age of a case, its due date, severity, countries, size and claim', async () => {
    const lead = await reportAndGroup(robot, {
      title: 'The robot pays nobody',
      severity: 'Medium',
      affectedProvider: 'Savanna Robots',
    });
    await reportAndGroup(robot, { severity: 'Critical', affectedCountries: ['kenya', 'ghana'] });
    await setAge(lead, 30);
    const id = await caseOf(lead);
    const [filed] = await test.sql('select created_at as since from filings where id = $1', [lead]);
    expect(await list()).toEqual([
      {
        id,
        title: 'The robot pays nobody',
        reportType: null,
        providerName: 'Savanna Robots',
        severity: 'Critical',
        countries: ['ghana', 'kenya', 'nigeria'],
        filingCount: 2,
        undecidedCount: 2,
        createdAt: expect.any(String),
        newestFilingAt: expect.any(String),
        dueAt: new Date((filed!['since'] as Date).getTime() + 48 * 3_600_000).toISOString(),
        age: 'due',
        claimedBy: null,
        isOwn: false,
        question: null,
        hasUnexamined: false,
        snooze: null,
      },
    ]);
    await open(secondAdministrator, id);
    expect(await list()).toEqual(
      expectedReply('GET /api/admin/cases', [{ claimedBy: secondAdministrator.email, isOwn: false }]),
    );
    expect(await list('', secondAdministrator)).toEqual(
      expectedReply('GET /api/admin/cases', [{ claimedBy: secondAdministrator.email, isOwn: true }]),
    );
    await expireClaim(id);
    expect(await list()).toEqual(expectedReply('GET /api/admin/cases', [{ claimedBy: null }]));
  });

  it('a moderator filters, searches, sorts and pages the list of cases', async () => {
    const oldest = await reportAndGroup(robot, { title: 'The robot pays nobody', severity: 'Low' });
    await reportAndGroup(mining, { title: 'Worthless mining contracts', affectedCountries: ['south africa'] });
    await reportAndGroup(mining, { title: 'Worthless mining contracts' });
    await reportIssueAndGroup(romance, { severity: 'Critical', reporterLocation: 'Kenya' });
    await setAge(oldest, 49);
    const [robots, mines, lost] = [
      'The robot pays nobody',
      'Worthless mining contracts',
      'We met on a dating page and wrote each evening. Her uncle taught her to trade…',
    ] as const;
    expect(await titles()).toEqual([robots, mines, lost]);
    expect(await titles('?order=largest')).toEqual([mines, robots, lost]);
    expect(await titles('?age=overdue')).toEqual([robots]);
    expect(await titles('?age=fresh')).toEqual([mines, lost]);
    expect(await titles('?country=South%20Africa')).toEqual([mines]);
    expect(await titles('?country=kenya')).toEqual([lost]);
    expect(await titles('?severity=low,critical')).toEqual([robots, lost]);
    expect(await titles('?search=HASH%20power')).toEqual([mines]);
    expect(await titles('?search=%25')).toEqual([]);
    expect(await titles(`?search=hk-${oldest.slice(-8)}`)).toEqual([robots]);
    const response = await server.get('/api/admin/cases?limit=1&offset=1', {
      headers: { cookie: administrator.cookie },
    });
    expect([response.headers.get(TOTAL_COUNT_HEADER), await response.json()]).toEqual([
      '3',
      expectedReply('GET /api/admin/cases', [{ title: mines }]),
    ]);
  });

  it('a report has the same title for its reporter and in the queue', async () => {
    const { id: providerId, name } = await makeProvider(db());
    const about = await reporter.reportIssue({ description: romance, providerId });
    const general = await reporter.reportIssue({ description: mining, reportType: 'phishing' });
    const titleOf = ({ title, reportType }: Pick<CaseSummary, 'title' | 'reportType'>) => ({ title, reportType });
    for (const [{ item, receipt }, expectedTitle] of [
      [about, { title: name, reportType: 'withdrawal_issues' }],
      [
        general,
        {
          title: 'I rented hash power for a year. The dashboard showed growing coins. When the…',
          reportType: 'phishing',
        },
      ],
    ] as const) {
      await groupFiling(item.id);
      const summary = (await list()).find(({ title }) => title === expectedTitle.title)!;
      const opened = (await (await open(administrator, await caseOf(item.id))).json()) as CaseDetail;
      const seen = [await reporter.lookUpReceipt(receipt.code), summary, opened, opened.filings[0]!];
      expect(seen.map(titleOf)).toEqual([expectedTitle, expectedTitle, expectedTitle, expectedTitle]);
    }
    expect(await titles(`?search=${encodeURIComponent(name)}`)).toEqual([name]);
  });

  it('the list leaves out decided cases and cases with only proposed providers', async () => {
    const { item } = await reporter.submitProvider();
    await groupFiling(item.id);
    const decided = await reportAndGroup(robot);
    await approve(administrator, decided);
    expect(await list()).toEqual([]);
    expect(await next(administrator)).toBeNull();
  });
});

describe('claims on cases', () => {
  it('a moderator gets the oldest unclaimed case that matches the filters, until none is left', async () => {
    const old = await caseOf(await reportAndGroup(robot));
    const young = await caseOf(await reportAndGroup(mining, { affectedCountries: ['kenya'] }));
    const taken = await next(secondAdministrator, { country: 'kenya' });
    expect(taken).toEqual(
      expectedReply('POST /api/admin/cases/next', { id: young, isOwn: true, claimedBy: secondAdministrator.email }),
    );
    expect(Date.parse(taken!.claimExpiresAt!) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(await next(secondAdministrator, { country: 'kenya' })).toBeNull();
    expect((await next(administrator))!.id).toBe(old);
    expect(await next(administrator)).toBeNull();
  });

  it('a claim excludes other moderators until it is released or expires', async () => {
    const lead = await reportAndGroup(robot);
    const id = await caseOf(lead);
    expect(await summarizeResponse(await decide(administrator, id, { decision: 'approve' }))).toBe('409 CASE_CLAIMED');
    expect((await open(administrator, id)).status).toBe(200);
    for (const action of [open, (who: Admin) => decide(who, id, { decision: 'approve' })]) {
      expect(await summarizeResponse(await action(secondAdministrator, id))).toBe('409 CASE_CLAIMED');
    }
    await release(secondAdministrator, id);
    expect(await summarizeResponse(await open(secondAdministrator, id))).toBe('409 CASE_CLAIMED');
    expect((await open(administrator, id)).status).toBe(200);
    await release(administrator, id);
    expect((await open(secondAdministrator, id)).status).toBe(200);
    await expireClaim(id);
    expect((await next(administrator))!.id).toBe(id);
    expect(await summarizeResponse(await decide(secondAdministrator, id, { decision: 'approve' }))).toBe(
      '409 CASE_CLAIMED',
    );
    // An expired claim still counts as long as nobody else has claimed the case.
    await expireClaim(id);
    expect(await (await decide(administrator, id, { decision: 'approve' })).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1 }),
    );
  });

  it('a moderator gets 404 for a case that does not exist', async () => {
    for (const action of [open, release])
      expect(await summarizeResponse(await action(administrator, unknown))).toBe('404 CASE_NOT_FOUND');
    expect(await summarizeResponse(await decide(administrator, unknown, { decision: 'reject' }))).toBe(
      '404 CASE_NOT_FOUND',
    );
    expect(await summarizeResponse(await post(administrator, '/api/admin/cases/next', { order: 'any' }))).toBe(
      '400 INVALID_INPUT',
    );
  });
});

describe('deciding a case', () => {
  it('a decision on a case decides and records each of its reports with one reason, and releases the claim [ROLE-12]', async () => {
    const { id: providerId } = await makeProvider(db());
    const ids = [
      await reportAndGroup(`${robot} see robot-demo.example`),
      await reportAndGroup(`${robot} see robot-demo.example`),
      await reportIssueAndGroup(`${robot} see robot-demo.example`, { providerId }),
    ];
    const id = await caseOf(ids[0]!);
    await open(administrator, id);
    const reply = await (await decide(administrator, id, { decision: 'approve', reason: 'The site is down.' })).json();
    expect(reply).toEqual({
      decided: 3,
      decisionIds: [expect.any(String), expect.any(String), expect.any(String)],
      unreadCount: 0,
      alertId: ids[0],
      rest: null,
    });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'merged', 'investigating']);
    for (const subjectId of ids) {
      const timeline = await getJson<Decision[]>(secondAdministrator, `/api/admin/decisions?subjectId=${subjectId}`);
      expect(timeline).toEqual(
        expectedReply('GET /api/admin/decisions', [
          { from: 'pending', reason: 'The site is down.', decidedBy: administrator.email },
        ]),
      );
    }
    expect(await list()).toEqual([]);
    expect(await test.sql('select from case_claims')).toEqual([]);
    expect(await summarizeResponse(await decide(administrator, id, { decision: 'reject' }))).toBe('404 CASE_NOT_FOUND');
    // Any moderator can view a closed case.
    expect(await (await open(secondAdministrator, id)).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/claim', { claimedBy: null, undecidedCount: 0 }),
    );
  });

  it('a moderator can decide some reports of a case: the others stay pending, and so does the claim', async () => {
    const [one, other] = [await reportAndGroup(robot), await reportAndGroup(robot)];
    const elsewhere = await reportAndGroup(mining);
    const id = await caseOf(one);
    await open(administrator, id);
    const reply = await decide(administrator, id, { decision: 'reject', filings: [other, elsewhere] });
    expect(await reply.json()).toEqual(expectedReply('POST /api/admin/cases/:id/decide', { decided: 1 }));
    expect(await Promise.all([one, other, elsewhere].map(statusOf))).toEqual(['pending', 'rejected', 'pending']);
    expect((await list()).find((row) => row.id === id)).toEqual(
      expectedReply('GET /api/admin/cases', { undecidedCount: 1, isOwn: true }),
    );
    expect(await summarizeResponse(await decide(administrator, id, { decision: 'reject', reason: ' ' }))).toBe(
      '400 INVALID_INPUT',
    );
  });

  it('a report that arrived after the case was shown stays pending', async () => {
    const seen = await reportAndGroup(robot);
    const id = await caseOf(seen);
    await open(administrator, id);
    const unseen = await reportAndGroup(robot);
    expect(await (await decide(administrator, id, { decision: 'approve' })).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1, unreadCount: 1 }),
    );
    expect(await Promise.all([seen, unseen].map(statusOf))).toEqual(['approved', 'pending']);
    // The moderator keeps the claim until they release it.
    expect(await next(secondAdministrator)).toBeNull();
    await release(administrator, id);
    expect((await next(secondAdministrator))!.id).toBe(id);
  });

  it('a rejected case hides its issue report, informs the reporter, and leaves the proposed provider pending [DEC-26]', async () => {
    const alert = await reportAndGroup(`${robot} see both-demo.example`);
    const { item: complaint, receipt } = await reporter.reportIssue({ description: `${robot} see both-demo.example` });
    await groupFiling(complaint.id);
    const { item: proposed } = await reporter.submitProvider({ website: 'https://both-demo.example' });
    await groupFiling(proposed.id);
    const id = await caseOf(alert);
    expect([await caseOf(complaint.id), await caseOf(proposed.id)]).toEqual([id, id]);
    await open(administrator, id);
    expect(await (await decide(administrator, id, { decision: 'reject' })).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 2 }),
    );
    expect(await Promise.all([alert, complaint.id].map(statusOf))).toEqual(['rejected', 'rejected']);
    expect((await server.get('/api/reports')).headers.get(TOTAL_COUNT_HEADER)).toBe('0');
    expect(await reporter.lookUpReceipt(receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', { status: 'rejected', decidedAt: expect.any(String) }),
    );
    expect(await test.sql('select review_state from providers where id = $1', [proposed.id])).toEqual([
      { review_state: 'pending' },
    ]);
    // No report is left to decide here, but the proposed provider keeps the case open.
    expect(await list()).toEqual([]);
    expect(await test.sql('select undecided_count as n, is_open as open from cases')).toEqual([{ n: 1, open: true }]);
  });

  it('a rejected report has the same status for its reporter, for moderators and in the database, and is not pending anywhere', async () => {
    const { item, receipt } = await reporter.reportIssue({ description: romance });
    await groupFiling(item.id);
    const id = await caseOf(item.id);
    await open(administrator, id);
    await decide(administrator, id, { decision: 'reject' });
    const { filings } = (await (await open(secondAdministrator, id)).json()) as CaseDetail;
    const seen = [await reporter.lookUpReceipt(receipt.code), filings[0]!].map(({ status, decidedAt }) => ({
      status,
      decidedAt,
    }));
    const expected = { status: 'rejected', decidedAt: expect.any(String) as string };
    expect(seen).toEqual([expected, expected]);
    const listed = (status: string) =>
      getJson<{ id: string; status: string }[]>(administrator, `/api/admin/reports?status=${status}`);
    expect((await listed('rejected')).map((one) => [one.id, one.status])).toEqual([[item.id, 'rejected']]);
    expect(await listed('pending')).toEqual([]);
    expect(await test.sql('select status, is_public from filed where id = $1', [item.id])).toEqual([
      { status: 'rejected', is_public: false },
    ]);
    expect(await list()).toEqual([]);
  });

  it('a moderator can undo the decision on each report of a case, or change it later', async () => {
    const [one, other] = [await reportIssueAndGroup(robot), await reportIssueAndGroup(robot)];
    const id = await caseOf(one);
    const undecided = async () => (await list()).map(({ undecidedCount }) => undecidedCount);
    await open(administrator, id);
    const reply = await (await decide(administrator, id, { decision: 'reject' })).json();
    const [decisionId] = (reply as { decisionIds: string[] }).decisionIds;
    expect((await post(administrator, `/api/admin/decisions/${decisionId}/undo`)).status).toBe(200);
    expect(await undecided()).toEqual([1]);
    expect(await getJson<Decision[]>(secondAdministrator, `/api/admin/decisions?subjectId=${one}`)).toEqual(
      expectedReply('GET /api/admin/decisions', [
        { from: 'rejected', to: 'pending', isReversal: true },
        { from: 'pending', to: 'rejected', isReversal: false },
      ]),
    );
    await putAsShownWithReason(secondAdministrator, `/api/admin/reports/${other}`, { status: 'investigating' });
    expect([await statusOf(other), await undecided()]).toEqual(['investigating', [1]]);
    await open(administrator, id);
    expect(await (await decide(administrator, id, { decision: 'approve' })).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/decide', { decided: 1 }),
    );
    expect(await Promise.all([one, other].map(statusOf))).toEqual(['investigating', 'investigating']);
    expect(await undecided()).toEqual([]);
  });
});

describe('opening a case', () => {
  it('a moderator sees all reports of a case without contact details, pending ones first', async () => {
    const { id: providerId, name } = await makeProvider(db());
    const done = await reportAndGroup(`${robot} see robot-demo.example`);
    await reject(administrator, done);
    const alert = await reportAndGroup(
      `${robot} see robot-demo.example`,
      {
        affectedProvider: name,
        amountLost: 'R5 000',
        additionalDetails: 'There were two of them.',
        contactEmail: 'hidden@example.com',
        contactPhone: '+27821234567',
      },
      { actor: await makeMember() },
    );
    const complaint = await reportIssueAndGroup('Nobody answers: robot-demo.example', {
      providerId,
      email: 'hidden@example.com',
    });
    const response = await open(administrator, await caseOf(alert));
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(
      expectedReply('POST /api/admin/cases/:id/claim', {
        filings: [
          {
            id: alert,
            kind: 'alert',
            status: 'pending',
            severity: 'High',
            type: 'fake_platform',
            countries: ['nigeria'],
            providerId,
            providerName: name,
            amountLost: 'R5 000',
            additionalDetails: 'There were two of them.',
            hasContact: true,
            hasAccount: true,
            reporter: { agreed: 0, disagreed: 0, accuracy: 0 },
            indicators: [{ kind: 'website', value: 'robot-demo.example' }],
            evidence: [],
          },
          {
            id: complaint,
            kind: 'report',
            type: 'withdrawal_issues',
            providerName: name,
            hasAccount: false,
            reporter: null,
          },
        ],
      }),
    );
    for (const secret of ['hidden@example.com', '+27821234567', administrator.id]) expect(text).not.toContain(secret);
  });

  it('a moderator opens the files of a report with links that expire after a few minutes', async () => {
    const { filings } = server.running.services;
    const { item, receipt } = await reporter.reportScam({ description: robot });
    await groupFiling(item.id);
    const bytes = new TextEncoder().encode('%PDF-1.7\nA statement\n%%EOF');
    const sent = { name: 'statement.pdf', bytes: bytes.length };
    const { uploadUrl } = await filings.announceEvidence(visitor, { code: receipt.code }, sent);
    expect((await fetch(server.url + uploadUrl, { method: 'PUT', body: bytes })).status).toBe(201);
    const detail = (await (await open(administrator, await caseOf(item.id))).json()) as CaseDetail;
    const [file] = detail.filings[0]!.evidence;
    expect(file).toEqual({
      id: expect.any(String),
      name: 'statement.pdf',
      type: 'application/pdf',
      bytes: bytes.length,
      url: expect.any(String),
    });
    expect((await server.get(file!.url)).status).toBe(200);
    expect(await summarizeResponse(await server.get(file!.url.replace(/ticket=.*/, 'ticket=none')))).toBe(
      '400 LINK_INVALID',
    );
  });

  it('a moderator sees how often others named the same indicators, and the outcomes of similar cases', async () => {
    const earlier = await reportAndGroup(`${mining} see early-demo.example`, { title: 'The first of this kind' });
    const rejectedReport = await reportAndGroup(robot, { title: 'The same story, long ago' });
    await approve(administrator, earlier);
    await reject(administrator, rejectedReport);
    const other = await reportAndGroup(romance, { title: 'Something else altogether' });
    await approve(administrator, other);
    const id = await caseOf(await reportAndGroup(`${robot} see early-demo.example and new-demo.example`));
    const { indicators, similar } = (await (await open(administrator, id)).json()) as CaseDetail;
    expect(indicators).toEqual([
      { kind: 'website', value: 'early-demo.example', reportCount: 1, isPublic: true, isFromAnswer: false },
      { kind: 'website', value: 'new-demo.example', reportCount: 0, isPublic: false, isFromAnswer: false },
    ]);
    const createdAt = expect.any(String) as string;
    expect(similar).toEqual([
      {
        id: await caseOf(earlier),
        title: 'The first of this kind',
        reportType: null,
        outcome: 'approved',
        createdAt,
        isOfSameTraces: true,
        publicAlert: { id: earlier, title: 'The first of this kind' },
      },
      {
        id: await caseOf(rejectedReport),
        title: 'The same story, long ago',
        reportType: null,
        outcome: 'rejected',
        createdAt,
        isOfSameTraces: false,
        publicAlert: null,
      },
    ]);
  });

  it('a moderator sees how accurate a signed-in reporter has been', async () => {
    const actor = await makeMember();
    for (let sent = 0; sent < 6; sent += 1) {
      const { item } = await reporter.reportScam({}, { actor });
      await (sent < 5 ? approve : reject)(administrator, item.id);
    }
    const id = await caseOf(await reportAndGroup(robot, {}, { actor }));
    const { filings } = (await (await open(administrator, id)).json()) as CaseDetail;
    // Five of six: four ninths of the way from neutral to always right.
    expect(filings[0]!.reporter).toEqual({ agreed: 5, disagreed: 1, accuracy: 2.87 });
  });
});
