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

interface PendingBody {
  client: string;
  bytes: number;
  abort: () => void;
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
  const pendingBodies = new Set<PendingBody>();
  let totalBytes = 0;

  /** Aborts the largest body of the client that uses the most memory. */
  function abortLargest(): void {
    const bytesByClient = new Map<string, number>();
    for (const { client, bytes } of pendingBodies) bytesByClient.set(client, (bytesByClient.get(client) ?? 0) + bytes);
    const largestUse = Math.max(...bytesByClient.values());
    const candidates = [...pendingBodies].filter(({ client }) => bytesByClient.get(client) === largestUse);
    candidates.toSorted((a, b) => b.bytes - a.bytes)[0]?.abort();
  }

  return {
    async read(request, { client, maxBytes }) {
      const declared = Number(request.headers['content-length'] ?? maxBytes);
      if (declared > maxBytes) throw new AppError('TOO_LARGE');
      const chunks: Buffer[] = [];
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(new BodyNotReceived());
      const pendingBody: PendingBody = { client, bytes: 0, abort };
      const timer = setTimeout(abort, graceMs + declared / MIN_BYTES_PER_MS);
      const finished = Promise.withResolvers<void>();
      const onData = (chunk: Buffer) => {
        pendingBody.bytes += chunk.length;
        totalBytes += chunk.length;
        if (pendingBody.bytes > maxBytes) return finished.reject(new AppError('TOO_LARGE'));
        chunks.push(chunk);
        if (totalBytes > maxTotalBytes) abortLargest();
      };
      const onDisconnect = () => finished.reject(new BodyNotReceived());
      pendingBodies.add(pendingBody);
      request.on('data', onData).once('end', finished.resolve).once('error', onDisconnect).once('close', onDisconnect);
      try {
        await Promise.race([finished.promise, aborted.promise]);
        return Buffer.concat(chunks);
      } finally {
        clearTimeout(timer);
        pendingBodies.delete(pendingBody);
        totalBytes -= pendingBody.bytes;
        request.off('data', onData).off('end', finished.resolve).off('error', onDisconnect).off('close', onDisconnect);
        // Discards what still arrives and ignores errors after the end.
        request.on('error', () => undefined).resume();
      }
    },
  };
}
