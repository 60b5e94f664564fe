/** DNS and websites of companies on this machine, for claims of a listing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startNameServer } from '../apps/server/test/name-server.ts';

export interface Internet {
  namePort: number;
  webPort: number;
  /** Sets a TXT record. */
  publish: (name: string, text: string) => void;
  /** Sets the content at a URL. */
  upload: (address: string, text: string) => void;
  /** Redirects every path of a host to the same path of another host. */
  redirect: (host: string, elsewhere: string) => void;
  stop: () => void;
}

export async function startInternet(): Promise<Internet> {
  const names = await startNameServer();
  const files = new Map<string, string>();
  const moved = new Map<string, string>();
  const web = createServer(({ headers: { host = '' }, url = '' }, response) => {
    const [name = ''] = host.split(':');
    const elsewhere = moved.get(name);
    const file = files.get(`https://${name}${url}`);
    if (elsewhere) response.writeHead(302, { Location: `https://${elsewhere}${url}` }).end();
    else response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': 'text/plain' }).end(file);
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  return {
    namePort: names.port,
    webPort: (web.address() as AddressInfo).port,
    publish: (name, text) => void names.records.set(name, [[text]]),
    upload: (address, text) => void files.set(address, text),
    redirect: (host, elsewhere) => void moved.set(host, elsewhere),
    stop() {
      names.stop();
      web.closeAllConnections();
      web.close();
    },
  };
}
