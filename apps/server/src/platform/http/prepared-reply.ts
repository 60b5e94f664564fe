/**
 * A response that can be sent many times: headers and ETag are computed once, compressed versions when first requested.
 * Sending it writes the headers and a buffer, which makes the reply cache as fast as a bare server.
 */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isValidRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import type { HeaderList } from './security-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A smaller response needs one packet either way. */
const MIN_COMPRESS_BYTES = 1024;
const compressible = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest|.*\+(?:json|xml)))/;

interface Variant {
  etag: string | undefined;
  body: Buffer;
  headers: string[];
  notModifiedHeaders: string[];
}

/** The hash in the ETag. */
export const computeBodyHash = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 27);

export class PreparedReply {
  readonly status: number;
  readonly body: Buffer;
  readonly isCompressible: boolean;
  /** Must not be sent to signed-in users. */
  readonly isSignedOutOnly: boolean;
  readonly #headers: HeaderList;
  readonly #hash: string | undefined;
  readonly #ready: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};
  #stale: PreparedReply | undefined;

  constructor(
    status: number,
    headers: HeaderList,
    body: Buffer,
    precompressed: Partial<Record<Encoding, Buffer>> = {},
    isSignedOutOnly = false,
  ) {
    this.status = status;
    this.isSignedOutOnly = isSignedOutOnly;
    this.#headers = headers;
    this.body = body;
    const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
    this.isCompressible = body.length >= MIN_COMPRESS_BYTES && compressible.test(header('content-type'));
    const isCacheable = status === 200 && !header('cache-control').includes('no-store');
    this.#hash = isCacheable ? computeBodyHash(body) : undefined;
    this.#ready.identity = this.#createVariant(body, 'identity');
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = precompressed[encoding];
      if (bytes) this.#ready[encoding] = this.#createVariant(bytes, encoding);
    }
  }

  /** Not cacheable: the edge would store a stale response as fresh, or take a 304 as a revalidation. */
  get asStale(): PreparedReply {
    if (this.#stale) return this.#stale;
    const headers = this.#headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
    const compressed = Object.entries(this.#ready).map(([encoding, { body }]) => [encoding, body] as const);
    this.#stale = new PreparedReply(
      this.status,
      [...headers, ['Cache-Control', 'no-store']],
      this.body,
      Object.fromEntries(compressed),
      this.isSignedOutOnly,
    );
    return this.#stale;
  }

  /** The variant for this encoding, if it already exists. */
  findVariant(encoding: Encoding): Variant | undefined {
    return this.#ready[this.isCompressible ? encoding : 'identity'];
  }

  async getVariant(encoding: Encoding): Promise<Variant> {
    const findVariant = this.findVariant(encoding);
    if (findVariant) return findVariant;
    this.#pending[encoding] ??= this.#compress(encoding);
    return this.#pending[encoding];
  }

  async #compress(encoding: Encoding): Promise<Variant> {
    const bytes =
      encoding === 'br'
        ? await compressBrotli(this.body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 5,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
            },
          })
        : await compressGzip(this.body, { level: 6 });
    const variant = this.#createVariant(bytes, encoding);
    this.#ready[encoding] = variant;
    return variant;
  }

  #createVariant(body: Buffer, encoding: Encoding): Variant {
    const suffix = encoding === 'identity' ? '' : `-${encoding}`;
    const etag = this.#hash && `"${this.#hash}${suffix}"`;
    const isVary = ([name]: HeaderList[number]) => name.toLowerCase() === 'vary';
    const varyValues = [...this.#headers.filter(isVary).map(([, value]) => value)];
    if (this.isCompressible) varyValues.push('Accept-Encoding');
    const common = [
      ...this.#headers.filter((header) => !isVary(header)).flat(),
      ...(varyValues.length > 0 ? ['Vary', varyValues.join(', ')] : []),
      ...(etag ? ['ETag', etag] : []),
    ];
    const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    return {
      etag,
      body,
      // Content-Length in a 304 would be the length of the body that is not sent.
      headers: this.status === 304 ? common : [...common, ...encoded, 'Content-Length', String(body.length)],
      notModifiedHeaders: common,
    };
  }
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  const isExcluded = (name: Encoding) =>
    accepted.includes('q=0') && new RegExp(`${name}\\s*;\\s*q=0(?:\\.0*)?(?:,|$)`).test(accepted);
  if (accepted.includes('br') && !isExcluded('br')) return 'br';
  if (accepted.includes('gzip') && !isExcluded('gzip')) return 'gzip';
  return 'identity';
}

/** Sends at once if the requested variant exists, otherwise after creating it. */
export function send(
  reply: PreparedReply,
  request: IncomingMessage,
  response: ServerResponse,
  requestId?: string,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const ready = reply.findVariant(encoding);
  if (ready) {
    write(reply, ready, request, response, requestId);
    return;
  }
  reply.getVariant(encoding).then(
    (variant) => write(reply, variant, request, response, requestId),
    () => response.destroy(),
  );
}

function write(
  reply: PreparedReply,
  variant: Variant,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string | undefined,
): void {
  const ifNoneMatch = request.headers['if-none-match'];
  const isNotModified =
    ifNoneMatch !== undefined && variant.etag !== undefined && matchesEtag(ifNoneMatch, variant.etag);
  let headers = isNotModified ? variant.notModifiedHeaders : variant.headers;
  // A cached response has no request id of its own; the id of the request is returned.
  const id = requestId ?? request.headers['x-request-id'];
  if (isValidRequestId(id)) headers = [...headers, REQUEST_ID_HEADER, id];
  response.writeHead(isNotModified ? 304 : reply.status, headers);
  if (isNotModified || request.method === 'HEAD') response.end();
  else response.end(variant.body);
}

/**
 * The entity tags of If-None-Match without the weak prefix, which does not count here (RFC 9110, 13.1.2). `*` is
 * ignored: it says nothing about the client's copy and would test for existence without paying for the response.
 */
export const parseEntityTags = (ifNoneMatch: string): string[] =>
  Array.from(ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g), ([, tag = '']) => tag);

const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag || parseEntityTags(ifNoneMatch).includes(etag);
