import { webcrypto } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { FilingId } from '@hakiki/contract/filings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { createCanaries, findCanaries } from '../../../test/support/canaries.ts';
import { totpCodeAt } from '../../../test/support/authenticator-app.ts';
import {
  type PasskeyDevice,
  registerPasskey,
  newPageKey,
  signContactRequest,
} from '../../../test/support/contact-request.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeFactorsOlder } from '../../../test/support/factor-age.ts';
import { makeSession, makeUser, PASSWORD } from '../../../test/support/factories.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useDatabaseRoles } from '../../../test/support/database-roles.ts';
import { useServer } from '../../../test/support/server.ts';
import { createLimiter, createServices } from '../../app.ts';
import { readSettings } from '../../platform/config/settings.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { createLog } from '../../platform/log/log.ts';
import { createSealer, generateKeyPair } from '../../platform/sealing/sealed-box.ts';

const keys = generateKeyPair();
const test = useDatabase();
// As in production, the web process and the worker have separate database roles.
const { webUrl, workerUrl } = useDatabaseRoles(test);
const server = useServer(test, {
  settings: { databaseUrl: webUrl, rateLimitScale: 1000, reporterKeys: { public: keys.publicKey, private: [] } },
});
const log = createLog('silent');
const workerDatabase = openDatabase({ databaseUrl: workerUrl, databasePoolSize: 2, statementTimeoutMs: 5000 }, log);
afterAll(() => workerDatabase.close());
const reporter = createReporter(server);
const { post } = createConsoleClient(server);
const { subtle } = webcrypto;

let admin: Admin;
let otherAdmin: Admin;
const devices = new Map<string, PasskeyDevice>();
async function newAdmin(): Promise<Admin> {
  const newAdminUser = await makeAdmin(test.database.db);
  devices.set(newAdminUser.id, await addPasskey(newAdminUser.id));
  await makeFactorsOlder(test.database.db, newAdminUser.id);
  return newAdminUser;
}
beforeAll(async () => {
  admin = await newAdmin();
  otherAdmin = await newAdmin();
});

/** Simulates the administrator's page: its private key never leaves it. */
async function makePage() {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await subtle.generateKey(curve, false, ['deriveBits']);
  const publicKeyBytes = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
  return {
    publicKey: publicKeyBytes.toString('base64url'),
    async open(text: string, openingId: string): Promise<unknown> {
      const box = Buffer.from(text, 'base64url');
      const header = box.subarray(0, 66);
      const senderKey = await subtle.importKey('raw', header.subarray(1), curve, false, []);
      const shared = await subtle.deriveBits({ name: 'ECDH', public: senderKey }, pair.privateKey, 256);
      const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
      const salt = Buffer.concat([header.subarray(1), publicKeyBytes]);
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
const ORIGIN = 'http://hakiki.test';
const postWithCookie = (path: string, body: object, cookie: string) => server.post(path, body, { headers: { cookie } });
const addPasskey = (userId: UserId) =>
  registerPasskey({ factors: server.running.services.accounts.factors, userId, origin: ORIGIN });

const postRequest = (requester: Admin, filingId: string, body: object) =>
  post(requester, `/api/admin/filings/${filingId}/contact`, body);
const readId = async (response: Response) => ((await response.json()) as { id: string }).id;
const signRequest = (device: PasskeyDevice, requester: Admin, filingId: string, publicKey = newPageKey()) =>
  signContactRequest(device, { origin: ORIGIN, filingId, askedBy: requester.id, publicKey, reason });
const requestContact = async (
  requester: Admin,
  filingId: string,
  device = devices.get(requester.id)!,
): Promise<string> => readId(await postRequest(requester, filingId, signRequest(device, requester, filingId)));
const getOpening = (requester: Admin, id: string) =>
  server.get(`/api/admin/contact-openings/${id}`, { headers: { cookie: requester.cookie } });
const readOpening = async (requester: Admin, id: string) =>
  (await (await getOpening(requester, id)).json()) as { sealed: string | null; refusal: string | null };
const readSealed = async (requester: Admin, id: string) => (await readOpening(requester, id)).sealed;

/** The same service with the private key, as in the worker. */
function workerJobs(privateKeys: string[] = [keys.privateKey]): JobHandler[] {
  const settings = {
    ...readSettings({ NODE_ENV: 'test', DATABASE_URL: workerUrl, PUBLIC_URL: ORIGIN }),
    reporterKeys: { public: keys.publicKey, private: privateKeys },
  };
  return createServices({
    database: workerDatabase,
    queue: { enqueue: () => Promise.resolve() },
    limiter: createLimiter({ database: workerDatabase, log, settings }),
    log,
    settings,
  }).contactOpenings.jobs();
}
async function runJob(name: string, payload: unknown, jobs = workerJobs()): Promise<void> {
  await jobs.find((job) => job.name === name)!.run(payload, { id: uuidv7() });
}
async function runOpening(openingId: string, jobs = workerJobs()): Promise<void> {
  const [job] = await test.sql(`select data from pgboss.job where data->>'openingId' = $1`, [openingId]);
  await runJob('filings.open-contact', job!['data'], jobs);
}
const ageOpening = (id: string, minutes: number) =>
  test.sql(`update contact_openings set created_at = now() - $2::interval where id = $1`, [id, `${minutes} minutes`]);
const listAuditEntries = (filingId: string) =>
  test.sql(
    `select action, actor_kind, actor_id, reason, detail from audit_entries
     where subject = $1 and action like 'filing.contact-%' order by id`,
    [filingId],
  );

describe('opening encrypted contact data', () => {
  it('compromise: edge: only the page of the administrator who asked can decrypt contact data, and each opening is recorded with its reason [ROLE-12]', async () => {
    const { words, createCanary, createPhoneCanary } = createCanaries();
    const contactEmail = createCanary('email', (word) => `${word}@example.com`);
    const contactPhone = createPhoneCanary('phone');
    const { item } = await reporter.reportScam({ contactEmail, contactPhone });
    const page = await makePage();
    const asked = await postRequest(
      admin,
      item.id,
      signRequest(devices.get(admin.id)!, admin, item.id, page.publicKey),
    );
    expect(asked.status).toBe(201);
    const responseText = await asked.text();
    const { id } = JSON.parse(responseText) as { id: string };
    expect(await readOpening(admin, id)).toEqual({ sealed: null, refusal: null });
    await runOpening(id);
    const sealed = await readSealed(admin, id);
    expect(await page.open(sealed!, id)).toEqual({ email: contactEmail, phone: contactPhone });
    await expect(page.open(sealed!, uuidv7())).rejects.toThrow();

    await runOpening(id);
    expect(await readSealed(admin, id), 'a second run changes nothing').toBe(sealed);
    expect(await listAuditEntries(item.id)).toEqual([
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
    const seen = [JSON.stringify(rows), JSON.stringify(server.log), responseText, sealed].join('\n');
    expect(findCanaries(seen, words)).toEqual([]);
    expect(findCanaries(Buffer.from(sealed!, 'base64url').toString('latin1'), words)).toEqual([]);
    expect(findCanaries(`${seen} ${contactEmail}`, words), 'the search finds what is there').toEqual(['email']);
  });

  it('only the administrator who asked reads the opened contact data, for ten minutes; it is deleted after an hour', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'asked@example.com' });
    const id = await requestContact(admin, item.id);
    await runOpening(id);
    expect(await summarizeResponse(await getOpening(otherAdmin, id))).toBe('404 FILING_NOT_FOUND');
    expect(await summarizeResponse(await getOpening(admin, uuidv7()))).toBe('404 FILING_NOT_FOUND');
    await ageOpening(id, 9);
    expect(await readSealed(admin, id)).toEqual(expect.any(String));
    await ageOpening(id, 10);
    expect(await summarizeResponse(await getOpening(admin, id))).toBe('404 FILING_NOT_FOUND');
    await runJob('filings.forget-openings', {});
    expect(await test.sql('select id from contact_openings where id = $1', [id])).toHaveLength(1);
    await ageOpening(id, 60);
    await runJob('filings.forget-openings', {});
    expect(await test.sql('select id from contact_openings where id = $1', [id])).toEqual([]);
  });

  it('the web process can open no contact data: it has neither the database right nor the key', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'shut@example.com' });
    const id = await requestContact(admin, item.id);
    const attempt = runOpening(id, server.running.services.contactOpenings.jobs());
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
    expect(await readOpening(admin, id)).toEqual({ sealed: null, refusal: null });
    await runOpening(id, workerJobs([]));
    expect(await readOpening(admin, id)).toEqual({ sealed: null, refusal: 'factor' });
  });

  it('a request for contact data needs a reason, a valid public key, a second factor and a filing with contact data', async () => {
    const { publicKey } = await makePage();
    const { item } = await reporter.reportScam({ contactEmail: 'kept@example.com' });
    const { item: filingWithoutContact } = await reporter.reportScam();
    const proof = { askedAt: new Date().toISOString(), code: '123456' };
    const signed = signRequest(devices.get(admin.id)!, admin, item.id);
    const tamperedKey = Buffer.from(publicKey, 'base64url');
    tamperedKey[64]! ^= 1;
    const offTheCurve = tamperedKey.toString('base64url');
    for (const body of [
      { publicKey, ...proof },
      { reason: '  ', publicKey, ...proof },
      { reason, ...proof },
      { reason, publicKey: 'AAAA', ...proof },
      { reason, publicKey: `${publicKey}=`, ...proof },
      { reason, publicKey: offTheCurve, ...proof },
      { reason, publicKey, askedAt: proof.askedAt },
      { reason, publicKey, code: proof.code },
      { ...signed, code: proof.code },
    ]) {
      expect(await summarizeResponse(await postRequest(admin, item.id, body)), JSON.stringify(body)).toBe(
        '400 INVALID_INPUT',
      );
    }
    for (const id of [filingWithoutContact.id, uuidv7() as FilingId]) {
      expect(await summarizeResponse(await postRequest(admin, id, { reason, publicKey, ...proof }))).toBe(
        '404 FILING_NOT_FOUND',
      );
    }
    expect(await listAuditEntries(item.id)).toEqual([]);
    expect(await listAuditEntries(filingWithoutContact.id)).toEqual([]);
    const adminWithoutFactor = await makeAdmin(test.database.db);
    expect(
      await summarizeResponse(await postRequest(adminWithoutFactor, item.id, { reason, publicKey, ...proof })),
      'who has no second factor',
    ).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
  });

  it('an administrator can request contact data thirty times an hour, also with concurrent requests', async () => {
    const { item } = await reporter.reportScam({ contactEmail: 'many@example.com' });
    const busyAdmin = await newAdmin();
    const { publicKey } = await makePage();
    const request = { reason, publicKey, askedAt: new Date().toISOString(), code: '123456' };
    await test.sql(
      `insert into contact_openings (id, filing_id, asked_by, public_key)
       select gen_random_uuid(), $1, $2, '' from generate_series(1, 28)`,
      [item.id, busyAdmin.id],
    );
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => summarizeResponse(await postRequest(busyAdmin, item.id, request))),
    );
    expect(outcomes.toSorted()).toEqual(['201', '201', '429 RATE_LIMITED', '429 RATE_LIMITED']);
    expect((await postRequest(otherAdmin, item.id, request)).status).toBe(201);
  });
});

describe('checks of the worker before it opens contact data', () => {
  const listRefusals = async (filingId: string) =>
    (await listAuditEntries(filingId)).flatMap(({ action, detail }) =>
      action === 'filing.contact-refused' ? [(detail as { why: string }).why] : [],
    );
  const countOpened = async (filingId: string) =>
    (await listAuditEntries(filingId)).filter(({ action }) => action === 'filing.contact-opened').length;
  const fileReport = async () => (await reporter.reportScam({ contactEmail: 'sealed@example.com' })).item.id;
  /** Inserts a request like an attacker with write access to the database. */
  const insertRow = async (row: {
    filingId: string;
    askedBy: string;
    publicKey: string;
    sealedProof?: Buffer;
    askedAt?: string;
  }) => {
    const id = uuidv7();
    await test.sql(
      `insert into contact_openings (id, filing_id, asked_by, public_key, asked_at, sealed_proof) values ($1, $2, $3, $4, $5, $6)`,
      [id, row.filingId, row.askedBy, row.publicKey, row.askedAt ?? new Date().toISOString(), row.sealedProof ?? null],
    );
    return id;
  };
  const insertEntry = (id: string, filingId: string, askedBy: string) =>
    test.sql(
      `insert into audit_entries (id, actor_kind, actor_id, action, subject, reason, detail)
       values ($1, 'user', $2, 'filing.contact-asked', $3, $4, $5)`,
      [uuidv7(), askedBy, filingId, reason, JSON.stringify({ opening: id })],
    );
  const open = (openingId: string) => runJob('filings.open-contact', { openingId });
  const seal = createSealer(keys.publicKey);
  const sealProof = (id: string, proof: object) =>
    seal(Buffer.from(JSON.stringify(proof)), { purpose: 'contact-proof', id });
  const readState = async (id: string) => {
    const [row] = await test.sql('select sealed, refusal from contact_openings where id = $1', [id]);
    return row;
  };

  it(
    'compromise: writing into the database: the worker opens none of a hundred forged requests, and records each rejection [SAFE-03]',
    { timeout: 60_000 },
    async () => {
      const filingId = await fileReport();
      const forgedAdmin = await newAdmin();
      const attackerPage = await makePage();
      const ids: string[] = [];
      for (let row = 0; row < 100; row += 1) {
        ids.push(await insertRow({ filingId, askedBy: forgedAdmin.id, publicKey: attackerPage.publicKey }));
      }
      // Half of them also get a forged audit entry and a forged proof.
      for (const id of ids.slice(50)) {
        await insertEntry(id, filingId, forgedAdmin.id);
        const proof = await sealProof(id, { code: '123456' });
        await test.sql('update contact_openings set sealed_proof = $2 where id = $1', [id, proof]);
      }
      while (ids.length > 0) await Promise.all(ids.splice(0, 4).map(open));
      expect(
        await test.sql('select from contact_openings where filing_id = $1 and sealed is not null', [filingId]),
      ).toEqual([]);
      const refused = await listRefusals(filingId);
      expect(Object.groupBy(refused, (why) => why)).toEqual({
        unrecorded: Array.from({ length: 50 }, () => 'unrecorded'),
        factor: Array.from({ length: 50 }, () => 'factor'),
      });
      expect(await countOpened(filingId)).toBe(0);
    },
  );

  it('compromise: writing into the database: the worker opens nothing for a passkey whose row was moved to an administrator [SAFE-03]', async () => {
    const filingId = await fileReport();
    const victim = await newAdmin();
    // The attacker signs up, adds a passkey and moves its row to an administrator.
    const attacker = await makeUser(test.database.db);
    const device = await addPasskey(attacker.id);
    await test.sql('update passkeys set user_id = $1 where user_id = $2', [victim.id, attacker.id]);
    const attackerPage = await makePage();
    const { passkey, askedAt } = signRequest(device, victim, filingId, attackerPage.publicKey);
    const response = { ...passkey, response: { ...passkey.response, userHandle: null } };
    const id = await insertRow({ filingId, askedBy: victim.id, publicKey: attackerPage.publicKey, askedAt });
    await insertEntry(id, filingId, victim.id);
    await test.sql('update contact_openings set sealed_proof = $2 where id = $1', [
      id,
      await sealProof(id, { passkey: response }),
    ]);
    await open(id);
    expect(await readState(id)).toEqual({ sealed: null, refusal: 'factor' });
  });

  it('a passkey signature is valid only for its own filing, page, reason, administrator and time [SAFE-03]', async () => {
    const [filingId, otherFiling] = [await fileReport(), await fileReport()];
    const device = devices.get(admin.id)!;
    const attackerPage = await makePage();
    const changes = {
      'another report': (request: object) => [otherFiling, request] as const,
      'another page': (request: object) => [filingId, { ...request, publicKey: attackerPage.publicKey }] as const,
      'another reason': (request: object) => [filingId, { ...request, reason: 'None.' }] as const,
      'another time': (request: object) =>
        [filingId, { ...request, askedAt: new Date(Date.now() - 1000).toISOString() }] as const,
    };
    for (const [what, change] of Object.entries(changes)) {
      const [about, request] = change(signRequest(device, admin, filingId));
      const id = await readId(await postRequest(admin, about, request));
      await runOpening(id);
      expect(await readOpening(admin, id), what).toEqual({ sealed: null, refusal: 'factor' });
    }
    const foreignRequestId = await readId(
      await postRequest(otherAdmin, filingId, signRequest(device, otherAdmin, filingId)),
    );
    await runOpening(foreignRequestId);
    expect(await readOpening(otherAdmin, foreignRequestId), 'a passkey of somebody else').toEqual({
      sealed: null,
      refusal: 'factor',
    });
    expect([await listRefusals(filingId), await listRefusals(otherFiling)].flat()).toHaveLength(5);
  });

  it('a passkey signature opens contact data once, and the record of the opening cannot be deleted [SAFE-03]', async () => {
    const filingId = await fileReport();
    const request = signRequest(devices.get(admin.id)!, admin, filingId);
    const [first, secondId] = [
      await readId(await postRequest(admin, filingId, request)),
      await readId(await postRequest(admin, filingId, request)),
    ];
    await runOpening(first);
    expect((await readOpening(admin, first)).refusal).toBeNull();
    await runOpening(secondId);
    expect(await readOpening(admin, secondId)).toEqual({ sealed: null, refusal: 'factor' });
    await expect(test.sql('delete from opened_contacts')).rejects.toThrow();
  });

  it('an authenticator code opens contact data once, and a wrong code does not [SAFE-03]', async () => {
    const filingId = await fileReport();
    const codeAdmin = await makeAdmin(test.database.db);
    const { cookie } = await makeSession(test.database.db, { userId: codeAdmin.id, hasSecondFactor: true });
    const { secret } = (await (
      await postWithCookie('/api/account/authenticator-app', { currentPassword: PASSWORD }, cookie)
    ).json()) as { secret: string };
    await postWithCookie('/api/account/authenticator-app/confirm', { code: totpCodeAt(secret, Date.now()) }, cookie);
    await makeFactorsOlder(test.database.db, codeAdmin.id);
    const code = totpCodeAt(secret, Date.now() + 30_000);
    const outcomes: (string | null)[] = [];
    for (const given of ['wrong', code, code]) {
      const request = { reason, publicKey: newPageKey(), askedAt: new Date().toISOString(), code: given };
      const id = await readId(await postRequest(codeAdmin, filingId, request));
      await runOpening(id);
      outcomes.push((await readOpening(codeAdmin, id)).refusal);
    }
    expect(outcomes).toEqual(['factor', null, 'factor']);
    // The worker's attempts count with all others.
    expect(await test.sql('select count(*)::int as n from wrong_codes where user_id = $1', [codeAdmin.id])).toEqual([
      { n: 2 },
    ]);
  });

  async function adminWithApp() {
    const newAdminUser = await makeAdmin(test.database.db);
    const { cookie } = await makeSession(test.database.db, { userId: newAdminUser.id, hasSecondFactor: true });
    const started = await postWithCookie('/api/account/authenticator-app', { currentPassword: PASSWORD }, cookie);
    const { secret } = (await started.json()) as { secret: string };
    const code = totpCodeAt(secret, Date.now());
    const confirmed = await postWithCookie('/api/account/authenticator-app/confirm', { code }, cookie);
    const { backupCodes } = (await confirmed.json()) as { backupCodes: string[] };
    return { admin: newAdminUser, secret, backupCodes };
  }
  const requestWithCode = (code: string) => ({
    reason,
    publicKey: newPageKey(),
    askedAt: new Date().toISOString(),
    code,
  });
  const requestOutcome = async (requester: Admin, filingId: string, request: object) => {
    const id = await readId(await postRequest(requester, filingId, request));
    await runOpening(id);
    return (await readOpening(requester, id)).refusal ?? 'opened';
  };

  it('compromise: administrator: a backup code opens no contact data, and the error message says so [SAFE-03]', async () => {
    const filingId = await fileReport();
    const { admin: codeAdmin, backupCodes } = await adminWithApp();
    await makeFactorsOlder(test.database.db, codeAdmin.id);
    const refused = await postRequest(codeAdmin, filingId, requestWithCode(backupCodes[0]!));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      code: 'INVALID_INPUT',
      message: 'Please check what you entered.',
      fields: { code: 'Backup codes do not open contact details. Use your authenticator app or a passkey' },
      fieldErrors: { code: { code: 'BACKUP_CODE_REFUSED' } },
    });
    // Bypasses the website: the proof is encrypted for the worker as the website would have done.
    const page = await makePage();
    const id = await insertRow({ filingId, askedBy: codeAdmin.id, publicKey: page.publicKey });
    await insertEntry(id, filingId, codeAdmin.id);
    const proof = await sealProof(id, { code: backupCodes[0]! });
    await test.sql('update contact_openings set sealed_proof = $2 where id = $1', [id, proof]);
    await open(id);
    expect(await readState(id)).toEqual({ sealed: null, refusal: 'factor' });
    const remainingCodes = await test.sql('select count(*)::int as n from backup_codes where user_id = $1', [
      codeAdmin.id,
    ]);
    expect(remainingCodes, 'and the code is not spent').toEqual([{ n: 10 }]);
  });

  it('compromise: administrator: a new authenticator app or passkey opens contact data only 24 hours after enrolment, by the clock of the database [SAFE-03]', async () => {
    const filingId = await fileReport();
    const { admin: codeAdmin, secret } = await adminWithApp();
    const nextCode = () => totpCodeAt(secret, Date.now() + 30_000);
    expect(await requestOutcome(codeAdmin, filingId, requestWithCode(nextCode()))).toBe('new-factor');
    await makeFactorsOlder(test.database.db, codeAdmin.id, { hours: 23.9 });
    expect(await requestOutcome(codeAdmin, filingId, requestWithCode(nextCode()))).toBe('new-factor');
    await makeFactorsOlder(test.database.db, codeAdmin.id, { hours: 24 });
    expect(await requestOutcome(codeAdmin, filingId, requestWithCode(nextCode())), 'the code was not spent').toBe(
      'opened',
    );

    const owner = await makeAdmin(test.database.db);
    const device = await addPasskey(owner.id);
    expect(await requestOutcome(owner, filingId, signRequest(device, owner, filingId))).toBe('new-factor');
    await makeFactorsOlder(test.database.db, owner.id, { hours: 24 });
    expect(await requestOutcome(owner, filingId, signRequest(device, owner, filingId))).toBe('opened');
    expect(await listRefusals(filingId)).toEqual(['new-factor', 'new-factor', 'new-factor']);
  });

  it('compromise: writing into the database: an enrolment date that was changed in the database makes the factor invalid [SAFE-03]', async () => {
    const filingId = await fileReport();
    const { admin: codeAdmin, secret } = await adminWithApp();
    await test.sql(`update authenticator_apps set confirmed_at = now() - interval '2 days' where user_id = $1`, [
      codeAdmin.id,
    ]);
    expect(await requestOutcome(codeAdmin, filingId, requestWithCode(totpCodeAt(secret, Date.now() + 30_000)))).toBe(
      'factor',
    );

    // The same for an app that was started on the website and confirmed in the table.
    const adminWithPendingApp = await makeAdmin(test.database.db);
    const { cookie } = await makeSession(test.database.db, { userId: adminWithPendingApp.id, hasSecondFactor: true });
    const started = await postWithCookie('/api/account/authenticator-app', { currentPassword: PASSWORD }, cookie);
    const pending = (await started.json()) as { secret: string };
    await test.sql(`update authenticator_apps set confirmed_at = now() - interval '2 days' where user_id = $1`, [
      adminWithPendingApp.id,
    ]);
    expect(
      await requestOutcome(adminWithPendingApp, filingId, requestWithCode(totpCodeAt(pending.secret, Date.now()))),
    ).toBe('factor');

    const owner = await makeAdmin(test.database.db);
    const device = await addPasskey(owner.id);
    await test.sql(`update passkeys set created_at = now() - interval '2 days' where user_id = $1`, [owner.id]);
    expect(await requestOutcome(owner, filingId, signRequest(device, owner, filingId))).toBe('factor');
    expect(await countOpened(filingId)).toBe(0);
  });

  it('the worker rejects requests that are too old or come from a former administrator [SAFE-03]', async () => {
    const filingId = await fileReport();
    const lateId = await requestContact(admin, filingId);
    await ageOpening(lateId, 10);
    await runOpening(lateId);
    const oldRequest = signContactRequest(devices.get(admin.id)!, {
      origin: ORIGIN,
      filingId,
      askedBy: admin.id,
      publicKey: newPageKey(),
      reason,
      askedAt: new Date(Date.now() - 11 * 60_000).toISOString(),
    });
    await runOpening(await readId(await postRequest(admin, filingId, oldRequest)));
    const formerAdmin = await newAdmin();
    const revokedId = await requestContact(formerAdmin, filingId);
    await test.sql('update users set is_admin = false where id = $1', [formerAdmin.id]);
    await runOpening(revokedId);
    expect(await listRefusals(filingId)).toEqual(['late', 'late', 'role']);
    expect(await countOpened(filingId)).toBe(0);
  });

  it('compromise: web process: the worker opens at most thirty contacts an hour per administrator and a hundred a day in total, by its own records [SAFE-03]', async () => {
    const filingId = await fileReport();
    const busyAdmin = await newAdmin();
    const insertOpenings = (by: string, n: number, hoursAgo = 0) =>
      test.sql(
        `insert into opened_contacts (opening_id, asked_by, spent, opened_at)
         select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), now() - $3 * interval '1 hour' from generate_series(1, $2)`,
        [by, n, hoursAgo],
      );
    await insertOpenings(busyAdmin.id, 29);
    const ids: string[] = [];
    for (let asked = 0; asked < 3; asked += 1) ids.push(await requestContact(busyAdmin, filingId));
    // Rows of the request table do not count: they are deleted after an hour.
    await Promise.all(ids.map((id) => runOpening(id)));
    const refusals = await Promise.all(ids.map(async (id) => (await readOpening(busyAdmin, id)).refusal ?? 'opened'));
    expect(refusals.toSorted((one, other) => one.localeCompare(other))).toEqual(['opened', 'quota', 'quota']);
    expect(await listRefusals(filingId)).toEqual(['quota', 'quota']);

    await insertOpenings(uuidv7(), 100, 2);
    const one = await requestContact(otherAdmin, filingId);
    await runOpening(one);
    expect(await readOpening(otherAdmin, one)).toEqual({ sealed: null, refusal: 'quota' });
  });
});
