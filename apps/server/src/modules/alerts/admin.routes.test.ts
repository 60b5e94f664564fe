import type { AdminAlert } from '@hakiki/contract/admin';
import { alertStatuses } from '@hakiki/contract/alert-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { useMailbox } from '../../../test/mailbox.ts';
import { makeAlert, makeProvider } from '../../../test/makers.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = reporterAt(server);
const { put } = consoleAt(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const pathOf = (id: string) => `/api/admin/fraud-alerts/${id}`;
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';
const edit = async (id: string, body: object) => (await put(admin, pathOf(id), body)).json() as Promise<AdminAlert>;
const isActive = async (id: string) =>
  (await server.json<{ id: string }[]>('/api/fraud-alerts/active')).some((alert) => alert.id === id);

describe('PUT /api/admin/fraud-alerts/:id/approve and /reject', () => {
  it('answers all that the reporter wrote, where it belongs, and how to undo it [CALL-34] [SHAPE-22] [ADMIN-52]', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Kora Exchange' });
    const { item } = await reporter.reportScam({
      affectedProvider: 'demo kora exchange',
      amountLost: 'R 900',
      evidenceDescription: 'A chat.',
      additionalDetails: 'By telephone.',
      contactEmail: 'secret-contact@example.com',
      contactPhone: '+234 800 111 2222',
    });
    await server.running.services.cases.examine(item.id);
    const response = await put(admin, `${pathOf(item.id)}/approve`);
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toEqual([
      200,
      {
        id: item.id,
        title: item.title,
        description: item.description,
        advice: null,
        language: 'en',
        alertType: item.alertType,
        severity: item.severity,
        isActive: true,
        isVerified: true,
        reportCount: 1,
        affectedCountries: ['nigeria'],
        affectedProvider: provider.id,
        affectedProviderName: 'demo kora exchange',
        createdBy: null,
        createdAt: item.createdAt,
        status: 'approved',
        amountLost: 'R 900',
        evidenceDescription: 'A chat.',
        additionalDetails: 'By telephone.',
        hasContact: true,
        caseId: expect.any(String),
        decisionId: expect.any(String),
      },
    ]);
    expect(text).not.toMatch(/secret-contact|111 2222/);
    expect(await isActive(item.id)).toBe(true);
  });

  it('turns a pending alert down without a body, and acts on pending ones alone [CALL-35] [SHAPE-22] [ADMIN-53] [DEC-15]', async () => {
    const { id } = await makeAlert(db(), { status: 'pending' });
    const response = await server.get(`${pathOf(id)}/reject`, { method: 'PUT', headers: { cookie: admin.cookie } });
    expect([response.status, await response.json()]).toEqual([
      200,
      replyTo('PUT /api/admin/fraud-alerts/:id/reject', {
        status: 'rejected',
        isActive: false,
        affectedProvider: null,
        createdBy: null,
        decisionId: expect.any(String),
      }),
    ]);
    for (const act of ['approve', 'reject']) {
      expect(await outcomeOf(await put(admin, `${pathOf(id)}/${act}`))).toBe('409 ALREADY_DECIDED');
      expect(await outcomeOf(await put(admin, `${pathOf(UNKNOWN)}/${act}`))).toBe('404 ALERT_NOT_FOUND');
    }
    expect(await isActive(id)).toBe(false);
  });
});

describe('PUT /api/admin/fraud-alerts/:alertId', () => {
  const direct = alertStatuses
    .flatMap((from) => alertStatuses.map((to) => [from, to] as const))
    .filter(([from]) => from !== 'approved');

  it.each(direct)('sets %s to %s at once, with all that follows [ADMIN-54] [CALL-36] [DEC-15]', async (from, to) => {
    const { id } = await makeAlert(db(), { status: from });
    const changed = await edit(id, { status: to });
    const isPublic = to === 'approved';
    const isDecided = from === 'pending' && to !== 'pending';
    expect(changed).toEqual(
      replyTo('PUT /api/admin/fraud-alerts/:alertId', {
        id,
        status: to,
        isActive: isPublic,
        isVerified: isPublic,
        affectedProvider: null,
        createdBy: null,
        ...(isDecided && { decisionId: expect.any(String) }),
      }),
    );
    expect(await isActive(id)).toBe(isPublic);
  });

  it('keeps cases and indicators in step with every turn', async () => {
    const description = 'They send everyone to https://turning-coins.example and keep the deposit that people pay.';
    const { item } = await reporter.reportScam({ description });
    await server.running.services.cases.examine(item.id);
    const standing = async () =>
      (
        await test.sql(
          `select c.undecided_count as undecided, (
             select count(*)::int from indicators i join filing_indicators f on f.key = i.key where f.filing_id = $1
           ) as named from cases c join case_filings cf on cf.case_id = c.id where cf.filing_id = $1`,
          [item.id],
        )
      )[0];
    for (const [status, undecided, named] of [
      ['rejected', 0, 0],
      ['pending', 1, 0],
      ['approved', 0, 1],
    ] as const) {
      await edit(item.id, { status });
      expect(await standing()).toEqual({ undecided, named });
    }
  });

  it('changes words and severity of a public alert, on record, and leaves the rest [CALL-36] [SHAPE-21]', async () => {
    const { id, description } = await makeAlert(db());
    const changed = await edit(id, { title: '  A clearer title ', severity: 'critical' });
    expect(changed).toEqual(
      replyTo('PUT /api/admin/fraud-alerts/:alertId', {
        title: 'A clearer title',
        severity: 'Critical',
        description,
        status: 'approved',
        affectedProvider: null,
        createdBy: null,
      }),
    );
    expect(await test.sql('select action, detail from audit_entries where subject = $1', [id])).toEqual([
      {
        action: 'alert.edited',
        detail: { before: 'approved', severityBefore: 'High', severityAfter: 'Critical', isReworded: true },
      },
    ]);
  });

  it('records nothing when nothing changes', async () => {
    const { id, title, severity } = await makeAlert(db());
    for (const body of [{}, { title, severity, status: 'approved' }]) await edit(id, body);
    expect(await test.sql('select from decisions where subject_id = $1', [id])).toEqual([]);
  });

  it('needs no more than some words, and known values for every choice [DEC-76] [SHAPE-21]', async () => {
    const { id } = await makeAlert(db());
    expect(await edit(id, { title: 'x', description: 'y' })).toEqual(
      replyTo('PUT /api/admin/fraud-alerts/:alertId', {
        title: 'x',
        description: 'y',
        affectedProvider: null,
        createdBy: null,
      }),
    );
    for (const body of [
      { title: ' ' },
      { description: '' },
      { severity: 'none' },
      { severity: '' },
      { status: 'deleted' },
      { title: null },
      { title: 'x'.repeat(201) },
    ]) {
      expect(await outcomeOf(await put(admin, pathOf(id), body)), JSON.stringify(body)).toBe('400 INVALID_INPUT');
    }
    expect(await outcomeOf(await put(admin, pathOf(UNKNOWN), { title: 'x' }))).toBe('404 ALERT_NOT_FOUND');
    const cookie = admin.cookie;
    expect(await outcomeOf(await server.get(pathOf(id), { method: 'DELETE', headers: { cookie } }))).toMatch(/^40[45]/);
  });

  it('tells the reporter what became of the report, whatever way it was decided', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'told@example.com' });
    await edit(item.id, { status: 'rejected' });
    await mailbox.lettersTo('told@example.com');
    await edit(item.id, { status: 'approved' });
    expect((await mailbox.lettersTo('told@example.com')).map(({ subject }) => subject)).toEqual([
      'Your scam report was not published',
      'Your scam report was verified',
    ]);
  });
});
