/**
 * The HTTP client for other people's servers, protected against SSRF. All IP addresses of a host name are checked, and
 * the checked address is the one that is used, so that a second DNS reply changes nothing. Redirects are not followed;
 * time and size are limited. See docs/decisions/0028-guarded-fetch.md.
 */
import { lookup as askNameServer } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inSpan, type UpdateSpan } from '../tracing/span.ts';
import { isPublicIp } from './public-address.ts';

const TIMEOUT_MS = 10_000;
const MAX_RETRY_AFTER_SECONDS = 86_400;

export type FetchErrorReason =
  | 'address'
  | 'certificate'
  | 'redirect'
  | 'status'
  | 'encoding'
  | 'too-large'
  | 'too-slow'
  | 'unreachable';

export class FetchError extends Error {
  readonly reason: FetchErrorReason;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: FetchErrorReason, retryAfterSeconds?: number) {
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

export interface ClientOptions {
  /** How an administrator of the other server reaches us. */
  contact: string;
  isProduction: boolean;
  testInternet?: TestInternet;
  /** Default: 10 seconds. */
  timeoutMs?: number;
}

interface RequestOptionsForHosts {
  /** The allowed host names. */
  hosts: readonly string[];
  headers: Record<string, string>;
  /** If set, the request is a POST; otherwise a GET. */
  body?: Buffer;
}

export interface StreamedResponse {
  response: IncomingMessage;
  /** Aborts on timeout, also while the response is read. */
  signal: AbortSignal;
}

/** `name` is our name in the User-Agent header. */
export function createSsrfSafeClient(
  name: string,
  { contact, isProduction, testInternet, timeoutMs = TIMEOUT_MS }: ClientOptions,
) {
  if (isProduction && testInternet) throw new Error('In production there is no internet on loopback.');
  const lookup = createSafeLookup(testInternet);
  const userAgent = `${name} (+${contact})`;

  function sendRequest(url: URL, options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const target = { ...options, hostname: stripBrackets(url.hostname), path: url.pathname + url.search };
      const request =
        testInternet && !testInternet.authority
          ? requestHttp({ ...target, port: testInternet.port }, resolve)
          : requestHttps(
              { ...target, ...(testInternet && { port: testInternet.port, ca: testInternet.authority }) },
              resolve,
            );
      request.on('error', reject);
      request.end(body);
    });
  }

  /** Throws a FetchError; closes the response after `read`. Traces omit the host: it may be a member's server. */
  return <Result>(
    address: string,
    options: RequestOptionsForHosts,
    read: (streamed: StreamedResponse) => Promise<Result>,
  ): Promise<Result> =>
    inSpan(
      { name, kind: 'client', attributes: { 'http.request.method': options.body ? 'POST' : 'GET' } },
      (updateSpan) => performRequest(address, options, read, updateSpan),
    );

  async function performRequest<Result>(
    address: string,
    { hosts, headers, body }: RequestOptionsForHosts,
    read: (streamed: StreamedResponse) => Promise<Result>,
    updateSpan: UpdateSpan,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await sendRequest(
        parseAllowedUrl(address, hosts),
        {
          lookup,
          signal,
          agent: false,
          method: body ? 'POST' : 'GET',
          headers: { 'User-Agent': userAgent, ...headers, ...(body && { 'Content-Length': String(body.length) }) },
        },
        body,
      );
      updateSpan({ attributes: { 'http.response.status_code': response.statusCode ?? 0 } });
      try {
        return await read({ response, signal });
      } finally {
        response.destroy();
      }
    } catch (error) {
      const fetchError =
        error instanceof FetchError ? error : new FetchError(signal.aborted ? 'too-slow' : toErrorReason(error));
      updateSpan({ attributes: { 'error.type': fetchError.reason } });
      throw fetchError;
    }
  }
}

/** TLS error codes of a server that cannot prove its name. */
const certificateErrors =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;

function toErrorReason(error: unknown): FetchErrorReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return certificateErrors.test(code) ? 'certificate' : 'unreachable';
}

/** IPv6 addresses without the brackets of a URL. */
const stripBrackets = (name: string): string => (name.startsWith('[') ? name.slice(1, -1) : name);

/** Listed hosts only, default port, no user. A literal IP address never reaches `lookup`, so it is checked here. */
function parseAllowedUrl(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) throw new FetchError('address');
  const name = url.hostname;
  if (!hosts.includes(name)) throw new FetchError('address');
  const literal = stripBrackets(name);
  if (isIP(literal) && !isPublicIp(literal)) throw new FetchError('address');
  return url;
}

/** Whether the URL is allowed, as far as can be checked without DNS. */
export function isAllowedUrl(address: string): boolean {
  try {
    parseAllowedUrl(address, [new URL(address).hostname]);
    return true;
  } catch {
    return false;
  }
}

/** A single private address among public ones rejects the host: its owner wants us to try it. */
const createSafeLookup =
  (testInternet: TestInternet | undefined): LookupFunction =>
  (name, options, callback) => {
    const respond = (addresses: readonly { address: string; family: number }[]) => {
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicIp(address))) {
        callback(new FetchError('address'), []);
        return;
      }
      const targets = testInternet ? [{ address: '127.0.0.1', family: 4 }] : [...addresses];
      if (options.all) callback(null, targets);
      else callback(null, targets[0]!.address, targets[0]!.family);
    };
    if (testInternet) {
      respond(testInternet.addressesOf(name).map((address) => ({ address, family: isIP(address) })));
      return;
    }
    askNameServer(name, { all: true, verbatim: true }, (error, addresses) => {
      if (error) callback(error, []);
      else respond(addresses);
    });
  };

/** 'Retry-After: 120', or a date; at most one day. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}
