/**
 * People who use the product while parts of it are lost: writers retry until the write is acknowledged, as the outbox
 * of our pages does, and visitors use another edge when one does not respond. Afterwards each acknowledged write must
 * exist exactly once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReport, type JsonRequest, sendJson, signUp } from './honest-reporters.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './http-client.ts';
import type { TestStack } from './test-stack.ts';

/** Writes that need only the database: these must recover soon. */
export const kinds = ['report', 'review', 'decision', 'payment'] as const;
export type Kind = (typeof kinds)[number] | 'evidence';

/** An acknowledged write, with the times of the first attempt, of the successful attempt and of its response. */
export interface AcknowledgedWrite {
  kind: Kind;
  /** Text or id to find it in the database. */
  mark: string;
  firstSentAt: number;
  sentAt: number;
  acknowledgedAt: number;
}

export interface Read {
  at: number;
  isAnswered: boolean;
  path: string;
}

type Stored = Pick<TestStack, 'database' | 'sql'>;

interface CrowdOptions extends Stored {
  /** One client per edge. */
  clients: readonly HttpClient[];
  /** Number of people of each kind. */
  people: Partial<Record<'readers' | 'reporters' | 'reviewers' | 'deciders' | 'payers', number>>;
  /** Every third report has a file. */
  attachesFiles: boolean;
  /** Delay between two writes of one person. */
  writePauseMs: number;
  timeoutMs: number;
  /** Gets every response to a write. */
  onResponse: (kind: Kind, response: HttpResponse) => void;
}

export interface Crowd {
  acknowledged: AcknowledgedWrite[];
  reads: Read[];
  /** Rejected writes. */
  problems: string[];
  /** Stops once pending writes have been acknowledged. */
  stop: () => Promise<void>;
}

interface State extends CrowdOptions, Omit<Crowd, 'stop'> {
  isOver: boolean;
  requestCount: number;
  providerIds: string[];
  pendingReviewIds: string[];
}

const READ_PAUSE_MS = 150;
const RETRY_MS = 200;

const nextClient = (crowd: State): HttpClient => crowd.clients[(crowd.requestCount += 1) % crowd.clients.length]!;

/** Retries, because this connection to the database breaks, too. */
async function signUpWithRetry(crowd: State, overrides: Parameters<typeof signUp>[1] = {}) {
  for (;;) {
    const user = await signUp(crowd, overrides).catch(() => undefined);
    if (user) return user;
    await sleep(RETRY_MS);
  }
}

interface WriteAttempt {
  kind: Kind;
  mark: string;
  send: (client: HttpClient) => Promise<HttpResponse>;
  expectedStatuses: readonly number[];
  /** Error code that may follow a lost response. */
  allowedErrorCode?: string;
}

/** Returns undefined after a final rejection. */
async function write(
  crowd: State,
  { kind, mark, send, expectedStatuses, allowedErrorCode }: WriteAttempt,
): Promise<HttpResponse | undefined> {
  const firstSentAt = Date.now();
  for (;;) {
    const sentAt = Date.now();
    const response = await send(nextClient(crowd));
    crowd.onResponse(kind, response);
    if (expectedStatuses.includes(response.status)) {
      crowd.acknowledged.push({ kind, mark, firstSentAt, sentAt, acknowledgedAt: Date.now() });
      return response;
    }
    if (allowedErrorCode && response.text.includes(allowedErrorCode)) return undefined;
    if (response.status >= 400 && response.status < 500) {
      crowd.problems.push(`${kind} was refused with ${response.status}: ${response.text.slice(0, 200)}`);
      return undefined;
    }
    await sleep(RETRY_MS * (0.5 + Math.random()));
  }
}

const writeJson = (
  crowd: State,
  request: JsonRequest,
  attempt: Omit<WriteAttempt, 'send'>,
): Promise<HttpResponse | undefined> =>
  write(crowd, { ...attempt, send: (client) => sendJson({ client }, request, crowd.timeoutMs) });

async function report(crowd: State): Promise<void> {
  const { cookie } = await signUpWithRetry(crowd);
  while (!crowd.isOver) {
    const key = randomUUID();
    const request = { ...createReport(`Report of ${key}`), key, cookie };
    const response = await writeJson(crowd, request, { kind: 'report', mark: key, expectedStatuses: [201] });
    const { receipt } = JSON.parse(response?.text ?? '{}') as { receipt?: { code: string } };
    if (receipt && crowd.attachesFiles && crowd.requestCount % 3 === 0) await attach(crowd, receipt.code);
    await sleep(crowd.writePauseMs);
  }
}

/** An upload link works once: after a lost response and a rejection, requests another link, as our pages do. */
async function attach(crowd: State, code: string): Promise<void> {
  const body = Buffer.from(`%PDF-1.7\n${randomUUID()}\n%%EOF\n`);
  const announced = { path: '/api/filings/evidence', body: { code, name: 'proof.pdf', bytes: body.length } };
  for (let isStored = false; !isStored; await sleep(RETRY_MS)) {
    const response = await sendJson({ client: nextClient(crowd) }, announced, crowd.timeoutMs);
    if (response.status !== 201) continue;
    const { id, uploadUrl } = JSON.parse(response.text) as { id: string; uploadUrl: string };
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = await write(crowd, {
      kind: 'evidence',
      mark: id,
      send: (client) => client.send({ method: 'PUT', path: uploadUrl, headers, body }, crowd.timeoutMs),
      expectedStatuses: [200, 201, 204],
      allowedErrorCode: 'LINK_INVALID',
    });
    isStored = sent !== undefined;
  }
}

async function review(crowd: State): Promise<void> {
  for (let n = 0; !crowd.isOver; n += 1) {
    const mark = randomUUID();
    const { cookie } = await signUpWithRetry(crowd, { subscriptionTier: 'premium' });
    const path = `/api/providers/${crowd.providerIds[n % crowd.providerIds.length]}/reviews`;
    const body = { rating: 4, experience: `Review of ${mark}`, issueType: 'none' };
    // 409 follows a lost response: the review already exists.
    const attempt = { kind: 'review', mark, expectedStatuses: [201, 409] } as const;
    const response = await writeJson(crowd, { path, body, cookie }, attempt);
    if (response?.status === 201) crowd.pendingReviewIds.push((JSON.parse(response.text) as { id: string }).id);
    await sleep(crowd.writePauseMs);
  }
}

async function decide(crowd: State): Promise<void> {
  const { cookie } = await signUpWithRetry(crowd, { isAdmin: true });
  while (!crowd.isOver) {
    const id = crowd.pendingReviewIds.shift();
    if (id) {
      const request = { method: 'PUT', path: `/api/admin/reviews/${id}/approve`, body: {}, cookie };
      await writeJson(crowd, request, { kind: 'decision', mark: id, expectedStatuses: [200, 409] });
    }
    await sleep(100);
  }
}

async function pay(crowd: State): Promise<void> {
  while (!crowd.isOver) {
    const { id, cookie } = await signUpWithRetry(crowd);
    const request = { path: '/api/subscription/upgrade', body: { method: 'bank_deposit' }, cookie };
    await writeJson(crowd, request, { kind: 'payment', mark: id, expectedStatuses: [200, 201] });
    await sleep(crowd.writePauseMs);
  }
}

const createPageRequest = (path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html,*/*' },
});
const listPages = ({ providerIds }: State): string[] => [
  ...['/', '/directory', '/directory?country=kenya', '/fr/directory', '/alerts', '/safety', '/api/stats'],
  ...['/api/providers', ...providerIds.slice(0, 5).map((id) => `/provider/${id}`)],
];

async function read(crowd: State): Promise<void> {
  const pages = listPages(crowd);
  while (!crowd.isOver) {
    const path = pages[Math.floor(Math.random() * pages.length)]!;
    const at = Date.now();
    const first = nextClient(crowd);
    const isServedBy = async (client: HttpClient): Promise<boolean> => {
      const { status } = await client.send(createPageRequest(path), crowd.timeoutMs);
      return status >= 200 && status < 400;
    };
    const other = crowd.clients.find((client) => client !== first);
    const isAnswered = (await isServedBy(first)) || (other !== undefined && (await isServedBy(other)));
    crowd.reads.push({ at, isAnswered, path });
    await sleep(READ_PAUSE_MS);
  }
}

export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const providers = await options.sql('select id from providers where is_public limit 50');
  const crowd: State = {
    ...options,
    isOver: false,
    requestCount: 0,
    providerIds: providers.map(({ id }) => String(id)),
    pendingReviewIds: [],
    acknowledged: [],
    reads: [],
    problems: [],
  };
  const { readers = 0, reporters = 0, reviewers = 0, deciders = 0, payers = 0 } = options.people;
  // An edge can only serve pages from its cache that were requested before.
  for (const path of readers > 0 ? listPages(crowd) : [])
    for (const client of options.clients) {
      const { status } = await client.send(createPageRequest(path));
      if (status !== 200) throw new Error(`GET ${path} responded ${status}`);
    }
  const start = (count: number, act: (crowd: State) => Promise<void>) =>
    Array.from({ length: count }, () => act(crowd));
  const acting = [
    ...start(readers, read),
    ...start(reporters, report),
    ...start(reviewers, review),
    ...start(deciders, decide),
    ...start(payers, pay),
  ];
  const { acknowledged, reads, problems } = crowd;
  return {
    acknowledged,
    reads,
    problems,
    stop: async () => {
      crowd.isOver = true;
      await Promise.all(acting);
    },
  };
}

const markQueries: Record<Kind, string> = {
  report: `select replace(description, 'Report of ', '') as mark from reports where description like 'Report of %'`,
  review: `select replace(experience, 'Review of ', '') as mark from reviews where experience like 'Review of %'`,
  decision: `select subject_id::text as mark from decisions where subject = 'review'`,
  payment: 'select user_id::text as mark from payments',
  evidence: 'select id::text as mark from evidence_files',
};

/** Number of rows per mark, by kind. */
export type FoundCounts = Partial<Record<Kind, ReadonlyMap<string, number>>>;

export async function countMarks({ sql }: Pick<Stored, 'sql'>, counted: readonly Kind[]): Promise<FoundCounts> {
  const found: FoundCounts = {};
  for (const kind of counted) {
    const counts = new Map<string, number>();
    for (const { mark } of await sql(markQueries[kind])) counts.set(String(mark), (counts.get(String(mark)) ?? 0) + 1);
    found[kind] = counts;
  }
  return found;
}

/** Compares the acknowledged writes of each counted kind with the database. */
export const compareWithDatabase = (acknowledged: readonly AcknowledgedWrite[], found: FoundCounts) =>
  (Object.entries(found) as [Kind, ReadonlyMap<string, number>][]).map(([kind, counts]) => {
    const marks = acknowledged.filter((one) => one.kind === kind).map(({ mark }) => mark);
    return {
      kind,
      marks,
      lost: marks.filter((mark) => !counts.has(mark)),
      doubled: marks.filter((mark) => counts.get(mark)! > 1),
    };
  });

/** Acknowledged reports must be processed, too: every report is in a case. Returns the problems. */
export async function waitUntilProcessed({ sql }: Pick<Stored, 'sql'>, withinMs: number): Promise<string[]> {
  for (const deadline = Date.now() + withinMs; ; await sleep(500)) {
    const [row] = await sql(
      `select count(*)::int as n from reports r
        where description like 'Report of %' and not exists (select from case_filings where filing_id = r.id)`,
    );
    if (row?.['n'] === 0) return [];
    if (Date.now() > deadline) return [`${String(row?.['n'])} reports are in no case`];
  }
}
