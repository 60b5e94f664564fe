/** Checks that `hakiki setup` writes an installation that server, worker and doctor accept. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../src/platform/config/environment.ts';
import { readSettings } from '../src/platform/config/settings.ts';
import { serverPorts } from '../../../tools/operator/replace-release.ts';
import { processEnvironment } from './support/process-environment.ts';

const root = mkdtempSync(join(tmpdir(), 'hakiki-setup-'));
afterAll(() => rmSync(root, { recursive: true }));
const command = join(import.meta.dirname, '../../../ops/bin/hakiki');
const setupAnswers = ['hakiki.test', 'amina@hakiki.test'];
const smtpUrl = 'smtps://us:p%40ss@mail.hakiki.test:465';
const run = (command_: string, commandArguments: string[], environment: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command_, commandArguments, {
    encoding: 'utf8',
    env: { ...processEnvironment, ...environment },
  });
  return { status, output: stdout + stderr };
};
const runSetup = (...commandArguments: string[]) =>
  run(command, ['setup', ...commandArguments, '--root', root], { SMTP_URL: smtpUrl });
const pathInRoot = (path: string) => join(root, path);
const modeOf = (path: string) => statSync(pathInRoot(path)).mode & 0o777;
const setupEnvironment = { ENV_FILE: pathInRoot('etc/hakiki/env') };

beforeAll(() => {
  const { status, output } = runSetup(...setupAnswers);
  if (status !== 0) throw new Error(output);
}, 60_000);

describe('hakiki setup', { timeout: 60_000 }, () => {
  it('hakiki setup writes settings that server and worker accept in production, each with its own secrets', () => {
    const web = readSettings(readEnvironment('web', setupEnvironment), 'web');
    const worker = readSettings(readEnvironment('worker', setupEnvironment), 'worker');
    const { isProduction, publicUrl, operatorEmail, mail, backupFolder, reporterKeys } = web;
    expect({ isProduction, publicUrl, operatorEmail, backupFolder }).toEqual({
      isProduction: true,
      publicUrl: 'https://hakiki.test',
      operatorEmail: 'amina@hakiki.test',
      backupFolder: '/var/backups/hakiki',
    });
    // Each process listens on a port of its own.
    expect(serverPorts).not.toContain(worker.workerPort);
    expect([mail.smtpUrl, mail.from]).toEqual([smtpUrl, 'Hakiki <no-reply@hakiki.test>']);
    expect(reporterKeys.private).toEqual([]);
    expect(worker.reporterKeys.private).toHaveLength(1);
    expect(new Set([web.appSecret, worker.audit.secret, web.databaseUrl, worker.databaseUrl]).size).toBe(4);
  });

  it('hakiki setup makes private files unreadable for other users and writes the password of the server role into roles.sql', () => {
    expect(
      ['etc/hakiki/env', 'etc/hakiki/env.worker', 'etc/hakiki/roles.sql', 'etc/hakiki/tls/privkey.pem'].map(modeOf),
    ).toEqual([0o640, 0o640, 0o600, 0o600]);
    const roles = readFileSync(pathInRoot('etc/hakiki/roles.sql'), 'utf8');
    const { DATABASE_URL = '' } = readEnvironment('web', setupEnvironment);
    expect(roles).toContain(`create role hakiki_app login password '${new URL(DATABASE_URL).password}';`);
  });

  it('hakiki setup changes no existing file when it runs again, the TLS of the edge included, and fails when the settings of the worker are missing', () => {
    const keptFiles = ['etc/hakiki/env', 'etc/hakiki/env.worker', 'var/lib/hakiki-edge/own/server/tls.conf'];
    writeFileSync(pathInRoot(keptFiles[2]!), '# ours\n', { flag: 'a' });
    const before = keptFiles.map((path) => readFileSync(pathInRoot(path), 'utf8'));
    // ops/install removes it after creating the roles: creating them again would fail.
    rmSync(pathInRoot('etc/hakiki/roles.sql'));
    expect(runSetup(...setupAnswers)).toEqual({ status: 0, output: 'Everything exists already.\n' });
    expect(keptFiles.map((path) => readFileSync(pathInRoot(path), 'utf8'))).toEqual(before);
    rmSync(pathInRoot('etc/hakiki/env.worker'));
    const broken = runSetup(...setupAnswers);
    expect(broken.status).toBe(1);
    expect(broken.output).toContain('they belong together');
    writeFileSync(pathInRoot('etc/hakiki/env.worker'), before[1]!, { mode: 0o640 });
  });

  it.each([
    ['an invalid domain', ['hakiki', setupAnswers[1]!], smtpUrl],
    ['an invalid email address', [setupAnswers[0]!, 'amina'], smtpUrl],
    ['a mail server without a URL scheme', setupAnswers, 'mail.hakiki.test'],
    ['a value with a quotation mark', setupAnswers, 'smtp://a"b@mail.test'],
    ['a missing mail server', setupAnswers, ''],
    [
      'the password of the mail server on the command line, which other users can read',
      [...setupAnswers, smtpUrl],
      smtpUrl,
    ],
  ])('hakiki setup rejects %s [OPS-01]', (_, commandArguments, url) => {
    const given = ['setup', ...commandArguments, '--root', root];
    expect(run(command, given, { SMTP_URL: url }).status).toBe(2);
  });

  describe('for containers', () => {
    const folder = join(root, 'containers');
    const setUp = (url: string, ...more: string[]) =>
      run(command, ['setup', ...setupAnswers, '--container', '--root', folder, ...more], {
        SMTP_URL: url,
        ORIGINS: '10.1.2.11:3000 10.1.2.12:3000',
      });
    const readEdge = (path: string) => readFileSync(join(folder, 'var/lib/hakiki-edge', path), 'utf8');
    const hasEdge = (path: string) => existsSync(join(folder, 'var/lib/hakiki-edge', path));
    const readWeb = () => readEnvironment('web', { ENV_FILE: join(folder, 'etc/hakiki/env') });

    it('hakiki setup for containers names the database and both servers, writes no systemd unit, and takes a new password of the mail server [OPS-01]', () => {
      expect(setUp(smtpUrl).status).toBe(0);
      const before = readWeb();
      expect(new URL(before['DATABASE_URL']!).host).toBe('database:5432');
      expect(readEdge('hakiki.conf').match(/^ {2}server 10\S+/gm)).toEqual([
        '  server 10.1.2.11:3000',
        '  server 10.1.2.12:3000',
      ]);
      expect(existsSync(join(folder, 'etc/systemd'))).toBe(false);
      const renewed = 'smtps://us:new%24word@mail.hakiki.test:465';
      expect(setUp(smtpUrl).output).toBe('Everything exists already.\n');
      expect(setUp(renewed).output).toBe('Created:\n  /etc/hakiki/env: SMTP_URL\n');
      expect(readWeb()).toEqual({ ...before, SMTP_URL: renewed });
    });

    it('hakiki setup for containers ends TLS at the edge, or trusts the address of exactly the proxy in front [OPS-01]', () => {
      expect(setUp(smtpUrl).status).toBe(0);
      expect(readEdge('hakiki.conf')).toContain('  listen 443 ssl http2;');
      expect(
        ['server/tls.conf', 'http/redirect.conf', 'server/proxy.conf'].map((path) => hasEdge(`own/${path}`)),
      ).toEqual([true, true, false]);
      expect(setUp(smtpUrl, '--proxy', '10.1.2.1').status).toBe(0);
      expect(readEdge('hakiki.conf')).toContain('  listen 80;');
      expect(['server/tls.conf', 'http/redirect.conf'].map((path) => hasEdge(`own/${path}`))).toEqual([false, false]);
      expect(readEdge('own/server/proxy.conf')).toBe(
        'set_real_ip_from 10.1.2.1;\nreal_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n',
      );
    });
  });

  it('each systemd unit has sandbox settings and no fault that systemd-analyze finds, and installer and Prometheus list the ports of the server', () => {
    const units = ['hakiki-server@', 'hakiki-worker', 'hakiki-edge', 'hakiki-backup'].map((name) =>
      pathInRoot(`etc/systemd/system/${name}.service`),
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
      expect(readFileSync(pathInRoot(`etc/systemd/system/${unit}.service`), 'utf8')).toContain(`\nUser=${user}\n`);
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
    const problems = output
      .split('\n')
      .filter((line) => line && !/not executable|Failed to (?:open|prepare|resolve)|Command .* not/.test(line));
    expect(problems).toEqual([]);
  });

  it('hakiki setup renders an edge configuration that nginx accepts with the given certificate', () => {
    const folder = pathInRoot('var/lib/hakiki-edge');
    const tls = join(folder, 'own/server/tls.conf');
    writeFileSync(tls, readFileSync(tls, 'utf8').replaceAll('/etc/hakiki', pathInRoot('etc/hakiki')));
    expect(() =>
      execFileSync('/usr/sbin/nginx', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'pipe' }),
    ).not.toThrow();
  });
});
