/**
 * Rehearses docs/runbooks/containers.md with the Docker of this machine, by hand: a clone becomes a site, somebody
 * reports, an email arrives, the site is upgraded and rolled back under traffic, and a backup is restored into a second
 * project. A certificate authority, host names and a mail server of its own replace the internet.
 *
 *   npm run compose-trial                          on the pinned base image
 *   npm run compose-trial -- --base debian         on one made here of Debian's and npm's packages, without a registry
 *   npm run compose-trial -- --base <image>        --keep leaves everything running
 */
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { startFolderMailServer, waitForEmailInFolder } from '../apps/server/test/support/mail-folder.ts';
import { solveProofOfWork } from '../apps/server/test/support/proof-of-work.ts';
import { createTestCertificates } from './test-certificates.ts';

const root = join(import.meta.dirname, '..');
const domain = 'hakiki.test';
const email = `you@${domain}`;
const reporter = `reporter@${domain}`;
const image = 'hakiki-trial';
const services = ['setup', 'server-1', 'server-2', 'worker', 'backup', 'certificate', 'hakiki'];
const MAX_BUFFER = 64 * 1024 * 1024;

const { values } = parseArgs({ options: { base: { type: 'string' }, keep: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'hakiki-compose-'));
const at = (path: string) => join(folder, path);
const startedAt = performance.now();
const say = (message: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${message}`);
function assertStep(isFulfilled: boolean, message: string): void {
  if (!isFulfilled) throw new Error(message);
  say(message);
}

const environment = {
  ...process.env,
  IMAGE: image,
  ...(values.base && { NODE_IMAGE: values.base === 'debian' ? 'hakiki-base' : values.base }),
};
const run = async (command: string, args: string[], cwd = folder) => {
  const options = { cwd, env: environment, maxBuffer: MAX_BUFFER };
  return (await promisify(execFile)(command, args, options)).stdout;
};
const projects: { compose: (...args: string[]) => Promise<string> }[] = [];
const docker = (...args: string[]) => run('docker', args);

/** A clone with its `.env`, as a compose project of its own. */
function createProject(name: string) {
  const clone = at(name);
  execFileSync('git', ['clone', '-q', root, clone]);
  const here = join(clone, 'ops/container');
  const lines = [`DOMAIN=${domain}`, `EMAIL=${email}`, `SMTP_URL=smtps://user:password@mail.${domain}:465`];
  writeFileSync(join(here, '.env'), `${lines.join('\n')}\nCOMPOSE_PROJECT_NAME=${name}\n`);
  // Simulates the internet: host names, and trust in the authority.
  const outside = {
    extra_hosts: [`${domain}:host-gateway`, `mail.${domain}:host-gateway`],
    environment: { NODE_EXTRA_CA_CERTS: '/etc/authority.pem' },
    volumes: [`${at('ca.pem')}:/etc/authority.pem:ro`],
  };
  const override = { services: Object.fromEntries(services.map((service) => [service, outside])) };
  writeFileSync(join(here, 'compose.override.yaml'), JSON.stringify(override));
  // The operator's own certificate that the runbook mentions.
  mkdirSync(join(here, 'tls'));
  copyFileSync(at('cert.pem'), join(here, 'tls/fullchain.pem'));
  copyFileSync(at('key.pem'), join(here, 'tls/privkey.pem'));
  const project = {
    compose: (...args: string[]) => run('docker', ['compose', ...args], here),
    command: (...args: string[]) => run('docker', ['compose', 'run', '--rm', '-T', ...args], here),
    addSettings: (lines: string) => appendFileSync(join(here, '.env'), lines),
    upgrade: (...args: string[]) => run('./upgrade', args, here),
  };
  projects.push(project);
  return project;
}
type Project = ReturnType<typeof createProject>;

let sentAgain = 0;

/**
 * Sends a request like a browser that trusts the authority; status 0 means that there was no response. When a kept
 * connection is closed just before it is used, a browser opens another one and sends the request again.
 */
const send = (method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    const isWrite = body !== undefined && { 'content-type': 'application/json', origin: `https://${domain}` };
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port: 443, path, method, servername: domain, ca: authority },
        headers: { host: domain, ...isWrite },
        signal: AbortSignal.timeout(30_000),
      },
      (reply) => {
        text(reply).then(
          (all) => resolve({ status: reply.statusCode ?? 0, text: all }),
          () => resolve({ status: 0, text: 'broken off' }),
        );
      },
    );
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        sentAgain += 1;
        resolve(send(method, path, body));
      } else resolve({ status: 0, text: error.message });
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** A base image as the published one, but of Debian's packages and the npm packages of Node. */
async function buildDebianBase(): Promise<void> {
  const base = at('base');
  mkdirSync(base);
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', join(base, 'debian.tar')]);
  const { optionalDependencies: node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const [name, npm] = [`node-linux-${arch}`, 'npm@11.19.1'];
  await run('npm', ['install', '--prefix', join(base, 'node'), '--loglevel=error', `${name}@${node[name]}`, npm]);
  // The authorities that this machine trusts: its own proxy may be one of them.
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(base, 'authorities.crt'));
  const link = (from: string, to: string) => `ln -s /usr/local/lib/node_modules/${from} /usr/local/bin/${to}`;
  writeFileSync(
    join(base, 'Dockerfile'),
    `FROM scratch
ADD debian.tar /
COPY authorities.crt /etc/ssl/certs/ca-certificates.crt
COPY node/node_modules /usr/local/lib/node_modules
RUN ${[link(`${name}/bin/node`, 'node'), link('npm/bin/npm-cli.js', 'npm'), link('npm/bin/npx-cli.js', 'npx')].join(' && ')}
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
`,
  );
  await docker('build', '-q', '-t', 'hakiki-base', base);
  say('a base image of Debian 13 and Node');
}

/** Pages, a personal call and a write that is never repeated, until it is stopped. */
function startTraffic() {
  let isOver = false;
  let count = 0;
  const failures: string[] = [];
  const visit = async (method: string, path: string, expected: number, body?: unknown) => {
    while (!isOver) {
      const started = performance.now();
      const { status, text: reply } = await send(method, path, body);
      count += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (status !== expected) failures.push(`${method} ${path}: ${status} after ${seconds} s ${reply.slice(0, 100)}`);
      await pause(100);
    }
  };
  const visits = [
    visit('GET', '/', 200),
    visit('GET', '/signup', 200),
    visit('GET', '/api/auth/user', 401),
    visit('PUT', '/api/alert-preferences', 401, {}),
  ];
  return async () => {
    isOver = true;
    await Promise.all(visits);
    return { count, failures };
  };
}

async function install(project: Project): Promise<void> {
  const started = performance.now();
  await project.compose('build', '--quiet');
  say('the image is built');
  await project.compose('up', '-d', '--wait', '--wait-timeout', '300');
  const page = await send('GET', '/directory');
  assertStep(page.status === 200 && /<\/html>\s*$/.test(page.text), `a page over TLS, by the edge: ${page.status}`);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  say(`From a clone to a working site: ${minutes} minutes.`);
}

async function createAdministrator(project: Project): Promise<void> {
  const link = await project.command('hakiki', 'admin', 'create', email);
  assertStep(link.includes(`https://${domain}/`), 'the first administrator has a link');
}

async function checkDoctor(project: Project): Promise<void> {
  // The first backup starts with the site.
  const until = Date.now() + 120_000;
  const askDoctor = () => project.command('hakiki', 'doctor', '--mail-to', email).catch(String);
  let doctor = await askDoctor();
  while (!doctor.includes('No problems found.') && Date.now() < until) {
    await pause(5000);
    doctor = await askDoctor();
  }
  assertStep(doctor.includes('No problems found.'), `the doctor: ${doctor.trim()}`);
  await waitForEmailInFolder(at('mail'), email, 'Hakiki: emails arrive');
  say('the email of the doctor arrived');
}

async function reportScam(): Promise<void> {
  const report = { reportType: 'scam', severity: 'High', description: 'They took it.' };
  const { challenge } = JSON.parse((await send('GET', '/api/proof-of-work')).text) as {
    challenge: Parameters<typeof solveProofOfWork>[0];
  };
  const proof = await solveProofOfWork(challenge);
  const { status, text: reply } = await send('POST', '/api/reports', { ...report, proof });
  const { receipt } = JSON.parse(reply) as { receipt?: { code: string } };
  assertStep(status === 201 && receipt !== undefined, `a report is filed, with a receipt: ${status}`);
  const other = await send('POST', '/api/reports', { ...report, description: 'Mine too.', email: reporter });
  const { subject } = await waitForEmailInFolder(at('mail'), reporter, 'onfirm');
  assertStep(other.status === 201, `the email to a reporter without proof of work arrived, by the worker: ${subject}`);
}

const countReports = async (project: Project) =>
  (await project.compose('exec', '-T', 'database', 'psql', '-Atc', 'select count(*) from reports', 'hakiki')).trim();

/** The same code with a change. */
async function buildRelease(name: string, change: string): Promise<string> {
  const context = at(name);
  mkdirSync(context);
  writeFileSync(join(context, 'Dockerfile'), `FROM ${image}\nRUN ${change}\n`);
  const tag = `${image}:${name}`;
  await docker('build', '-q', '-t', tag, context);
  return tag;
}

async function replaceUnderTraffic(name: string, replace: () => Promise<unknown>, version: RegExp): Promise<void> {
  sentAgain = 0;
  const stop = startTraffic();
  const started = performance.now();
  await replace();
  const seconds = Math.round((performance.now() - started) / 1000);
  const { count, failures } = await stop();
  const failed = `${failures.length} failed ${failures.slice(0, 10).join('\n')}`;
  assertStep(failures.length === 0, `${name}: ${count} requests in ${seconds} s, ${sentAgain} sent again, ${failed}`);
  const { text: reply } = await send('GET', '/version');
  assertStep(version.test(reply), `${name}: ${reply.trim()}`);
}

async function replaceReleases(project: Project): Promise<void> {
  const setVersion = `sed -i 's/"version": "[^"]*"/"version": "99.0.0"/' apps/server/package.json`;
  const next = await buildRelease('next-trial', `${setVersion} && echo 'export {}' > /opt/hakiki-assets/next-0.js`);
  const broken = await buildRelease('broken-trial', 'rm apps/server/src/main.ts');
  await replaceUnderTraffic('upgrade', () => project.upgrade(next), /"99\.0\.0"/);
  const file = await send('GET', '/assets/next-0.js');
  assertStep(file.status === 200, `a file of the new release: ${file.status}`);
  await replaceUnderTraffic('way back', () => project.upgrade('--back'), /"version":"(?!99)/);
  const upgradeToBroken = () =>
    project.upgrade(broken).then(
      () => Promise.reject(new Error('A release whose server does not start was accepted.')),
      () => undefined,
    );
  await replaceUnderTraffic('a release that does not start', upgradeToBroken, /"version":"(?!99)/);
}

async function restoreElsewhere(project: Project): Promise<void> {
  await project.command('hakiki', 'backup');
  await project.command('-v', `${at('keys')}:/media/keys`, 'hakiki', 'backup', 'keys', '/media/keys');
  const reports = await countReports(project);
  await project.compose('stop');
  await project.compose('cp', '-a', 'backup:/var/backups/hakiki/.', at('backups'));
  await project.compose('down');
  const second = createProject('hakiki-trial-2');
  const started = performance.now();
  const from = ['-v', `${at('backups')}:/from/backups:ro`, '-v', `${at('keys')}:/from/keys:ro`];
  await second.command('--no-deps', ...from, 'hakiki', 'restore');
  await second.compose('up', '-d', '--wait', '--wait-timeout', '300');
  const seconds = Math.round((performance.now() - started) / 1000);
  const restored = await countReports(second);
  assertStep(
    restored === reports && reports !== '0',
    `reports in the second project: ${restored} of ${reports}, ${seconds} s`,
  );
  await second.command('hakiki', 'backup');
  const audit = await second.command('hakiki', 'audit');
  assertStep(audit.includes('The audit is intact'), 'the audit of the second project is intact');
  await checkDoctor(second);
  await putBehindProxy(second);
}

/** The port without TLS that a proxy in front would use. */
async function putBehindProxy(project: Project): Promise<void> {
  project.addSettings('PROXY=172.30.86.1\nLISTEN=127.0.0.1\n');
  await project.compose('up', '-d', '--wait', '--wait-timeout', '300');
  const headers = { host: domain, 'x-forwarded-for': '203.0.113.9' };
  const status = await new Promise((resolve) =>
    get({ host: '127.0.0.1', port: 8080, path: '/directory', headers }, (reply) => resolve(reply.resume().statusCode)),
  );
  assertStep(status === 200, `a page behind a proxy: ${String(status)}`);
}

mkdirSync(at('mail'));
mkdirSync(at('backups'));
mkdirSync(at('keys'));
createTestCertificates(folder, [domain, `mail.${domain}`]);
const authority = readFileSync(at('ca.pem'));
const login = {
  cert: readFileSync(at('cert.pem')),
  key: readFileSync(at('key.pem')),
  user: 'user',
  password: 'password',
};
const mail = await startFolderMailServer(at('mail'), 465, login, '0.0.0.0');
try {
  if (values.base === 'debian') await buildDebianBase();
  const project = createProject('hakiki-trial-1');
  await install(project);
  await createAdministrator(project);
  await checkDoctor(project);
  await reportScam();
  await replaceReleases(project);
  await restoreElsewhere(project);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await mail.stop();
  if (values.keep) say(`Everything is still in ${folder}.`);
  else {
    for (const project of projects) await project.compose('down', '-v').catch(console.error);
    rmSync(folder, { recursive: true, force: true });
  }
}
