/**
 * Rotates the application's secret under a running product. Processes of every step of the rotation share one database
 * and one storage, and users move between them as a load balancer would send them.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FilingId } from '@hakiki/contract/filings';
import type { Lookup } from '@hakiki/contract/lookup';
import type { Challenge } from 'altcha-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasskeyMark } from '../src/modules/accounts/factors/factor-marks.ts';
import { totpCodeAt } from './support/authenticator-app.ts';
import { createOwnerTags } from '../src/modules/intake/owner-tag.ts';
import { createSignedUrls } from '../src/modules/evidence/signed-urls.ts';
import { type AppSecret, formatRetainedKey } from '../src/platform/app-secret.ts';
import { deriveKey } from '../src/platform/derive-key.ts';
import { createSecretBox } from '../src/platform/sealing/secret-box.ts';
import { createDerivedTokens } from '../src/platform/derived-token.ts';
import { type Admin, createConsoleClient, makeAdmin } from './support/staff.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { type Browser, openBrowser, summarizeResponse } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import { useMailbox } from './support/mailbox.ts';
import { makeUser, PASSWORD } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';
import { solveProofOfWork } from './support/proof-of-work.ts';
import { newScamReport } from './support/reporter.ts';
import { type TestServer, useServer } from './support/server.ts';

const OLD = 'f3a9c07e51d84b26a0c9e7d15b38f642';
const NEW = '0b7de4915fa2c86390d1b7f24ae65c38';
const retainedKeys = (['indicator-phone', 'backup-codes'] as const).map((purpose) => ({
  purpose,
  key: deriveKey(OLD, purpose),
}));
const RETAINED_KEYS = retainedKeys.map(({ purpose, key }) => formatRetainedKey(purpose, key)).join(',');

const folder = mkdtempSync(join(tmpdir(), 'hakiki-rotation-'));
afterAll(() => rmSync(folder, { recursive: true }));
const test = useDatabase();
const createServerWith = (appSecret: AppSecret) =>
  useServer(test, { settings: { appSecret, rateLimitScale: 1000, evidence: { folder, s3: undefined } } });
const oldServer = createServerWith(OLD);
const preparedServer = createServerWith({ current: OLD, next: NEW });
const exchangedServer = createServerWith({ current: NEW, before: OLD });
const newServer = createServerWith({
  current: NEW,
  kept: Object.fromEntries(retainedKeys.map(({ purpose, key }) => [purpose, [key]])),
});
/** A process with the new secret writes the emails, whichever process enqueued them. */
const mailbox = useMailbox(test, exchangedServer);
const db = () => test.database.db;

const ORIGIN = 'http://hakiki.test';
const PHONE = '+254 712 345 678';
const pdf = Buffer.from('%PDF-1.7\nan invented page\n%%EOF\n');

/** The same browser, sent to another process. */
const openBrowserAt = (server: TestServer, { cookies }: Pick<Browser, 'cookies'>) => openBrowser(server, { cookies });

const command = fileURLToPath(new URL('../../../tools/operator/keys.ts', import.meta.url));
const stages = {
  settled: { APP_SECRET: OLD },
  prepared: { APP_SECRET: OLD, APP_SECRET_NEXT: NEW },
  overlapping: { APP_SECRET: NEW, APP_SECRET_BEFORE: OLD },
  retired: { APP_SECRET: NEW, APP_KEYS_KEPT: RETAINED_KEYS },
};
/** Runs `npm run keys -- …` with the settings of a step. */
const runKeys = (stage: keyof typeof stages, ...given: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const own = { NODE_ENV: 'test', DATABASE_URL: test.url, PUBLIC_URL: ORIGIN, EVIDENCE_FOLDER: folder };
    const env = { ...processEnvironment, ...own, ...stages[stage] };
    execFile(process.execPath, [command, ...given], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

interface Filed {
  id: FilingId;
  receipt: { code: string };
}
async function sendReportAt(
  server: TestServer,
  browser: Browser,
  given: Parameters<typeof newScamReport>[0] = {},
): Promise<Filed> {
  const response = await openBrowserAt(server, browser).post('/api/fraud-alerts', newScamReport(given), {
    'idempotency-key': randomUUID(),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Filed;
}

async function announceFileAt(server: TestServer, browser: Browser, id: FilingId): Promise<string> {
  const file = { id, name: 'chat.pdf', bytes: pdf.length };
  const announced = await openBrowserAt(server, browser).post('/api/filings/evidence', file);
  return ((await announced.json()) as { uploadUrl: string }).uploadUrl;
}
const uploadAt = (server: TestServer, uploadUrl: string) =>
  fetch(server.url + uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: pdf,
  });

let admin: Admin;
let member: Awaited<ReturnType<typeof makeUser>>;
let memberBrowser: Browser;
let totp: string;
let codes: string[];
let filed: Filed;
const device = createAuthenticator(ORIGIN);

function assertOk({ ok, status, url }: Response): void {
  if (!ok) throw new Error(`${url} responded with ${status}.`);
}

/** Creates the data from before the rotation. */
beforeAll(async () => {
  admin = await makeAdmin(db());
  member = await makeUser(db(), { email: 'owner@example.com' });
  memberBrowser = openBrowser(oldServer);
  assertOk(await memberBrowser.post('/api/auth/login', { email: member.email, password: PASSWORD }));
  const started = await memberBrowser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
  totp = ((await started.json()) as { secret: string }).secret;
  const code = totpCodeAt(totp, Date.now());
  const confirmed = await memberBrowser.post('/api/account/authenticator-app/confirm', { code });
  codes = ((await confirmed.json()) as { backupCodes: string[] }).backupCodes;
  const challenge = await memberBrowser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
  const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
  assertOk(await memberBrowser.post('/api/account/passkeys', { name: 'My phone', response: device.create(options) }));

  filed = await sendReportAt(oldServer, memberBrowser, {
    description: `They call from ${PHONE} and ask for a fee before anything is paid out to anybody.`,
    contactEmail: 'elsewhere@example.com',
    evidenceDescription: 'I have kept the whole chat.',
  });
  assertOk(await uploadAt(oldServer, await announceFileAt(oldServer, memberBrowser, filed.id)));
  const { filings, cases } = oldServer.running.services;
  const questionId = await filings.askReporter(admin.actor, filed.id, 'On which day was that?');
  assertOk(await memberBrowser.post('/api/filings/answers', { id: filed.id, questionId, answer: 'On a Monday.' }));
  await cases.groupFiling(filed.id, []);
  await createConsoleClient(oldServer).approve(admin, filed.id);
}, 60_000);

let codesUsed = 0;
/** Uses everything that depends on the secret, in one process. */
async function useEverythingAt(server: TestServer) {
  const browser = openBrowserAt(server, memberBrowser);
  const session = (await browser.get('/api/auth/user')).status;

  await test.sql('update authenticator_apps set last_used_step = 0');
  const byCode = openBrowser(server);
  await byCode.post('/api/auth/login', { email: member.email, password: PASSWORD });
  const app = (await byCode.post('/api/auth/login/second-factor', { code: totpCodeAt(totp, Date.now()) })).status;

  const byBackup = openBrowser(server);
  await byBackup.post('/api/auth/login', { email: member.email, password: PASSWORD });
  const backup = (await byBackup.post('/api/auth/login/second-factor', { code: codes[codesUsed]! })).status;
  codesUsed += 1;

  const challenge = randomUUID();
  const passkey = device.get({ challenge: Buffer.from(challenge).toString('base64url'), rpId: 'hakiki.test' });
  const { factors } = server.running.services.accounts;
  const spent = await factors.prove(member.id, { passkey }, Buffer.from(challenge).toString('base64url'));

  const own = (await (await browser.get('/api/fraud-alerts/my-reports')).json()) as { id: string }[];
  const [moderated] = await server.running.services.filings.listForModerator([filed.id]);
  const looked = await browser.post('/api/filings/look-up', { id: filed.id });
  const { evidence, questions } = (await looked.json()) as {
    evidence: { url: string; name: string }[];
    questions: { answer: string }[];
  };
  const bytes = Buffer.from(await (await server.get(evidence[0]!.url)).arrayBuffer());
  const { indicators } = await server.json<Lookup>(`/api/lookup?search=${encodeURIComponent(PHONE)}`);
  return {
    session,
    app,
    backup,
    passkey: spent !== undefined,
    isMine: own.some(({ id }) => id === filed.id),
    details: JSON.stringify(moderated),
    answer: questions.map(({ answer }) => answer),
    file: { name: evidence[0]!.name, isWhole: bytes.equals(pdf) },
    phone: indicators.map(({ kind, reportCount }) => ({ kind, reportCount })),
  };
}
const everything = {
  session: 200,
  app: 200,
  backup: 200,
  passkey: true,
  isMine: true,
  details: expect.stringContaining('I have kept the whole chat.'),
  answer: ['On a Monday.'],
  file: { name: 'chat.pdf', isWhole: true },
  phone: [{ kind: 'phone', reportCount: 1 }],
};

describe('while the secret is rotated', { timeout: 60_000 }, () => {
  it('a server at each step of the rotation reads and accepts everything that the old secret wrote [SAFE-09]', async () => {
    for (const server of [oldServer, preparedServer, exchangedServer])
      expect(await useEverythingAt(server)).toEqual(everything);
  });

  it('the servers before and after the exchange of secrets accept reports, upload links and proofs of work of each other [SAFE-09]', async () => {
    for (const [giver, taker] of [
      [preparedServer, exchangedServer],
      [exchangedServer, preparedServer],
    ] as const) {
      const report = await sendReportAt(giver, memberBrowser);
      const listed = (await (await openBrowserAt(taker, memberBrowser).get('/api/fraud-alerts/my-reports')).json()) as {
        id: string;
      }[];
      expect(listed.map(({ id }) => id)).toContain(report.id);
      expect((await uploadAt(taker, await announceFileAt(giver, memberBrowser, report.id))).status).toBe(201);

      const { challenge } = await giver.json<{ challenge: Challenge }>('/api/proof-of-work');
      const body = { ...newScamReport(), proof: await solveProofOfWork(challenge) };
      const sent = await taker.post('/api/fraud-alerts', body, { headers: { 'idempotency-key': randomUUID() } });
      expect(sent.status, await sent.clone().text()).toBe(201);
    }
  });

  it('a phone number has one indicator key in a report from before and a report from after the exchange of secrets [SAFE-09]', async () => {
    const secondFiling = await sendReportAt(exchangedServer, memberBrowser, {
      description: `A broker who calls from ${PHONE} promises a third more every month, and pays nobody.`,
    });
    await exchangedServer.running.services.cases.groupFiling(secondFiling.id, []);
    const keys = await test.sql(
      `select distinct key from filing_indicators where kind = 'phone' and filing_id = any($1::uuid[])`,
      [[filed.id, secondFiling.id]],
    );
    expect(keys).toHaveLength(1);
  });

  it('links to reset a password and to confirm a report work at the new server when the old server enqueued the email [SAFE-09]', async () => {
    const person = await makeUser(db());
    expect((await oldServer.post('/api/auth/forgot-password', { email: person.email })).status).toBe(200);
    const token = await mailbox.getTokenFromEmail(person.email, '/reset-password');
    const password = 'nine-lions-at-the-river';
    const reset = await newServer.post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect(reset.status, await reset.clone().text()).toBe(200);

    const message = { ...newScamReport(), contactEmail: 'no-scripts@example.com' };
    const formResponse = await oldServer.post('/api/fraud-alerts', message, {
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(formResponse.status, await formResponse.clone().text()).toBe(201);
    const link = await mailbox.getTokenFromEmail('no-scripts@example.com', '/confirm-submission');
    expect((await newServer.post('/api/confirm-submission', { token: link })).status).toBe(200);
  });
});

describe('npm run keys', { timeout: 120_000 }, () => {
  it('npm run keys names the next step, and rejects a step out of order and an unknown command [SAFE-09]', async () => {
    expect(await runKeys('settled', 'rotate')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^1\. Add this line .*\n\nAPP_SECRET_NEXT=[0-9a-f]{64}\n\n[^]*npm run keys -- rotate\n$/,
      ),
    });
    expect(await runKeys('prepared', 'rotate')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /APP_SECRET_BEFORE: the value of APP_SECRET\n[^]*npm run keys -- rotate --finish\n$/,
      ),
    });
    for (const [stage, ...act] of [
      ['settled', 'retire'],
      ['prepared', 'rotate', '--finish'],
    ] as const) {
      const { code, output } = await runKeys(stage, ...act);
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('There is no APP_SECRET_BEFORE.') });
    }
    expect((await runKeys('settled', 'burn')).code).toBe(2);
  });

  it('npm run keys counts what needs the old secret, and does not retire the secret while a link needs it [SAFE-09]', async () => {
    const person = await makeUser(db());
    await oldServer.post('/api/auth/forgot-password', { email: person.email });
    await mailbox.listEmailsTo(person.email);
    const { code, output } = await runKeys('overlapping', 'status');
    expect(code).toBe(0);
    expect(output).toContain('  authenticator apps: 1 under another secret: npm run keys -- renew re-encrypts them\n');
    expect(output).toMatch(/ {2}owner tags: \d+ under another secret/);
    expect(output).toMatch(/ {2}files of reports: \d+ under another secret/);
    expect(await runKeys('overlapping', 'retire')).toEqual({
      code: 1,
      output: expect.stringMatching(
        / {2}mailed links that still work: 1 under another secret: they expire within a day\n[^]*APP_SECRET_BEFORE is still needed/,
      ),
    });
    await test.sql('delete from mailed_tokens');
  });

  it('npm run keys rewrites what still needs the old secret, and then retires it except its keys for phone indicators and backup codes [SAFE-09]', async () => {
    // A process that missed the exchange has written with the old secret meanwhile.
    await sendReportAt(oldServer, memberBrowser, { evidenceDescription: 'Some more.' });
    const { code, output } = await runKeys('overlapping', 'rotate', '--finish');
    expect(code).toBe(0);
    expect(output).toContain('  details of reports: 1 re-encrypted\n');
    expect(output).toContain('  owner tags: 1 re-encrypted\n');
    expect(output).toContain('Nothing else needs the previous secret.');
    for (const server of [preparedServer, exchangedServer]) expect(await useEverythingAt(server)).toEqual(everything);

    const retired = await runKeys('overlapping', 'retire');
    expect(retired).toEqual({
      code: 0,
      output: expect.stringMatching(
        /The previous secret can be removed\.[^]*\n\nAPP_KEYS_KEPT=\S+\n\nand remove APP_SECRET_BEFORE/,
      ),
    });
    expect(/APP_KEYS_KEPT=(\S+)/.exec(retired.output)?.[1]?.split(',').sort()).toEqual(RETAINED_KEYS.split(',').sort());
    expect(retired.output).not.toContain(OLD);
    const entries = await test.sql(
      `select actor_kind, actor_id, action from audit_entries where action ~ '^secret' order by id`,
    );
    const byOperator = { actor_kind: 'operator', actor_id: userInfo().username };
    expect(entries.at(0)).toEqual({ ...byOperator, action: 'secret.renewed' });
    expect(entries.at(-1)).toEqual({ ...byOperator, action: 'secret.retired' });
  });
});

describe('after the old secret is retired', { timeout: 60_000 }, () => {
  it('sessions, factors, evidence, reports and indicators still work after the old secret is retired [SAFE-09]', async () => {
    expect(await useEverythingAt(newServer)).toEqual(everything);
    expect(await runKeys('retired', 'status')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The current secret is [0-9a-f]{8}\.\nNo rotation is in progress\./),
    });
  });

  it('download links, proofs of work, factors, owner tags and mailed tokens made with the old secret are rejected after it is retired [SAFE-09]', async () => {
    const [file] = await test.sql('select id from evidence_files where stored_at is not null limit 1');
    const forgedLink = createSignedUrls(OLD).createUrl('download', String(file!['id']), new Date());
    expect(await summarizeResponse(await newServer.get(forgedLink))).toBe('400 LINK_INVALID');

    const { challenge } = await oldServer.json<{ challenge: Challenge }>('/api/proof-of-work');
    const body = { ...newScamReport(), proof: await solveProofOfWork(challenge) };
    expect(await summarizeResponse(await newServer.post('/api/fraud-alerts', body))).toBe('400 PROOF_MISSING');

    // An attacker with the old secret who can write to the database makes a passkey mark, an authenticator app and
    // an owner tag.
    const thief = await makeUser(db(), { isAdmin: true });
    const foreign = createAuthenticator(ORIGIN);
    const options = {
      challenge: 'any',
      rp: { id: 'hakiki.test' },
      user: { id: Buffer.from(thief.id).toString('base64url') },
    };
    const { id: credentialId } = foreign.create(options);
    const publicKey = createHash('sha256').update('any').digest();
    const row = { userId: thief.id, credentialId, publicKey, createdAt: new Date() };
    expect(createPasskeyMark(NEW).isValid({ ...row, mark: createPasskeyMark(OLD).compute(row) })).toBe(false);
    const sealed = createSecretBox(OLD, 'authenticator-app').seal('JBSWY3DPEHPK3PXP', thief.id);
    await test.sql('insert into authenticator_apps (user_id, sealed_secret, confirmed_at) values ($1, $2, now())', [
      thief.id,
      sealed,
    ]);
    const browser = openBrowser(newServer);
    await browser.post('/api/auth/login', { email: thief.email, password: PASSWORD });
    const forgedCode = { code: totpCodeAt('JBSWY3DPEHPK3PXP', Date.now()) };
    expect((await browser.post('/api/auth/login/second-factor', forgedCode)).status).toBe(500);

    const { tagOf } = createOwnerTags(OLD);
    await test.sql('update filings set owner_tag = $2 where id = $1', [filed.id, tagOf(member.id)]);
    expect(
      await summarizeResponse(
        await openBrowserAt(newServer, memberBrowser).post('/api/filings/look-up', { id: filed.id }),
      ),
    ).toBe('404 FILING_NOT_FOUND');

    const tokenId = randomUUID();
    const token = createDerivedTokens(OLD, 'mailed-token').derive(tokenId);
    expect(createDerivedTokens(NEW, 'mailed-token').find(tokenId, createHash('sha256').update(token).digest())).toBe(
      undefined,
    );
  });
});
