/**
 * The port of the development server. It stays open while the server behind it restarts: requests wait for the new one.
 * Hot module updates of the site share it.
 */
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Connect } from 'vite';

export interface DevelopmentPort {
  server: Server;
  /** Sets the port of the server, once it listens. */
  pointAt: (port: Promise<number>) => void;
}

export function createDevelopmentPort(site: () => Connect.Server): DevelopmentPort {
  let behind = new Promise<number>(() => undefined);
  const server = createServer((request, response) => {
    const pass = () => void behind.then((port) => forward(port, request, response));
    if (request.url?.startsWith('/api/')) pass();
    else site()(request, response, pass);
  });
  return {
    server,
    pointAt: (port) => {
      behind = port;
    },
  };
}

function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const onward = ask({ port, host: '127.0.0.1', method, path: url, headers, agent: false }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    pipeline(upstreamResponse, response, () => undefined);
  });
  onward.on('error', (error) => {
    if (response.headersSent) return void response.destroy();
    response
      .writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end(`The server did not respond: ${error.message}\n`);
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
