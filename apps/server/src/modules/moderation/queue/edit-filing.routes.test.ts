/** Editing a report before it is published: removed text is nowhere public, and the original is kept. */
import type { PublicDecision } from '@hakiki/contract/decisions';
import type { CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { endpoints } from '@hakiki/contract/endpoints';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { FilingState } from '@hakiki/contract/filings';
import { errors } from '@hakiki/contract/errors';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgePrivateData, type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { createCanaries, findCanaries } from '../../../../test/support/canaries.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeProvider, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const reporter = createReporter(server);
const { putAsShownWithReason, post, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});
beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'providers', 'indicators');
});

type ScamInput = Parameters<typeof reporter.reportScam>[0];
const groupFiling = (id: string) => server.running.services.cases.groupFiling(id);

async function reportAndGroup(input: ScamInput, sender: Parameters<typeof reporter.reportScam>[1] = {}) {
  const { item, receipt } = await reporter.reportScam(input, sender);
  await groupFiling(item.id);
  return { id: item.id as string, code: receipt.code };
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]?.['id'] as string;
async function open(admin: Admin, id: string): Promise<CaseDetail> {
  const reply = await post(admin, `/api/admin/cases/${await caseOf(id)}/claim`);
  expect(reply.status).toBe(200);
  return (await reply.json()) as CaseDetail;
}
const findFiling = (detail: CaseDetail, id: string): CaseFiling => detail.filings.find((one) => one.id === id)!;
async function sendEdit(admin: Admin, id: string, texts: object) {
  const reply = await putAsShownWithReason(admin, `/api/admin/filings/${id}/words`, texts);
  return { status: reply.status, body: (await reply.json()) as CaseFiling };
}
/** Edits the text that was shown, like the screen does. */
async function editFiling(
  admin: Admin,
  id: string,
  texts: { title?: string; description: string; providerName?: string },
) {
  const { wordsVersion: seen } = findFiling(await open(admin, id), id);
  const { status, body } = await sendEdit(admin, id, { ...texts, seen });
  expect(status).toBe(200);
  return body;
}
const approve = async (admin: Admin, id: string, more: object = {}) => {
  const body = { decision: 'approve', reason: 'Seen by two others.', ...more };
  const path = `/api/admin/cases/${await caseOf(id)}/decide`;
  const reply = await acknowledgePrivateData((headers) => post(admin, path, body, headers));
  expect(reply.status).toBe(200);
  return (await reply.json()) as { decisionIds: string[]; alertId: string | null };
};
const published = (id: string) => server.json<PublishedAlert>(`/api/fraud-alerts/${id}`);
const indicatorsOf = async (id: string) => ((await published(id)).alert?.indicators ?? []).map(({ value }) => value);
/** The number of warnings that a lookup finds. */
const countWarnings = async (text: string) => {
  const reply = await server.json<{ alerts: unknown[]; indicators: unknown[] }>(
    `/api/lookup?search=${encodeURIComponent(text)}`,
  );
  return { alerts: reply.alerts.length, known: reply.indicators.length };
};
const errorReply = (
  code: 'CASE_CLAIMED' | 'TEXT_OVERTAKEN' | 'ALREADY_DECIDED' | 'FILING_NOT_FOUND',
  status: number,
) => ({
  status,
  body: { code, message: errors[code].message },
});

const privatePhone = '+27 83 000 0123';
const scammerPhone = '+27 83 000 0999';
const originalText = `A broker at goldmine-demo.com promises a third each month. Thandi Demo of 7 Example Road, ${privatePhone}, paid twice. The broker calls from ${scammerPhone}.`;
const editedText = `A broker at goldmine-demo.com promises a third each month. [name removed], [phone number removed], paid twice. The broker calls from ${scammerPhone}.`;

describe('PUT /api/admin/filings/:id/words', () => {
  it('a moderator edits a report, and only moderators can read the original text [VERD-06]', async () => {
    const { id, code } = await reportAndGroup({ title: 'Thandi Demo was cheated', description: originalText });
    const before = findFiling(await open(administrator, id), id);
    expect(before).toEqual(
      expect.objectContaining({ isEdited: false, original: null, language: 'en', title: 'Thandi Demo was cheated' }),
    );
    const { status, body } = await sendEdit(administrator, id, {
      title: 'Somebody was cheated',
      description: editedText,
      seen: before.wordsVersion,
    });
    expect(status).toBe(200);
    expect(body).toEqual(
      expectedReply('PUT /api/admin/filings/:id/words', {
        ...before,
        title: 'Somebody was cheated',
        description: editedText,
        isEdited: true,
        original: { title: 'Thandi Demo was cheated', description: originalText, providerName: null },
        wordsVersion: expect.not.stringMatching(before.wordsVersion),
        indicators: [
          { kind: 'phone', value: null, isWithheld: expect.any(Boolean) },
          { kind: 'phone', value: null, isWithheld: expect.any(Boolean) },
          { kind: 'website', value: 'goldmine-demo.com', isWithheld: false },
        ],
      }),
    );
    expect(body.indicators.filter(({ isWithheld }) => isWithheld)).toHaveLength(1);
    const followed = await reporter.lookUpReceipt(code);
    expect(followed).toEqual(
      expect.objectContaining({ title: 'Somebody was cheated', description: editedText, isEdited: true }),
    );
    expect(followed.indicators).toEqual([
      { kind: 'phone', value: null },
      { kind: 'website', value: 'goldmine-demo.com' },
    ] satisfies FilingState['indicators']);
    // Restoring the original text ends the edited state.
    const again = await editFiling(administrator, id, { title: 'Thandi Demo was cheated', description: originalText });
    expect([again.isEdited, again.original, again.indicators.some(({ isWithheld }) => isWithheld)]).toEqual([
      false,
      null,
      false,
    ]);
  });

  it('the audit log records who edited a report and when, without its text', async () => {
    const { id } = await reportAndGroup({ title: 'Thandi Demo was cheated', description: originalText });
    await editFiling(administrator, id, { title: 'Somebody was cheated', description: editedText });
    const [newest] = await server.running.services.audit.listBySubject(db(), id, 10);
    expect(newest).toEqual({
      at: expect.any(Date),
      actorKind: 'user',
      actorId: administrator.id,
      action: 'alert.edited',
      reason: null,
      detail: { before: 'pending', isReworded: true },
    });
  });

  it('a repeated edit changes nothing', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    const { wordsVersion: seen } = findFiling(await open(administrator, id), id);
    const words = { title: 'A broker that pays nobody', description: editedText, seen };
    const once = await sendEdit(administrator, id, words);
    expect(await sendEdit(administrator, id, words)).toEqual(once);
    const edits = await test.sql(`select from audit_entries where subject = $1 and action = 'alert.edited'`, [id]);
    expect(edits).toHaveLength(1);
  });

  it('a moderator cannot overwrite a text that was edited since it was shown [VERD-06]', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    const { wordsVersion: seen } = findFiling(await open(administrator, id), id);
    await editFiling(administrator, id, { description: editedText });
    const result = await sendEdit(administrator, id, { description: 'Written on the old page.', seen });
    expect(result).toEqual(errorReply('TEXT_OVERTAKEN', 409));
    expect(findFiling(await open(administrator, id), id).description).toBe(editedText);
  });

  it('only the moderator with the claim can edit a report, and only while it is pending [VERD-06]', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    const { wordsVersion: seen } = findFiling(await open(administrator, id), id);
    const words = { description: editedText, seen };
    expect(await sendEdit(secondAdministrator, id, words)).toEqual(errorReply('CASE_CLAIMED', 409));
    await post(administrator, `/api/admin/cases/${await caseOf(id)}/decide`, {
      decision: 'reject',
      reason: 'Nothing in it.',
    });
    expect(await sendEdit(administrator, id, words)).toEqual(errorReply('ALREADY_DECIDED', 409));
    const unknown = '01890000-0000-7000-8000-00000000dead';
    expect(await sendEdit(administrator, unknown, words)).toEqual(errorReply('FILING_NOT_FOUND', 404));
  });

  it("a moderator removes a person's name that was given as the provider, but cannot rename a listed provider", async () => {
    const { id } = await reportAndGroup({ description: originalText, affectedProvider: 'Thandi Demo' });
    const edited = await editFiling(administrator, id, { description: originalText, providerName: '' });
    expect([edited.providerName, edited.original?.providerName]).toEqual([null, 'Thandi Demo']);
    await approve(administrator, id);
    expect(JSON.stringify(await published(id))).not.toContain('"Thandi Demo"');

    const provider = await makeProvider(db(), { name: 'Demo Lagoon Exchange' });
    const about = await reportAndGroup({
      description: 'It pays nobody out since May.',
      affectedProvider: provider.name,
    });
    const listedEdit = await editFiling(administrator, about.id, {
      description: 'It pays nobody out.',
      providerName: 'Other',
    });
    expect(listedEdit.providerName).toBe('Demo Lagoon Exchange');
  });

  it('a moderator edits an issue report', async () => {
    const { item, receipt } = await reporter.reportIssue({
      description: originalText,
      reporterLocation: 'South Africa',
    });
    await groupFiling(item.id);
    const edited = await editFiling(administrator, item.id, { description: editedText });
    expect(edited.original).toEqual({ title: null, description: originalText, providerName: null });
    await approve(administrator, item.id);
    expect(await reporter.lookUpReceipt(receipt.code)).toEqual(
      expect.objectContaining({ description: editedText, isEdited: true, status: 'investigating' }),
    );
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 0, known: 0 });
    expect(await countWarnings(scammerPhone)).toEqual({ alerts: 0, known: 1 });
  });

  it('after an edit, other moderators have to read the report again [VERD-04] [VERD-06]', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    await open(administrator, id);
    await post(administrator, `/api/admin/cases/${await caseOf(id)}/release`);
    await editFiling(secondAdministrator, id, { description: editedText });
    const readers = await test.sql('select user_id as id from shown_filings where filing_id = $1', [id]);
    expect(readers).toEqual([{ id: secondAdministrator.id }]);
    expect((await approve(secondAdministrator, id)).decisionIds).toHaveLength(1);
  });
});

describe('text that a moderator removed from a report', () => {
  it("a removed phone number is not published as an indicator, but the scammer's number is [VERD-06]", async () => {
    const { id } = await reportAndGroup({ description: originalText });
    await editFiling(administrator, id, { description: editedText });
    await approve(administrator, id);
    expect(await indicatorsOf(id)).toEqual(['goldmine-demo.com']);
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 0, known: 0 });
    expect(await countWarnings(scammerPhone)).toEqual({ alerts: 1, known: 1 });
  });

  it('a removed phone number is not published by another report of the case that is merged', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    const { id: other } = await reportAndGroup({ description: `${originalText} I know, because I am her brother.` });
    await editFiling(administrator, id, { description: editedText });
    const { alertId, decisionIds } = await approve(administrator, id, { lead: id });
    expect([alertId, decisionIds.length]).toEqual([id, 2]);
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 0, known: 0 });
    expect(await countWarnings(scammerPhone)).toEqual({ alerts: 1, known: 1 });
    // After the undo, the other report has its own indicators again.
    for (const decision of decisionIds.toReversed()) await post(administrator, `/api/admin/decisions/${decision}/undo`);
    const { indicators } = findFiling(await open(administrator, other), other);
    expect(indicators.map(({ isWithheld }) => isWithheld)).toEqual([false, false, false]);
    expect(await test.sql(`select from indicators where state = 'active'`)).toEqual([]);
  });

  it('a removed phone number is not found again by a repeated or concurrent grouping job', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    const { wordsVersion: seen } = findFiling(await open(administrator, id), id);
    await test.sql('delete from filing_indicators');
    await Promise.all([
      sendEdit(administrator, id, { description: editedText, seen }),
      ...Array.from({ length: 8 }, () => groupFiling(id)),
    ]);
    await groupFiling(id);
    await approve(administrator, id);
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 0, known: 0 });
    expect(await countWarnings(scammerPhone)).toEqual({ alerts: 1, known: 1 });
  });

  it('a phone number is no longer an indicator of a public alert after two administrators have removed it', async () => {
    const { id } = await reportAndGroup({ description: originalText });
    await open(administrator, id);
    await approve(administrator, id);
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 1, known: 1 });
    const proposed = await acknowledgePrivateData((headers) =>
      putAsShownWithReason(administrator, `/api/admin/fraud-alerts/${id}`, { description: editedText }, headers),
    );
    const { proposal } = (await proposed.json()) as { proposal: { id: string } };
    expect((await createConsoleClient(server).confirmProposal(secondAdministrator, proposal.id)).status).toBe(200);
    expect(await countWarnings(privatePhone)).toEqual({ alerts: 0, known: 0 });
    expect(await countWarnings(scammerPhone)).toEqual({ alerts: 1, known: 1 });
  });

  it('removed text is in no public response, no public version and not readable in any table [VERD-06]', async () => {
    const { words, createCanary, createPhoneCanary } = createCanaries();
    const name = createCanary('name of a person', (word) => `Thandi ${word}`);
    const phone = createPhoneCanary('telephone number of a person');
    const sender = await makeUser(db());
    const actor = makeUserActor({ id: sender.id });
    const { id, code } = await reportAndGroup(
      {
        title: `${name} was cheated by a demo broker`,
        description: `A broker at goldmine-demo.com promises a third each month. ${name}, ${phone}, paid twice.`,
        affectedProvider: name,
      },
      { actor },
    );
    await editFiling(administrator, id, {
      title: 'Somebody was cheated by a demo broker',
      description:
        'A broker at goldmine-demo.com promises a third each month. [name removed], [number removed], paid twice.',
      providerName: '',
    });
    await approve(administrator, id);

    const member = (await makeSession(db(), { userId: (await makeUser(db())).id })).cookie;
    const paths = [
      ...endpoints
        .filter(({ method, path, access }) => method === 'GET' && access !== 'admin' && path !== '/api/logout')
        .map(({ path }) => path.replace(/:\w+/, id)),
      '/api/fraud-alerts?search=cheated',
      '/api/lookup?search=cheated%20by%20a%20demo%20broker',
      `/api/lookup?search=${encodeURIComponent(phone)}`,
      '/sitemap.xml',
      '/api/openapi.json',
    ];
    const responses = await Promise.all(
      paths.flatMap((path) =>
        ['', member].map(async (cookie) => {
          const reply = await server.get(path, { headers: { cookie } });
          return { path, text: await reply.text() };
        }),
      ),
    );
    expect(responses.filter(({ text }) => text.includes('Somebody was cheated')).length).toBeGreaterThan(4);
    // The response repeats the search text; that is no leak.
    const otherResponses = responses.filter(({ path }) => !path.includes(encodeURIComponent(phone)));
    expect(
      otherResponses.flatMap(({ path, text }) => findCanaries(text, words).map((field) => `${path}: ${field}`)),
    ).toEqual([]);
    expect(await countWarnings(phone)).toEqual({ alerts: 0, known: 0 });
    expect(findCanaries(JSON.stringify(await reporter.lookUpReceipt(code)), words)).toEqual([]);

    const tables = await test.sql(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    const leaks: string[] = [];
    for (const { name: table } of tables) {
      const rows = await test.sql(`select t::text as text from ${String(table)} t`);
      leaks.push(...findCanaries(JSON.stringify(rows), words).map((field) => `${String(table)}: ${field}`));
    }
    expect(leaks).toEqual([]);

    // Moderators can read the original, and the sender finds it in the data export.
    const { original } = findFiling(await open(administrator, id), id);
    expect(findCanaries(JSON.stringify(original), words)).toEqual(Object.keys(words));
    const [listedEdit] = await server.running.services.filings.listForExport(actor, 10);
    expect(findCanaries(JSON.stringify(listedEdit?.asSent), words)).toEqual(Object.keys(words));
  });

  it('removed text that was public for a moment is not in the history [VERD-06]', async () => {
    const { id } = await reportAndGroup({ title: 'Thandi Demo was cheated', description: originalText });
    await open(administrator, id);
    const { decisionIds } = await approve(administrator, id);
    expect((await post(administrator, `/api/admin/decisions/${decisionIds[0]}/undo`)).status).toBe(200);
    await editFiling(administrator, id, { title: 'Somebody was cheated', description: editedText });
    await approve(administrator, id);
    const history = await server.json<PublicDecision[]>(`/api/fraud-alerts/${id}/history`);
    expect(history).toEqual([
      { from: 'pending', to: 'approved', reason: 'Seen by two others.', changes: [], createdAt: expect.any(String) },
    ]);
    expect(JSON.stringify(await getJson(administrator, `/api/fraud-alerts/${id}`))).not.toContain('Thandi');
  });
});
