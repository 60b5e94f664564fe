/**
 * People report, sign in, moderate and read, each from their own address, while one address, one network or a hundred
 * addresses flood the product. They must succeed: a rejection is a failure here. Limits are those of production.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPasswords } from '../apps/server/src/modules/accounts/auth/passwords.ts';
import { makeUser, PASSWORD } from '../apps/server/test/support/factories.ts';
import { solveProofOfWork } from '../apps/server/test/support/proof-of-work.ts';
import { listChildPids } from '../tools/supervised.ts';
import type { TestStack } from './test-stack.ts';
import type { Flood } from './flooder.ts';
import { createReport, sendJson, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import type { HttpResponse, HttpRequest } from './http-client.ts';
import { type Outcome, createOutcome } from './outcome.ts';

interface Extent {
  /** Duration of each flood. */
  seconds: number;
  /** Names of the floods. Default: all. */
  only?: readonly string[];
}

const json = { 'content-type': 'application/json' };
const login = JSON.stringify({ email: 'nobody#@example.com', password: 'a guess that is wrong' });

/** Uses the cookie of a member. */
const floods = (cookie: string): Record<string, Flood> => ({
  'no flood': { method: 'GET', path: '/', connections: 0, addresses: 1 },
  'searches, 1 address': { method: 'GET', path: '/directory?search=q#', connections: 450, addresses: 1 },
  'account pages, 1 address': { method: 'GET', path: '/account', connections: 450, addresses: 1, headers: { cookie } },
  'console login, 1 address': { method: 'GET', path: '/admin/login', connections: 300, addresses: 1 },
  'sign-ins, 1 address': {
    method: 'POST',
    path: '/api/auth/login',
    connections: 300,
    addresses: 1,
    headers: json,
    body: login,
  },
  'slow headers, 100 addresses': {
    method: 'GET',
    path: '/api/providers',
    connections: 500,
    addresses: 100,
    isSlowHeader: true,
  },
  'unread pages, 100 addresses': {
    method: 'GET',
    path: '/directory',
    connections: 500,
    addresses: 100,
    isUnread: true,
  },
  'slow uploads, 3 addresses': {
    method: 'PUT',
    path: '/api/evidence/00000000-0000-4000-8000-000000000000?ticket=x#',
    connections: 200,
    addresses: 3,
    bodyBytes: 10_000_000,
    slowAfterBytes: 1,
  },
  'slow 1 MB bodies, 1 address': {
    method: 'POST',
    path: '/contact',
    connections: 400,
    addresses: 1,
    headers: json,
    bodyBytes: 1_048_000,
    slowAfterBytes: 1_000_000,
  },
  'slow 250 kB bodies, 1 address': {
    method: 'POST',
    path: '/contact',
    connections: 400,
    addresses: 1,
    headers: json,
    bodyBytes: 260_000,
    slowAfterBytes: 250_000,
  },
  '20 MB forms, 4 addresses': {
    method: 'POST',
    path: '/api/business/documents',
    connections: 20,
    addresses: 4,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    bodyBytes: 20_900_000,
  },
  'searches, one /64': {
    method: 'GET',
    path: '/directory?search=q#',
    connections: 450,
    addresses: 1,
    isOneNetwork: true,
  },
  'searches, 100 addresses': { method: 'GET', path: '/directory?search=q#', connections: 500, addresses: 100 },
  'account pages, 100 addresses': {
    method: 'GET',
    path: '/account',
    connections: 500,
    addresses: 100,
    headers: { cookie },
  },
  'sign-ins, 100 addresses': {
    method: 'POST',
    path: '/api/auth/login',
    connections: 300,
    addresses: 100,
    headers: json,
    body: login,
  },
  'slow uploads, 100 addresses': {
    method: 'PUT',
    path: '/api/evidence/00000000-0000-4000-8000-000000000000?ticket=x#',
    connections: 300,
    addresses: 100,
    bodyBytes: 10_000_000,
    slowAfterBytes: 1,
  },
  'slow 250 kB bodies, 100 addresses': {
    method: 'POST',
    path: '/contact',
    connections: 1000,
    addresses: 100,
    headers: json,
    bodyBytes: 260_000,
    slowAfterBytes: 250_000,
  },
  '10 MB page forms, slow, 100 addresses': {
    method: 'POST',
    path: '/follow',
    connections: 300,
    addresses: 100,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    bodyBytes: 10_000_000,
    slowAfterBytes: 1_000_000,
  },
});

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TIMEOUT_MS = 10_000;
const ACTION_DELAY_MS = 250;
/** Time until a flood has its full size. */
const FLOOD_START_MS = 1500;
/** Pause between two floods, so that pending requests finish. */
const FLOOD_PAUSE_MS = 1500;
const SAMPLE_MS = 200;
/** Minimum share of honest reads that succeed; all other actions must always succeed. */
const MIN_READS_SUCCEEDED = 0.99;

interface BystanderAction {
  /** Resolves with the response that counts; the time is that of all calls. */
  run: (from: string) => Promise<Pick<HttpResponse, 'status' | 'ms'>>;
  status: number;
  isRead?: true;
}

const readMemoryMegabytes = (pids: readonly (number | undefined)[]): number =>
  pids.reduce<number>((sum, pid) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return sum;
    }
  }, 0);

/** `stop` returns the memory of each group of processes before and at its peak. */
function watchMemory(groups: Record<string, readonly (number | undefined)[]>): { stop: () => string } {
  const seen = Object.entries(groups).map(([group, pids]) => ({
    group,
    pids,
    before: readMemoryMegabytes(pids),
    peak: 0,
  }));
  const sample = setInterval(() => {
    for (const one of seen) one.peak = Math.max(one.peak, readMemoryMegabytes(one.pids));
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(sample);
      return seen
        .map(({ group, before, peak }) => `${group} ${Math.round(before)} → ${Math.round(peak)} MB`)
        .join(', ');
    },
  };
}

export async function testBystanders(stack: TestStack, { seconds, only }: Extent): Promise<Outcome> {
  const outcome = createOutcome('bystanders');
  const { client, database, sql, edge, webs } = stack;
  const ledger = await trackAcknowledgedWrites(stack);
  const { cookie: member } = await signUp(stack);
  const { cookie: administrator } = await signUp(stack, { isAdmin: true });
  const [provider] = await sql('select id from providers limit 1');
  let acted = 0;
  let clients = 0;
  const request = (asked: HttpRequest) => client.send(asked, TIMEOUT_MS);
  const read =
    (path: string, cookie = '') =>
    (from: string) =>
      request({
        method: 'GET',
        path: path.replace('#', String((acted += 1))),
        from,
        ...(cookie && { headers: { cookie } }),
      });

  async function report(from: string, cookie: string) {
    const proving = cookie ? undefined : await request({ method: 'GET', path: '/api/proof-of-work', from });
    if (proving && proving.status !== 200) return proving;
    const { challenge } = JSON.parse(proving?.text ?? '{}') as { challenge?: Parameters<typeof solveProofOfWork>[0] };
    const proof = challenge && (await solveProofOfWork(challenge));
    const sent = createReport(`Told beside a flood, number ${(acted += 1)}, long enough to be taken as a report.`);
    const answer = await sendJson(
      stack,
      { ...sent, body: { ...sent.body, ...(proof && { proof }) }, cookie, from },
      TIMEOUT_MS,
    );
    ledger.record('POST /api/reports', answer.status, answer.text);
    return { ...answer, ms: answer.ms + (proving?.ms ?? 0) };
  }

  async function upload(from: string) {
    const filed = await report(from, member);
    if (filed.status !== 201) return filed;
    const { code } = (JSON.parse(filed.text) as { receipt: { code: string } }).receipt;
    const body = { code, name: 'screenshot.png', bytes: picture.length };
    const announced = await sendJson(stack, { path: '/api/filings/evidence', body, from }, TIMEOUT_MS);
    if (announced.status !== 201) return announced;
    const { uploadUrl } = JSON.parse(announced.text) as { uploadUrl: string };
    const stored = await request({
      method: 'PUT',
      path: uploadUrl,
      from,
      headers: { 'content-type': 'image/png' },
      body: picture,
    });
    return { ...stored, ms: announced.ms + stored.ms };
  }

  // The factories use a fast test hash, which another process cannot verify.
  const passwordHash = await createPasswords().hash(PASSWORD);
  const actions: Record<string, BystanderAction> = {
    'report by a visitor': { run: (from) => report(from, ''), status: 201 },
    'report by a member': { run: (from) => report(from, member), status: 201 },
    'evidence upload': { run: upload, status: 201 },
    'sign-in': {
      // Each uses its own account, because attempts from unknown browsers are counted per account.
      run: async (from) => {
        const { email } = await makeUser(database.db, { passwordHash });
        return sendJson(stack, { path: '/api/auth/login', body: { email, password: PASSWORD }, from }, TIMEOUT_MS);
      },
      status: 200,
    },
    'console call': { run: read('/api/admin/users?limit=1', administrator), status: 200 },
    'home page, cached': { run: read('/'), status: 200, isRead: true },
    'provider page': { run: read(`/provider/${String(provider?.['id'])}`), status: 200, isRead: true },
    'search, uncached': { run: read('/directory?search=honest#'), status: 200, isRead: true },
  };

  // Runs each action once, so that processes are warm and the administrator's session is known.
  for (const { run } of Object.values(actions)) await run(toBystanderAddress((clients += 1)));

  const rows: string[] = [];
  const groups = { edge: [edge.pid, ...listChildPids(edge.pid)], servers: webs.map(({ pid }) => pid) };
  const chosen = Object.entries(floods(member)).filter(([name]) => !only || only.includes(name));
  for (const [name, flood] of chosen) {
    const memory = watchMemory(groups);
    const flooder = fork(join(import.meta.dirname, 'flooder.ts'), [client.url, JSON.stringify(flood)]);
    await sleep(FLOOD_START_MS);
    const until = performance.now() + seconds * 1000;
    const results = await Promise.all(
      Object.entries(actions).map(async ([what, { run, status: expected, isRead }]) => {
        const waits: number[] = [];
        const failures: string[] = [];
        while (performance.now() < until) {
          const { status, ms } = await run(toBystanderAddress((clients += 1)));
          waits.push(ms);
          if (status !== expected)
            failures.push(`${what} beside ${name} was answered ${status} after ${Math.round(ms)} ms`);
          await sleep(ACTION_DELAY_MS);
        }
        return { what, isRead, waits, failures };
      }),
    );
    flooder.kill('SIGKILL');
    rows.push(`**${name}** (${memory.stop()})`);
    for (const { what, isRead, waits, failures } of results) {
      outcome.tried += waits.length;
      const succeeded = waits.length - failures.length;
      rows.push(`| ${name} | ${what} | ${waits.length} | ${succeeded} | ${Math.round(percentile99(waits))} |`);
      if (isRead && succeeded >= waits.length * MIN_READS_SUCCEEDED) continue;
      outcome.delayed += failures.length;
      outcome.findings.push(...failures);
    }
    await sleep(FLOOD_PAUSE_MS);
  }
  await ledger.verify(outcome);
  outcome.notes.push(['flood, honest action, tried, succeeded, p99 ms', ...rows].join('\n'));
  return outcome;
}

const percentile99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;

/** One address per action: no bystander shares an address with a flood or with another bystander. */
const toBystanderAddress = (client: number): string => `127.9.${Math.floor(client / 200) % 250}.${1 + (client % 200)}`;
