/** Checks that `hakiki setup` writes an installation that server, worker and doctor accept. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../src/platform/config/environment.ts';
import { readSettings } from '../src/platform/config/settings.ts';
import { serverPorts } from '../../../tools/operator/replace-release.ts';
import { processEnvironment } from './process-environment.ts';

const root = mkdtempSync(join(tmpdir(), 'hakiki-setup-'));
afterAll(() => rmSync(root, { recursive: true }));
const command = join(import.meta.dirname, '../../../ops/bin/hakiki');
const answers = ['hakiki.test', 'amina@hakiki.test', 'smtps://us:p%40ss@mail.hakiki.test:465'];
const run = (command_: string, words: string[]) => {
  const { status, stdout, stderr } = spawnSync(command_, words, { encoding: 'utf8', env: processEnvironment });
  return { status, output: stdout + stderr };
};
const setup = (...words: string[]) => run(command, ['setup', ...words, '--root', root]);
const at = (path: string) => join(root, path);
const modeOf = (path: string) => statSync(at(path)).mode & 0o777;
const own = { ENV_FILE: at('etc/hakiki/env') };

beforeAll(() => {
  const { status, output } = setup(...answers);
  if (status !== 0) throw new Error(output);
}, 60_000);

describe('hakiki setup', { timeout: 60_000 }, () => {
  it('hakiki setup writes settings that server and worker accept in production, each with its own secrets', () => {
    const web = readSettings(readEnvironment('web', own), 'web');
    const worker = readSettings(readEnvironment('worker', own), 'worker');
    const { isProduction, publicUrl, operatorEmail, mail, backupFolder, reporterKeys } = web;
    expect({ isProduction, publicUrl, operatorEmail, backupFolder }).toEqual({
      isProduction: true,
      publicUrl: 'https://hakiki.test',
      operatorEmail: 'amina@hakiki.test',
      backupFolder: '/var/backups/hakiki',
    });
    // Each process listens on a port of its own.
    expect(serverPorts).not.toContain(worker.workerPort);
    expect([mail.smtpUrl, mail.from]).toEqual([answers[2], 'Hakiki <no-reply@hakiki.test>']);
    expect(reporterKeys.private).toEqual([]);
    expect(worker.reporterKeys.private).toHaveLength(1);
    expect(new Set([web.appSecret, worker.audit.secret, web.databaseUrl, worker.databaseUrl]).size).toBe(4);
  });

  it('hakiki setup makes private files unreadable for other users', () => {
    expect(
      ['etc/hakiki/env', 'etc/hakiki/env.worker', 'etc/hakiki/roles.sql', 'etc/hakiki/tls/privkey.pem'].map(modeOf),
    ).toEqual([0o640, 0o640, 0o600, 0o600]);
    const roles = readFileSync(at('etc/hakiki/roles.sql'), 'utf8');
    const { DATABASE_URL = '' } = readEnvironment('web', own);
    expect(roles).toContain(`create role hakiki_app login password '${new URL(DATABASE_URL).password}';`);
  });

  it('hakiki setup changes no existing file when it runs again, the TLS of the edge included', () => {
    const kept = ['etc/hakiki/env', 'etc/hakiki/env.worker', 'var/lib/hakiki-edge/own/server/tls.conf'];
    writeFileSync(at(kept[2]!), '# ours\n', { flag: 'a' });
    const before = kept.map((path) => readFileSync(at(path), 'utf8'));
    // ops/install removes it after creating the roles: creating them again would fail.
    rmSync(at('etc/hakiki/roles.sql'));
    expect(setup(...answers)).toEqual({ status: 0, output: 'Everything was there already.\n' });
    expect(kept.map((path) => readFileSync(at(path), 'utf8'))).toEqual(before);
    rmSync(at('etc/hakiki/env.worker'));
    const broken = setup(...answers);
    expect(broken.status).toBe(1);
    expect(broken.output).toContain('they belong together');
    writeFileSync(at('etc/hakiki/env.worker'), before[1]!, { mode: 0o640 });
  });

  it.each([
    ['a domain that is none', ['hakiki', answers[1]!, answers[2]!]],
    ['an address that is none', [answers[0]!, 'amina', answers[2]!]],
    ['a mail server that is none', [answers[0]!, answers[1]!, 'mail.hakiki.test']],
    ['a value that would end its quotes', [answers[0]!, answers[1]!, 'smtp://a"b@mail.test']],
    ['two answers', [answers[0]!, answers[1]!]],
  ])('hakiki setup rejects %s', (_, words) => {
    expect(setup(...words).status).toBe(2);
  });

  it('the systemd units are valid, and each runs in a sandbox', () => {
    const units = ['hakiki-server@', 'hakiki-worker', 'hakiki-edge', 'hakiki-backup'].map((name) =>
      at(`etc/systemd/system/${name}.service`),
    );
    for (const unit of units) {
      const text = readFileSync(unit, 'utf8');
      for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'MemoryMax=']) {
        expect(text).toContain(`\n${line}`);
      }
    }
    for (const [unit, user] of [
      ['hakiki-server@', 'hakiki-server'],
      ['hakiki-worker', 'hakiki-worker'],
    ]) {
      expect(readFileSync(at(`etc/systemd/system/${unit}.service`), 'utf8')).toContain(`\nUser=${user}\n`);
    }
    // The installer and Prometheus must list the same ports as the units.
    const [install, watched] = ['ops/install', 'ops/prometheus/prometheus.yml'].map((file) =>
      readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'),
    );
    for (const port of serverPorts) {
      expect(install).toContain(` hakiki-server@${port} `);
      expect(watched).toContain(`'127.0.0.1:${port}'`);
    }
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    const { output } = run('systemd-analyze', ['verify', ...units]);
    // The programs to start are not installed on this machine.
    const faults = output
      .split('\n')
      .filter((line) => line && !/not executable|Failed to (?:open|prepare|resolve)|Command .* not/.test(line));
    expect(faults).toEqual([]);
  });

  it('hakiki setup renders an edge configuration that nginx accepts with the given certificate', () => {
    const folder = at('var/lib/hakiki-edge');
    const tls = join(folder, 'own/server/tls.conf');
    writeFileSync(tls, readFileSync(tls, 'utf8').replaceAll('/etc/hakiki', at('etc/hakiki')));
    expect(() =>
      execFileSync('/usr/sbin/nginx', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'pipe' }),
    ).not.toThrow();
  });
});
