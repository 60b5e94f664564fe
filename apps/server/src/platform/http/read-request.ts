/** Converts Node's request to a standard Request. The Host header is never trusted; URLs come from the settings. */
import type { IncomingMessage } from 'node:http';

/** A request without cookies: its response may be sent to everybody. */
export const anonymousRequest = (url: string, origin: string): Request => new Request(origin + url);

/** Includes the cookies; without a body it is used to authenticate the sender before the body is read. */
export function toRequest(request: IncomingMessage, origin: string, body?: Buffer<ArrayBuffer>): Request {
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

/** Copies the identity of a page request to the page's own API call. A shared page has no identity. */
export function withIdentityOf(pageRequest: Request, apiCall: Request): Request {
  for (const name of ['cookie', 'user-agent', 'sec-fetch-site']) {
    const value = pageRequest.headers.get(name);
    if (value !== null) apiCall.headers.set(name, value);
  }
  return apiCall;
}

/** Browsers send the origin of a write; a page of another site may not write in a user's name. */
export function isCrossSiteWrite(request: IncomingMessage, origin: string, isProduction: boolean): boolean {
  const { origin: from, host, 'sec-fetch-site': site } = request.headers;
  if (from === undefined) return site !== undefined && site !== 'same-origin' && site !== 'none';
  if (from === origin) return false;
  // In development the same server has several host names.
  return isProduction || from !== `http://${host}`;
}
