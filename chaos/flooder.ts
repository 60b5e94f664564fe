/**
 * Sends one flood from its own process, so that bystanders are timed by another event loop. Runs until it is killed;
 * its only argument is the flood as JSON. Connects to addresses of this machine only.
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Flood {
  method: string;
  /** `#` becomes a new number for each request. */
  path: string;
  connections: number;
  /** Number of addresses that share the connections. */
  addresses: number;
  headers?: Record<string, string>;
  body?: string;
  /** Sends zeros instead of `body`. */
  bodyBytes?: number;
  /** Sends the headers and so many bytes of the body, then a byte every two seconds. */
  slowAfterBytes?: number;
  /** Sends a header byte by byte. */
  isSlowHeader?: boolean;
  /** Never reads the response. */
  isUnread?: boolean;
  /** Sends from addresses of one /64, by the header of a trusted proxy. */
  isOneNetwork?: boolean;
}

export const PROXY_ADDRESS = '127.10.0.1';
const RETRY_DELAY_MS = 50;
const DRIP_MS = 2000;
const TIMEOUT_MS = 15_000;

function flood(url: string, flood: Flood): void {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  let sent = 0;
  const fresh = (text: string) => text.replaceAll('#', () => `${process.pid}x${(sent += 1)}`);
  const toAddress = (index: number): string =>
    flood.isOneNetwork
      ? PROXY_ADDRESS
      : `127.8.${Math.floor((index % flood.addresses) / 200)}.${1 + ((index % flood.addresses) % 200)}`;
  const headersOf = (): Record<string, string> => ({
    ...flood.headers,
    ...(flood.isOneNetwork && { 'x-forwarded-for': `2001:db8:7:7:${randomBytes(2).toString('hex')}::1` }),
  });
  const bodyOf = (): string | Buffer | undefined =>
    flood.bodyBytes === undefined ? flood.body && fresh(flood.body) : Buffer.alloc(flood.bodyBytes, 65);

  const sendRequest = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const body = bodyOf();
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(
        {
          hostname,
          port,
          agent,
          method: flood.method,
          path: fresh(flood.path),
          headers: { ...length, ...headersOf() },
          localAddress: toAddress(index),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (incoming) =>
          void incoming
            .on('error', () => resolve())
            .on('end', () => resolve())
            .resume(),
      );
      outgoing.on('error', () => resolve());
      outgoing.end(body);
    });

  const beSlow = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: toAddress(index) });
      const drip = setInterval(() => !flood.isUnread && socket.write('x'), DRIP_MS);
      const end = () => {
        clearInterval(drip);
        socket.destroy();
        resolve();
      };
      // Starts again after each response.
      socket.on('error', end).on('close', end);
      if (!flood.isUnread) socket.on('data', end);
      const lines = Object.entries({ 'content-length': String(flood.bodyBytes ?? 0), ...headersOf() });
      const start = `${flood.method} ${fresh(flood.path)} HTTP/1.1\r\nHost: x\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n`;
      socket.write(flood.isSlowHeader ? `${start}X-Slow: ` : `${start}\r\n`);
      if (flood.slowAfterBytes) socket.write(Buffer.alloc(flood.slowAfterBytes, 65));
    });

  const isSlow = flood.slowAfterBytes !== undefined || flood.isSlowHeader || flood.isUnread;
  for (let index = 0; index < flood.connections; index += 1) {
    void (async () => {
      for (;;) {
        await (isSlow ? beSlow(index) : sendRequest(index));
        await sleep(RETRY_DELAY_MS);
      }
    })();
  }
}

if (import.meta.main) {
  const [url = '', given = '{}'] = process.argv.slice(2);
  process.once('disconnect', () => process.exit(0));
  flood(url, JSON.parse(given) as Flood);
}
