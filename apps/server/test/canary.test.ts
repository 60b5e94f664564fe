/**
 * Every private field that reporters fill in contains a unique word. The real processes store it, send emails about it
 * and fail while handling it, and an administrator decides on it; forms, answers and uploads come through the real
 * edge, from one IP address of the reporters. Afterwards the test searches for these words in every table, every stored
 * file, every log line (also of the edge and of PostgreSQL), the job queue and the responses to other callers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import { apiDocuments } from '@hakiki/contract/api-documents';
import { endpoints } from '@hakiki/contract/endpoints';
import type { FilingId, FilingState } from '@hakiki/contract/filings';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Nginx, startEdge } from '../../../ops/nginx/edge.ts';
import { createServices, type Services } from '../src/app.ts';
import { readSettings } from '../src/platform/config/settings.ts';
import { openQueue, type Queue } from '../src/platform/jobs/jobs.ts';
import type { AppSecret } from '../src/platform/app-secret.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { RateLimiter } from '../src/platform/rate-limit/rate-limiter.ts';
import { generateKeyPair } from '../src/platform/sealing/sealed-box.ts';
import { acknowledgePrivateData } from './support/staff.ts';
import { createCanaries, findCanaries } from './support/canaries.ts';
import { useTraceCollector } from './support/trace-collector.ts';
import { type PasskeyDevice, registerPasskey, newPageKey, signContactRequest } from './support/contact-request.ts';
import { useDatabase } from './support/database.ts';
import { makeFactorsOlder } from './support/factor-age.ts';
import { useRealHashes } from './support/cheap-hashes.ts';
import { makeProvider, makeSession, makeUser } from './support/factories.ts';
import { makeUserActor } from './support/actors.ts';
import { processEnvironment } from './support/process-environment.ts';
import { requestProofOfWork } from './support/proof-of-work.ts';
import { type Relay, startRelay } from './support/relay.ts';
import {
  newAppealAgainst,
  newDispute,
  newIssueReport,
  newProviderSubmission,
  newScamReport,
} from './support/reporter.ts';
import { useSmtp } from './support/smtp.ts';

const test = useDatabase();
const smtp = useSmtp();
const collector = useTraceCollector();
useRealHashes();
const { publicKey, privateKey } = generateKeyPair();
const evidenceFolder = mkdtempSync(join(tmpdir(), 'hakiki-canary-'));

const { words: canaries, createCanary, createPhoneCanary } = createCanaries();
const toEmailAddress = (word: string) => `${word}@example.com`;
const findCanariesIn = (text: string, words: Record<string, string> = canaries) => findCanaries(text, words);

interface Entry {
  child: ChildProcess;
  output: () => string;
}

function startEntry(name: 'main' | 'worker', environment: Record<string, string>): Entry {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], { env: { ...processEnvironment, ...environment } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function until(entry: Entry, pattern: RegExp): Promise<string> {
  for (;;) {
    const match = pattern.exec(entry.output());
    if (match) return match[1] ?? '';
    if (entry.child.exitCode !== null) throw new Error(`ended early: ${entry.output()}`);
    await pause(20);
  }
}

const ORIGIN = 'https://hakiki.test';

let web: Entry;
let worker: Entry;
let url = '';
let relay: Relay;
let edge: Nginx;
let queue: Queue;
let services: Services;
let appSecret: AppSecret;

/** Verbose PostgreSQL log settings, as an operator might set them to debug. */
const VERBOSE_LOG_SETTINGS = {
  log_statement: 'all',
  log_min_duration_statement: '0',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
  log_error_verbosity: 'verbose',
};
/** The IP address of every reporter. */
const REPORTER_ADDRESS = '127.0.77.41';
/** Tokens of emailed links and signed URLs, collected on the way. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const [name, value] of Object.entries(VERBOSE_LOG_SETTINGS)) {
    await test.sql(`alter database ${new URL(test.url).pathname.slice(1)} set ${name} = '${value}'`);
  }
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: test.url,
    APP_SECRET: 'a secret of this test, long enough',
    PUBLIC_URL: ORIGIN,
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'trace',
    RATE_LIMIT_SCALE: '100',
    REPLY_CACHE_SECONDS: '0',
    SMTP_URL: smtp.url,
    REPORTER_PUBLIC_KEY: publicKey,
    EVIDENCE_FOLDER: evidenceFolder,
    TRUSTED_PROXIES: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  web = startEntry('main', environment);
  worker = startEntry('worker', { ...environment, REPORTER_PRIVATE_KEYS: privateKey });
  url = `http://127.0.0.1:${await until(web, /"port":(\d+)/)}`;
  await until(worker, /("msg":"working")/);
  relay = await startRelay(url);
  edge = await startEdge({
    origins: [relay.address],
    accessLog: true,
    limits: { callsPerSecond: 1000, callsBurst: 4000 },
  });
  const log = createLog('silent');
  queue = openQueue(test.url, log);
  const limiter = { consume: () => Promise.resolve(), allows: () => Promise.resolve(true) } as unknown as RateLimiter;
  const settings = readSettings(environment, 'web');
  ({ appSecret } = settings);
  services = createServices({ database: test.database, queue, limiter, log, settings });
}, 240_000);
afterAll(async () => {
  const ended = [web, worker].map(
    ({ child }) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0))),
  );
  for (const { child } of [web, worker]) child.kill();
  await edge.stop();
  await relay.stop();
  await Promise.all([...ended, queue.stop()]);
  rmSync(evidenceFolder, { recursive: true });
});

/** Sends through the edge, from the reporter's IP address. */
async function sendFromReporter(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Response> {
  const outgoing = request(edge.url + path, { method, localAddress: REPORTER_ADDRESS, agent: false, headers });
  // If the response is cut off, the caller sees it in the response.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  const given = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) given.set(name, [value].flat().join(', '));
  return new Response(Buffer.concat(parts), { status: reply.statusCode ?? 0, headers: given });
}

const sendRequest = (
  method: string,
  path: string,
  body?: unknown,
  cookie = '',
  headers: Record<string, string> = {},
) => {
  const all = { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers };
  if (method === 'GET') return fetch(url + path, { redirect: 'manual', headers: all });
  const text = body === undefined ? undefined : JSON.stringify(body);
  const length = { 'content-length': String(Buffer.byteLength(text ?? '')) };
  return sendFromReporter(method, path, { ...all, ...length }, text);
};
const json = async <Body>(path: string): Promise<Body> => (await (await sendRequest('GET', path)).json()) as Body;
const solveProofOfWork = () => requestProofOfWork({ json });

interface Filed {
  id: string;
  receipt: { code: string; reference: string };
}
/** Sends a form and expects it to be accepted. */
async function sendForm(path: string, body: object, cookie = ''): Promise<Filed> {
  const proof = cookie ? undefined : await solveProofOfWork();
  const sent = await sendRequest('POST', path, { ...body, proof }, cookie, { 'idempotency-key': randomUUID() });
  const reply = (await sent.json()) as Filed;
  expect(sent.status, JSON.stringify(reply)).toBe(201);
  expect(findCanariesIn(JSON.stringify(reply)), `the reply of ${path}`).toEqual([]);
  return reply;
}

/** Creates a user with a session under the production cookie name. */
async function makePerson(given: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(test.database.db, given);
  const { token } = await makeSession(test.database.db, { userId: user.id, hasSecondFactor: true });
  return { user, cookie: `__Host-session=${token}` };
}

/** Makes delayed emails due now. */
const makeEmailsDue = () =>
  test.sql(
    "update pgboss.job set start_after = now() where name like 'mail.%' and start_after > now() and retry_count = 0",
  );

const listEmailsTo = (address: string) =>
  vi.waitFor(
    () => {
      const letters = smtp.accepted.filter(({ to }) => to?.some((one) => one.address === address));
      expect(letters.length, `letters to ${address}`).toBeGreaterThan(0);
      return letters;
    },
    { timeout: 30_000, interval: 50 },
  );

async function addEvidence(code: string, prefix: string, cookie = ''): Promise<string> {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a5a2b' } })
    .withExif({ IFD0: { Artist: createCanary(`${prefix}: who took the photo`) } })
    .jpeg()
    .toBuffer();
  const page = Buffer.from(
    `%PDF-1.7\n${createCanary(`${prefix}: text of a PDF`)}\n${'% of 60 kB\n'.repeat(5500)}%%EOF`,
  );
  let last = '';
  for (const [name, bytes] of [['photo.jpg', photo] as const, ['page.pdf', page] as const]) {
    const fileName = createCanary(`${prefix}: name of ${name}`, (word) => `${word} ${name}`);
    const announced = await sendRequest(
      'POST',
      '/api/filings/evidence',
      { code, name: fileName, bytes: bytes.length },
      cookie,
    );
    const { id, uploadUrl } = (await announced.json()) as { id: string; uploadUrl: string };
    tokens[`${prefix}: ticket of ${name}`] = new URL(uploadUrl, url).searchParams.get('ticket') ?? '';
    const length = { 'content-length': String(bytes.length) };
    expect((await sendFromReporter('PUT', uploadUrl, length, bytes)).status).toBe(201);
    last = id;
  }
  return last;
}

async function questionAndAnswer(id: string, code: string, prefix: string, address: string): Promise<void> {
  const questionId = await services.filings.askReporter(asModerator(), id as FilingId, 'Which account did they name?');
  await listEmailsTo(address);
  const answer = createCanary(`${prefix}: answer to a question`, (word) => `It was ${word}, at the bank.`);
  const answerResponse = await sendRequest('POST', '/api/filings/answers', { code, questionId, answer });
  expect(answerResponse.status).toBe(201);
}

const longText = ' Said at length.'.repeat(300);
const details = (prefix: string) => ({
  amountLost: createCanary(`${prefix}: amountLost`),
  description: `They promised to double it and went silent.${longText}`,
  evidenceDescription: createCanary(`${prefix}: evidenceDescription`, (word) => word + longText),
  // Together some 20 kB, which is more than nginx keeps in memory.
  additionalDetails: createCanary(
    `${prefix}: additionalDetails`,
    (word) => `My name is ${word}, of 7 Example Road.${longText}`,
  ),
});
const scamWithCanaries = (prefix: string, given: object = {}) => ({
  ...newScamReport(),
  contactEmail: createCanary(`${prefix}: contactEmail`, toEmailAddress),
  contactPhone: createPhoneCanary(`${prefix}: contactPhone`),
  ...details(prefix),
  ...given,
});
const submissionWithCanaries = (prefix: string, given: object = {}) => ({
  ...newProviderSubmission(),
  submitterName: createCanary(`${prefix}: submitterName`, (word) => `Amina ${word}`),
  submitterEmail: createCanary(`${prefix}: submitterEmail`, toEmailAddress),
  contactEmail: createCanary(`${prefix}: contactEmail`, toEmailAddress),
  contactPhone: createPhoneCanary(`${prefix}: contactPhone`),
  additionalInfo: createCanary(`${prefix}: additionalInfo`),
  ...given,
});
/** The fields of an appeal or a dispute; its text, too, is for staff only. */
const encryptedFields = (prefix: string) => ({
  text: createCanary(`${prefix}: text`, (word) => `My name is ${word}, and this is a mistake.${longText}`),
  contactName: createCanary(`${prefix}: contactName`, (word) => `Amina ${word}`),
  contactEmail: createCanary(`${prefix}: contactEmail`, toEmailAddress),
});

let admin: Awaited<ReturnType<typeof makePerson>>;
let device: PasskeyDevice;
let reporter: Awaited<ReturnType<typeof makePerson>>;
const ids: string[] = [];
const codes: string[] = [];
const contactOpenings: string[] = [];
/** Account fields are stored in the account's own row and nowhere else. */
const account = {
  email: `reporter${randomUUID().slice(0, 8)}@example.com`,
  name: `Diallo${randomUUID().slice(0, 8)}`,
  phone: `2779${randomInt(1_000_000, 10_000_000)}`,
};
/** Public text, which the search must find. */
const control = {
  title: `Demo scheme control${randomUUID().slice(0, 8)}`,
  pending: `control${randomUUID().slice(0, 8)}`,
};

const reason = 'We checked it.';
const asModerator = () => makeUserActor({ id: admin.user.id, isAdmin: true });

/** Requests contact data for a page of the console; the worker encrypts it for that page. */
async function openContact(filingId: string): Promise<string> {
  const asking = {
    filingId,
    askedBy: admin.user.id,
    publicKey: newPageKey(),
    reason: 'The bank asked for the sender.',
  };
  const contactRequest = signContactRequest(device, { ...asking, origin: ORIGIN });
  const openingResponse = await sendRequest(
    'POST',
    `/api/admin/filings/${filingId}/contact`,
    contactRequest,
    admin.cookie,
  );
  expect(openingResponse.status).toBe(201);
  const { id } = (await openingResponse.json()) as { id: string };
  await vi.waitFor(
    async () => {
      const answer = await sendRequest('GET', `/api/admin/contact-openings/${id}`, undefined, admin.cookie);
      expect(await answer.json()).toEqual({ sealed: expect.any(String), refusal: null });
    },
    { timeout: 20_000, interval: 50 },
  );
  return id;
}

/** Sends all forms, as a visitor or as a member, with evidence, a question and decisions. */
async function fileAndDecide(kind: 'visitor' | 'member', providerId: string): Promise<void> {
  const cookie = kind === 'member' ? reporter.cookie : '';
  const scamOf = `scam of a ${kind}`;
  const alert = await sendForm('/api/fraud-alerts', scamWithCanaries(scamOf, { title: control.title }), cookie);
  const email = createCanary(`issue of a ${kind}: email`, toEmailAddress);
  const report = await sendForm('/api/reports', { ...newIssueReport(), providerId, email }, cookie);
  const submission = await sendForm('/api/providers', submissionWithCanaries(`proposal of a ${kind}`), cookie);
  ids.push(alert.id, report.id, submission.id, await addEvidence(alert.receipt.code, scamOf, cookie));
  codes.push(alert.receipt.code, report.receipt.code, submission.receipt.code);
  const address = kind === 'member' ? reporter.user.email : toEmailAddress(canaries[`${scamOf}: contactEmail`] ?? '');
  await questionAndAnswer(alert.id, alert.receipt.code, scamOf, address);

  // One decision over HTTP, as the console sends it, while the mail server rejects emails and quotes the address.
  const before = smtp.rejectedCount;
  smtp.respondWith({ status: 451, at: 'rcpt' });
  await services.cases.claims.recordShown(test.database.db, admin.user.id, [alert.id, report.id]);
  const approved = await acknowledgePrivateData((headers) =>
    sendRequest('PUT', `/api/admin/fraud-alerts/${alert.id}/approve`, { reason }, admin.cookie, headers),
  );
  expect(approved.status).toBe(200);
  const against = { subject: 'alert', subjectId: alert.id } as const;
  const appealBody = newAppealAgainst(against, encryptedFields(`appeal of a ${kind}`));
  const appeal = await sendForm('/api/appeals', appealBody, cookie);
  const disputeBody = newDispute('choir-demo.example', encryptedFields(`dispute of a ${kind}`));
  const dispute = await sendForm('/api/disputes', disputeBody, cookie);
  ids.push(appeal.id, dispute.id);
  codes.push(appeal.receipt.code, dispute.receipt.code);
  await makeEmailsDue();
  await vi.waitFor(() => expect(smtp.rejectedCount).toBeGreaterThan(before), { timeout: 20_000, interval: 20 });
  smtp.respondWith('accept');
  contactOpenings.push(await openContact(alert.id));
  const response = await acknowledgePrivateData((headers) =>
    sendRequest('PUT', `/api/admin/reports/${report.id}`, { status: 'investigating', reason }, admin.cookie, headers),
  );
  expect(response.status).toBe(200);
  await services.directory.update(asModerator(), submission.id as ProviderId, {
    verificationStatus: 'Limited',
    reason,
  });
}

async function fileUndecidedAndRejected(): Promise<void> {
  const rejected = await sendForm(
    '/api/fraud-alerts',
    scamWithCanaries('a rejected scam', { title: `A ${control.pending} scheme` }),
  );
  await services.cases.claims.recordShown(test.database.db, admin.user.id, [rejected.id]);
  await services.alerts.reject(asModerator(), rejected.id as AlertId, { reason });
  const waiting = await sendForm('/api/providers', submissionWithCanaries('a waiting proposal'));
  ids.push(rejected.id, waiting.id);
}

/** A form without a proof of work is stored until an emailed link is opened; one link is opened, the others never. */
async function fileUnconfirmed(): Promise<void> {
  const confirmed = scamWithCanaries('a confirmed scam');
  const forms = [
    ['/api/fraud-alerts', scamWithCanaries('an unconfirmed scam')],
    ['/api/reports', { ...newIssueReport(), email: createCanary('an unconfirmed issue: email', toEmailAddress) }],
    ['/api/providers', submissionWithCanaries('an unconfirmed proposal')],
    ['/api/fraud-alerts', confirmed],
  ] as const;
  for (const [path, body] of forms) expect((await sendRequest('POST', path, body)).status).toBe(201);
  const [letter] = await listEmailsTo(confirmed.contactEmail);
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  tokens['token of a mailed link'] = token;
  const reply = (await (await sendRequest('POST', '/api/confirm-submission', { token })).json()) as Omit<Filed, 'id'>;
  codes.push(reply.receipt.code);
}

/** Causes errors in places where error messages often quote data. */
async function causeErrors(): Promise<void> {
  const wrong = scamWithCanaries('a refused scam', {
    title: 'Short',
    contactEmail: createCanary('a refused scam: wrong email'),
  });
  expect((await sendRequest('POST', '/api/fraud-alerts', wrong)).status).toBe(400);
  const rules = { fraud_alerts: "severity <> 'Low'", filings: "language <> 'fr'" };
  for (const [table, rule] of Object.entries(rules)) {
    await test.sql(`alter table ${table} add constraint in_the_way check (${rule}) not valid`);
    const failing = scamWithCanaries(`a scam that fails in ${table}`, { severity: 'Low', language: 'fr' });
    expect((await sendRequest('POST', '/api/fraud-alerts', failing, reporter.cookie)).status).toBe(500);
    await test.sql(`alter table ${table} drop constraint in_the_way`);
  }
}

/** Sends what reporters can send while the origin works, fails, cuts responses off and is down. */
async function sendDuringOutages(): Promise<void> {
  const token = tokens['token of a mailed link'];
  const ticket = Object.values(tokens)[0];
  const page = Buffer.alloc(
    240_000,
    createCanary('a file nobody took', (word) => `%PDF-1.7 ${word} `),
  );
  const inVain = scamWithCanaries('a report nobody took');
  const forms = () =>
    Promise.allSettled([
      sendFromReporter(
        'PUT',
        `/api/evidence/${ids[0]}?ticket=${ticket}`,
        { 'content-length': String(page.length) },
        page,
      ),
      sendRequest('POST', '/api/fraud-alerts', inVain),
      sendRequest('POST', '/api/filings/look-up', { code: codes[0] }),
      sendFromReporter('GET', `/confirm-submission?token=${token}`, {}),
      sendFromReporter('GET', `/reset-password?token=${token}`, { cookie: reporter.cookie }),
      sendFromReporter('DELETE', `/api/my-filings?token=${token}`, { cookie: reporter.cookie }),
    ]);
  await forms();
  for (const way of ['failing', 'cut'] as const) {
    relay.setMode(way);
    await forms();
  }
  await relay.stop();
  const gone = await forms();
  expect(gone.map((one) => one.status === 'fulfilled' && one.value.status)).toEqual([503, 503, 503, 503, 503, 503]);
  await relay.start();
  relay.setMode('through');
}

const waitUntilAllJobsDone = () =>
  vi.waitFor(
    async () => {
      await makeEmailsDue();
      const open = await test.sql(
        "select name from pgboss.job where (name like 'mail.%' or name = 'filings.examine') and state <> 'completed'",
      );
      expect(open).toEqual([]);
    },
    { timeout: 240_000, interval: 100 },
  );

beforeAll(async () => {
  admin = await makePerson({ isAdmin: true });
  device = await registerPasskey({ factors: services.accounts.factors, userId: admin.user.id, origin: ORIGIN });
  await makeFactorsOlder(test.database.db, admin.user.id, { appSecret });
  reporter = await makePerson({
    email: account.email,
    lastName: account.name,
    cellphoneNumber: `+${account.phone}`,
  });
  const { id: providerId } = await makeProvider(test.database.db);
  ids.push(providerId);
  await fileAndDecide('visitor', providerId);
  await fileAndDecide('member', providerId);
  await fileUndecidedAndRejected();
  await fileUnconfirmed();
  await causeErrors();
  await sendDuringOutages();
  await waitUntilAllJobsDone();
}, 180_000);

/** Returns every row of every table as PostgreSQL prints it, and its bytes also decoded as text. */
async function dump(): Promise<Record<string, string>> {
  const tables = await test.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const texts: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await test.sql(`select t::text as text from ${String(name)} t`);
    const text = rows.map((row) => String(row['text'])).join('\n');
    const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    );
    texts[String(name)] = `${text}\n${bytes.join('\n')}`;
  }
  return texts;
}

const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name))] : [],
  );

describe('private data of reporters', () => {
  it('the canary search finds public text and account fields in their tables, and every canary as bytes and as base64', async () => {
    const tables = await dump();
    expect(Object.keys(tables).length).toBeGreaterThan(40);
    expect(findCanariesIn(tables['public.fraud_alerts'] ?? '', control)).toEqual(['title', 'pending']);
    expect(findCanariesIn(tables['public.users'] ?? '', account)).toEqual(['email', 'name', 'phone']);
    expect(Object.keys(canaries).length).toBeGreaterThan(70);
    for (const [field, word] of Object.entries(canaries)) {
      await test.sql('create table if not exists planted (text text, bytes bytea)');
      await test.sql('truncate planted');
      await test.sql('insert into planted values (null, $1)', [Buffer.from(`{"name":"${word}"}`)]);
      const [row] = await test.sql('select t::text as text from planted t');
      expect(findCanariesIn(String(row?.['text'])), field).toEqual([field]);
      expect(findCanariesIn(Buffer.from(`xy ${word} and more`).toString('base64')), field).toEqual([field]);
    }
    await test.sql('drop table planted');
  });

  it('compromise: copy of the database: private data and receipt codes of reporters are in no table, neither as text nor as bytes, and account fields only in users', async () => {
    const tables = await dump();
    const places = Object.entries(tables).flatMap(([table, text]) =>
      findCanariesIn(text).map((field) => `${table}: ${field}`),
    );
    expect(places).toEqual([]);
    const ofAccount = Object.entries(tables).flatMap(([table, text]) =>
      table === 'public.users' ? [] : findCanariesIn(text, account).map((field) => `${table}: ${field}`),
    );
    expect(ofAccount).toEqual([]);
    expect(
      findCanariesIn(Object.values(tables).join('\n'), Object.fromEntries(codes.map((code) => [code, code]))),
    ).toEqual([]);
  });

  it('private data of reporters is in no payload and no result of a job', async () => {
    const jobs = await test.sql(
      "select name, coalesce(data::text, '') || coalesce(output::text, '') as text from pgboss.job",
    );
    expect(jobs.filter(({ name }) => name === 'mail.filing-decision').length).toBeGreaterThan(5);
    expect(findCanariesIn(JSON.stringify(jobs), { ...canaries, ...account })).toEqual([]);
  });

  it('compromise: backup: private data of reporters is in no stored evidence file', () => {
    const files = filesIn(evidenceFolder);
    expect(files).toHaveLength(4);
    expect(files.flatMap((bytes) => findCanariesIn(bytes.toString('latin1')))).toEqual([]);
  });

  /** The canaries and what is as private: account fields, tokens, receipts, the IP address. */
  const secrets = () => ({
    ...canaries,
    ...account,
    ...tokens,
    address: REPORTER_ADDRESS,
    'the address in bytes': 'fwBNKQ',
    ...Object.fromEntries(codes.map((code) => [`receipt ${code}`, code])),
  });
  /** nginx unlinks a temporary file as soon as it is open; its bytes are still on the disk. */
  const namelessFiles = (): Buffer[] => {
    const workers = readFileSync(`/proc/${edge.pid}/task/${edge.pid}/children`, 'utf8').trim().split(' ');
    return workers.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        const path = `/proc/${pid}/fd/${fd}`;
        try {
          return readlinkSync(path).endsWith('(deleted)') ? [readFileSync(path)] : [];
        } catch (error) {
          // The process has closed the file since it was listed.
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
          throw error;
        }
      }),
    );
  };
  const foundIn = (folder: string) =>
    [...filesIn(folder), ...namelessFiles()].flatMap((bytes) => findCanariesIn(bytes.toString('latin1'), secrets()));

  it('private data of reporters is in no log line of server and worker, also after failed inserts and a rejected email [SAFE-02]', () => {
    const lines = web.output() + worker.output();
    expect(lines).toContain('"constraint":"in_the_way"');
    expect(lines).toContain('mail server: ');
    expect(lines).toContain('"msg":"job done"');
    expect(findCanariesIn(lines, { ...secrets(), ...control })).toEqual([]);
  });

  it('private data of reporters, ids, query strings and statement parameters are in no trace [SAFE-02]', async () => {
    const services = () => new Set(collector.spans.map(({ service }) => service));
    await vi.waitFor(() => expect(services()).toEqual(new Set(['hakiki-server', 'hakiki-worker'])), {
      timeout: 10_000,
    });
    expect(collector.spans.length).toBeGreaterThan(200);
    expect(new Set(collector.spans.map(({ kind }) => kind))).toEqual(new Set([2, 3, 5]));
    const sent = collector.texts.join('\n');
    expect(findCanariesIn(sent, { ...secrets(), ...control })).toEqual([]);
    expect(sent).not.toContain(REPORTER_ADDRESS);
    const spanTexts = collector.spans.flatMap(({ name, attributes }) => [
      name,
      ...Object.values(attributes).map(String),
    ]);
    expect(spanTexts.filter((text) => /[\da-f]{8}-[\da-f]{4}|[?@=]|\$\d/.test(text))).toEqual([]);
  });

  it('compromise: edge: private data of reporters is in no log line and no stored file of the edge, while the origin runs, fails, cuts responses off or is down [SAFE-02]', async () => {
    process.kill(edge.pid, 'SIGUSR1');
    const access = join(edge.folder, 'access.log');
    await vi.waitFor(() => expect(readFileSync(access, 'utf8')).toContain('DELETE /api/my-filings 503'), {
      timeout: 5000,
    });
    const lines = readFileSync(access, 'utf8');
    expect(lines).toContain('POST /api/fraud-alerts 201');
    expect(lines).toContain('PUT /api/evidence/:id 201');
    // The log has what an operator needs to know about a failing process.
    const failures = readFileSync(join(edge.folder, 'origin.log'), 'utf8');
    expect(failures).toMatch(new RegExp(`${relay.address} 500 .* POST /api/fraud-alerts `));
    expect(failures).toMatch(new RegExp(`${relay.address} 502 .* PUT /api/evidence/:id `));
    expect(foundIn(edge.folder)).toEqual([]);
    expect(ids.filter((id) => lines.includes(id) || failures.includes(id))).toEqual([]);
  });

  it('private data of reporters is in no temporary file of the edge during a request or a response [SAFE-02]', async () => {
    const file = Buffer.alloc(2_000_000, `%PDF-1.7 ${createCanary('a file on its way')} `);
    relay.setMode('held');
    const path = `/api/evidence/${ids[0]}?ticket=1`;
    const upload = sendFromReporter('PUT', path, { 'content-length': String(file.length) }, file);
    const report = sendRequest('POST', '/api/fraud-alerts', scamWithCanaries('a report on its way'));
    await pause(300);
    expect(foundIn(edge.folder)).toEqual([]);
    relay.setMode({ reply: file });
    expect((await Promise.all([upload, report])).map(({ status }) => status)).toEqual([200, 200]);
    // A client so slow that the edge buffers the response.
    const slow = connect({ port: Number(new URL(edge.url).port), host: '127.0.0.1', localAddress: REPORTER_ADDRESS });
    slow.pause();
    slow.write(
      'GET /api/my-filings HTTP/1.1\r\nHost: hakiki.test\r\n\r\nGET /follow HTTP/1.1\r\nHost: hakiki.test\r\n\r\n',
    );
    await pause(300);
    expect(foundIn(edge.folder)).toEqual([]);
    slow.destroy();
    relay.setMode('through');
  });

  it('private data of reporters is in no log line of PostgreSQL, even with verbose log settings [SAFE-02]', async () => {
    const log = async () => {
      const [row] = await test.sql("select pg_read_file(coalesce(pg_current_logfile(), 'server.log')) as text");
      return String(row?.['text']);
    };
    // Control: a session without our settings does log such a word.
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query('select $1::text', [control.pending]);
    await other.end();
    await vi.waitFor(async () => expect(findCanariesIn(await log(), control)).toEqual(['pending']), { timeout: 5000 });
    expect(findCanariesIn(await log(), secrets())).toEqual([]);
  });

  it('private data of reporters is in no subject and no body of an email', () => {
    const texts = smtp.accepted.map(({ subject, text, html }) => [subject, text, html].join('\n')).join('\n');
    expect(smtp.accepted.length).toBeGreaterThan(12);
    expect(findCanariesIn(texts, { ...canaries, ...control })).toEqual([]);
  });

  it('a visitor gets emails at the address in the form and a member at the account address; the contact addresses of a member report and of a submitted provider get none', async () => {
    const addressOf = (field: string) => toEmailAddress(canaries[field] ?? '');
    const subjects = async (address: string) =>
      (await listEmailsTo(address)).map(({ subject }) => subject ?? '').toSorted();
    expect(await subjects(addressOf('scam of a visitor: contactEmail'))).toEqual([
      'A question about what you sent us',
      'Your scam report was verified',
    ]);
    expect(await subjects(addressOf('issue of a visitor: email'))).toEqual(['We are looking into your report']);
    expect(await subjects(addressOf('proposal of a visitor: submitterEmail'))).toEqual([
      'The provider you submitted is listed',
    ]);
    expect(await subjects(account.email)).toHaveLength(4);
    const written = smtp.accepted.flatMap(({ to }) => to?.map(({ address }) => address) ?? []);
    for (const field of ['scam of a member: contactEmail', 'proposal of a visitor: contactEmail']) {
      expect(written, field).not.toContain(addressOf(field));
    }
  });
});

describe('responses to other callers', () => {
  /** Every GET endpoint of the contract with every known id. */
  const paths = () => {
    const reads = endpoints
      // Logging out would end the session of the caller.
      .filter(({ method, path }) => method === 'GET' && path !== '/api/logout')
      .map(({ path }) => path);
    const all = reads.flatMap((path) => (path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : [path]));
    return [
      ...all.map((path) => (path.startsWith('/api/evidence/') ? `${path}?ticket=1` : path)),
      ...contactOpenings.map((id) => `/api/admin/contact-openings/${id}`),
      '/api/providers?search=canary',
      '/api/providers?sort=newest',
      '/api/reports?severity=high,medium',
      ...Object.values(apiDocuments),
      '/sitemap.xml',
      '/metrics',
      '/version',
    ];
  };

  /** Batches as large as the server's concurrency. */
  const toBatches = (all: string[]): string[][] =>
    Array.from({ length: Math.ceil(all.length / 20) }, (_, place) => all.slice(place * 20, (place + 1) * 20));
  async function listen(path: string, cookie: string) {
    const response = await sendRequest('GET', path, undefined, cookie);
    return { status: response.status, text: await response.text() };
  }

  /** What the console may show: accounts, and texts sent to moderators, but never contact data of a reporter. */
  const isForConsole = (who: string, path: string, field: string): boolean =>
    who === 'administrator' &&
    ((path === '/api/admin/users' && ['email', 'name'].includes(field)) ||
      (path === '/api/admin/fraud-alerts' && /: (?:amountLost|evidenceDescription|additionalDetails)$/.test(field)) ||
      (/^\/api\/admin\/(?:appeals|disputes)\//.test(path) && field.endsWith(': text')));

  it(
    'visitors, members, businesses and regtech users read no private data of reporters, and an administrator only account names and emails, the private details of scam reports and the texts of appeals and disputes',
    { timeout: 240_000 },
    async () => {
      const others: Record<string, string> = {
        visitor: '',
        'another member': (await makePerson()).cookie,
        premium: (await makePerson({ subscriptionTier: 'premium' })).cookie,
        enterprise: (await makePerson({ subscriptionTier: 'enterprise' })).cookie,
        business: (await makePerson({ userType: 'business' })).cookie,
        regtech: (await makePerson({ userType: 'regtech' })).cookie,
        administrator: admin.cookie,
      };
      const sung: string[] = [];
      const responses: Record<string, boolean> = {};
      for (const [who, cookie] of Object.entries(others)) {
        const texts: { path: string; text: string }[] = [];
        for (const few of toBatches(paths())) {
          const responsesNow = await Promise.all(few.map(async (path) => ({ path, ...(await listen(path, cookie)) })));
          expect(responsesNow.filter(({ status }) => status >= 500)).toEqual([]);
          texts.push(...responsesNow);
        }
        const lookUps: typeof texts = [];
        for (const id of ids) {
          const response = await sendRequest('POST', '/api/filings/look-up', { id }, cookie);
          lookUps.push({ path: id, text: await response.text() });
        }
        for (const { path, text } of [...texts, ...lookUps]) {
          const fields = findCanariesIn(text, { ...canaries, ...account });
          sung.push(
            ...fields.filter((field) => !isForConsole(who, path, field)).map((field) => `${who} ${path}: ${field}`),
          );
          if (text.includes(reporter.user.id) && who !== 'administrator') sung.push(`${who} ${path}: who reported`);
          if (text.includes(control.title)) responses[who] = true;
        }
        const found = lookUps.filter(({ text }) => !text.includes('FILING_NOT_FOUND'));
        expect(found, who).toEqual([]);
      }
      expect(sung).toEqual([]);
      // Control: the approved alert was in the responses to all of them.
      expect(Object.keys(responses)).toEqual(Object.keys(others));
    },
  );

  it('an administrator who claims a case sees the private details of its reports, but no contact data', async () => {
    const cases = await test.sql('select id from cases');
    const texts = await Promise.all(
      cases.map(async ({ id }) =>
        (await sendRequest('POST', `/api/admin/cases/${String(id)}/claim`, {}, admin.cookie)).text(),
      ),
    );
    const seen = findCanariesIn(texts.join('\n'), { ...canaries, ...account });
    expect(seen).toContain('scam of a visitor: additionalDetails');
    expect(seen).toContain('scam of a visitor: answer to a question');
    expect(seen.filter((field) => /email|phone|submitterName|contactName|who took|text of a PDF/i.test(field))).toEqual(
      [],
    );
  });

  it('the holder of a receipt sees the private details of the filing and that it has contact data, but not the contact data', async () => {
    const texts = await Promise.all(
      codes.map(async (code) => (await sendRequest('POST', '/api/filings/look-up', { code })).text()),
    );
    const seen = new Set(findCanariesIn(texts.join('\n')));
    expect(
      [...seen].filter((field) => /email|phone|submitterName|contactName|who took|text of a PDF/i.test(field)),
    ).toEqual([]);
    for (const field of ['additionalDetails', 'answer to a question', 'name of photo.jpg']) {
      expect(seen, field).toContain(`scam of a visitor: ${field}`);
    }
    const states = texts.map((text) => JSON.parse(text) as FilingState);
    expect(states.every(({ hasContact }) => hasContact)).toBe(true);
  });
});
