/**
 * People at both edges while parts of the deployment are lost: readers use the other edge when one does not respond,
 * and writers retry at either until the write is acknowledged, as the outbox of our pages does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { makeSession, makeUser } from '../../apps/server/test/makers.ts';
import { issueReport } from '../../apps/server/test/reporter.ts';
import type { Answer, Asked } from '../line.ts';
import { sessionCookie } from '../people.ts';
import type { Deployment } from './machines.ts';
import { type Kind, kinds, type Read, type Told } from './verdict.ts';

const READERS = 4;
const REPORTERS = 3;
/**
 * Delay between two actions of one person. A crowd that used the whole machine would test the machine and not the
 * deployment.
 */
const READ_PAUSE_MS = 150;
const WRITE_PAUSE_MS = 250;
const RETRY_MS = 300;
const PATIENCE_MS = 10_000;
/** Far above the expected time. */
const SERVED_WITHIN_MS = 120_000;

type GivenUser = NonNullable<Parameters<typeof makeUser>[1]>;

export interface Crowd {
  told: Told[];
  reads: Read[];
  /** Resolves once writes of all kinds that were sent since then are acknowledged. */
  isServed: (since: number) => Promise<void>;
  /** Unexpected responses. */
  faults: string[];
  /** Stops once pending writes have been acknowledged. */
  leave: () => Promise<void>;
}

export async function gather({ lines, database, sql }: Deployment): Promise<Crowd> {
  const told: Told[] = [];
  const reads: Read[] = [];
  const faults: string[] = [];
  let isOver = false;
  let turn = 0;
  const nextLine = () => lines[(turn += 1) % lines.length]!;

  /** Retries, because this connection to the database breaks, too. */
  async function signUp(given: GivenUser = {}) {
    for (;;) {
      try {
        const { id } = await makeUser(database.db, given);
        const { cookie } = await makeSession(database.db, { userId: id, hasSecondFactor: Boolean(given.isAdmin) });
        return { id, cookie: sessionCookie(cookie) };
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }

  interface Written {
    kind: Kind;
    asked: Asked;
    wanted: readonly number[];
    /** Error code that may follow a lost response. */
    refused?: string;
    /** Extracts the mark from the response, if it is not known before. */
    markOf: (text: string) => string;
  }

  /** Returns undefined after a final rejection. */
  async function write({ kind, asked, wanted, refused, markOf }: Written): Promise<Answer | undefined> {
    const firstSent = Date.now();
    for (;;) {
      const sent = Date.now();
      const answer = await nextLine().ask(asked, PATIENCE_MS);
      if (wanted.includes(answer.status)) {
        told.push({ kind, mark: markOf(answer.text), firstSent, sent, answered: Date.now() });
        return answer;
      }
      if (refused && answer.text.includes(refused)) return undefined;
      const isExpected = answer.status === 0 || answer.status === 502 || answer.status === 503 || answer.status === 504;
      if (!isExpected) {
        faults.push(
          `${kind}: ${asked.method} ${asked.path} was answered ${answer.status}: ${answer.text.slice(0, 200)}`,
        );
        if (answer.status < 500) return undefined;
      }
      await sleep(RETRY_MS);
    }
  }

  const json = (method: string, path: string, cookie: string, body: object, key?: string): Asked => ({
    method,
    path,
    headers: { 'content-type': 'application/json', cookie, ...(key && { [IDEMPOTENCY_KEY_HEADER]: key }) },
    body: JSON.stringify(body),
  });

  async function report(): Promise<void> {
    const { cookie } = await signUp();
    while (!isOver) {
      const key = randomUUID();
      const answer = await write({
        kind: 'report',
        asked: json('POST', '/api/reports', cookie, issueReport({ description: `Report of ${key}` }), key),
        wanted: [201],
        markOf: () => key,
      });
      const { receipt } = JSON.parse(answer?.text ?? '{}') as { receipt?: { code: string } };
      if (receipt && turn % 3 === 0) await attach(receipt.code);
      await sleep(WRITE_PAUSE_MS);
    }
  }

  /** An upload link works once: after a lost response and a rejection, requests another link, as our pages do. */
  async function attach(code: string): Promise<void> {
    const file = Buffer.from(`%PDF-1.7\n${randomUUID()}\n%%EOF\n`);
    const announced = json('POST', '/api/filings/evidence', '', { code, name: 'proof.pdf', bytes: file.length });
    for (let isKept = false; !isKept; await sleep(RETRY_MS)) {
      const answer = await nextLine().ask(announced, PATIENCE_MS);
      if (answer.status !== 201) continue;
      const { id, uploadUrl } = JSON.parse(answer.text) as { id: string; uploadUrl: string };
      const sent = await write({
        kind: 'evidence',
        asked: { method: 'PUT', path: uploadUrl, headers: { 'content-type': 'application/octet-stream' }, body: file },
        wanted: [200, 201, 204],
        refused: 'LINK_INVALID',
        markOf: () => id,
      });
      isKept = sent !== undefined;
    }
  }

  const providers = (await sql('select id from providers where is_public limit 50')).map(({ id }) => String(id));
  const waiting: string[] = [];
  async function review(): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const mark = randomUUID();
      const { cookie } = await signUp({ subscriptionTier: 'premium' });
      const body = { rating: 4, experience: `Review of ${mark}`, issueType: 'none' };
      const answer = await write({
        kind: 'review',
        asked: json('POST', `/api/providers/${providers[n % providers.length]}/reviews`, cookie, body),
        // 409 follows a lost response: the review already exists.
        wanted: [201, 409],
        markOf: () => mark,
      });
      if (answer?.status === 201) waiting.push((JSON.parse(answer.text) as { id: string }).id);
      await sleep(WRITE_PAUSE_MS);
    }
  }

  async function decide(): Promise<void> {
    const { cookie } = await signUp({ isAdmin: true });
    while (!isOver) {
      const id = waiting.shift();
      if (id)
        await write({
          kind: 'decision',
          asked: json('PUT', `/api/admin/reviews/${id}/approve`, cookie, {}),
          wanted: [200, 409],
          markOf: () => id,
        });
      await sleep(WRITE_PAUSE_MS / 2);
    }
  }

  async function pay(): Promise<void> {
    while (!isOver) {
      const { id, cookie } = await signUp();
      await write({
        kind: 'payment',
        asked: json('POST', '/api/subscription/upgrade', cookie, { method: 'bank_deposit' }),
        wanted: [200, 201],
        markOf: () => id,
      });
      await sleep(WRITE_PAUSE_MS);
    }
  }

  const pages = [
    '/',
    '/directory',
    '/directory?country=kenya',
    '/fr/directory',
    '/alerts',
    '/safety',
    '/api/stats',
    '/api/providers',
    ...providers.slice(0, 5).map((id) => `/provider/${id}`),
  ];
  const isGood = ({ status }: Answer) => status >= 200 && status < 400;
  async function read(): Promise<void> {
    while (!isOver) {
      const path = pages[Math.floor(Math.random() * pages.length)]!;
      const at = Date.now();
      const asked = { method: 'GET', path, headers: { accept: 'text/html,*/*' } };
      const first = nextLine();
      const answer = await first.ask(asked, PATIENCE_MS);
      const other = lines.find((line) => line !== first)!;
      const isAnswered = isGood(answer) || isGood(await other.ask(asked, PATIENCE_MS));
      reads.push({ at, isAnswered, path });
      await sleep(READ_PAUSE_MS);
    }
  }

  // An edge can only serve pages from its cache that were requested before.
  for (const path of pages)
    for (const line of lines) {
      const { status } = await line.ask({ method: 'GET', path, headers: { accept: 'text/html,*/*' } });
      if (status !== 200) throw new Error(`GET ${path} responded ${status}`);
    }
  const at = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work);
  const people = [...at(READERS, read), ...at(REPORTERS, report), review(), decide(), pay()];
  return {
    told,
    reads,
    faults,
    isServed: async (since) => {
      const isBack = (kind: Kind) => told.some((one) => one.kind === kind && one.sent >= since);
      for (const until = since + SERVED_WITHIN_MS; Date.now() < until && !kinds.every(isBack);) await sleep(100);
    },
    leave: async () => {
      isOver = true;
      await Promise.all(people);
    },
  };
}
