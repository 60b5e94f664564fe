/**
 * A response that can be sent many times: headers and ETag are computed once, compressed versions when first requested.
 * Sending it writes the headers and a buffer, which makes the reply cache as fast as a bare server.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isSaneRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import type { HeaderList } from './security-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A smaller response needs one packet either way. */
const COMPRESS_FROM_BYTES = 1024;
const compressible = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest|.*\+(?:json|xml)))/;

interface Variant {
  etag: string | undefined;
  body: Buffer;
  headers: string[];
  notModifiedHeaders: string[];
}

/** The hash in the ETag. */
export const hashOfBody = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 27);

export class PreparedReply {
  readonly status: number;
  readonly body: Buffer;
  readonly isCompressible: boolean;
  /** Must not be sent to signed-in users. */
  readonly isForVisitors: boolean;
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
    isForVisitors = false,
  ) {
    this.status = status;
    this.isForVisitors = isForVisitors;
    this.#headers = headers;
    this.body = body;
    const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
    this.isCompressible = body.length >= COMPRESS_FROM_BYTES && compressible.test(header('content-type'));
    const isKept = status === 200 && !header('cache-control').includes('no-store');
    this.#hash = isKept ? hashOfBody(body) : undefined;
    this.#ready.identity = this.#createVariant(body, 'identity');
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = precompressed[encoding];
      if (bytes) this.#ready[encoding] = this.#createVariant(bytes, encoding);
    }
  }

  /** Not cacheable: the edge would store a stale response as fresh, or take a 304 as a revalidation. */
  get asOld(): PreparedReply {
    if (this.#stale) return this.#stale;
    const headers = this.#headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
    const compressed = Object.entries(this.#ready).map(([encoding, { body }]) => [encoding, body] as const);
    this.#stale = new PreparedReply(
      this.status,
      [...headers, ['Cache-Control', 'no-store']],
      this.body,
      Object.fromEntries(compressed),
      this.isForVisitors,
    );
    return this.#stale;
  }

  /** The variant for this encoding, if it already exists. */
  ready(encoding: Encoding): Variant | undefined {
    return this.#ready[this.isCompressible ? encoding : 'identity'];
  }

  async prepare(encoding: Encoding): Promise<Variant> {
    const ready = this.ready(encoding);
    if (ready) return ready;
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
    const varies = [...this.#headers.filter(isVary).map(([, value]) => value)];
    if (this.isCompressible) varies.push('Accept-Encoding');
    const common = [
      ...this.#headers.filter((header) => !isVary(header)).flat(),
      ...(varies.length > 0 ? ['Vary', varies.join(', ')] : []),
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
  const isRefused = (name: Encoding) =>
    accepted.includes('q=0') && new RegExp(`${name}\\s*;\\s*q=0(?:\\.0*)?(?:,|$)`).test(accepted);
  if (accepted.includes('br') && !isRefused('br')) return 'br';
  if (accepted.includes('gzip') && !isRefused('gzip')) return 'gzip';
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
  const ready = reply.ready(encoding);
  if (ready) {
    write(reply, ready, request, response, requestId);
    return;
  }
  reply.prepare(encoding).then(
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
  const known = request.headers['if-none-match'];
  const isKnown = known !== undefined && variant.etag !== undefined && matches(known, variant.etag);
  let headers = isKnown ? variant.notModifiedHeaders : variant.headers;
  // A cached response has no request id of its own; the id of the request is returned.
  const id = requestId ?? request.headers['x-request-id'];
  if (isSaneRequestId(id)) headers = [...headers, REQUEST_ID_HEADER, id];
  response.writeHead(isKnown ? 304 : reply.status, headers);
  if (isKnown || request.method === 'HEAD') response.end();
  else response.end(variant.body);
}

/**
 * The entity tags of If-None-Match without the weak prefix, which does not count here (RFC 9110, 13.1.2). `*` is
 * ignored: it says nothing about the client's copy and would test for existence without paying for the response.
 */
export const tagsOf = (known: string): string[] =>
  Array.from(known.matchAll(/(?:W\/)?("[^"]*")/g), ([, tag = '']) => tag);

const matches = (known: string, etag: string): boolean => known === etag || tagsOf(known).includes(etag);
