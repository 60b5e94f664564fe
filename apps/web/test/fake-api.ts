/** Fake APIs for tests: a real server on loopback, and an in-process API as in server rendering. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { browserApi, type Api } from '../app/lib/api/api.ts';

interface RecordedRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Records the requests; the server closes when the test ends. */
export async function startFakeServer(
  respond: (response: ServerResponse) => void,
): Promise<{ api: Api; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { requests, api: (path, init) => browserApi(base + path, init) };
}

export const startJsonServer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  startFakeServer((response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });

/** Returns the given reply for each path and 404 for all others. */
export function createFakeApi(replies: Record<string, unknown>): { api: Api; requests: string[] } {
  const requests: string[] = [];
  const api: Api = (path) => {
    requests.push(path);
    const reply = replies[path];
    if (reply instanceof Response) return Promise.resolve(reply);
    if (reply === undefined) return Promise.resolve(Response.json({ message: 'Missing.' }, { status: 404 }));
    return Promise.resolve(Response.json(reply));
  };
  return { api, requests };
}

/** A response with a paged list and its total count. */
export const pagedResponse = (items: readonly unknown[], total = items.length): Response =>
  Response.json(items, { headers: { 'X-Total-Count': String(total) } });

export const errorResponse = (status: number, body = ''): Response => new Response(body, { status });
