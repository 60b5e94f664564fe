/** A raw HTTP client: any method, header and body, from any address of this machine. No retries, no redirects. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Asked {
  method: string;
  /** Includes the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  /** Source address. */
  from?: string | undefined;
}

export interface Answer {
  /** 0 without a response. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

export interface Line {
  url: string;
  ask: (asked: Asked, patienceMs?: number) => Promise<Answer>;
  close: () => void;
}

const PATIENCE_MS = 30_000;

export function createLine(url: string): Line {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256 });
  return {
    url,
    close: () => agent.destroy(),
    ask: ({ method, path, headers = {}, body, from }, patienceMs = PATIENCE_MS) =>
      new Promise<Answer>((resolve) => {
        const started = performance.now();
        const end = (status: number, given: IncomingHttpHeaders, text: string) =>
          resolve({ status, headers: given, text, ms: performance.now() - started });
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const outgoing = request(
          {
            hostname,
            port,
            method,
            path,
            agent,
            headers: { ...length, ...headers },
            ...(from && { localAddress: from }),
            signal: AbortSignal.timeout(patienceMs),
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', () => end(0, {}, ''));
            incoming.on('end', () => end(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks).toString()));
          },
        );
        outgoing.on('error', () => end(0, {}, ''));
        outgoing.end(body);
      }),
  };
}

/** Loopback addresses for ten thousand clients. */
export const addressOf = (client: number): string => `127.7.${Math.floor(client / 200)}.${1 + (client % 200)}`;
