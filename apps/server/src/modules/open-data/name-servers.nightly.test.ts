/** Loads the published lists into dnsmasq and BIND, as the open data page describes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { temporarySecret } from '../../platform/config/settings.ts';
import { formatSigningKey } from '../../platform/signing/signed-note.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createPublisher } from './publisher.ts';

const test = useDatabase();
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-name-servers-'));
const toFile = (name: string) => join(folder, 'current', name);

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
});

/** Chosen by the system, so that nothing else has it. */
async function findFreePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** The response of the server for a name: its address, or the error code. */
async function ask(port: number, name: string): Promise<string> {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    return (await resolver.resolve4(name)).join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

/** Resolves when the server knows a name of its own. */
async function start(command: string, options: readonly string[], port: number): Promise<void> {
  const server = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(server);
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const until = Date.now() + 60_000;
  while ((await ask(port, 'alive.test')) !== '192.0.2.7') {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`${command} does not answer: ${output}`);
    await sleep(100);
  }
}

const COUNT = 2000;
const listed = Array.from({ length: COUNT }, (_, n) => `trap-${n}.example`);

beforeAll(async () => {
  await test.sql(
    `insert into indicators (key, kind, value, report_count, tier, first_seen_at, last_seen_at)
     select key, 'website', value, 2, 'checked', '2026-10-05', '2026-10-06'
     from unnest($1::bytea[], $2::text[]) as one (key, value)`,
    [listed.map((host) => createHash('sha256').update(`website:${host}`).digest().subarray(0, 16)), listed],
  );
  await createPublisher({
    database: test.database,
    indicators: createIndicatorsService({ settings: { appSecret: temporarySecret } }),
    folder,
    signingKey: formatSigningKey('hakiki.test/open-data'),
    publicUrl: 'https://hakiki.test',
  }).publish();
  // BIND gives up the rights of root before it reads the zone.
  chmodSync(folder, 0o755);
  return () => rmSync(folder, { recursive: true, force: true });
});

const askAll = async (port: number, names: readonly string[]) => Promise.all(names.map((name) => ask(port, name)));
const sampled = [listed[0]!, listed[999]!, listed.at(-1)!];

describe('the published lists in real name servers', () => {
  it('dnsmasq loads dnsmasq.conf: a listed host and what lies below it do not exist, others do', async () => {
    const port = await findFreePort();
    const own = join(folder, 'own.conf');
    writeFileSync(own, `conf-file=${toFile('dnsmasq.conf')}\naddress=/alive.test/192.0.2.7\n`);
    const options = [
      '--keep-in-foreground',
      '--no-resolv',
      '--no-hosts',
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
    ];
    await start('dnsmasq', [...options, `--port=${port}`, `--conf-file=${own}`, '--user=root', '--pid-file='], port);
    expect(await askAll(port, sampled)).toEqual(sampled.map(() => 'ENOTFOUND'));
    expect(await ask(port, `pay.${listed[5]}`)).toBe('ENOTFOUND');
    // Without an upstream it refuses what it does not know.
    expect(await ask(port, 'harmless.example')).toBe('EREFUSED');
  });

  it('dnsmasq loads hosts.txt: a listed host has an address that leads nowhere', async () => {
    const port = await findFreePort();
    const own = join(folder, 'own-hosts');
    writeFileSync(own, '192.0.2.7 alive.test\n');
    const options = [
      '--keep-in-foreground',
      '--no-resolv',
      '--no-hosts',
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
    ];
    const files = [`--addn-hosts=${toFile('hosts.txt')}`, `--addn-hosts=${own}`];
    await start(
      'dnsmasq',
      [...options, `--port=${port}`, '--conf-file=', '--user=root', '--pid-file=', ...files],
      port,
    );
    expect(await askAll(port, sampled)).toEqual(sampled.map(() => '0.0.0.0'));
    expect(await ask(port, 'harmless.example')).toBe('EREFUSED');
  });

  it('BIND loads rpz.zone: a listed host and what lies below it do not exist, although their zone has them', async () => {
    const port = await findFreePort();
    const work = join(folder, 'bind');
    mkdirSync(work);
    // The zones answer for every name, so only the policy can take one away.
    writeFileSync(
      join(work, 'example.zone'),
      '$TTL 60\n@ SOA ns root 1 60 60 60 60\n@ NS ns\nns A 192.0.2.1\n* A 192.0.2.8\n',
    );
    writeFileSync(
      join(work, 'alive.zone'),
      '$TTL 60\n@ SOA ns root 1 60 60 60 60\n@ NS ns\nns A 192.0.2.1\nalive A 192.0.2.7\n',
    );
    writeFileSync(
      join(work, 'named.conf'),
      `options {
        directory "${work}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
        pid-file none; session-keyfile none; recursion yes; allow-query { any; };
        dnssec-validation no; response-policy { zone "hakiki.rpz"; } qname-wait-recurse no;
      };
      controls { };
      zone "hakiki.rpz" { type master; file "${toFile('rpz.zone')}"; };
      zone "example" { type master; file "example.zone"; };
      zone "test" { type master; file "alive.zone"; };
      `,
    );
    await start('named', ['-g', '-c', join(work, 'named.conf')], port);
    expect(await askAll(port, sampled)).toEqual(sampled.map(() => 'ENOTFOUND'));
    expect(await ask(port, `pay.${listed[5]}`)).toBe('ENOTFOUND');
    expect(await ask(port, 'harmless.example')).toBe('192.0.2.8');
  });
});
