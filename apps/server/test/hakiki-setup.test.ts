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
const setupAnswers = ['hakiki.test', 'amina@hakiki.test', 'smtps://us:p%40ss@mail.hakiki.test:465'];
const run = (command_: string, commandArguments: string[]) => {
  const { status, stdout, stderr } = spawnSync(command_, commandArguments, {
    encoding: 'utf8',
    env: processEnvironment,
  });
  return { status, output: stdout + stderr };
};
const runSetup = (...commandArguments: string[]) => run(command, ['setup', ...commandArguments, '--root', root]);
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
    expect([mail.smtpUrl, mail.from]).toEqual([setupAnswers[2], 'Hakiki <no-reply@hakiki.test>']);
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
    expect(runSetup(...setupAnswers)).toEqual({ status: 0, output: 'Everything was there already.\n' });
    expect(keptFiles.map((path) => readFileSync(pathInRoot(path), 'utf8'))).toEqual(before);
    rmSync(pathInRoot('etc/hakiki/env.worker'));
    const broken = runSetup(...setupAnswers);
    expect(broken.status).toBe(1);
    expect(broken.output).toContain('they belong together');
    writeFileSync(pathInRoot('etc/hakiki/env.worker'), before[1]!, { mode: 0o640 });
  });

  it.each([
    ['an invalid domain', ['hakiki', setupAnswers[1]!, setupAnswers[2]!]],
    ['an invalid email address', [setupAnswers[0]!, 'amina', setupAnswers[2]!]],
    ['a mail server without a URL scheme', [setupAnswers[0]!, setupAnswers[1]!, 'mail.hakiki.test']],
    ['a value with a quotation mark', [setupAnswers[0]!, setupAnswers[1]!, 'smtp://a"b@mail.test']],
    ['only two of three answers', [setupAnswers[0]!, setupAnswers[1]!]],
  ])('hakiki setup rejects %s', (_, commandArguments) => {
    expect(runSetup(...commandArguments).status).toBe(2);
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
