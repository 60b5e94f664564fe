/**
 * Rehearses the installation: an empty Debian, a release as its maintainer builds it, and only the commands of
 * docs/runbooks/install.md. Then checks the result: pages over TLS, emails at a mail server, the doctor, and the
 * size. Needs root, mmdebstrap, a built site, a mirror, and the ports 80, 443, 465, 3000 to 3002 and 5432.
 *
 *   npm run install-rehearsal                    Debian 13
 *   npm run install-rehearsal -- --suite bookworm
 *   npm run install-rehearsal -- --suite noble --mirror http://archive.ubuntu.com/ubuntu
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startFolderMailServer, waitForEmailInFolder } from '../apps/server/test/support/mail-folder.ts';
import { createDebianTree, startDebianMachine } from './debian-machine.ts';
import { nodeRepositoryAddress, nodeRepositoryHost, startNodeRepository } from './node-repository.ts';
import { serverPorts } from './operator/replace-release.ts';
import { readRunbookSteps } from './runbook-steps.ts';
import { createTestCertificates } from './test-certificates.ts';

const MAX_INSTALLATION_MB = 150;
const domain = 'hakiki.test';
const email = `you@${domain}`;
const mailHost = `mail.${domain}`;
const root = join(import.meta.dirname, '..');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>;
};
const lockedNodeVersion = optionalDependencies[`node-linux-${process.arch}`]!;

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'trixie' },
    mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'hakiki-evening-'));
const at = (path: string) => join(folder, path);
const tree = at('debian');
const startedAt = performance.now();
const say = (message: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${message}`);
function assertStep(isFulfilled: boolean, message: string): void {
  if (!isFulfilled) throw new Error(message);
  say(message);
}

/** Sends a request like a browser that trusts the authority. */
const sendRequest = (path: string, body?: unknown) =>
  new Promise<{ status: number | undefined; server: unknown; text: string }>((resolve, reject) => {
    const headers = {
      host: domain,
      ...(body !== undefined && { 'content-type': 'application/json', origin: `https://${domain}` }),
    };
    const trust = { ca: readFileSync(at('ca.pem')), servername: domain };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', port: 443, path, method, headers, ...trust }, (reply) => {
      void text(reply).then(
        (all) => resolve({ status: reply.statusCode, server: reply.headers['server'], text: all }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });

function makeRelease(): string {
  const key = at('key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'a rehearsal', '-f', key]);
  const args = ['tools/release/release.ts', '--key', key, '--candidate', '--built', '--out', at('release')];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  const archive = readdirSync(at('release')).find((name) => name.endsWith('.tar.gz'))!;
  copyFileSync(join(at('release'), archive), join(tree, 'root', archive));
  return basename(archive, '.tar.gz');
}

/** Simulates the internet: host names, and trust in the authority. */
function prepareTree(): void {
  writeFileSync(
    join(tree, 'etc/hosts'),
    `127.0.0.1 localhost ${domain} ${mailHost}\n${nodeRepositoryAddress} ${nodeRepositoryHost}\n`,
  );
  // The package ca-certificates, which the first step installs, takes it over.
  const authorities = join(tree, 'usr/local/share/ca-certificates');
  mkdirSync(authorities, { recursive: true });
  copyFileSync(at('ca.pem'), join(authorities, 'rehearsal.crt'));
  // Also trusts the authorities of this machine's own proxy, if it has one.
  const more = process.env['NODE_EXTRA_CA_CERTS'];
  const trusted = [at('ca.pem'), ...(more === undefined ? [] : [more])].map((file) => readFileSync(file, 'utf8'));
  writeFileSync(join(tree, 'etc/authority.pem'), trusted.join('\n'));
  mkdirSync(join(tree, 'etc/systemd/system.conf.d'), { recursive: true });
  const trust = 'NODE_EXTRA_CA_CERTS=/etc/authority.pem';
  writeFileSync(join(tree, 'etc/systemd/system.conf.d/trust.conf'), `[Manager]\nDefaultEnvironment=${trust}\n`);
  // The operator's own certificate that the runbook mentions.
  mkdirSync(join(tree, 'etc/hakiki/tls'), { recursive: true, mode: 0o700 });
  copyFileSync(at('cert.pem'), join(tree, 'etc/hakiki/tls/fullchain.pem'));
  copyFileSync(at('key.pem'), join(tree, 'etc/hakiki/tls/privkey.pem'));
}

async function rehearse(): Promise<void> {
  createTestCertificates(folder, [domain, mailHost, nodeRepositoryHost]);
  createDebianTree(tree, values.suite, values.mirror);
  say(`an empty ${values.suite}`);
  const release = makeRelease();
  prepareTree();
  const cert = { cert: readFileSync(at('cert.pem')), key: readFileSync(at('key.pem')) };
  mkdirSync(at('mail'));
  const mail = await startFolderMailServer(at('mail'), 465, { ...cert, user: 'user', password: 'password' });
  const nodeRepository = await startNodeRepository(at('node'), lockedNodeVersion, cert);
  const machine = await startDebianMachine(tree);
  const inside = (script: string) => machine.run(`export NODE_EXTRA_CA_CERTS=/etc/authority.pem\ncd /root\n${script}`);
  try {
    const started = performance.now();
    // Instead of typing it.
    const smtpUrl = `export SMTP_URL=smtps://user:password@${mailHost}:465`;
    for (const [number, step] of readRunbookSteps({ release, domain, email }).entries()) {
      const { code, output } = await inside(`set -e\n${smtpUrl}\n${step}`);
      if (code !== 0) throw new Error(`A step of the runbook fails (${code}):\n${step}\n${output}`);
      say(step.trim().split('\n').at(-1)!);
      // The edge of the site takes its port.
      if (number === 0) await nodeRepository.stop();
    }
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);

    const { output } = await inside('hakiki doctor');
    assertStep(output.endsWith('No problems found.\n'), `the doctor: ${output.trim()}`);
    const servers = serverPorts.map((port) => `hakiki-server@${port}`);
    const units = [...servers, 'hakiki-worker', 'hakiki-edge'].join(' ');
    const restarts = (await inside(`systemctl show --value -p NRestarts ${units}`)).output.match(/\d+/g);
    assertStep(restarts?.join(' ') === '0 0 0 0', `restarts of ${units}: ${restarts?.join(' ')}`);
    const page = await sendRequest('/directory');
    const isPage = page.status === 200 && page.server === 'nginx' && /<\/html>\s*$/.test(page.text);
    assertStep(isPage, `a page over TLS, by nginx: ${page.status}`);
    await waitForEmailInFolder(at('mail'), email, 'Hakiki: emails arrive');
    say('the email of the doctor arrived');
    const forgot = await sendRequest('/api/auth/forgot-password', { email });
    assertStep(forgot.status === 200, `a new password is asked for: ${forgot.status}`);
    const { link } = await waitForEmailInFolder(at('mail'), email, 'Choose a new password');
    assertStep(link.startsWith(`https://${domain}/`), `the email with the link arrived, by the worker: ${link}`);
    const size = Number((await inside('du -sm /opt/hakiki/.')).output.split('\t')[0]);
    assertStep(size <= MAX_INSTALLATION_MB, `the installation takes ${size} MB of ${MAX_INSTALLATION_MB}`);
    say(`The site works after ${minutes} minutes of the runbook's steps.`);
  } finally {
    await machine.stop();
    await nodeRepository.stop();
    await mail.stop();
  }
}

try {
  await rehearse();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
