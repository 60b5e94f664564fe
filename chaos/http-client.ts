/** A raw HTTP client: any method, header and body, from any address of this machine. No retries, no redirects. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  /** Source address. */
  from?: string | undefined;
}

export interface HttpResponse {
  /** 0 without a response. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

export interface HttpClient {
  url: string;
  send: (request: HttpRequest, timeoutMs?: number) => Promise<HttpResponse>;
  close: () => void;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export function createHttpClient(url: string): HttpClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256 });
  return {
    url,
    close: () => agent.destroy(),
    send: ({ method, path, headers = {}, body, from }, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      new Promise<HttpResponse>((resolve) => {
        const started = performance.now();
        const end = (status: number, responseHeaders: IncomingHttpHeaders, text: string) =>
          resolve({ status, headers: responseHeaders, text, ms: performance.now() - started });
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
            signal: AbortSignal.timeout(timeoutMs),
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
export const toClientAddress = (client: number): string => `127.7.${Math.floor(client / 200)}.${1 + (client % 200)}`;
