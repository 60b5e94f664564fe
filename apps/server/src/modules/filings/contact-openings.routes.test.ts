import { webcrypto } from 'node:crypto';
import type { FilingId } from '@hakiki/contract/filings';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { createCanaries, findWords } from '../../../test/canaries.ts';
import { useDatabase } from '../../../test/database.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';
import { readSettings } from '../../platform/config/settings.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { newPair } from '../../platform/sealing/sealed-box.ts';
import { createAuditService } from '../audit/service.ts';
import { createContactOpenings } from './contact-openings.ts';

const keys = newPair();
const test = useDatabase();
const server = useServer(test, {
  settings: { rateLimitScale: 1000, reporterKeys: { public: keys.publicKey, private: [] } },
});
const reporter = reporterAt(server);
const { post } = consoleAt(server);
const { subtle } = webcrypto;

let admin: Admin;
let other: Admin;
beforeAll(async () => {
  admin = await makeAdmin(test.database.db);
  other = await makeAdmin(test.database.db);
});

/** What a page does: its private key never leaves it. */
async function makePage() {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await subtle.generateKey(curve, false, ['deriveBits']);
  const own = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
  return {
    publicKey: own.toString('base64url'),
    async open(text: string, openingId: string): Promise<unknown> {
      const box = Buffer.from(text, 'base64url');
      const header = box.subarray(0, 66);
      const theirs = await subtle.importKey('raw', header.subarray(1), curve, false, []);
      const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256);
      const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
      const salt = Buffer.concat([header.subarray(1), own]);
      const info = Buffer.from('hakiki/browser-box/v1');
      const material = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, secret, 352);
      const key = await subtle.importKey('raw', material.slice(0, 32), 'AES-GCM', false, ['decrypt']);
      const additionalData = Buffer.concat([header, Buffer.from(`contact-opening\0${openingId}`)]);
      const cipher = { name: 'AES-GCM', iv: material.slice(32), additionalData };
      return JSON.parse(Buffer.from(await subtle.decrypt(cipher, key, box.subarray(66))).toString());
    },
  };
}

const reason = 'The bank asked for the sender.';
const ask = (who: Admin, filingId: string, body: object) => post(who, `/api/admin/filings/${filingId}/contact`, body);
async function askFor(who: Admin, filingId: string): Promise<string> {
  const { publicKey } = await makePage();
  const { id } = (await (await ask(who, filingId, { reason, publicKey })).json()) as { id: string };
  return id;
}
const lookAt = (who: Admin, id: string) =>
  server.get(`/api/admin/contact-openings/${id}`, { headers: { cookie: who.cookie } });
const sealedFor = async (who: Admin, id: string) =>
  ((await (await lookAt(who, id)).json()) as { sealed: string | null }).sealed;

/** The same room where the private key is. */
function workerJobs(privateKeys: string[] = [keys.privateKey]): JobHandler[] {
  const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: test.url });
  return createContactOpenings({
    database: test.database,
    queue: { enqueue: () => Promise.reject(new Error('The worker asks for nothing.')) },
    audit: createAuditService(),
    settings: { ...settings, reporterKeys: { public: keys.publicKey, private: privateKeys } },
  }).jobs();
}
async function work(name: string, payload: unknown, jobs = workerJobs()): Promise<void> {
  await jobs.find((job) => job.name === name)!.run(payload, { id: uuidv7() });
}
async function workOn(openingId: string, jobs = workerJobs()): Promise<void> {
  const [job] = await test.sql(`select data from pgboss.job where data->>'openingId' = $1`, [openingId]);
  await work('filings.open-contact', job!['data'], jobs);
}
const age = (id: string, minutes: number) =>
  test.sql(`update contact_openings set created_at = now() - $2::interval where id = $1`, [id, `${minutes} minutes`]);
const entriesAbout = (filingId: string) =>
  test.sql(
    `select action, actor_kind, actor_id, reason, detail from audit_entries
     where subject = $1 and action like 'filing.contact-%' order by id`,
    [filingId],
  );

describe('opening sealed contact data', () => {
  it('shows it to the page that asked and to nothing else on the way, and is on record with the reason [ROLE-12]', async () => {
    const { words, hatch, hatchPhone } = createCanaries();
    const contactEmail = hatch('email', (word) => `${word}@example.com`);
    const contactPhone = hatchPhone('phone');
    const { item } = await reporter.reportScam({ contactEmail, contactPhone });
    const page = await makePage();
    const asked = await ask(admin, item.id, { reason, publicKey: page.publicKey });
    expect(asked.status).toBe(201);
    const askedText = await asked.text();
    const { id } = JSON.parse(askedText) as { id: string };
    expect(await sealedFor(admin, id)).toBeNull();

    // What serves pages has no key to open it with.
    await expect(workOn(id, server.running.services.contactOpenings.jobs())).rejects.toThrow(
      'A sealed box is for a key that is not here.',
    );
    await workOn(id);
    const sealed = await sealedFor(admin, id);
    expect(await page.open(sealed!, id)).toEqual({ email: contactEmail, phone: contactPhone });
    await expect(page.open(sealed!, uuidv7())).rejects.toThrow();

    await workOn(id);
    expect(await sealedFor(admin, id), 'a second run changes nothing').toBe(sealed);
    expect(await entriesAbout(item.id)).toEqual([
      { action: 'filing.contact-asked', actor_kind: 'user', actor_id: admin.id, reason, detail: { opening: id } },
      {
        action: 'filing.contact-opened',
        actor_kind: 'system',
        actor_id: null,
        reason: null,
        detail: { opening: id, askedBy: admin.id },
      },
    ]);

    const rows = await test.sql(
      `select row_to_json(o)::text as text from contact_openings o union all select row_to_json(a)::text from audit_entries a
       union all select data::text || coalesce(output::text, '') from pgboss.job`,
    );
    const seen = [JSON.stringify(rows), JSON.stringify(server.log), askedText, sealed].join('\n');
    expect(findWords(seen, words)).toEqual([]);
    expect(findWords(Buffer.from(sealed!, 'base64url').toString('latin1'), words)).toEqual([]);
    expect(findWords(`${seen} ${contactEmail}`, words), 'the search finds what is there').toEqual(['email']);
  });

  it('answers whoever asked, for ten minutes, and forgets after an hour', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'asked@example.com' });
    const id = await askFor(admin, item.id);
    await workOn(id);
    expect(await outcomeOf(await lookAt(other, id))).toBe('404 FILING_NOT_FOUND');
    expect(await outcomeOf(await lookAt(admin, uuidv7()))).toBe('404 FILING_NOT_FOUND');
    await age(id, 9);
    expect(await sealedFor(admin, id)).toEqual(expect.any(String));
    await age(id, 10);
    expect(await outcomeOf(await lookAt(admin, id))).toBe('404 FILING_NOT_FOUND');
    await work('filings.forget-openings', {});
    expect(await test.sql('select id from contact_openings where id = $1', [id])).toHaveLength(1);
    await age(id, 60);
    await work('filings.forget-openings', {});
    expect(await test.sql('select id from contact_openings where id = $1', [id])).toEqual([]);
  });

  it('opens nothing that was asked too long ago, or by somebody who is no administrator any more', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'late@example.com' });
    const late = await askFor(admin, item.id);
    await age(late, 10);
    await workOn(late);
    const former = await makeAdmin(test.database.db);
    const revoked = await askFor(former, item.id);
    await test.sql('update users set is_admin = false where id = $1', [former.id]);
    await workOn(revoked);
    expect(await test.sql('select sealed from contact_openings where id = any($1)', [[late, revoked]])).toEqual([
      { sealed: null },
      { sealed: null },
    ]);
    expect((await entriesAbout(item.id)).map(({ action }) => action)).toEqual([
      'filing.contact-asked',
      'filing.contact-asked',
    ]);
  });

  it('needs a reason, a key of a page, and a report with contact data', async () => {
    const { publicKey } = await makePage();
    const { item } = await reporter.reportScam({ contactEmail: 'kept@example.com' });
    const { item: silent } = await reporter.reportScam();
    const beside = Buffer.from(publicKey, 'base64url');
    beside[64]! ^= 1;
    const offTheCurve = beside.toString('base64url');
    for (const body of [
      { publicKey },
      { reason: '  ', publicKey },
      { reason },
      { reason, publicKey: 'AAAA' },
      { reason, publicKey: `${publicKey}=` },
      { reason, publicKey: offTheCurve },
    ]) {
      expect(await outcomeOf(await ask(admin, item.id, body)), JSON.stringify(body)).toBe('400 INVALID_INPUT');
    }
    for (const id of [silent.id, uuidv7() as FilingId]) {
      expect(await outcomeOf(await ask(admin, id, { reason, publicKey }))).toBe('404 FILING_NOT_FOUND');
    }
    expect(await entriesAbout(item.id)).toEqual([]);
    expect(await entriesAbout(silent.id)).toEqual([]);
  });

  it('is refused to whoever asks for more than thirty in an hour, however many at once', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'many@example.com' });
    const curious = await makeAdmin(test.database.db);
    const { publicKey } = await makePage();
    await test.sql(
      `insert into contact_openings (id, filing_id, asked_by, public_key)
       select gen_random_uuid(), $1, $2, '' from generate_series(1, 28)`,
      [item.id, curious.id],
    );
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => outcomeOf(await ask(curious, item.id, { reason, publicKey }))),
    );
    expect(outcomes.toSorted()).toEqual(['201', '201', '429 RATE_LIMITED', '429 RATE_LIMITED']);
    expect((await ask(other, item.id, { reason, publicKey })).status).toBe(201);
  });
});
