/**
 * Rules for every way to decide: only the moderator with the claim decides, with a reason, only filings shown to them,
 * and one alert per case is public.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail } from '@hakiki/contract/triage-admin';
import { editableAlertStatuses } from '@hakiki/contract/alert-values';
import { editableReportStatuses } from '@hakiki/contract/report-values';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { decisionFields, toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1_000_000 } });
const reporter = createReporter(server);
const { approve, post, getJson, reject, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let claimant: Admin;
let administrator: Admin;
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'indicators', 'admin_tasks', 'proposals');
  claimant = await makeAdmin(db());
  administrator = await makeAdmin(db());
});

const scamText =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const reason = 'The bank confirmed it.';

const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);
async function reportScam(input: object = {}): Promise<string> {
  const { item } = await reporter.reportScam({ description: scamText, ...input });
  await groupFiling(item.id);
  return item.id;
}
async function reportIssue(): Promise<string> {
  const { item } = await reporter.reportIssue({ description: scamText });
  await groupFiling(item.id);
  return item.id;
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]!['id'] as string;
const claim = async (who: Admin, id: string) =>
  (await (await post(who, `/api/admin/cases/${await caseOf(id)}/claim`)).json()) as CaseDetail;
const listClaims = () => test.sql('select user_id, expires_at > now() as runs from case_claims');
const statuses = async () =>
  Object.fromEntries(
    (await test.sql('select id, status from fraud_alerts union all select id, status from reports order by id')).map(
      ({ id, status }) => [id, status],
    ),
  );
/** Like the browser, without recording anything as shown. */
const put = (who: Admin, path: string, body: object) =>
  server.post(path, body, { method: 'PUT', headers: { cookie: who.cookie } });
const alertPath = (id: string) => `/api/admin/fraud-alerts/${id}`;
const reportPath = (id: string) => `/api/admin/reports/${id}`;
/** Opens the lists of the console, which records pending filings as shown. */
const openTab = async (who: Admin) => {
  await getJson(who, '/api/admin/reports?status=pending');
  return getJson<AdminAlert[]>(who, '/api/admin/fraud-alerts?status=pending');
};
async function runBulkTask(task: Task): Promise<Task> {
  const job = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.bulk')!;
  await job.run({ taskId: task.id }, { id: task.id });
  return getJson<Task>(administrator, `/api/admin/tasks/${task.id}`);
}
const decideInBulk = async (who: Admin, decision: string, alerts: string[]) =>
  runBulkTask((await (await post(who, '/api/admin/bulk', { decision, alerts, reason })).json()) as Task);

describe('a case claimed by another moderator', () => {
  it('a moderator cannot approve an alert in the Fraud Alerts tab while another has claimed its case, and sees the claim [VERD-07]', async () => {
    const id = await reportScam();
    const { claimExpiresAt } = await claim(claimant, id);
    const [shown] = await openTab(administrator);
    expect(shown!.claim).toEqual({ by: claimant.email, until: claimExpiresAt });
    expect(await summarizeResponse(await put(administrator, `${alertPath(id)}/approve`, { reason }))).toBe(
      '409 CASE_CLAIMED',
    );
    expect(await statuses()).toEqual({ [id]: 'pending' });
    expect(await getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${id}`)).toEqual([]);
    // The own claim is not shown.
    expect((await openTab(claimant))[0]!.claim).toBeNull();
    expect((await put(claimant, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
  });

  it('a bulk decision skips an alert whose case is claimed by another, and the preview says so [VERD-07]', async () => {
    const [held, free] = [
      await reportScam({ title: 'Held by another' }),
      await reportScam({ description: 'Fish sold twice.' }),
    ];
    await claim(claimant, held);
    await openTab(administrator);
    const order = { decision: 'reject', alerts: [held, free] };
    const preview = await (await post(administrator, '/api/admin/bulk/preview', order)).json();
    const left = [{ title: 'Held by another', why: 'CASE_CLAIMED' }];
    expect(preview).toEqual({ affected: 1, skipped: 0, titles: [expect.any(String)], left });
    expect((await decideInBulk(administrator, 'reject', [held, free])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [held]: 'pending', [free]: 'rejected' });
  });

  it('a moderator can decide an alert once the claim of another has expired [VERD-07]', async () => {
    const id = await reportScam();
    await claim(claimant, id);
    await openTab(administrator);
    await test.sql('update case_claims set expires_at = now()');
    expect((await put(administrator, `${alertPath(id)}/reject`, { reason })).status).toBe(200);
    expect(await listClaims()).toEqual([]);
  });

  it('a moderator cannot undo a decision nor confirm a proposal while another has claimed the case [VERD-07]', async () => {
    const [lead, later] = [await reportScam(), await reportScam()];
    const { decisionId } = await approve(administrator, lead);
    const withdrawal = { status: 'rejected', reason };
    const { proposal } = (await (await put(administrator, alertPath(lead), withdrawal)).json()) as {
      proposal: Proposal;
    };
    const thirdAdministrator = await makeAdmin(db());
    await claim(claimant, later);
    expect(await summarizeResponse(await post(administrator, `/api/admin/decisions/${decisionId}/undo`))).toBe(
      '409 CASE_CLAIMED',
    );
    expect(await summarizeResponse(await confirmProposal(thirdAdministrator, proposal.id))).toBe('409 CASE_CLAIMED');
    expect(await statuses()).toEqual({ [lead]: 'approved', [later]: 'pending' });
    // The moderator with the claim may confirm.
    expect(await summarizeResponse(await confirmProposal(claimant, proposal.id))).toBe('200');
  });
});

describe('all write endpoints of the console', () => {
  const writes = (endpoints as readonly EndpointDefinition[]).filter(
    ({ path, method }) => path.startsWith('/api/admin/') && method !== 'GET',
  );

  /** Valid bodies for the endpoint: one per value of each choice, with all other fields. */
  function bodiesOf({ body }: EndpointDefinition, ids: Record<string, string[]>): object[] {
    if (!body) return [{}];
    const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    const fields = Object.entries(properties as Record<string, z.core.JSONSchema.BaseSchema>);
    const plain = Object.fromEntries(
      fields.flatMap(([name, { type }]): [string, unknown][] => {
        if (name === 'filings' || name === 'alerts') return [[name, ids['filing']]];
        if (name === 'severity') return [[name, 'Critical']];
        return type === 'string' ? [[name, 'Told by two others.']] : [];
      }),
    );
    const choices = fields.filter(([name]) => name === 'status' || name === 'decision');
    const values: Record<string, readonly string[]> = {
      status: [...new Set([...editableAlertStatuses, ...editableReportStatuses])],
      decision: ['approve', 'reject'],
    };
    const bodies = choices.flatMap(([name]) => values[name]!.map((value) => ({ ...plain, [name]: value })));
    return bodies.length > 0 ? bodies : [plain];
  }

  it(
    'no write endpoint changes a case that another moderator has claimed [VERD-07]',
    { timeout: 120_000 },
    async () => {
      const [lead, pendingId, issueId] = [await reportScam(), await reportScam(), await reportIssue()];
      const { decisionId } = await approve(administrator, lead);
      const rejected = await reportScam();
      await reject(administrator, rejected);
      const { proposal } = (await (
        await put(administrator, alertPath(lead), { status: 'pending', reason })
      ).json()) as {
        proposal: Proposal;
      };
      await openTab(administrator);
      await claim(claimant, pendingId);
      const thirdAdministrator = await makeAdmin(db());
      await openTab(thirdAdministrator);
      const ids = {
        filing: [lead, pendingId, rejected, issueId],
        case: [await caseOf(pendingId)],
        rest: [decisionId!, proposal.id],
      };
      const before = await statuses();
      expect(before).toEqual({
        [lead]: 'approved',
        [pendingId]: 'pending',
        [rejected]: 'rejected',
        [issueId]: 'pending',
      });
      for (const endpoint of writes) {
        const paths = endpoint.path.includes(':')
          ? [...new Set(Object.values(ids).flat())].map((id) => endpoint.path.replaceAll(/:\w+/g, id))
          : [endpoint.path];
        for (const path of paths) {
          for (const body of bodiesOf(endpoint, ids)) {
            const method = endpoint.method as 'PUT';
            for (const who of [administrator, thirdAdministrator]) {
              const response = await server.post(path, body, { method, headers: { cookie: who.cookie } });
              expect(response.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500);
              const isBulk = getEndpointName(endpoint) === 'POST /api/admin/bulk' && response.ok;
              if (isBulk) await runBulkTask((await response.json()) as Task).catch(() => undefined);
            }
          }
        }
        expect(await statuses(), getEndpointName(endpoint)).toEqual(before);
      }
      expect((await listClaims()).map(({ user_id }) => user_id)).toEqual([claimant.id]);
    },
  );
});

describe('one public alert per case', () => {
  it('one alert is public and the other is merged when a moderator approves both one by one [VERD-07] [VERD-05]', async () => {
    const [lead, second] = [
      await reportScam({ affectedCountries: ['kenya'] }),
      await reportScam({ affectedCountries: ['togo'] }),
    ];
    await openTab(administrator);
    for (const id of [lead, second])
      expect((await put(administrator, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    expect(await statuses()).toEqual({ [lead]: 'approved', [second]: 'merged' });
    expect(await test.sql('select report_count, affected_countries from fraud_alerts where id = $1', [lead])).toEqual([
      { report_count: 2, affected_countries: ['kenya', 'togo'] },
    ]);
    expect(await server.json<AdminAlert[]>('/api/fraud-alerts/active')).toHaveLength(1);
    expect(await listClaims()).toEqual([]);
  });

  it('one alert is public when several are approved concurrently, in bulk or in the edit dialog [VERD-07] [VERD-05]', async () => {
    const ids = [
      await reportScam(),
      await reportScam(),
      await reportScam(),
      await reportScam(),
      await reportScam({ title: 'Joined in bulk' }),
    ];
    const rejectedId = await reportScam();
    await reject(administrator, rejectedId);
    await openTab(administrator);
    const requests = ids.slice(0, 3).map((id) => put(administrator, `${alertPath(id)}/approve`, { reason }));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const id of [ids[3]!, rejectedId]) {
      const reply = (await (
        await put(administrator, alertPath(id), { status: 'approved', reason })
      ).json()) as AdminAlert;
      expect(reply).toEqual(
        expectedReply('PUT /api/admin/fraud-alerts/:alertId', {
          id,
          status: 'merged',
          affectedProvider: null,
          hasAccount: false,
          caseId: await caseOf(id),
          claim: null,
          ...decisionFields({ canUndo: id !== rejectedId }),
        }),
      );
    }
    expect((await decideInBulk(administrator, 'approve', [ids[4]!])).problems).toEqual([
      { title: 'Joined in bulk', why: 'JOINED' },
    ]);
    const all = Object.values(await statuses()).map(String);
    expect(all.toSorted()).toEqual(['approved', 'merged', 'merged', 'merged', 'merged', 'merged']);
  });

  it('a report that becomes public in its tab is counted in the alert of its case [VERD-07] [VERD-05]', async () => {
    const [lead, issueId] = [await reportScam(), await reportIssue()];
    await openTab(administrator);
    await put(administrator, `${alertPath(lead)}/approve`, { reason });
    const reply = (await (
      await put(administrator, reportPath(issueId), { status: 'resolved', reason })
    ).json()) as AdminReport;
    expect([reply.status, reply.fraudAlertId]).toEqual(['resolved', lead]);
    expect(await test.sql('select report_count from fraud_alerts where id = $1', [lead])).toEqual([
      { report_count: 2 },
    ]);
  });
});

describe('filings that were never shown', () => {
  it('a moderator cannot decide a filing that was not shown to them, alone or in bulk; an export does not count as shown [VERD-07] [VERD-04]', async () => {
    const [id, unseen] = [await reportScam({ title: 'Never listed' }), await reportIssue()];
    expect(await summarizeResponse(await put(administrator, `${alertPath(id)}/approve`, { reason }))).toBe(
      '409 FILING_NOT_SHOWN',
    );
    const edit = { status: 'investigating', reason };
    expect(await summarizeResponse(await put(administrator, reportPath(unseen), edit))).toBe('409 FILING_NOT_SHOWN');
    const left = [{ title: 'Never listed', why: 'FILING_NOT_SHOWN' }];
    const order = { decision: 'approve', alerts: [id] };
    expect(await (await post(administrator, '/api/admin/bulk/preview', order)).json()).toEqual({
      affected: 0,
      skipped: 0,
      titles: [],
      left,
    });
    expect((await decideInBulk(administrator, 'approve', [id])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [id]: 'pending', [unseen]: 'pending' });
    // A filing shown to another moderator does not count.
    await openTab(claimant);
    expect(await summarizeResponse(await put(administrator, `${alertPath(id)}/approve`, { reason }))).toBe(
      '409 FILING_NOT_SHOWN',
    );
    await server.running.services.alerts.listForAdmin({ limit: 50, offset: 0 });
    expect(await summarizeResponse(await put(administrator, `${alertPath(id)}/approve`, { reason }))).toBe(
      '409 FILING_NOT_SHOWN',
    );
    await openTab(administrator);
    expect((await put(administrator, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    expect((await put(administrator, reportPath(unseen), edit)).status).toBe(200);
  });
});

describe('reasons of decisions', () => {
  it('a decision without a reason is recorded with ‘No reason given’, also when the body is empty [VERD-07] [DEC-90]', async () => {
    await openTab(administrator);
    for (const [pathOf, action, body] of [
      [alertPath, '/approve', undefined],
      [alertPath, '/approve', { reason: '  ' }],
      [alertPath, '/reject', {}],
      [alertPath, '', { status: 'approved' }],
      [alertPath, '', { status: 'rejected', reason: ' ' }],
      [reportPath, '', { status: 'investigating' }],
      [reportPath, '', { status: 'resolved' }],
      [reportPath, '', { status: 'rejected' }],
    ] as const) {
      const id = await (pathOf === alertPath ? reportScam : reportIssue)();
      await openTab(administrator);
      // Without a body, as the API documents it.
      const sendWithoutBody = () =>
        server.get(`${pathOf(id)}${action}`, { method: 'PUT', headers: { cookie: administrator.cookie } });
      const response = await (body ? put(administrator, `${pathOf(id)}${action}`, body) : sendWithoutBody());
      expect(response.status, `${action} ${JSON.stringify(body)}`).toBe(200);
      const [decision] = await getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${id}`);
      expect(decision?.reason).toBe('No reason given');
    }
  });

  it('visitors read the reason of a decision, and weakening a warning requires one [VERD-07]', async () => {
    const id = await reportScam();
    await openTab(administrator);
    await put(administrator, `${alertPath(id)}/approve`, { reason });
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([
      { from: 'pending', to: 'approved', reason, changes: [], createdAt: expect.any(String) },
    ]);
    for (const weaker of [{ status: 'rejected' }, { severity: 'Low', reason: ' ' }]) {
      const response = await put(administrator, alertPath(id), weaker);
      expect([response.status, await response.json()]).toEqual([
        400,
        toInvalidInputReply({ reason: 'Please give a reason' }),
      ]);
    }
  });
});

describe('claims of decisions in a tab', () => {
  it('a decision in a tab leaves no new claim, and keeps an existing claim until nothing is pending [VERD-07]', async () => {
    const [one, two] = [await reportScam(), await reportScam()];
    await openTab(administrator);
    await put(administrator, `${alertPath(one)}/reject`, { reason });
    expect(await listClaims()).toEqual([]);
    const three = await reportScam();
    await claim(administrator, three);
    await put(administrator, `${alertPath(two)}/reject`, { reason });
    expect(await listClaims()).toEqual([{ user_id: administrator.id, runs: true }]);
    await put(administrator, `${alertPath(three)}/reject`, { reason });
    expect(await listClaims()).toEqual([]);
  });
});

describe("the moderator's own filings", () => {
  const asSender = (id: string, role: 'isAdmin' | 'isModerator') => ({
    actor: makeUserActor({ id: id as UserId, [role]: true }),
  });
  const reportOwn = async (who: Admin, input: object = {}) => {
    const { item } = await reporter.reportScam({ description: scamText, ...input }, asSender(who.id, 'isAdmin'));
    await groupFiling(item.id);
    return item.id as string;
  };
  const expectOwnReportError = async (response: Response) => {
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 'OWN_REPORT', message: 'You sent this yourself. Another person must decide it.' },
    ]);
  };

  it('an administrator cannot decide, edit or confirm a change of an alert that they sent themselves [VERD-07]', async () => {
    const id = await reportOwn(administrator);
    await openTab(administrator);
    for (const action of ['approve', 'reject'])
      await expectOwnReportError(await put(administrator, `${alertPath(id)}/${action}`, { reason }));
    for (const edit of [{ status: 'approved' }, { severity: 'Critical' }, { title: 'Worse than it was' }]) {
      await expectOwnReportError(await put(administrator, alertPath(id), { ...edit, reason }));
    }
    const detail = await claim(administrator, id);
    const [shown] = detail.filings;
    await expectOwnReportError(
      await post(administrator, `/api/admin/cases/${detail.id}/decide`, { decision: 'approve', reason }),
    );
    const reworded = { title: 'Worse', description: 'Much worse.', seen: shown!.wordsVersion };
    await expectOwnReportError(await put(administrator, `/api/admin/filings/${id}/words`, reworded));
    await post(administrator, `/api/admin/cases/${detail.id}/release`);
    expect(await statuses()).toEqual({ [id]: 'pending' });

    await openTab(claimant);
    expect((await put(claimant, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    await expectOwnReportError(await put(administrator, alertPath(id), { status: 'rejected', reason }));
    const withdrawal = await put(claimant, alertPath(id), { status: 'rejected', reason });
    const { proposal } = (await withdrawal.json()) as { proposal: Proposal };
    await expectOwnReportError(await confirmProposal(administrator, proposal.id));
    expect(await statuses()).toEqual({ [id]: 'approved' });
    expect(await summarizeResponse(await confirmProposal(await makeAdmin(db()), proposal.id))).toBe('200');
  });

  it('a moderator is not offered a case with their own report, and another moderator is [VERD-07]', async () => {
    const id = await reportOwn(administrator);
    const next = async (who: Admin) => (await post(who, '/api/admin/cases/next', {})).json();
    expect(await next(administrator)).toBeNull();
    expect(((await next(claimant)) as CaseDetail).id).toBe(await caseOf(id));
  });

  it("a bulk decision skips the administrator's own alerts, and the preview says so [VERD-07]", async () => {
    const [own, free] = [
      await reportOwn(administrator, { title: 'Sent by me' }),
      await reportScam({ description: 'Fish sold twice.' }),
    ];
    await openTab(administrator);
    const order = { decision: 'reject', alerts: [own, free] };
    const left = [{ title: 'Sent by me', why: 'OWN_REPORT' }];
    expect(await (await post(administrator, '/api/admin/bulk/preview', order)).json()).toEqual({
      affected: 1,
      skipped: 0,
      titles: [expect.any(String)],
      left,
    });
    expect((await decideInBulk(administrator, 'reject', [own, free])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [own]: 'pending', [free]: 'rejected' });
  });

  it('staff cannot decide their own issue report, proposed provider or appeal [VERD-07] [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { item } = await reporter.reportIssue({}, asSender(moderator.id, 'isModerator'));
    await groupFiling(item.id);
    const { id: caseId } = await claim(moderator, item.id);
    await expectOwnReportError(
      await post(moderator, `/api/admin/cases/${caseId}/decide`, { decision: 'reject', reason }),
    );

    const { item: provider } = await reporter.submitProvider({}, asSender(administrator.id, 'isAdmin'));
    const verdict = { verificationStatus: 'Verified', reason };
    await expectOwnReportError(await put(administrator, `/api/admin/providers/${provider.id}`, verdict));

    const alert = await reportScam();
    await approve(claimant, alert);
    const { item: appeal } = await reporter.appeal(
      { subject: 'alert', subjectId: alert },
      {},
      asSender(administrator.id, 'isAdmin'),
    );
    await expectOwnReportError(
      await post(administrator, `/api/admin/appeals/${appeal.id}/decision`, { outcome: 'dismissed', reason }),
    );
    expect(await statuses()).toEqual({ [item.id]: 'pending', [alert]: 'approved' });
  });
});
