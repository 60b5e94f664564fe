/**
 * An answer ready to be sent many times: headers laid out, ETag known, compressed forms made once when first asked for.
 * Sending one is a header write and a buffer; that is what makes the reply cache as fast as a bare server.
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

/** Below this a compressed answer saves no packet. */
const COMPRESS_FROM_BYTES = 1024;
const compressible = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest|.*\+(?:json|xml)))/;

interface Variant {
  etag: string | undefined;
  body: Buffer;
  headers: string[];
  notModifiedHeaders: string[];
}

/** What an ETag says of a body. */
export const hashOfBody = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 27);

export class PreparedReply {
  readonly status: number;
  readonly body: Buffer;
  readonly isCompressible: boolean;
  /** Not to be sent to who is signed in. */
  readonly isForVisitors: boolean;
  readonly #headers: HeaderList;
  readonly #hash: string | undefined;
  readonly #ready: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};
  #old: PreparedReply | undefined;

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
    this.#ready.identity = this.#lay(body, 'identity');
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = precompressed[encoding];
      if (bytes) this.#ready[encoding] = this.#lay(bytes, encoding);
    }
  }

  /**
   * The same as a stale answer. It must not be stored: the edge would take it for fresh, or take 'not modified' as a revalidation
   * of its own copy.
   */
  get asOld(): PreparedReply {
    if (this.#old) return this.#old;
    const headers = this.#headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
    const compressed = Object.entries(this.#ready).map(([encoding, { body }]) => [encoding, body] as const);
    this.#old = new PreparedReply(
      this.status,
      [...headers, ['Cache-Control', 'no-store']],
      this.body,
      Object.fromEntries(compressed),
      this.isForVisitors,
    );
    return this.#old;
  }

  /** The form for this encoding if it needs no waiting. */
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
    const variant = this.#lay(bytes, encoding);
    this.#ready[encoding] = variant;
    return variant;
  }

  #lay(body: Buffer, encoding: Encoding): Variant {
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
      // The length in a 304 would be that of what was not sent.
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

/** Sends at once where the wanted form exists, otherwise after making it. */
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
  // A stored answer belongs to no request; the asker's own id is still given back.
  const id = requestId ?? request.headers['x-request-id'];
  if (isSaneRequestId(id)) headers = [...headers, REQUEST_ID_HEADER, id];
  response.writeHead(isKnown ? 304 : reply.status, headers);
  if (isKnown || request.method === 'HEAD') response.end();
  else response.end(variant.body);
}

/**
 * The entity tags of If-None-Match without their weakness, which does not count here (RFC 9110, 13.1.2). `*` is not among them: it says
 * nothing about what the caller has, and would be a way to ask whether something exists without paying for the answer.
 */
export const tagsOf = (known: string): string[] =>
  Array.from(known.matchAll(/(?:W\/)?("[^"]*")/g), ([, tag = '']) => tag);

const matches = (known: string, etag: string): boolean => known === etag || tagsOf(known).includes(etag);
