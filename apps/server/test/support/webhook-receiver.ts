/**
 * Servers of webhook receivers, on loopback and over TLS: each host behaves as a test says, and requests are recorded.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import type { TestInternet } from '../../src/platform/fetch/ssrf-safe-client.ts';

const PUBLIC_IP = '196.25.1.1';

export interface ReceivedRequest {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Respond = (response: ServerResponse, received: ReceivedRequest) => void;

export interface WebhookReceiver {
  /** Every recorded request, for all hosts. */
  readonly received: ReceivedRequest[];
  listRequestsTo: (host: string) => ReceivedRequest[];
  /** Sets the response of a host. Default: 204. */
  setResponse: (host: string, answer: Respond) => void;
  /** Sets the addresses of a host, one per DNS query; the last one stays. */
  setAddresses: (host: string, ...addresses: string[]) => void;
  internet: () => TestInternet;
}

/**
 * Creates a certificate for every name under `.hooks.example`, and one for another name, which `impostor.hooks.example`
 * serves.
 */
function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-receiver-'));
  const openssl = (...given: string[]) => execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const make = (name: string, names: string) =>
    openssl(
      ...[
        'req',
        '-x509',
        ...key,
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
      ],
      ...['-CA', 'authority.crt', '-CAkey', 'authority.key'],
      ...['-addext', `subjectAltName=${names}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
    );
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    'authority.key',
    '-out',
    'authority.crt',
  );
  make('everybody', 'DNS:*.hooks.example');
  make('somebody', 'DNS:elsewhere.test');
  const read = (name: string) => readFileSync(join(folder, name));
  const pair = (name: string) => ({ key: read(`${name}.key`), cert: read(`${name}.crt`) });
  const made = {
    authority: read('authority.crt'),
    wildcardCertificate: pair('everybody'),
    otherCertificate: pair('somebody'),
  };
  rmSync(folder, { recursive: true });
  return made;
}

export function useWebhookReceiver(): WebhookReceiver {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, Respond>();
  const addresses = new Map<string, string[]>();
  const { authority, wildcardCertificate, otherCertificate } = makeCertificates();
  const server = createServer({
    ...wildcardCertificate,
    SNICallback: (name, done) =>
      done(null, createSecureContext(name === 'impostor.hooks.example' ? otherCertificate : wildcardCertificate)),
  });
  server.on('request', (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [host = ''] = (request.headers.host ?? '').split(':');
      const body = Buffer.concat(parts).toString();
      const one = { host, path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      const answer = answers.get(host);
      if (answer) answer(response, one);
      else response.writeHead(204).end();
    });
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    received,
    listRequestsTo: (name) => received.filter(({ host }) => host === name),
    setResponse: (host, answer) => void answers.set(host, answer),
    setAddresses: (host, ...to) => void addresses.set(host, to),
    internet: () => ({
      port: (server.address() as AddressInfo).port,
      authority,
      addressesOf: (name) => {
        const known = addresses.get(name);
        if (!known) return [PUBLIC_IP];
        return [known.length > 1 ? known.shift()! : known[0]!];
      },
    }),
  };
}
