import type { AdminReport } from '@hakiki/contract/reports-admin';
import { type ReportStatus, reportTypes } from '@hakiki/contract/report-values';
import { NewReport, type ReportId } from '@hakiki/contract/reports';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { anyTextHash } from '../../../../test/support/expected-replies.ts';
import { makeProvider, makeReport, makeUser, tagOf } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { type Actor, visitor } from '../../../platform/http/actor.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;
const reports = () => server.running.services.reports;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const reportBody = { reportType: 'scam', severity: 'high', description: 'They took the deposit and left.' };
const newId = () => uuidv7<ReportId>();

async function submitReport(overrides: object = {}, actor: Actor = visitor, id = newId()) {
  const { proof: _, language: __, ...content } = NewReport.parse({ ...reportBody, ...overrides });
  const filed = await test.database.transaction((tx) => reports().accept(tx, content, { id, actor, language: 'en' }));
  return { id, ...filed };
}
const setStatus = async (id: ReportId, status: ReportStatus) =>
  summarizeResponse(await putAsShownWithReason(admin, `/api/admin/reports/${id}`, { status, reason: 'As agreed.' }));
/** Withdraws a public report: nothing changes until the second administrator confirms. */
async function withdraw(id: ReportId, status: 'pending' | 'rejected') {
  const before = await readStatus(id);
  const response = await putAsShownWithReason(admin, `/api/admin/reports/${id}`, { status, reason: 'As agreed.' });
  const { proposal } = (await response.json()) as AdminReport;
  expect([await isListed(id), await readStatus(id)]).toEqual([true, before]);
  expect((await confirmProposal(secondAdmin, proposal!.id)).status).toBe(200);
}
const readStatus = async (id: ReportId) =>
  (await test.sql('select status, decided_at is not null as decided from reports where id = $1', [id]))[0];
const isListed = async (id: ReportId) =>
  (await reports().list(visitor, { severity: undefined, limit: 100, offset: 0 })).rows.some(
    (report) => report.id === id,
  );

describe('accepting a report', () => {
  it('a submitted report is pending, has a receipt, and its records do not name the reporter [ENT-16] [ENT-18] [DEC-17]', async () => {
    const user = await makeUser(db());
    const { id: providerId } = await makeProvider(db());
    const actor = makeUserActor({ id: user.id });
    const { id, item, receipt } = await submitReport({ providerId, reporterLocation: 'Accra' }, actor);
    expect(item).toEqual({
      id,
      reportType: 'scam',
      severity: 'High',
      description: reportBody.description,
      reporterLocation: 'Accra',
      language: 'en',
      createdAt: expect.any(String),
      providerId,
      fraudAlertId: null,
      status: 'pending',
      appealSince: null,
      reply: null,
    });
    expect(await readStatus(id)).toEqual({ status: 'pending', decided: false });
    expect(await isListed(id)).toBe(false);
    expect(receipt.reference).toBe(`HK-${id.slice(-8).toUpperCase()}`);
    expect(
      await test.sql(
        `select f.kind, f.owner_tag, f.has_email, (
           select array_agg(array[actor_kind, actor_id, action]) from audit_entries where subject = $1
         ) as audit from filings f where id = $1::uuid`,
        [id],
      ),
    ).toEqual([
      {
        kind: 'report',
        owner_tag: tagOf(user.id),
        has_email: false,
        audit: [['user', null, 'report.submitted']],
      },
    ]);
  });

  it('a submitted report can have any of the eight types, and needs neither a location nor a provider [ENT-17] [DEC-27]', async () => {
    for (const reportType of reportTypes) {
      const { item } = await submitReport({ reportType, reporterLocation: '' });
      expect(item).toEqual(expect.objectContaining({ reportType, reporterLocation: null, providerId: null }));
    }
    expect(NewReport.safeParse({ ...reportBody, reportType: 'rug_pull' }).success).toBe(false);
  });

  it('a submitted report is about a listed provider or about none', async () => {
    const hidden = [
      await makeProvider(db(), { reviewState: 'pending' }),
      await makeProvider(db(), { reviewState: 'rejected' }),
      { id: '01890000-0000-7000-8000-00000000dead' },
    ];
    for (const { id: providerId } of hidden) {
      const id = newId();
      await expect(submitReport({ providerId }, visitor, id)).rejects.toThrow(
        expect.objectContaining({ code: 'PROVIDER_NOT_FOUND' }),
      );
      expect(await test.sql('select from reports where id = $1', [id])).toEqual([]);
    }
  });

  it('the preview of a report equals the stored report', async () => {
    const { id: providerId } = await makeProvider(db());
    for (const more of [{}, { providerId, reporterLocation: 'Lomé' }]) {
      const { id, item } = await submitReport(more);
      const preview = reports().preview(NewReport.parse({ ...reportBody, ...more }), id, 'en');
      expect({ ...preview, createdAt: item.createdAt }).toEqual(item);
    }
  });
});

describe('deciding a report', () => {
  it('an administrator publishes, resolves and withdraws a report, and each decision is recorded [DEC-17] [DEC-26]', async () => {
    const { id } = await submitReport();
    await setStatus(id, 'investigating');
    expect([await isListed(id), await readStatus(id)]).toEqual([true, { status: 'investigating', decided: true }]);
    await setStatus(id, 'resolved');
    expect([await isListed(id), await readStatus(id)]).toEqual([true, { status: 'resolved', decided: true }]);
    await withdraw(id, 'pending');
    expect([await isListed(id), await readStatus(id)]).toEqual([false, { status: 'pending', decided: false }]);
    const recorded = await test.sql(
      `select actor_id, action, detail from audit_entries where subject = $1 and actor_kind = 'user' order by at, id`,
      [id],
    );
    const details = recorded.map(({ detail }) => detail as Record<string, unknown>);
    // Each `versionBefore` is the `versionAfter` of the decision before.
    const [versionShown, versionClosed] = details.map(({ versionAfter }) => versionAfter);
    const action = 'report.status-changed';
    expect(recorded).toEqual([
      { actor_id: admin.id, action, detail: { before: 'pending', after: 'investigating', versionAfter: anyTextHash } },
      {
        actor_id: admin.id,
        action,
        detail: { before: 'investigating', after: 'resolved', versionBefore: versionShown, versionAfter: anyTextHash },
      },
      {
        actor_id: admin.id,
        action: 'proposal.opened',
        detail: { proposal: expect.any(String), before: 'resolved', after: 'pending', isAlone: false },
      },
      { actor_id: secondAdmin.id, action: 'proposal.confirmed', detail: { proposal: details[2]?.['proposal'] } },
      {
        actor_id: secondAdmin.id,
        action,
        detail: { before: 'resolved', after: 'pending', proposedBy: admin.id, versionBefore: versionClosed },
      },
    ]);
  });

  it('an administrator rejects a report, which hides it from everyone, and can reopen it [DEC-26]', async () => {
    const user = await makeUser(db());
    const actor = makeUserActor({ id: user.id });
    const { id } = await submitReport({}, actor);
    const listFor = async (viewer: Actor) => {
      const { rows, total } = await reports().list(viewer, { severity: undefined, limit: 100, offset: 0 });
      return { isShown: rows.some((report) => report.id === id), total };
    };
    const { total } = await listFor(visitor);
    expect(await listFor(actor)).toEqual({ isShown: true, total });
    await setStatus(id, 'rejected');
    expect(await readStatus(id)).toEqual({ status: 'rejected', decided: true });
    for (const viewer of [visitor, actor]) expect(await listFor(viewer)).toEqual({ isShown: false, total });
    await setStatus(id, 'investigating');
    for (const viewer of [visitor, actor]) expect(await listFor(viewer)).toEqual({ isShown: true, total: total + 1 });
    await withdraw(id, 'rejected');
    for (const viewer of [visitor, actor]) expect(await listFor(viewer)).toEqual({ isShown: false, total });
    expect(
      await test.sql(
        `select from_value, to_value, confirmed_by, arrived_at is not null as first from decisions
         where subject_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { from_value: 'pending', to_value: 'rejected', confirmed_by: null, first: true },
      { from_value: 'rejected', to_value: 'investigating', confirmed_by: null, first: false },
      { from_value: 'investigating', to_value: 'rejected', confirmed_by: secondAdmin.id, first: false },
    ]);
  });

  it('the indicators of a report are public while it is public, and its case is closed while it is decided', async () => {
    const site = 'reported-issue-page.com';
    const { id } = await submitReport({
      description: `They ask for everything at https://${site} and answer nothing.`,
    });
    await server.running.services.cases.groupFiling(id);
    const readState = async () => ({
      indicator: await test.sql(`select report_count as n from indicators where value = $1 and state = 'active'`, [
        site,
      ]),
      undecided: await test.sql(
        'select undecided_count as n from cases c join case_filings f on f.case_id = c.id where f.filing_id = $1',
        [id],
      ),
    });
    expect(await readState()).toEqual({ indicator: [], undecided: [{ n: 1 }] });
    for (const status of ['investigating', 'resolved'] as const) {
      await setStatus(id, status);
      expect(await readState()).toEqual({ indicator: [{ n: 1 }], undecided: [{ n: 0 }] });
    }
    await withdraw(id, 'rejected');
    expect(await readState()).toEqual({ indicator: [], undecided: [{ n: 0 }] });
    await setStatus(id, 'pending');
    expect(await readState()).toEqual({ indicator: [], undecided: [{ n: 1 }] });
    await setStatus(id, 'rejected');
    expect(await readState()).toEqual({ indicator: [], undecided: [{ n: 0 }] });
  });

  it('the reporter is emailed about each decision that has an email', async () => {
    const { id } = await submitReport({ email: 'reporter@example.com' });
    for (const status of ['investigating', 'resolved'] as const) await setStatus(id, status);
    await withdraw(id, 'pending');
    expect(await readStatus(id)).toEqual({ status: 'pending', decided: false });
    const emails = await test.sql(
      `select data->>'status' as status from pgboss.job where data->>'filingId' = $1 and data ? 'status' order by 1`,
      [id],
    );
    expect(emails.map(({ status }) => status)).toEqual(['investigating', 'resolved']);
  });

  it('ten concurrent equal decisions on a report are recorded once', async () => {
    const { id } = await makeReport(db(), { status: 'pending' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => setStatus(id, 'investigating')));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => '200'));
    expect(await test.sql('select to_value from decisions where subject_id = $1', [id])).toEqual([
      { to_value: 'investigating' },
    ]);
  });

  it('deciding an unknown report responds with 404', async () => {
    const unknown = '01890000-0000-7000-8000-00000000dead' as ReportId;
    expect(await setStatus(unknown, 'resolved')).toBe('404 REPORT_NOT_FOUND');
  });
});
