/** From Node's request to the standard one. The Host header is never believed: addresses come from the settings. */
import type { IncomingMessage } from 'node:http';

/** As a stranger without cookies would ask: what is answered to it may be given to everybody. */
export const anonymousRequest = (url: string, origin: string): Request => new Request(origin + url);

/** Whoever asks is known from it before anything of a body is read. */
export function fullRequest(request: IncomingMessage, origin: string, body?: Buffer<ArrayBuffer>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const method = request.method ?? 'GET';
  return new Request(origin + request.url, {
    method: method === 'HEAD' ? 'GET' : method,
    headers,
    ...(body && { body }),
  });
}

/** A page's own call to the API, in the name of whoever asked for the page: nobody, for a page that everybody shares. */
export function onBehalfOf(asked: Request, call: Request): Request {
  for (const name of ['cookie', 'user-agent', 'sec-fetch-site']) {
    const value = asked.headers.get(name);
    if (value !== null) call.headers.set(name, value);
  }
  return call;
}

/** Browsers name the site a write comes from; another site's page may not write in a person's name. */
export function isForeignWrite(request: IncomingMessage, origin: string, isProduction: boolean): boolean {
  const { origin: from, host, 'sec-fetch-site': site } = request.headers;
  if (from === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
  if (from === origin) return false;
  // In development the same server is reached by several names.
  return isProduction || from !== `http://${host}`;
}
