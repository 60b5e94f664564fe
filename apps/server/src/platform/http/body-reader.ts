/**
 * Reads request bodies with a deadline for each and a memory limit for all. The edge does not buffer bodies, so a slow
 * sender would cost memory here.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../app-error.ts';

/** Every body may take this long, even a short one. */
const GRACE_MS = 8000;
/** After the grace period the sender needs 128 kbit/s on average: 10 MB in eleven minutes. */
const MIN_BYTES_PER_MS = 16;

/** Too slow, too much memory, or disconnected. A retry helps, so the response is that of an outage; not logged. */
export class BodyNotReceived extends AppError {
  constructor() {
    super('UNAVAILABLE');
  }
}

interface BodyOptions {
  client: string;
  maxBytes: number;
}

interface Reading {
  client: string;
  bytes: number;
  stop: () => void;
}

interface BodyReader {
  read: (request: IncomingMessage, options: BodyOptions) => Promise<Buffer<ArrayBuffer>>;
}

interface ReaderOptions {
  /** Limit for the bytes of all unfinished bodies together. */
  maxTotalBytes: number;
  graceMs?: number;
}

export function createBodyReader({ maxTotalBytes, graceMs = GRACE_MS }: ReaderOptions): BodyReader {
  const readings = new Set<Reading>();
  let total = 0;

  /** Aborts the largest body of the client that uses the most memory. */
  function stopLargest(): void {
    const held = new Map<string, number>();
    for (const { client, bytes } of readings) held.set(client, (held.get(client) ?? 0) + bytes);
    const most = Math.max(...held.values());
    const ofLargest = [...readings].filter(({ client }) => held.get(client) === most);
    ofLargest.toSorted((a, b) => b.bytes - a.bytes)[0]?.stop();
  }

  return {
    async read(request, { client, maxBytes }) {
      const declared = Number(request.headers['content-length'] ?? maxBytes);
      if (declared > maxBytes) throw new AppError('TOO_LARGE');
      const chunks: Buffer[] = [];
      const stopped = Promise.withResolvers<never>();
      const stop = () => stopped.reject(new BodyNotReceived());
      const reading: Reading = { client, bytes: 0, stop };
      const timer = setTimeout(stop, graceMs + declared / MIN_BYTES_PER_MS);
      const finished = Promise.withResolvers<void>();
      const onData = (chunk: Buffer) => {
        reading.bytes += chunk.length;
        total += chunk.length;
        if (reading.bytes > maxBytes) return finished.reject(new AppError('TOO_LARGE'));
        chunks.push(chunk);
        if (total > maxTotalBytes) stopLargest();
      };
      const onGone = () => finished.reject(new BodyNotReceived());
      readings.add(reading);
      request.on('data', onData).once('end', finished.resolve).once('error', onGone).once('close', onGone);
      try {
        await Promise.race([finished.promise, stopped.promise]);
        return Buffer.concat(chunks);
      } finally {
        clearTimeout(timer);
        readings.delete(reading);
        total -= reading.bytes;
        request.off('data', onData).off('end', finished.resolve).off('error', onGone).off('close', onGone);
        // Discards what still arrives and ignores errors after the end.
        request.on('error', () => undefined).resume();
      }
    },
  };
}
