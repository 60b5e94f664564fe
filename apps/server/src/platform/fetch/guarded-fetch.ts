/**
 * The one door to other people's servers. A name that we allow may lead anywhere today: its addresses are looked at, all of them,
 * and the very address that was looked at is connected to, so that a second answer of the name server changes nothing. Nobody is
 * followed elsewhere, and nobody holds us up or fills our memory. See docs/decisions/0028-guarded-fetch.md.
 */
import { createHash } from 'node:crypto';
import { lookup as askNameServer } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from './public-address.ts';

const LONGEST_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;
const LONGEST_PAUSE_SECONDS = 86_400;

/** What is remembered of the last answer, so that nothing is read twice. */
export interface Remembered {
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
}

export interface Fetched extends Remembered {
  outcome: 'fetched';
  body: Buffer;
  contentType: string;
  bodyHash: string;
}

export type RefusalReason = 'address' | 'redirect' | 'status' | 'encoding' | 'too-large' | 'too-slow' | 'unreachable';

export type FetchOutcome =
  | Fetched
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: RefusalReason; retryAfterSeconds?: number };

export interface Asked {
  /** The only hosts that may be asked, each by its whole name. */
  hosts: readonly string[];
  remembered?: Remembered;
}

/** A whole internet on loopback, for tests: names resolve as it says, and what may be reached is answered by its server. */
export interface TestInternet {
  port: number;
  addressesOf: (name: string) => readonly string[];
}

interface Needs {
  /** How an administrator of the other server reaches us. */
  contact: string;
  isProduction: boolean;
  testInternet?: TestInternet;
  /** Only a test waits less. */
  longestMs?: number;
}

export type GuardedFetch = (address: string, asked: Asked) => Promise<FetchOutcome>;

class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: RefusalReason, retryAfterSeconds?: number) {
    super(reason);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createGuardedFetch(needs: Needs): GuardedFetch {
  const { contact, isProduction, testInternet, longestMs = LONGEST_MS } = needs;
  if (isProduction && testInternet) throw new Error('In production there is no internet on loopback.');
  const lookup = guardedLookup(testInternet);
  const userAgent = `Hakiki-News/1.0 (+${contact})`;

  return async (address, { hosts, remembered }) => {
    const signal = AbortSignal.timeout(longestMs);
    try {
      const url = allowedUrl(address, hosts);
      const response = await answerTo(url, {
        lookup,
        signal,
        agent: false,
        headers: { 'User-Agent': userAgent, 'Accept-Encoding': 'gzip, deflate, br', ...conditions(remembered) },
        ...(testInternet && { port: testInternet.port }),
      });
      try {
        return await readAnswer(response, remembered, signal);
      } finally {
        response.destroy();
      }
    } catch (error) {
      if (error instanceof Refusal) {
        const { reason, retryAfterSeconds } = error;
        return { outcome: 'refused', reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
      }
      return { outcome: 'refused', reason: signal.aborted ? 'too-slow' : 'unreachable' };
    }
  };

  function answerTo(url: URL, options: RequestOptions): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = testInternet
        ? requestHttp({ ...options, hostname: url.hostname, path: url.pathname + url.search }, resolve)
        : requestHttps(url, options, resolve);
      request.on('error', reject);
      request.end();
    });
  }
}

/** Written as a name that we allow, on the usual port, without a user. A literal address never reaches `lookup`, so it is looked at here. */
function allowedUrl(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) throw new Refusal('address');
  const name = url.hostname;
  if (!hosts.includes(name)) throw new Refusal('address');
  const literal = name.startsWith('[') ? name.slice(1, -1) : name;
  if (isIP(literal) && !isPublicAddress(literal)) throw new Refusal('address');
  return url;
}

/** One closed address among open ones is reason enough: whoever owns the name wants us to try it. */
const guardedLookup =
  (testInternet: TestInternet | undefined): LookupFunction =>
  (name, options, callback) => {
    const answer = (found: readonly { address: string; family: number }[]) => {
      if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
        callback(new Refusal('address'), []);
        return;
      }
      const reached = testInternet ? [{ address: '127.0.0.1', family: 4 }] : [...found];
      if (options.all) callback(null, reached);
      else callback(null, reached[0]!.address, reached[0]!.family);
    };
    if (testInternet) {
      answer(testInternet.addressesOf(name).map((address) => ({ address, family: isIP(address) })));
      return;
    }
    askNameServer(name, { all: true, verbatim: true }, (error, found) => {
      if (error) callback(error, []);
      else answer(found);
    });
  };

const conditions = (remembered: Remembered | undefined): Record<string, string> => ({
  ...(remembered?.etag && { 'If-None-Match': remembered.etag }),
  ...(remembered?.lastModified && { 'If-Modified-Since': remembered.lastModified }),
});

async function readAnswer(
  response: IncomingMessage,
  remembered: Remembered | undefined,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { statusCode: status = 0, headers } = response;
  if (status === 304) return { outcome: 'unchanged' };
  if (status >= 300 && status < 400) throw new Refusal('redirect');
  if (status !== 200) throw new Refusal('status', pauseOf(headers['retry-after']));
  const body = await readBody(response, signal);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  // Many servers know no conditions and send the same again.
  if (bodyHash === remembered?.bodyHash) return { outcome: 'unchanged' };
  return {
    outcome: 'fetched',
    body,
    bodyHash,
    contentType: headers['content-type'] ?? '',
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  };
}

const decoders: Record<string, () => Transform> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Counted after decompression: a bomb is small on the wire. */
async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const decoder = decoders[(response.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  if (!decoder) throw new Refusal('encoding');
  const parts: Buffer[] = [];
  let bytes = 0;
  await pipeline(
    response,
    decoder,
    async (source: AsyncIterable<Buffer>) => {
      for await (const part of source) {
        bytes += part.length;
        if (bytes > MOST_BYTES) throw new Refusal('too-large');
        parts.push(part);
      }
    },
    { signal },
  );
  return Buffer.concat(parts);
}

/** 'Retry-After: 120', or a date; more than a day is a day. */
function pauseOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_PAUSE_SECONDS) : undefined;
}
