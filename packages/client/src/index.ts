/** Hakiki's public API, version 1. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './v1.js';

export type { components, paths } from './v1.js';
export type Provider = components['schemas']['Provider'];
export type Review = components['schemas']['Review'];
export type FraudAlert = components['schemas']['FraudAlert'];
export type Report = components['schemas']['Report'];
export type Compliance = components['schemas']['Compliance'];
export type CheckAnswer = components['schemas']['CheckAnswer'];
/** An error response: `code` is for programs, `message` for people. */
export type Problem = components['schemas']['Problem'];

export type HakikiClient = Client<paths>;
type ProviderQuery = NonNullable<paths['/api/v1/providers']['get']['parameters']['query']>;
type AlertQuery = NonNullable<paths['/api/v1/alerts']['get']['parameters']['query']>;
type CheckContext = Omit<paths['/api/v1/check']['post']['requestBody']['content']['application/json'], 'inputs'>;
type ReviewQuery = NonNullable<paths['/api/v1/providers/{id}/reviews']['get']['parameters']['query']>;

export interface HakikiOptions {
  /** The URL of Hakiki, such as https://hakiki.example. */
  baseUrl: string;
  /** Starts with hk_live_ or hk_test_. Keep it on your server. */
  key: string;
  /** How often a request that failed for a moment is sent again; 2 by default. */
  retries?: number;
  /** Replaces the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

/** An error response, thrown by the functions that read all pages. */
export class HakikiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.message}`);
    this.problem = problem;
  }
}

export function createHakikiClient({
  baseUrl,
  key,
  retries = 2,
  fetch = globalThis.fetch,
}: HakikiOptions): HakikiClient {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: (request) => fetchWithRetries(request, retries, fetch),
  });
}

const FIRST_DELAY_MS = 500;
/** A quota that ends next month is not worth waiting for. */
const MAX_DELAY_MS = 60_000;

/** Sends again after a lost connection, 429 or 503: reads and checks always, writes only with an Idempotency-Key. */
async function fetchWithRetries(
  request: Request,
  retries: number,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isRead = request.method === 'GET' || new URL(request.url).pathname.endsWith('/api/v1/check');
  const isRepeatable = isRead || request.headers.has('Idempotency-Key');
  for (let attempt = 0; ; attempt += 1) {
    const isLast = !isRepeatable || attempt >= retries;
    const backoff = FIRST_DELAY_MS * 2 ** attempt;
    try {
      const response = await fetch(isLast ? request : request.clone());
      if (isLast || (response.status !== 429 && response.status !== 503)) return response;
      const delay = Number(response.headers.get('Retry-After') ?? Number.NaN) * 1000 || backoff;
      if (delay > MAX_DELAY_MS) return response;
      await sleep(delay);
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
      await sleep(backoff);
    }
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** All providers that match, page after page. */
export function listAllProviders(hakiki: HakikiClient, query: ProviderQuery = {}): AsyncGenerator<Provider> {
  return readPages(query, (page) => hakiki.GET('/api/v1/providers', { params: { query: page } }));
}

/** All public fraud alerts that match, page after page, most severe first. */
export function listAllAlerts(hakiki: HakikiClient, query: AlertQuery = {}): AsyncGenerator<FraudAlert> {
  return readPages(query, (page) => hakiki.GET('/api/v1/alerts', { params: { query: page } }));
}

/** All approved reviews of a provider, page after page. */
export function listAllReviews(
  hakiki: HakikiClient,
  providerId: string,
  query: ReviewQuery = {},
): AsyncGenerator<Review> {
  return readPages(query, (page) =>
    hakiki.GET('/api/v1/providers/{id}/reviews', { params: { path: { id: providerId }, query: page } }),
  );
}

const MAX_INPUTS = 500;
/** Below the limit of a body, because it also has the other fields. */
const MAX_INPUT_BYTES = 200_000;

/** Checks any number of links, wallets, numbers, names or messages, up to 500 in a call; answers in their order. */
export async function* checkAll(
  hakiki: HakikiClient,
  inputs: Iterable<string> | AsyncIterable<string>,
  context: CheckContext = {},
): AsyncGenerator<{ input: string; answer: CheckAnswer }> {
  for await (const batch of toBatches(inputs)) {
    const { data, error } = await hakiki.POST('/api/v1/check', { body: { ...context, inputs: batch } });
    if (error) throw new HakikiError(error);
    for (const [place, input] of batch.entries()) yield { input, answer: data[place]! };
  }
}

async function* toBatches(inputs: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const input of inputs) {
    const size = new TextEncoder().encode(JSON.stringify(input)).length + 1;
    if (batch.length > 0 && (batch.length === MAX_INPUTS || bytes + size > MAX_INPUT_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(input);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function* readPages<Query extends object, Item>(
  firstQuery: Query,
  read: (query: Query) => Promise<{ data?: Item[]; error?: Problem; response: Response }>,
): AsyncGenerator<Item> {
  for (let query: Query | undefined = firstQuery; query;) {
    const { data, error, response }: Awaited<ReturnType<typeof read>> = await read(query);
    if (error) throw new HakikiError(error);
    yield* data ?? [];
    query = nextPage(response) as Query | undefined;
  }
}

/** The query parameters of the next page, from the Link header; undefined on the last page. */
export function nextPage(response: Response): Record<string, string> | undefined {
  const [, nextUrl] = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '') ?? [];
  return nextUrl === undefined ? undefined : Object.fromEntries(new URL(nextUrl, response.url).searchParams);
}

const MAX_AGE_SECONDS = 300;

export interface ReceivedWebhook {
  headers: Headers;
  /** The text as it arrived, before it was parsed. */
  body: string;
  /** The secret of the webhook, which starts with whsec_. */
  secret: string;
}

/** Whether a webhook event was sent by Hakiki within the last five minutes. */
export async function isFromHakiki({ headers, body, secret }: ReceivedWebhook): Promise<boolean> {
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS)) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromBase64(secret.replace('whsec_', '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${headers.get('webhook-id') ?? ''}.${timestamp}.${body}`);
  for (const signature of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, value] = signature.split(',');
    if (version !== 'v1' || !value) continue;
    if (await crypto.subtle.verify(algorithm, key, fromBase64(value), signed)) return true;
  }
  return false;
}

/** Empty if the text is not base64, which no signature matches. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
