/**
 * Reads the bodies of requests with a deadline for the whole of each and a bound for all of them together. The edge passes bodies on as
 * they arrive, so this is the only place where a slow sender costs memory.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../app-error.ts';

/** Every body may take this long, however short it is. */
const GRACE_MS = 8000;
/** After that, 128 kbit/s on average: 10 MB in eleven minutes. */
const MIN_BYTES_PER_MS = 16;

/** Too slow, too much at once, or its sender is gone: said like an outage, since trying again helps, and worth no line in the log. */
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
  /** Bytes of unfinished bodies held at once. */
  maxTotalBytes: number;
  graceMs?: number;
}

export function createBodyReader({ maxTotalBytes, graceMs = GRACE_MS }: ReaderOptions): BodyReader {
  const readings = new Set<Reading>();
  let total = 0;

  /** Of the client that holds the most, the largest body. */
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
        // Whatever still arrives is thrown away; an error after the end concerns nobody.
        request.on('error', () => undefined).resume();
      }
    },
  };
}
