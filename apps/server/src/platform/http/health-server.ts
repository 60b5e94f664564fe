/** Serves health checks and metrics for a process without a web server, such as the worker. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log/log.ts';

export interface Health {
  isReady: boolean;
  /** Short values for the monitoring system. */
  details: Record<string, string | number | null>;
}

interface Options {
  port: number;
  host: string;
  log: Log;
  checkReadiness: () => Promise<Health>;
  /** Metrics in the Prometheus text format. */
  renderMetrics: () => Promise<string>;
}

export async function startHealthServer({
  port,
  host,
  log,
  checkReadiness,
  renderMetrics,
}: Options): Promise<{ stop: () => Promise<void> }> {
  const checks: Record<string, () => Promise<Health>> = {
    '/healthz': () => Promise.resolve({ isReady: true, details: { status: 'ok' } }),
    '/readyz': checkReadiness,
  };
  const server = createServer((request, response) => {
    const check = checks[request.url ?? ''];
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/metrics' && request.method === 'GET') {
      renderMetrics().then(
        (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(text),
        () => send(503, { status: 'unknown' }),
      );
      return;
    }
    if (!check || (request.method !== 'GET' && request.method !== 'HEAD')) return send(404, { status: 'not found' });
    check().then(
      ({ isReady, details }) => send(isReady ? 200 : 503, details),
      (error: unknown) => {
        log.error({ err: error }, 'health not known');
        send(503, { status: 'unknown' });
      },
    );
  });
  await new Promise<void>((resolve) => {
    // The process works without its health port: a second worker on one machine finds the port in use.
    server.once('error', (error) => {
      log.error({ err: error, port }, 'the health port cannot be opened; working without it');
      resolve();
    });
    server.listen(port, host, () => {
      log.info({ port: (server.address() as AddressInfo).port }, 'health port is open');
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
