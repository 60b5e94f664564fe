/** Editing a report before it is published: removed text is nowhere public, and the original is kept. */
import type { PublicDecision } from '@hakiki/contract/decisions';
import type { CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { endpoints } from '@hakiki/contract/endpoints';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { FilingState } from '@hakiki/contract/filings';
import { errors } from '@hakiki/contract/errors';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acknowledging, type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { createCanaries, findWords } from '../../../test/canaries.ts';
import { useDatabase } from '../../../test/database.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { makeProvider, makeSession, makeUser } from '../../../test/makers.ts';
import { makeUser as makeActor } from '../../../test/principals.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const reporter = reporterAt(server);
const { put, post, read } = consoleAt(server);
const db = () => test.database.db;

let first: Admin;
let second: Admin;
beforeAll(async () => {
  first = await makeAdmin(db());
  second = await makeAdmin(db());
});
beforeEach(async () => {
  await test.empty('cases', 'fraud_alerts', 'reports', 'filings', 'providers', 'indicators');
});

type Told = Parameters<typeof reporter.reportScam>[0];
const examine = (id: string) => server.running.services.cases.examine(id);

async function report(told: Told, sender: Parameters<typeof reporter.reportScam>[1] = {}) {
  const { item, receipt } = await reporter.reportScam(told, sender);
  await examine(item.id);
  return { id: item.id as string, code: receipt.code };
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]?.['id'] as string;
async function open(admin: Admin, id: string): Promise<CaseDetail> {
  const reply = await post(admin, `/api/admin/cases/${await caseOf(id)}/claim`);
  expect(reply.status).toBe(200);
  return (await reply.json()) as CaseDetail;
}
const shown = (detail: CaseDetail, id: string): CaseFiling => detail.filings.find((one) => one.id === id)!;
async function reword(admin: Admin, id: string, words: object) {
  const reply = await put(admin, `/api/admin/filings/${id}/words`, words);
  return { status: reply.status, body: (await reply.json()) as CaseFiling };
}
/** Edits the text that was shown, like the screen does. */
async function edit(admin: Admin, id: string, words: { title?: string; description: string; providerName?: string }) {
  const { wordsVersion: seen } = shown(await open(admin, id), id);
  const { status, body } = await reword(admin, id, { ...words, seen });
  expect(status).toBe(200);
  return body;
}
const approve = async (admin: Admin, id: string, more: object = {}) => {
  const body = { decision: 'approve', reason: 'Seen by two others.', ...more };
  const path = `/api/admin/cases/${await caseOf(id)}/decide`;
  const reply = await acknowledging((headers) => post(admin, path, body, headers));
  expect(reply.status).toBe(200);
  return (await reply.json()) as { decisionIds: string[]; alertId: string | null };
};
const published = (id: string) => server.json<PublishedAlert>(`/api/fraud-alerts/${id}`);
const indicatorsOf = async (id: string) => ((await published(id)).alert?.indicators ?? []).map(({ value }) => value);
/** The number of warnings that a lookup finds. */
const warningsAbout = async (text: string) => {
  const reply = await server.json<{ alerts: unknown[]; indicators: unknown[] }>(
    `/api/lookup?search=${encodeURIComponent(text)}`,
  );
  return { alerts: reply.alerts.length, known: reply.indicators.length };
};
const refusal = (code: 'CASE_CLAIMED' | 'TEXT_OVERTAKEN' | 'ALREADY_DECIDED' | 'FILING_NOT_FOUND', status: number) => ({
  status,
  body: { code, message: errors[code].message },
});

const private_ = '+27 83 000 0123';
const scammers = '+27 83 000 0999';
const story = `A broker at goldmine-demo.com promises a third each month. Thandi Demo of 7 Example Road, ${private_}, paid twice. The broker calls from ${scammers}.`;
const redacted = `A broker at goldmine-demo.com promises a third each month. [name removed], [phone number removed], paid twice. The broker calls from ${scammers}.`;

describe('PUT /api/admin/filings/:id/words', () => {
  it('a moderator edits a report, and only moderators can read the original text [VERD-06]', async () => {
    const { id, code } = await report({ title: 'Thandi Demo was cheated', description: story });
    const before = shown(await open(first, id), id);
    expect(before).toEqual(
      expect.objectContaining({ isEdited: false, original: null, language: 'en', title: 'Thandi Demo was cheated' }),
    );
    const { status, body } = await reword(first, id, {
      title: 'Somebody was cheated',
      description: redacted,
      seen: before.wordsVersion,
    });
    expect(status).toBe(200);
    expect(body).toEqual(
      replyTo('PUT /api/admin/filings/:id/words', {
        ...before,
        title: 'Somebody was cheated',
        description: redacted,
        isEdited: true,
        original: { title: 'Thandi Demo was cheated', description: story, providerName: null },
        wordsVersion: expect.not.stringMatching(before.wordsVersion),
        indicators: [
          { kind: 'phone', value: null, isWithheld: expect.any(Boolean) },
          { kind: 'phone', value: null, isWithheld: expect.any(Boolean) },
          { kind: 'website', value: 'goldmine-demo.com', isWithheld: false },
        ],
      }),
    );
    expect(body.indicators.filter(({ isWithheld }) => isWithheld)).toHaveLength(1);
    const followed = await reporter.follow(code);
    expect(followed).toEqual(
      expect.objectContaining({ title: 'Somebody was cheated', description: redacted, isEdited: true }),
    );
    expect(followed.indicators).toEqual([
      { kind: 'phone', value: null },
      { kind: 'website', value: 'goldmine-demo.com' },
    ] satisfies FilingState['indicators']);
    // Restoring the original text ends the edited state.
    const again = await edit(first, id, { title: 'Thandi Demo was cheated', description: story });
    expect([again.isEdited, again.original, again.indicators.some(({ isWithheld }) => isWithheld)]).toEqual([
      false,
      null,
      false,
    ]);
  });

  it('the audit log records who edited a report and when, without its text', async () => {
    const { id } = await report({ title: 'Thandi Demo was cheated', description: story });
    await edit(first, id, { title: 'Somebody was cheated', description: redacted });
    const [newest] = await server.running.services.audit.listAbout(db(), id, 10);
    expect(newest).toEqual({
      at: expect.any(Date),
      actorKind: 'user',
      actorId: first.id,
      action: 'alert.edited',
      reason: null,
      detail: { before: 'pending', isReworded: true },
    });
  });

  it('a repeated edit changes nothing', async () => {
    const { id } = await report({ description: story });
    const { wordsVersion: seen } = shown(await open(first, id), id);
    const words = { title: 'A broker that pays nobody', description: redacted, seen };
    const once = await reword(first, id, words);
    expect(await reword(first, id, words)).toEqual(once);
    const edits = await test.sql(`select from audit_entries where subject = $1 and action = 'alert.edited'`, [id]);
    expect(edits).toHaveLength(1);
  });

  it('a moderator cannot overwrite a text that was edited since it was shown [VERD-06]', async () => {
    const { id } = await report({ description: story });
    const { wordsVersion: seen } = shown(await open(first, id), id);
    await edit(first, id, { description: redacted });
    const answer = await reword(first, id, { description: 'Written on the old page.', seen });
    expect(answer).toEqual(refusal('TEXT_OVERTAKEN', 409));
    expect(shown(await open(first, id), id).description).toBe(redacted);
  });

  it('only the moderator with the claim can edit a report, and only while it is pending [VERD-06]', async () => {
    const { id } = await report({ description: story });
    const { wordsVersion: seen } = shown(await open(first, id), id);
    const words = { description: redacted, seen };
    expect(await reword(second, id, words)).toEqual(refusal('CASE_CLAIMED', 409));
    await post(first, `/api/admin/cases/${await caseOf(id)}/decide`, { decision: 'reject', reason: 'Nothing in it.' });
    expect(await reword(first, id, words)).toEqual(refusal('ALREADY_DECIDED', 409));
    const unknown = '01890000-0000-7000-8000-00000000dead';
    expect(await reword(first, unknown, words)).toEqual(refusal('FILING_NOT_FOUND', 404));
  });

  it("a moderator removes a person's name that was given as the provider, but cannot rename a listed provider", async () => {
    const { id } = await report({ description: story, affectedProvider: 'Thandi Demo' });
    const edited = await edit(first, id, { description: story, providerName: '' });
    expect([edited.providerName, edited.original?.providerName]).toEqual([null, 'Thandi Demo']);
    await approve(first, id);
    expect(JSON.stringify(await published(id))).not.toContain('"Thandi Demo"');

    const provider = await makeProvider(db(), { name: 'Demo Lagoon Exchange' });
    const about = await report({ description: 'It pays nobody out since May.', affectedProvider: provider.name });
    const kept = await edit(first, about.id, { description: 'It pays nobody out.', providerName: 'Other' });
    expect(kept.providerName).toBe('Demo Lagoon Exchange');
  });

  it('a moderator edits an issue report', async () => {
    const { item, receipt } = await reporter.reportIssue({ description: story, reporterLocation: 'South Africa' });
    await examine(item.id);
    const edited = await edit(first, item.id, { description: redacted });
    expect(edited.original).toEqual({ title: null, description: story, providerName: null });
    await approve(first, item.id);
    expect(await reporter.follow(receipt.code)).toEqual(
      expect.objectContaining({ description: redacted, isEdited: true, status: 'investigating' }),
    );
    expect(await warningsAbout(private_)).toEqual({ alerts: 0, known: 0 });
    expect(await warningsAbout(scammers)).toEqual({ alerts: 0, known: 1 });
  });

  it('after an edit, other moderators have to read the report again [VERD-04] [VERD-06]', async () => {
    const { id } = await report({ description: story });
    await open(first, id);
    await post(first, `/api/admin/cases/${await caseOf(id)}/release`);
    await edit(second, id, { description: redacted });
    const readers = await test.sql('select user_id as id from case_readings where filing_id = $1', [id]);
    expect(readers).toEqual([{ id: second.id }]);
    expect((await approve(second, id)).decisionIds).toHaveLength(1);
  });
});

describe('text that a moderator removed from a report', () => {
  it("a removed phone number is not published as an indicator, but the scammer's number is [VERD-06]", async () => {
    const { id } = await report({ description: story });
    await edit(first, id, { description: redacted });
    await approve(first, id);
    expect(await indicatorsOf(id)).toEqual(['goldmine-demo.com']);
    expect(await warningsAbout(private_)).toEqual({ alerts: 0, known: 0 });
    expect(await warningsAbout(scammers)).toEqual({ alerts: 1, known: 1 });
  });

  it('a removed phone number is not published by another report of the case that is merged', async () => {
    const { id } = await report({ description: story });
    const { id: other } = await report({ description: `${story} I know, because I am her brother.` });
    await edit(first, id, { description: redacted });
    const { alertId, decisionIds } = await approve(first, id, { lead: id });
    expect([alertId, decisionIds.length]).toEqual([id, 2]);
    expect(await warningsAbout(private_)).toEqual({ alerts: 0, known: 0 });
    expect(await warningsAbout(scammers)).toEqual({ alerts: 1, known: 1 });
    // After the undo, the other report has its own indicators again.
    for (const decision of decisionIds.toReversed()) await post(first, `/api/admin/decisions/${decision}/undo`);
    const { indicators } = shown(await open(first, other), other);
    expect(indicators.map(({ isWithheld }) => isWithheld)).toEqual([false, false, false]);
    expect(await test.sql('select from indicators')).toEqual([]);
  });

  it('a removed phone number is not found again by a repeated or concurrent grouping job', async () => {
    const { id } = await report({ description: story });
    const { wordsVersion: seen } = shown(await open(first, id), id);
    await test.sql('delete from filing_indicators');
    await Promise.all([
      reword(first, id, { description: redacted, seen }),
      ...Array.from({ length: 8 }, () => examine(id)),
    ]);
    await examine(id);
    await approve(first, id);
    expect(await warningsAbout(private_)).toEqual({ alerts: 0, known: 0 });
    expect(await warningsAbout(scammers)).toEqual({ alerts: 1, known: 1 });
  });

  it('a phone number is no longer an indicator of a public alert after two administrators have removed it', async () => {
    const { id } = await report({ description: story });
    await open(first, id);
    await approve(first, id);
    expect(await warningsAbout(private_)).toEqual({ alerts: 1, known: 1 });
    const proposed = await acknowledging((headers) =>
      put(first, `/api/admin/fraud-alerts/${id}`, { description: redacted }, headers),
    );
    const { proposal } = (await proposed.json()) as { proposal: { id: string } };
    expect((await consoleAt(server).agree(second, proposal.id)).status).toBe(200);
    expect(await warningsAbout(private_)).toEqual({ alerts: 0, known: 0 });
    expect(await warningsAbout(scammers)).toEqual({ alerts: 1, known: 1 });
  });

  it('removed text is in no public response, no public version and not readable in any table [VERD-06]', async () => {
    const { words, hatch, hatchPhone } = createCanaries();
    const name = hatch('name of a person', (word) => `Thandi ${word}`);
    const phone = hatchPhone('telephone number of a person');
    const sender = await makeUser(db());
    const actor = makeActor({ id: sender.id });
    const { id, code } = await report(
      {
        title: `${name} was cheated by a demo broker`,
        description: `A broker at goldmine-demo.com promises a third each month. ${name}, ${phone}, paid twice.`,
        affectedProvider: name,
      },
      { actor },
    );
    await edit(first, id, {
      title: 'Somebody was cheated by a demo broker',
      description:
        'A broker at goldmine-demo.com promises a third each month. [name removed], [number removed], paid twice.',
      providerName: '',
    });
    await approve(first, id);

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
    const answers = await Promise.all(
      paths.flatMap((path) =>
        ['', member].map(async (cookie) => {
          const reply = await server.get(path, { headers: { cookie } });
          return { path, text: await reply.text() };
        }),
      ),
    );
    expect(answers.filter(({ text }) => text.includes('Somebody was cheated')).length).toBeGreaterThan(4);
    // The response repeats the search text; that is no leak.
    const heard = answers.filter(({ path }) => !path.includes(encodeURIComponent(phone)));
    expect(heard.flatMap(({ path, text }) => findWords(text, words).map((field) => `${path}: ${field}`))).toEqual([]);
    expect(await warningsAbout(phone)).toEqual({ alerts: 0, known: 0 });
    expect(findWords(JSON.stringify(await reporter.follow(code)), words)).toEqual([]);

    const tables = await test.sql(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    const places: string[] = [];
    for (const { name: table } of tables) {
      const rows = await test.sql(`select t::text as text from ${String(table)} t`);
      places.push(...findWords(JSON.stringify(rows), words).map((field) => `${String(table)}: ${field}`));
    }
    expect(places).toEqual([]);

    // Moderators can read the original, and the sender finds it in the data export.
    const { original } = shown(await open(first, id), id);
    expect(findWords(JSON.stringify(original), words)).toEqual(Object.keys(words));
    const [kept] = await server.running.services.filings.listOwn(actor, 10);
    expect(findWords(JSON.stringify(kept?.asSent), words)).toEqual(Object.keys(words));
  });

  it('removed text that was public for a moment is not in the history [VERD-06]', async () => {
    const { id } = await report({ title: 'Thandi Demo was cheated', description: story });
    await open(first, id);
    const { decisionIds } = await approve(first, id);
    expect((await post(first, `/api/admin/decisions/${decisionIds[0]}/undo`)).status).toBe(200);
    await edit(first, id, { title: 'Somebody was cheated', description: redacted });
    await approve(first, id);
    const history = await server.json<PublicDecision[]>(`/api/fraud-alerts/${id}/history`);
    expect(history).toEqual([
      { from: 'pending', to: 'approved', reason: 'Seen by two others.', changes: [], createdAt: expect.any(String) },
    ]);
    expect(JSON.stringify(await read(first, `/api/fraud-alerts/${id}`))).not.toContain('Thandi');
  });
});
