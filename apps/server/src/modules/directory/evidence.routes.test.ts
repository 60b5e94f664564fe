import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { Evidence } from '@hakiki/contract/evidence';
import type { AdminEvidence, DueCheck } from '@hakiki/contract/evidence-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makePhoto, readImageMetadata } from '../../../test/support/photo.ts';
import { viewPage } from '../../../test/support/page-views.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, confirmProposal, getJson, post } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const folder = mkdtempSync(join(tmpdir(), 'hakiki-views-'));
afterAll(() => rmSync(folder, { recursive: true }));
const viewsLog = join(folder, 'views.log');

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const licence = {
  kind: 'licence',
  country: 'KE',
  authority: 'Capital Markets Authority',
  reference: 'CMA/12/2019',
  sourceUrl: 'https://register.example/12',
  checkedOn: daysAgo(1),
};

async function addProvider(body: object = {}): Promise<string> {
  const listing = { type: 'Exchange', description: 'Sells coins.', countries: ['kenya'] };
  const reply = await post(admin, '/api/admin/providers', { name: `Mlima ${randomUUID()}`, ...listing, ...body });
  return ((await reply.json()) as AdminProvider).id;
}
const evidencePath = (id: string) => `/api/admin/providers/${id}/evidence`;
const addEvidence = async (id: string, more: object = {}) =>
  (await post(admin, evidencePath(id), { ...licence, ...more })).json() as Promise<AdminEvidence>;
const withdraw = (id: string, reason = 'The number was wrong.') =>
  post(admin, `/api/admin/evidence/${id}/withdraw`, { reason });
const readPublic = (id: string) => server.json<Evidence[]>(`/api/providers/${id}/evidence`);
const readReferences = async (id: string) => (await readPublic(id)).map(({ reference }) => reference);
const putVerdict = (id: string, verificationStatus: string) =>
  putAsShownWithReason(admin, `/api/admin/providers/${id}`, { verificationStatus });

describe('evidence of a verdict [FILL-02]', () => {
  it('an administrator adds evidence, and readers see what, who says so, where and when [FILL-02]', async () => {
    const id = await addProvider();
    const added = await addEvidence(id);
    expect(added).toEqual(expect.objectContaining({ ...licence, country: 'kenya', isOld: false, withdrawnAt: null }));
    expect(await readPublic(id)).toEqual([
      {
        ...licence,
        id: added.id,
        country: 'kenya',
        checkedBy: 'Hakiki register team',
        isOld: false,
        pictureUrl: null,
      },
    ]);
    const entries = await test.sql(
      `select actor_id, detail from audit_entries where subject = $1 and action = 'provider.evidence-added'`,
      [id],
    );
    expect(entries).toEqual([
      { actor_id: admin.id, detail: { evidence: added.id, kind: 'licence', checkedOn: licence.checkedOn } },
    ]);
  });

  it('a correction replaces evidence, and both stay stored for staff [FILL-02]', async () => {
    const id = await addProvider();
    const wrong = await addEvidence(id, { reference: 'CMA/21/2019' });
    await addEvidence(id, { replaces: wrong.id });
    expect(await readReferences(id)).toEqual(['CMA/12/2019']);
    const stored = await getJson<AdminEvidence[]>(admin, evidencePath(id));
    expect(stored.map(({ reference, withdrawnReason }) => [reference, withdrawnReason])).toEqual(
      expect.arrayContaining([
        ['CMA/12/2019', null],
        ['CMA/21/2019', 'Replaced by a correction.'],
      ]),
    );
  });

  it('a correction replaces no evidence of another provider [FILL-02]', async () => {
    const [id, other] = [await addProvider(), await addProvider()];
    const foreign = await addEvidence(other);
    const correction = { ...licence, replaces: foreign.id };
    expect(await summarizeResponse(await post(admin, evidencePath(id), correction))).toBe('404 EVIDENCE_NOT_FOUND');
    expect([await readReferences(id), await readReferences(other)]).toEqual([[], ['CMA/12/2019']]);
  });

  it('an administrator withdraws evidence once, with a reason [FILL-02]', async () => {
    const id = await addProvider();
    const { id: evidenceId } = await addEvidence(id);
    expect(await summarizeResponse(await withdraw(evidenceId, ' '))).toBe('400 INVALID_INPUT');
    const reply = (await (await withdraw(evidenceId)).json()) as AdminEvidence;
    expect([typeof reply.withdrawnAt, reply.withdrawnReason]).toEqual(['string', 'The number was wrong.']);
    expect(await readPublic(id)).toEqual([]);
    expect(await summarizeResponse(await withdraw(evidenceId))).toBe('404 EVIDENCE_NOT_FOUND');
    const { id: next } = await addEvidence(id);
    const attempts = await Promise.all([1, 2, 3].map(async () => summarizeResponse(await withdraw(next))));
    expect(attempts.toSorted()).toEqual(['200', '404 EVIDENCE_NOT_FOUND', '404 EVIDENCE_NOT_FOUND']);
  });

  it('the warning of an authority stays while the verdict warns, and may only be replaced by another one [FILL-02] [VERD-01]', async () => {
    const id = await addProvider();
    const warning = await addEvidence(id, { kind: 'warning' });
    await putVerdict(id, 'Flagged');
    expect(await summarizeResponse(await withdraw(warning.id))).toBe('409 EVIDENCE_OF_WARNING');
    const replacement = { ...licence, replaces: warning.id };
    expect(await summarizeResponse(await post(admin, evidencePath(id), replacement))).toBe('409 EVIDENCE_OF_WARNING');
    await addEvidence(id, { kind: 'warning', reference: 'W-2', replaces: warning.id });
    expect(await readReferences(id)).toEqual(['W-2']);
  });

  it('a provider becomes Verified only with evidence of the last 180 days that speaks for it [FILL-02]', async () => {
    const id = await addProvider();
    const tryVerify = async () => summarizeResponse(await putVerdict(id, 'Verified'));
    expect(await tryVerify()).toBe('409 EVIDENCE_REQUIRED');
    await addEvidence(id, { checkedOn: daysAgo(181) });
    await addEvidence(id, { kind: 'warning' });
    expect(await tryVerify()).toBe('409 EVIDENCE_REQUIRED');
    await addEvidence(id, { checkedOn: daysAgo(180) });
    const { proposal } = (await (await putVerdict(id, 'Verified')).json()) as AdminProvider;
    expect((await confirmProposal(secondAdmin, proposal!.id)).status).toBe(200);
    expect(await server.json(`/api/providers/${id}`)).toEqual(
      expect.objectContaining({ verificationStatus: 'Verified' }),
    );
  });

  it('evidence older than 180 days is marked as old [FILL-02]', async () => {
    const id = await addProvider();
    await addEvidence(id, { checkedOn: daysAgo(180) });
    await addEvidence(id, { checkedOn: daysAgo(181), kind: 'registration' });
    expect((await readPublic(id)).map(({ kind, isOld }) => [kind, isOld])).toEqual([
      ['licence', false],
      ['registration', true],
    ]);
  });

  it.each([
    [{ country: 'Wakanda' }, 'country', 'COUNTRY_UNKNOWN'],
    [{ authority: ' ' }, 'authority', 'AUTHORITY_REQUIRED'],
    [{ checkedOn: daysAgo(-2) }, 'checkedOn', 'CHECKED_DAY_INVALID'],
    [{ sourceUrl: 'register' }, 'sourceUrl', 'INVALID_URL'],
    [{ sourceUrl: '', reference: '' }, 'sourceUrl', 'EVIDENCE_SOURCE_REQUIRED'],
  ])('evidence with %j is refused [FILL-02]', async (change, field, code) => {
    const response = await post(admin, evidencePath(await addProvider()), { ...licence, ...change });
    expect(response.status).toBe(400);
    const { fieldErrors } = (await response.json()) as { fieldErrors: Record<string, { code: string }> };
    expect(fieldErrors[field]?.code).toBe(code);
  });

  it('evidence that names a person is published only when the administrator has acknowledged it [FILL-02] [FILL-06]', async () => {
    const id = await addProvider();
    const visit = { ...licence, kind: 'visit', reference: 'Met Mrs Wanjiku, +254 722 000 123' };
    expect(await summarizeResponse(await post(admin, evidencePath(id), visit))).toBe('409 PRIVATE_DATA_FOUND');
    expect(await readPublic(id)).toEqual([]);
  });
});

describe('a picture of evidence [FILL-02]', () => {
  const upload = async (who: Admin, picture: Buffer, id: string = randomUUID()) => {
    const response = await fetch(`${server.url}/api/admin/evidence-pictures/${id}`, {
      method: 'PUT',
      headers: { cookie: who.cookie, origin: server.url, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(picture),
    });
    return { id, response };
  };
  const withoutSource = { reference: '', sourceUrl: '' };
  const makeScreenshot = () => makePhoto({ width: 300, height: 200 });

  it('a moderator adds evidence whose only source is a picture, and readers see it redrawn until it is withdrawn [FILL-02]', async () => {
    const moderator = await makeModerator(db());
    const providerId = await addProvider();
    const { id: picture, response } = await upload(moderator, await makeScreenshot());
    expect([response.status, await response.json()]).toEqual([200, { id: picture }]);
    const address = `/api/evidence-pictures/${picture}`;
    // The picture is not public before it belongs to evidence.
    expect((await server.get(address)).status).toBe(404);

    const reply = await post(moderator, evidencePath(providerId), { ...licence, ...withoutSource, picture });
    const added = (await reply.json()) as AdminEvidence;
    expect([reply.status, added.pictureUrl]).toEqual([201, address]);
    expect((await readPublic(providerId)).map(({ pictureUrl }) => pictureUrl)).toEqual([address]);
    const shown = await server.get(address);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
      200,
      'image/jpeg',
      'inline',
    ]);
    expect(await readImageMetadata(Buffer.from(await shown.arrayBuffer()))).toEqual({
      width: 300,
      hasExif: false,
    });

    await withdraw(added.id);
    expect((await server.get(address)).status).toBe(404);
  });

  it('a picture belongs to one piece of evidence and to the person who uploaded it [FILL-02]', async () => {
    const providerId = await addProvider();
    const { id: picture } = await upload(admin, await makeScreenshot());
    const add = (who: Admin) => post(who, evidencePath(providerId), { ...licence, picture });
    const refused = '400 INVALID_INPUT';
    expect(await summarizeResponse(await add(secondAdmin))).toContain(refused);
    expect((await upload(secondAdmin, await makeScreenshot(), picture)).response.status).toBe(400);
    expect((await add(admin)).status).toBe(201);
    expect(await summarizeResponse(await add(admin))).toContain(refused);
    expect(await readReferences(providerId)).toEqual([licence.reference]);
  });

  it('a PDF, a text or half of a picture is refused, and pictures that nobody used are deleted after a day [FILL-02]', async () => {
    const photo = await makeScreenshot();
    for (const file of [Buffer.from('%PDF-1.7 nothing'), Buffer.from('a text'), photo.subarray(0, 200)])
      expect(await summarizeResponse((await upload(admin, file)).response)).toBe('400 PICTURE_REFUSED');
    const { id } = await upload(admin, photo);
    await test.sql(`update evidence_pictures set created_at = now() - interval '25 hours' where id = $1`, [id]);
    await upload(admin, photo);
    expect(await test.sql('select from evidence_pictures where id = $1', [id])).toEqual([]);
  });
});

describe('checks that are due [FILL-07]', () => {
  const listDue = async () => {
    const rows = await getJson<DueCheck[]>(admin, '/api/admin/evidence-due?limit=200');
    return rows.map(({ name }) => name);
  };

  it('a moderator gets them, and checks a provider again, but cannot withdraw evidence or change the verdict [FILL-07]', async () => {
    const moderator = await makeModerator(db());
    const id = await addProvider({ name: `Mlima for moderators ${randomUUID()}` });
    const old = await addEvidence(id, { checkedOn: '2024-05-20' });
    await putVerdict(id, 'Limited');
    const isDue = async () =>
      (await getJson<DueCheck[]>(moderator, '/api/admin/evidence-due?limit=200')).some((due) => due.providerId === id);
    expect(await isDue()).toBe(true);
    const again = { ...licence, checkedOn: daysAgo(0), replaces: old.id };
    expect((await post(moderator, evidencePath(id), again)).status).toBe(201);
    expect(await isDue()).toBe(false);
    const listed = await getJson<AdminEvidence[]>(moderator, evidencePath(id));
    expect(listed.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([false, true]);
    const withdraw = post(moderator, `/api/admin/evidence/${listed[0]!.id}/withdraw`, { reason: 'A mistake.' });
    const verify = putAsShownWithReason(moderator, `/api/admin/providers/${id}`, { verificationStatus: 'Verified' });
    expect([(await withdraw).status, (await verify).status]).toEqual([403, 403]);
  });

  it('an administrator gets unchecked providers first, then the oldest and most read, until they are checked again [FILL-07] [FILL-02]', async () => {
    const make = async (name: string, checkedOn?: string) => {
      const id = await addProvider({ name: `${name} ${randomUUID()}` });
      if (checkedOn) await addEvidence(id, { checkedOn });
      await putVerdict(id, 'Limited');
      return id;
    };
    const [oldDay, olderDay] = ['2024-05-20', '2024-03-02'];
    const quiet = await make('Quiet', oldDay);
    const read = await make('Read', oldDay);
    await make('Older', olderDay);
    await make('Never');
    await make('Fresh', daysAgo(3));
    await viewPage(test.database, viewsLog, read);
    const firstWords = async () =>
      (await listDue()).map((name) => name.split(' ')[0]).filter((name) => name !== 'Mlima');
    expect(await firstWords()).toEqual(['Never', 'Older', 'Read', 'Quiet']);
    await addEvidence(quiet);
    expect(await firstWords()).toEqual(['Never', 'Older', 'Read']);
  });
});
