/**
 * The HTTP client for other people's servers, protected against SSRF. All IP addresses of a host name are checked, and
 * the checked address is the one that is used, so that a second DNS reply changes nothing. Redirects are not followed;
 * time and size are limited. See docs/decisions/0028-guarded-fetch.md.
 */
import { lookup as askNameServer } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inSpan, type Tell } from '../tracing/span.ts';
import { isPublicAddress } from './public-address.ts';

const LONGEST_MS = 10_000;
const LONGEST_PAUSE_SECONDS = 86_400;

export type RefusalReason =
  | 'address'
  | 'certificate'
  | 'redirect'
  | 'status'
  | 'encoding'
  | 'too-large'
  | 'too-slow'
  | 'unreachable';

export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: RefusalReason, retryAfterSeconds?: number) {
    super(reason);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A simulated internet on loopback, for tests: it resolves names, and one server responds for all hosts. */
export interface TestInternet {
  port: number;
  addressesOf: (name: string) => readonly string[];
  /** If set, the server uses TLS with this certificate authority; otherwise plain HTTP. */
  authority?: Buffer;
}

export interface DoorNeeds {
  /** How an administrator of the other server reaches us. */
  contact: string;
  isProduction: boolean;
  testInternet?: TestInternet;
  /** Only tests set a shorter timeout. */
  longestMs?: number;
}

interface Asked {
  /** The allowed host names. */
  hosts: readonly string[];
  headers: Record<string, string>;
  /** If set, the request is a POST; otherwise a GET. */
  body?: Buffer;
}

export interface Heard {
  response: IncomingMessage;
  /** Aborts on timeout, also while the response is read. */
  signal: AbortSignal;
}

/** `name` is our name in the User-Agent header. */
export function createDoor(name: string, { contact, isProduction, testInternet, longestMs = LONGEST_MS }: DoorNeeds) {
  if (isProduction && testInternet) throw new Error('In production there is no internet on loopback.');
  const lookup = guardedLookup(testInternet);
  const userAgent = `${name} (+${contact})`;

  function answerTo(url: URL, options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const there = { ...options, hostname: literalIn(url.hostname), path: url.pathname + url.search };
      const request =
        testInternet && !testInternet.authority
          ? requestHttp({ ...there, port: testInternet.port }, resolve)
          : requestHttps(
              { ...there, ...(testInternet && { port: testInternet.port, ca: testInternet.authority }) },
              resolve,
            );
      request.on('error', reject);
      request.end(body);
    });
  }

  /** Throws a FetchError; closes the response after `read`. Traces omit the host: it may be a member's server. */
  return <Result>(address: string, asked: Asked, read: (heard: Heard) => Promise<Result>): Promise<Result> =>
    inSpan({ name, kind: 'client', attributes: { 'http.request.method': asked.body ? 'POST' : 'GET' } }, (tell) =>
      ask(address, asked, read, tell),
    );

  async function ask<Result>(
    address: string,
    { hosts, headers, body }: Asked,
    read: (heard: Heard) => Promise<Result>,
    tell: Tell,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(longestMs);
    try {
      const response = await answerTo(
        allowedUrl(address, hosts),
        {
          lookup,
          signal,
          agent: false,
          method: body ? 'POST' : 'GET',
          headers: { 'User-Agent': userAgent, ...headers, ...(body && { 'Content-Length': String(body.length) }) },
        },
        body,
      );
      tell({ attributes: { 'http.response.status_code': response.statusCode ?? 0 } });
      try {
        return await read({ response, signal });
      } finally {
        response.destroy();
      }
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(signal.aborted ? 'too-slow' : faultOf(error));
      tell({ attributes: { 'error.type': refusal.reason } });
      throw refusal;
    }
  }
}

/** TLS error codes of a server that cannot prove its name. */
const certificateFaults =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;

function faultOf(error: unknown): RefusalReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return certificateFaults.test(code) ? 'certificate' : 'unreachable';
}

/** IPv6 addresses without the brackets of a URL. */
const literalIn = (name: string): string => (name.startsWith('[') ? name.slice(1, -1) : name);

/** Listed hosts only, default port, no user. A literal IP address never reaches `lookup`, so it is checked here. */
function allowedUrl(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) throw new Refusal('address');
  const name = url.hostname;
  if (!hosts.includes(name)) throw new Refusal('address');
  const literal = literalIn(name);
  if (isIP(literal) && !isPublicAddress(literal)) throw new Refusal('address');
  return url;
}

/** Whether the URL is allowed, as far as can be checked without DNS. */
export function isAskable(address: string): boolean {
  try {
    allowedUrl(address, [new URL(address).hostname]);
    return true;
  } catch {
    return false;
  }
}

/** A single private address among public ones rejects the host: its owner wants us to try it. */
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

/** 'Retry-After: 120', or a date; at most one day. */
export function pauseOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_PAUSE_SECONDS) : undefined;
}
