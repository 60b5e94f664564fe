/** The parts of a browser that the server notices: cookies, an IP address and a user agent. */
import type { TestServer } from './server.ts';

export type Browser = ReturnType<typeof openBrowser>;

interface BrowserOptions {
  /** Client IP, sent as X-Forwarded-For; a server that trusts the proxy on loopback accepts it. */
  address?: string;
  userAgent?: string;
  cookies?: Iterable<[string, string]>;
}

type Headers = Record<string, string>;

export function openBrowser(server: Pick<TestServer, 'url'>, options: BrowserOptions = {}) {
  const cookies = new Map(options.cookies ?? []);

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function storeCookies(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
  }

  async function send(method: string, path: string, { headers = {}, body }: { headers?: Headers; body?: string } = {}) {
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...(options.address && { 'x-forwarded-for': options.address }),
        ...(options.userAgent && { 'user-agent': options.userAgent }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    storeCookies(response);
    return response;
  }

  return {
    cookies,
    cookieHeader,
    send,
    get: (path: string, headers: Headers = {}) => send('GET', path, { headers }),
    /** Sends JSON, as the web pages do. */
    post: (path: string, body: unknown = {}, headers: Headers = {}) =>
      send('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    delete: (path: string) => send('DELETE', path),
    /** Another browser with the same cookies, as a thief of the cookies would have. */
    copy: () => openBrowser(server, { ...options, cookies }),
  };
}

/** Returns the status and the error code of a response. */
export async function summarizeResponse(response: Response): Promise<string> {
  if (response.status < 400) return String(response.status);
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}
