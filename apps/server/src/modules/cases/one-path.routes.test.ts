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
import { editedAlertStatuses } from '@hakiki/contract/alert-values';
import { editedReportStatuses } from '@hakiki/contract/report-values';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Admin, consoleAt, makeAdmin, makeModerator } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { nameOf } from '../../../test/contract-rules.ts';
import { useDatabase } from '../../../test/database.ts';
import { decided, invalidReply, replyTo } from '../../../test/expected-replies.ts';
import { makeUser as actorOfUser } from '../../../test/principals.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1_000_000 } });
const reporter = reporterAt(server);
const { approve, post, read, reject, agree } = consoleAt(server);
const db = () => test.database.db;

let holder: Admin;
let other: Admin;
beforeEach(async () => {
  await test.empty('cases', 'fraud_alerts', 'reports', 'filings', 'indicators', 'admin_tasks', 'proposals');
  holder = await makeAdmin(db());
  other = await makeAdmin(db());
});

const story =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const reason = 'The bank confirmed it.';

const examine = (id: string) => server.running.services.cases.examine(id);
async function scam(told: object = {}): Promise<string> {
  const { item } = await reporter.reportScam({ description: story, ...told });
  await examine(item.id);
  return item.id;
}
async function issue(): Promise<string> {
  const { item } = await reporter.reportIssue({ description: story });
  await examine(item.id);
  return item.id;
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]!['id'] as string;
const claim = async (who: Admin, id: string) =>
  (await (await post(who, `/api/admin/cases/${await caseOf(id)}/claim`)).json()) as CaseDetail;
const claims = () => test.sql('select user_id, expires_at > now() as runs from case_claims');
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
  await read(who, '/api/admin/reports?status=pending');
  return read<AdminAlert[]>(who, '/api/admin/fraud-alerts?status=pending');
};
async function workOff(task: Task): Promise<Task> {
  const job = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.bulk')!;
  await job.run({ taskId: task.id }, { id: task.id });
  return read<Task>(other, `/api/admin/tasks/${task.id}`);
}
const bulk = async (who: Admin, decision: string, alerts: string[]) =>
  workOff((await (await post(who, '/api/admin/bulk', { decision, alerts, reason })).json()) as Task);

describe('a case claimed by another moderator', () => {
  it('a moderator cannot approve an alert in the Fraud Alerts tab while another has claimed its case, and sees the claim [VERD-07]', async () => {
    const id = await scam();
    const { claimExpiresAt } = await claim(holder, id);
    const [shown] = await openTab(other);
    expect(shown!.claim).toEqual({ by: holder.email, until: claimExpiresAt });
    expect(await outcomeOf(await put(other, `${alertPath(id)}/approve`, { reason }))).toBe('409 CASE_CLAIMED');
    expect(await statuses()).toEqual({ [id]: 'pending' });
    expect(await read<Decision[]>(other, `/api/admin/decisions?subjectId=${id}`)).toEqual([]);
    // The own claim is not shown.
    expect((await openTab(holder))[0]!.claim).toBeNull();
    expect((await put(holder, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
  });

  it('a bulk decision skips an alert whose case is claimed by another, and the preview says so [VERD-07]', async () => {
    const [held, free] = [await scam({ title: 'Held by another' }), await scam({ description: 'Fish sold twice.' })];
    await claim(holder, held);
    await openTab(other);
    const order = { decision: 'reject', alerts: [held, free] };
    const preview = await (await post(other, '/api/admin/bulk/preview', order)).json();
    const left = [{ title: 'Held by another', why: 'CASE_CLAIMED' }];
    expect(preview).toEqual({ affected: 1, skipped: 0, titles: [expect.any(String)], left });
    expect((await bulk(other, 'reject', [held, free])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [held]: 'pending', [free]: 'rejected' });
  });

  it('a moderator can decide an alert once the claim of another has expired [VERD-07]', async () => {
    const id = await scam();
    await claim(holder, id);
    await openTab(other);
    await test.sql('update case_claims set expires_at = now()');
    expect((await put(other, `${alertPath(id)}/reject`, { reason })).status).toBe(200);
    expect(await claims()).toEqual([]);
  });

  it('a moderator cannot undo a decision nor confirm a proposal while another has claimed the case [VERD-07]', async () => {
    const [lead, later] = [await scam(), await scam()];
    const { decisionId } = await approve(other, lead);
    const withdrawal = { status: 'rejected', reason };
    const { proposal } = (await (await put(other, alertPath(lead), withdrawal)).json()) as { proposal: Proposal };
    const third = await makeAdmin(db());
    await claim(holder, later);
    expect(await outcomeOf(await post(other, `/api/admin/decisions/${decisionId}/undo`))).toBe('409 CASE_CLAIMED');
    expect(await outcomeOf(await agree(third, proposal.id))).toBe('409 CASE_CLAIMED');
    expect(await statuses()).toEqual({ [lead]: 'approved', [later]: 'pending' });
    // The moderator with the claim may confirm.
    expect(await outcomeOf(await agree(holder, proposal.id))).toBe('200');
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
      status: [...new Set([...editedAlertStatuses, ...editedReportStatuses])],
      decision: ['approve', 'reject'],
    };
    const bodies = choices.flatMap(([name]) => values[name]!.map((value) => ({ ...plain, [name]: value })));
    return bodies.length > 0 ? bodies : [plain];
  }

  it(
    'no write endpoint changes a case that another moderator has claimed [VERD-07]',
    { timeout: 120_000 },
    async () => {
      const [lead, waiting, told] = [await scam(), await scam(), await issue()];
      const { decisionId } = await approve(other, lead);
      const rejected = await scam();
      await reject(other, rejected);
      const { proposal } = (await (await put(other, alertPath(lead), { status: 'pending', reason })).json()) as {
        proposal: Proposal;
      };
      await openTab(other);
      await claim(holder, waiting);
      const third = await makeAdmin(db());
      await openTab(third);
      const ids = {
        filing: [lead, waiting, rejected, told],
        case: [await caseOf(waiting)],
        rest: [decisionId!, proposal.id],
      };
      const before = await statuses();
      expect(before).toEqual({ [lead]: 'approved', [waiting]: 'pending', [rejected]: 'rejected', [told]: 'pending' });
      for (const endpoint of writes) {
        const paths = endpoint.path.includes(':')
          ? [...new Set(Object.values(ids).flat())].map((id) => endpoint.path.replaceAll(/:\w+/g, id))
          : [endpoint.path];
        for (const path of paths) {
          for (const body of bodiesOf(endpoint, ids)) {
            const method = endpoint.method as 'PUT';
            for (const who of [other, third]) {
              const response = await server.post(path, body, { method, headers: { cookie: who.cookie } });
              expect(response.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500);
              const isBulk = nameOf(endpoint) === 'POST /api/admin/bulk' && response.ok;
              if (isBulk) await workOff((await response.json()) as Task).catch(() => undefined);
            }
          }
        }
        expect(await statuses(), nameOf(endpoint)).toEqual(before);
      }
      expect((await claims()).map(({ user_id }) => user_id)).toEqual([holder.id]);
    },
  );
});

describe('one public alert per case', () => {
  it('one alert is public and the other is merged when a moderator approves both one by one [VERD-07] [VERD-05]', async () => {
    const [lead, second] = [await scam({ affectedCountries: ['kenya'] }), await scam({ affectedCountries: ['togo'] })];
    await openTab(other);
    for (const id of [lead, second])
      expect((await put(other, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    expect(await statuses()).toEqual({ [lead]: 'approved', [second]: 'merged' });
    expect(await test.sql('select report_count, affected_countries from fraud_alerts where id = $1', [lead])).toEqual([
      { report_count: 2, affected_countries: ['kenya', 'togo'] },
    ]);
    expect(await server.json<AdminAlert[]>('/api/fraud-alerts/active')).toHaveLength(1);
    expect(await claims()).toEqual([]);
  });

  it('one alert is public when several are approved concurrently, in bulk or in the edit dialog [VERD-07] [VERD-05]', async () => {
    const ids = [await scam(), await scam(), await scam(), await scam(), await scam({ title: 'Joined in bulk' })];
    const turned = await scam();
    await reject(other, turned);
    await openTab(other);
    const pressed = ids.slice(0, 3).map((id) => put(other, `${alertPath(id)}/approve`, { reason }));
    expect((await Promise.all(pressed)).map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const id of [ids[3]!, turned]) {
      const reply = (await (await put(other, alertPath(id), { status: 'approved', reason })).json()) as AdminAlert;
      expect(reply).toEqual(
        replyTo('PUT /api/admin/fraud-alerts/:alertId', {
          id,
          status: 'merged',
          affectedProvider: null,
          hasAccount: false,
          caseId: await caseOf(id),
          claim: null,
          ...decided({ canUndo: id !== turned }),
        }),
      );
    }
    expect((await bulk(other, 'approve', [ids[4]!])).problems).toEqual([{ title: 'Joined in bulk', why: 'JOINED' }]);
    const all = Object.values(await statuses()).map(String);
    expect(all.toSorted()).toEqual(['approved', 'merged', 'merged', 'merged', 'merged', 'merged']);
  });

  it('a report that becomes public in its tab is counted in the alert of its case [VERD-07] [VERD-05]', async () => {
    const [lead, told] = [await scam(), await issue()];
    await openTab(other);
    await put(other, `${alertPath(lead)}/approve`, { reason });
    const reply = (await (await put(other, reportPath(told), { status: 'resolved', reason })).json()) as AdminReport;
    expect([reply.status, reply.fraudAlertId]).toEqual(['resolved', lead]);
    expect(await test.sql('select report_count from fraud_alerts where id = $1', [lead])).toEqual([
      { report_count: 2 },
    ]);
  });
});

describe('filings that were never shown', () => {
  it('a moderator cannot decide a filing that was not shown to them, alone or in bulk; an export does not count as shown [VERD-07] [VERD-04]', async () => {
    const [id, unseen] = [await scam({ title: 'Never listed' }), await issue()];
    expect(await outcomeOf(await put(other, `${alertPath(id)}/approve`, { reason }))).toBe('409 FILING_NOT_SHOWN');
    const edit = { status: 'investigating', reason };
    expect(await outcomeOf(await put(other, reportPath(unseen), edit))).toBe('409 FILING_NOT_SHOWN');
    const left = [{ title: 'Never listed', why: 'FILING_NOT_SHOWN' }];
    const order = { decision: 'approve', alerts: [id] };
    expect(await (await post(other, '/api/admin/bulk/preview', order)).json()).toEqual({
      affected: 0,
      skipped: 0,
      titles: [],
      left,
    });
    expect((await bulk(other, 'approve', [id])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [id]: 'pending', [unseen]: 'pending' });
    // A filing shown to another moderator does not count.
    await openTab(holder);
    expect(await outcomeOf(await put(other, `${alertPath(id)}/approve`, { reason }))).toBe('409 FILING_NOT_SHOWN');
    await server.running.services.alerts.listForAdmin({ limit: 50, offset: 0 });
    expect(await outcomeOf(await put(other, `${alertPath(id)}/approve`, { reason }))).toBe('409 FILING_NOT_SHOWN');
    await openTab(other);
    expect((await put(other, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    expect((await put(other, reportPath(unseen), edit)).status).toBe(200);
  });
});

describe('reasons of decisions', () => {
  it('a decision without a reason gets the default reason, which the public and the reporter read [VERD-07]', async () => {
    await openTab(other);
    for (const [pathOf, act, body] of [
      [alertPath, '/approve', undefined],
      [alertPath, '/approve', { reason: '  ' }],
      [alertPath, '/reject', {}],
      [alertPath, '', { status: 'approved' }],
      [alertPath, '', { status: 'rejected', reason: ' ' }],
      [reportPath, '', { status: 'investigating' }],
      [reportPath, '', { status: 'resolved' }],
      [reportPath, '', { status: 'rejected' }],
    ] as const) {
      const id = await (pathOf === alertPath ? scam : issue)();
      await openTab(other);
      // Without a body, as the API documents it.
      const bare = () => server.get(`${pathOf(id)}${act}`, { method: 'PUT', headers: { cookie: other.cookie } });
      const response = await (body ? put(other, `${pathOf(id)}${act}`, body) : bare());
      expect(response.status, `${act} ${JSON.stringify(body)}`).toBe(200);
      const [decision] = await read<Decision[]>(other, `/api/admin/decisions?subjectId=${id}`);
      expect(decision?.reason).toBe('Decided by the platform team after review.');
    }
  });

  it('visitors read the reason of a decision, and weakening a warning requires one [VERD-07]', async () => {
    const id = await scam();
    await openTab(other);
    await put(other, `${alertPath(id)}/approve`, { reason });
    expect(await server.json(`/api/fraud-alerts/${id}/history`)).toEqual([
      { from: 'pending', to: 'approved', reason, changes: [], createdAt: expect.any(String) },
    ]);
    for (const weaker of [{ status: 'rejected' }, { severity: 'Low', reason: ' ' }]) {
      const response = await put(other, alertPath(id), weaker);
      expect([response.status, await response.json()]).toEqual([400, invalidReply({ reason: 'Please give a reason' })]);
    }
  });
});

describe('claims of decisions in a tab', () => {
  it('a decision in a tab leaves no new claim, and keeps an existing claim until nothing is pending [VERD-07]', async () => {
    const [one, two] = [await scam(), await scam()];
    await openTab(other);
    await put(other, `${alertPath(one)}/reject`, { reason });
    expect(await claims()).toEqual([]);
    const three = await scam();
    await claim(other, three);
    await put(other, `${alertPath(two)}/reject`, { reason });
    expect(await claims()).toEqual([{ user_id: other.id, runs: true }]);
    await put(other, `${alertPath(three)}/reject`, { reason });
    expect(await claims()).toEqual([]);
  });
});

describe("the moderator's own filings", () => {
  const asSender = (id: string, role: 'isAdmin' | 'isModerator') => ({
    actor: actorOfUser({ id: id as UserId, [role]: true }),
  });
  const sentBy = async (who: Admin, told: object = {}) => {
    const { item } = await reporter.reportScam({ description: story, ...told }, asSender(who.id, 'isAdmin'));
    await examine(item.id);
    return item.id as string;
  };
  const refused = async (response: Response) => {
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 'OWN_REPORT', message: 'You sent this yourself. Another person must decide it.' },
    ]);
  };

  it('an administrator cannot decide, edit or confirm a change of an alert that they sent themselves [VERD-07]', async () => {
    const id = await sentBy(other);
    await openTab(other);
    for (const act of ['approve', 'reject']) await refused(await put(other, `${alertPath(id)}/${act}`, { reason }));
    for (const edit of [{ status: 'approved' }, { severity: 'Critical' }, { title: 'Worse than it was' }]) {
      await refused(await put(other, alertPath(id), { ...edit, reason }));
    }
    const detail = await claim(other, id);
    const [shown] = detail.filings;
    await refused(await post(other, `/api/admin/cases/${detail.id}/decide`, { decision: 'approve', reason }));
    const reworded = { title: 'Worse', description: 'Much worse.', seen: shown!.wordsVersion };
    await refused(await put(other, `/api/admin/filings/${id}/words`, reworded));
    await post(other, `/api/admin/cases/${detail.id}/release`);
    expect(await statuses()).toEqual({ [id]: 'pending' });

    await openTab(holder);
    expect((await put(holder, `${alertPath(id)}/approve`, { reason })).status).toBe(200);
    await refused(await put(other, alertPath(id), { status: 'rejected', reason }));
    const withdrawal = await put(holder, alertPath(id), { status: 'rejected', reason });
    const { proposal } = (await withdrawal.json()) as { proposal: Proposal };
    await refused(await agree(other, proposal.id));
    expect(await statuses()).toEqual({ [id]: 'approved' });
    expect(await outcomeOf(await agree(await makeAdmin(db()), proposal.id))).toBe('200');
  });

  it('a moderator is not offered a case with their own report, and another moderator is [VERD-07]', async () => {
    const id = await sentBy(other);
    const next = async (who: Admin) => (await post(who, '/api/admin/cases/next', {})).json();
    expect(await next(other)).toBeNull();
    expect(((await next(holder)) as CaseDetail).id).toBe(await caseOf(id));
  });

  it("a bulk decision skips the administrator's own alerts, and the preview says so [VERD-07]", async () => {
    const [own, free] = [await sentBy(other, { title: 'Sent by me' }), await scam({ description: 'Fish sold twice.' })];
    await openTab(other);
    const order = { decision: 'reject', alerts: [own, free] };
    const left = [{ title: 'Sent by me', why: 'OWN_REPORT' }];
    expect(await (await post(other, '/api/admin/bulk/preview', order)).json()).toEqual({
      affected: 1,
      skipped: 0,
      titles: [expect.any(String)],
      left,
    });
    expect((await bulk(other, 'reject', [own, free])).problems).toEqual(left);
    expect(await statuses()).toEqual({ [own]: 'pending', [free]: 'rejected' });
  });

  it('staff cannot decide their own issue report, proposed provider or appeal [VERD-07] [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { item } = await reporter.reportIssue({}, asSender(moderator.id, 'isModerator'));
    await examine(item.id);
    const { id: caseId } = await claim(moderator, item.id);
    await refused(await post(moderator, `/api/admin/cases/${caseId}/decide`, { decision: 'reject', reason }));

    const { item: provider } = await reporter.propose({}, asSender(other.id, 'isAdmin'));
    const verdict = { verificationStatus: 'Verified', reason };
    await refused(await put(other, `/api/admin/providers/${provider.id}`, verdict));

    const alert = await scam();
    await approve(holder, alert);
    const { item: appeal } = await reporter.appeal(
      { subject: 'alert', subjectId: alert },
      {},
      asSender(other.id, 'isAdmin'),
    );
    await refused(await post(other, `/api/admin/appeals/${appeal.id}/decision`, { outcome: 'dismissed', reason }));
    expect(await statuses()).toEqual({ [item.id]: 'pending', [alert]: 'approved' });
  });
});
