/**
 * People at both edges while parts of the deployment are lost: readers use the other edge when one does not respond,
 * and writers retry at either until the write is acknowledged, as the outbox of our pages does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { makeSession, makeUser } from '../../apps/server/test/support/factories.ts';
import { newIssueReport } from '../../apps/server/test/support/reporter.ts';
import { createTextMark } from '../../tools/product.ts';
import type { HttpResponse, HttpRequest } from '../http-client.ts';
import { toProductionCookie } from '../callers.ts';
import type { Deployment } from './deployment.ts';
import { type Kind, kinds, type Read, type AcknowledgedWrite } from './drill-result.ts';

const READERS = 4;
const REPORTERS = 3;
/**
 * Delay between two actions of one person. A crowd that used the whole machine would test the machine and not the
 * deployment.
 */
const READ_PAUSE_MS = 150;
const WRITE_PAUSE_MS = 250;
const RETRY_MS = 300;
const TIMEOUT_MS = 10_000;
/** Far above the expected time. */
const SERVED_WITHIN_MS = 120_000;

type UserOverrides = NonNullable<Parameters<typeof makeUser>[1]>;

export interface Crowd {
  acknowledged: AcknowledgedWrite[];
  reads: Read[];
  /** Resolves once writes of all kinds that were sent since then are acknowledged. */
  waitUntilServed: (since: number) => Promise<void>;
  /** Unexpected responses. */
  problems: string[];
  /** Stops once pending writes have been acknowledged. */
  stop: () => Promise<void>;
}

export async function startCrowd({ clients, database, sql }: Deployment): Promise<Crowd> {
  const acknowledged: AcknowledgedWrite[] = [];
  const reads: Read[] = [];
  const problems: string[] = [];
  let isOver = false;
  let requestCount = 0;
  const nextClient = () => clients[(requestCount += 1) % clients.length]!;

  /** Retries, because this connection to the database breaks, too. */
  async function signUp(overrides: UserOverrides = {}) {
    for (;;) {
      try {
        const { id } = await makeUser(database.db, overrides);
        const { cookie } = await makeSession(database.db, { userId: id, hasSecondFactor: Boolean(overrides.isAdmin) });
        return { id, cookie: toProductionCookie(cookie) };
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }

  interface WriteAttempt {
    kind: Kind;
    request: HttpRequest;
    expectedStatuses: readonly number[];
    /** Error code that may follow a lost response. */
    allowedErrorCode?: string;
    /** Extracts the mark from the response, if it is not known before. */
    readMark: (text: string) => string;
  }

  /** Returns undefined after a final rejection. */
  async function write({
    kind,
    request,
    expectedStatuses,
    allowedErrorCode,
    readMark,
  }: WriteAttempt): Promise<HttpResponse | undefined> {
    const firstSentAt = Date.now();
    for (;;) {
      const sentAt = Date.now();
      const response = await nextClient().send(request, TIMEOUT_MS);
      if (expectedStatuses.includes(response.status)) {
        acknowledged.push({ kind, mark: readMark(response.text), firstSentAt, sentAt, acknowledgedAt: Date.now() });
        return response;
      }
      if (allowedErrorCode && response.text.includes(allowedErrorCode)) return undefined;
      const isExpected =
        response.status === 0 || response.status === 502 || response.status === 503 || response.status === 504;
      if (!isExpected) {
        problems.push(
          `${kind}: ${request.method} ${request.path} was answered ${response.status}: ${response.text.slice(0, 200)}`,
        );
        if (response.status < 500) return undefined;
      }
      await sleep(RETRY_MS);
    }
  }

  const json = (method: string, path: string, cookie: string, body: object, key?: string): HttpRequest => ({
    method,
    path,
    headers: { 'content-type': 'application/json', cookie, ...(key && { [IDEMPOTENCY_KEY_HEADER]: key }) },
    body: JSON.stringify(body),
  });

  async function report(): Promise<void> {
    const { cookie } = await signUp();
    while (!isOver) {
      const key = randomUUID();
      const response = await write({
        kind: 'report',
        request: json('POST', '/api/reports', cookie, newIssueReport({ description: `Report of ${key}` }), key),
        expectedStatuses: [201],
        readMark: () => key,
      });
      const { receipt } = JSON.parse(response?.text ?? '{}') as { receipt?: { code: string } };
      if (receipt && requestCount % 3 === 0) await attach(receipt.code);
      await sleep(WRITE_PAUSE_MS);
    }
  }

  /** An upload link works once: after a lost response and a rejection, requests another link, as our pages do. */
  async function attach(code: string): Promise<void> {
    const file = Buffer.from(`%PDF-1.7\n${randomUUID()}\n%%EOF\n`);
    const announced = json('POST', '/api/filings/evidence', '', { code, name: 'proof.pdf', bytes: file.length });
    for (let isStored = false; !isStored; await sleep(RETRY_MS)) {
      const response = await nextClient().send(announced, TIMEOUT_MS);
      if (response.status !== 201) continue;
      const { id, uploadUrl } = JSON.parse(response.text) as { id: string; uploadUrl: string };
      const sent = await write({
        kind: 'evidence',
        request: {
          method: 'PUT',
          path: uploadUrl,
          headers: { 'content-type': 'application/octet-stream' },
          body: file,
        },
        expectedStatuses: [200, 201, 204],
        allowedErrorCode: 'LINK_INVALID',
        readMark: () => id,
      });
      isStored = sent !== undefined;
    }
  }

  const providers = (await sql('select id from providers where is_public limit 50')).map(({ id }) => String(id));
  const pendingReviewIds: string[] = [];
  async function review(): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const mark = createTextMark();
      const { cookie } = await signUp({ subscriptionTier: 'premium' });
      const body = { rating: 4, experience: `Review of ${mark}`, issueType: 'none' };
      const response = await write({
        kind: 'review',
        request: json('POST', `/api/providers/${providers[n % providers.length]}/reviews`, cookie, body),
        // 409 follows a lost response: the review already exists.
        expectedStatuses: [201, 409],
        readMark: () => mark,
      });
      if (response?.status === 201) pendingReviewIds.push((JSON.parse(response.text) as { id: string }).id);
      await sleep(WRITE_PAUSE_MS);
    }
  }

  async function decide(): Promise<void> {
    const { cookie } = await signUp({ isAdmin: true });
    while (!isOver) {
      const id = pendingReviewIds.shift();
      if (id)
        await write({
          kind: 'decision',
          request: json('PUT', `/api/admin/reviews/${id}/approve`, cookie, {}),
          expectedStatuses: [200, 409],
          readMark: () => id,
        });
      await sleep(WRITE_PAUSE_MS / 2);
    }
  }

  async function pay(): Promise<void> {
    while (!isOver) {
      const { id, cookie } = await signUp();
      await write({
        kind: 'payment',
        request: json('POST', '/api/subscription/upgrade', cookie, { method: 'bank_deposit' }),
        expectedStatuses: [200, 201],
        readMark: () => id,
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
  const isGood = ({ status }: HttpResponse) => status >= 200 && status < 400;
  async function read(): Promise<void> {
    while (!isOver) {
      const path = pages[Math.floor(Math.random() * pages.length)]!;
      const at = Date.now();
      const request = { method: 'GET', path, headers: { accept: 'text/html,*/*' } };
      const first = nextClient();
      const response = await first.send(request, TIMEOUT_MS);
      const other = clients.find((client) => client !== first)!;
      const isAnswered = isGood(response) || isGood(await other.send(request, TIMEOUT_MS));
      reads.push({ at, isAnswered, path });
      await sleep(READ_PAUSE_MS);
    }
  }

  // An edge can only serve pages from its cache that were requested before.
  for (const path of pages)
    for (const client of clients) {
      const { status } = await client.send({ method: 'GET', path, headers: { accept: 'text/html,*/*' } });
      if (status !== 200) throw new Error(`GET ${path} responded ${status}`);
    }
  const at = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work);
  const crowdTasks = [...at(READERS, read), ...at(REPORTERS, report), review(), decide(), pay()];
  return {
    acknowledged,
    reads,
    problems,
    waitUntilServed: async (since) => {
      const isBack = (kind: Kind) => acknowledged.some((one) => one.kind === kind && one.sentAt >= since);
      for (const until = since + SERVED_WITHIN_MS; Date.now() < until && !kinds.every(isBack);) await sleep(100);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(crowdTasks);
    },
  };
}
