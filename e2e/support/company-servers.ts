/** DNS and websites of companies on this machine, for claims of a listing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startNameServer } from '../../apps/server/test/support/name-server.ts';

export interface CompanyServers {
  namePort: number;
  webPort: number;
  /** Sets a TXT record. */
  setTxtRecord: (name: string, text: string) => void;
  /** Sets the content at a URL. */
  setFile: (address: string, text: string) => void;
  /** Redirects every path of a host to the same path of another host. */
  redirectHost: (host: string, elsewhere: string) => void;
  stop: () => void;
}

export async function startCompanyServers(): Promise<CompanyServers> {
  const nameServer = await startNameServer();
  const files = new Map<string, string>();
  const redirects = new Map<string, string>();
  const web = createServer(({ headers: { host = '' }, url = '' }, response) => {
    const [name = ''] = host.split(':');
    const elsewhere = redirects.get(name);
    const file = files.get(`https://${name}${url}`);
    if (elsewhere) response.writeHead(302, { Location: `https://${elsewhere}${url}` }).end();
    else response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': 'text/plain' }).end(file);
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  return {
    namePort: nameServer.port,
    webPort: (web.address() as AddressInfo).port,
    setTxtRecord: (name, text) => void nameServer.records.set(name, [[text]]),
    setFile: (address, text) => void files.set(address, text),
    redirectHost: (host, elsewhere) => void redirects.set(host, elsewhere),
    stop() {
      nameServer.stop();
      web.closeAllConnections();
      web.close();
    },
  };
}
