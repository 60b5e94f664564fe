/** Fetches documents from other people's servers: only changed ones, complete and within the size limit. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createDoor, type DoorNeeds, pauseOf, Refusal, type RefusalReason } from './guarded-door.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** Validators of the last response, so that nothing is read twice. */
interface Remembered {
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
}

interface Fetched extends Remembered {
  outcome: 'fetched';
  body: Buffer;
  contentType: string;
  bodyHash: string;
}

export type FetchOutcome =
  | Fetched
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: RefusalReason; retryAfterSeconds?: number };

export interface Asked {
  /** The allowed host names. */
  hosts: readonly string[];
  remembered?: Remembered;
}

export type GuardedFetch = (address: string, asked: Asked) => Promise<FetchOutcome>;

export function createGuardedFetch(needs: DoorNeeds): GuardedFetch {
  const ask = createDoor('Hakiki-News/1.0', needs);
  return async (address, { hosts, remembered }) => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...conditions(remembered) };
    try {
      return await ask(address, { hosts, headers }, ({ response, signal }) => readAnswer(response, remembered, signal));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { reason, retryAfterSeconds } = error;
      return { outcome: 'refused', reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    }
  };
}

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
  // Many servers ignore conditional requests and send the same content again.
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

/** The size is counted after decompression: a decompression bomb is small on the wire. */
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
