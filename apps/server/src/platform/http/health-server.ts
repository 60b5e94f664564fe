/** A process that serves nobody still answers whoever watches it: whether it lives, and whether it can do its work. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log/log.ts';

export interface Health {
  isReady: boolean;
  /** In a few words and figures, for whoever watches. */
  told: Record<string, string | number | null>;
}

interface Options {
  port: number;
  host: string;
  log: Log;
  look: () => Promise<Health>;
  /** For Prometheus, as text. */
  figures: () => Promise<string>;
}

export async function startHealthServer({
  port,
  host,
  log,
  look,
  figures,
}: Options): Promise<{ stop: () => Promise<void> }> {
  const answers: Record<string, () => Promise<Health>> = {
    '/healthz': () => Promise.resolve({ isReady: true, told: { status: 'ok' } }),
    '/readyz': look,
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/metrics' && request.method === 'GET') {
      figures().then(
        (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(text),
        () => send(503, { status: 'unknown' }),
      );
      return;
    }
    if (!answer || (request.method !== 'GET' && request.method !== 'HEAD')) return send(404, { status: 'not found' });
    answer().then(
      ({ isReady, told }) => send(isReady ? 200 : 503, told),
      (error: unknown) => {
        log.error({ err: error }, 'health not known');
        send(503, { status: 'unknown' });
      },
    );
  });
  await new Promise<void>((resolve) => {
    // Work that nobody can watch is better than none: a second worker on one machine has the first one's port in its way.
    server.once('error', (error) => {
      log.error({ err: error, port }, 'the health port cannot be opened; working without it');
      resolve();
    });
    server.listen(port, host, () => {
      log.info({ port: (server.address() as AddressInfo).port }, 'health is told');
      resolve();
    });
  });
  return {
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
