/** Fetches documents from other people's servers: only changed ones, complete and within the size limit. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  createSsrfSafeClient,
  type ClientOptions,
  parseRetryAfter,
  FetchError,
  type FetchErrorReason,
} from './ssrf-safe-client.ts';

const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;

/** Validators of the last response, so that nothing is read twice. */
interface Validators {
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
}

interface Fetched extends Validators {
  outcome: 'fetched';
  body: Buffer;
  contentType: string;
  bodyHash: string;
}

export type FetchOutcome =
  | Fetched
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: FetchErrorReason; retryAfterSeconds?: number };

export interface FetchOptions {
  /** The allowed host names. */
  hosts: readonly string[];
  validators?: Validators;
  /** Limit for the body after decompression. Default: 2 MB. */
  maxBytes?: number;
}

export type GuardedFetch = (address: string, options: FetchOptions) => Promise<FetchOutcome>;

export function createGuardedFetch(options: ClientOptions): GuardedFetch {
  const request = createSsrfSafeClient('Hakiki-News/1.0', options);
  return async (address, { hosts, validators, maxBytes = DEFAULT_MAX_BYTES }) => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...conditionalHeaders(validators) };
    try {
      return await request(address, { hosts, headers }, ({ response, signal }) =>
        readResponse(response, { validators, maxBytes, signal }),
      );
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const { reason, retryAfterSeconds } = error;
      return { outcome: 'refused', reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    }
  };
}

const conditionalHeaders = (validators: Validators | undefined): Record<string, string> => ({
  ...(validators?.etag && { 'If-None-Match': validators.etag }),
  ...(validators?.lastModified && { 'If-Modified-Since': validators.lastModified }),
});

async function readResponse(
  response: IncomingMessage,
  { validators, maxBytes, signal }: { validators: Validators | undefined; maxBytes: number; signal: AbortSignal },
): Promise<FetchOutcome> {
  const { statusCode: status = 0, headers } = response;
  if (status === 304) return { outcome: 'unchanged' };
  if (status >= 300 && status < 400) throw new FetchError('redirect');
  if (status !== 200) throw new FetchError('status', parseRetryAfter(headers['retry-after']));
  const body = await readBody(response, maxBytes, signal);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  // Many servers ignore conditional requests and send the same content again.
  if (bodyHash === validators?.bodyHash) return { outcome: 'unchanged' };
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

/** The size is counted after decompression: a decompression bomb is small on the wire. */
async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const decoder = decoders[(response.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  if (!decoder) throw new FetchError('encoding');
  const chunks: Buffer[] = [];
  let bytes = 0;
  await pipeline(
    response,
    decoder,
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new FetchError('too-large');
        chunks.push(chunk);
      }
    },
    { signal },
  );
  return Buffer.concat(chunks);
}
