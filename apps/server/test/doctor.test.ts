/** Runs the doctor on an installation without problems, and with one problem at a time. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInstallation } from '../src/doctor/check-installation.ts';
import { createIndicatorKey, formatIndicatorKey } from '../src/platform/config/indicator-keys.ts';
import { recordBackup } from '../src/platform/storage/backup-age.ts';
import { startHealthServer } from '../src/platform/http/health-server.ts';
import { generateKeyPair } from '../src/platform/sealing/sealed-box.ts';
import { formatSigningKey } from '../src/platform/signing/signed-note.ts';
import { useDatabase } from './support/database.ts';
import { makeUser } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useRedis } from './support/redis.ts';
import { useDatabaseRoles } from './support/database-roles.ts';
import { useServer } from './support/server.ts';
import { useSmtp } from './support/smtp.ts';

const test = useDatabase();
const roles = useDatabaseRoles(test);
const server = useServer(test);
const smtp = useSmtp();
const redis = useRedis();

const folder = mkdtempSync(join(tmpdir(), 'hakiki-doctor-'));
const envFile = join(folder, 'env');
const { publicKey, privateKey } = generateKeyPair();
const secret = () => randomBytes(32).toString('hex');
const cleanups: (() => unknown)[] = [];

let web: Record<string, string> = {};
let worker: Record<string, string> = {};

const portOf = (listening: { address: () => unknown }) => (listening.address() as AddressInfo).port;
const listen = async <Listening extends Server>(one: Listening): Promise<number> => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    one.closeAllConnections();
    one.close();
  });
  return portOf(one);
};

beforeAll(async () => {
  await test.sql(`alter role "${roles.web}" set synchronous_commit = on`);
  const health = await freeHealthPort();
  web = {
    NODE_ENV: 'production',
    DATABASE_URL: roles.webUrl,
    APP_SECRET: secret(),
    INDICATOR_KEYS: formatIndicatorKey(createIndicatorKey()),
    PUBLIC_URL: server.url,
    REPORTER_PUBLIC_KEY: publicKey,
    EVIDENCE_FOLDER: join(folder, 'evidence'),
    BACKUP_FOLDER: folder,
    PORT: new URL(server.url).port,
    WORKER_PORT: String(health),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Hakiki <letters@hakiki.org>',
    OPERATOR_EMAIL: 'operator@hakiki.org',
    REDIS_URL: redis.url,
  };
  worker = {
    DATABASE_URL: roles.workerUrl,
    REPORTER_PRIVATE_KEYS: privateKey,
    AUDIT_HEAD_FILE: join(folder, 'audit-head'),
    LOG_SIGNING_KEYS: formatSigningKey('hakiki.test/decisions'),
  };
  await recordBackup(folder);
  await makeUser(test.database.db, { isAdmin: true, emailVerifiedAt: new Date() });
});
afterAll(async () => {
  for (const close of cleanups) await close();
  rmSync(folder, { recursive: true });
});

/** A port for the worker's health endpoint, with a server that responds as given. */
async function freeHealthPort(isReady = true): Promise<number> {
  const probe = createHttpServer();
  const port = await listen(probe);
  probe.close();
  const started = await startHealthServer({
    port,
    host: '127.0.0.1',
    log: pino({ level: 'silent' }),
    checkReadiness: () => Promise.resolve({ isReady, details: { status: isReady ? 'ready' : 'reports wait' } }),
    renderMetrics: () => Promise.resolve(''),
  });
  cleanups.push(started.stop);
  return port;
}

const toEnvFile = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');

interface Installation {
  web?: Record<string, string>;
  worker?: Record<string, string>;
  mode?: number;
}

async function runDoctorWith(given: Installation = {}, to?: string) {
  writeFileSync(envFile, toEnvFile({ ...web, ...given.web }), { mode: 0o600 });
  writeFileSync(`${envFile}.worker`, toEnvFile({ ...worker, ...given.worker }), { mode: 0o600 });
  chmodSync(envFile, given.mode ?? 0o600);
  return checkInstallation({ mailTo: to, processEnvironment: { ENV_FILE: envFile } });
}

/** Findings of the tests' own PostgreSQL, which runs without durability. */
const findingsOfTestDatabase = [
  {
    what: 'PostgreSQL runs with fsync or full_page_writes off: a power cut can corrupt the database',
    remedy: 'Turn both on in postgresql.conf and restart PostgreSQL.',
  },
  {
    what: 'PostgreSQL archives no WAL: if the disk fails, everything since the last backup is lost',
    remedy: 'Set up pgBackRest and archive_mode = on as docs/runbooks/backup.md describes.',
  },
];

type PlantedProblem = [
  name: string,
  words: RegExp,
  plant: () => Installation | Promise<Installation>,
  repair?: () => unknown,
];

/** Serves HTTPS with a certificate valid for this many days; 0 means an expired one. */
const serveHttps = async (days: number) => {
  const [key, certificate] = [join(folder, `key${days}`), join(folder, `certificate${days}`)];
  const request = join(folder, 'request');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, ...subject);
  openssl('x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-out', certificate);
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  return `https://localhost:${await listen(createHttpsServer(options))}`;
};

/** A reverse proxy like nginx that sets X-Forwarded-For and responds with 404 at the hidden paths. */
const startProxyTo = (target: string, hidden: readonly string[] = []) =>
  createHttpServer((request, response) => {
    if (hidden.includes(request.url ?? '')) return void response.writeHead(404).end();
    fetch(target + request.url, { headers: { 'X-Forwarded-For': '203.0.113.7' } }).then(
      async (answer) => response.writeHead(answer.status).end(await answer.text()),
      () => response.writeHead(502).end(),
    );
  });

const findClosedPort = async () => {
  const probe = createHttpServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
};

const plantedProblems: PlantedProblem[] = [
  ['a missing secret', /^APP_SECRET is required in production/, () => ({ web: { APP_SECRET: '' } })],
  ['a guessable secret', /^APP_SECRET can be guessed/, () => ({ web: { APP_SECRET: 'change-me-'.repeat(5) } })],
  [
    'a PUBLIC_URL without https',
    /^PUBLIC_URL must start with https/,
    () => ({ web: { PUBLIC_URL: 'http://hakiki.org' } }),
  ],
  [
    'the private key of contact data in the settings of the server',
    /^REPORTER_PRIVATE_KEYS belongs to the worker/,
    () => ({ web: { REPORTER_PRIVATE_KEYS: privateKey } }),
  ],
  [
    'the key of the public log in the settings of the server',
    /^LOG_SIGNING_KEYS belongs to the worker/,
    () => ({ web: { LOG_SIGNING_KEYS: formatSigningKey('hakiki.test/decisions') } }),
  ],
  [
    'a missing key of the public log',
    /^The public decision log is not signed/,
    () => ({ worker: { LOG_SIGNING_KEYS: '' } }),
  ],
  [
    'reporter keys that do not match',
    /^REPORTER_PUBLIC_KEY fits none/,
    () => ({ worker: { REPORTER_PRIVATE_KEYS: generateKeyPair().privateKey } }),
  ],
  [
    'the test administrator in production',
    /^TEST_ADMINISTRATOR must not be on/,
    () => ({ web: { TEST_ADMINISTRATOR: 'on' } }),
  ],
  [
    'PayFast without its passphrase',
    /go together: without a passphrase/,
    () => ({ web: { PAYFAST_MERCHANT_ID: '10027938', PAYFAST_MERCHANT_KEY: 'q1cd2rdny4a53' } }),
  ],
  [
    'incomplete settings of a bucket',
    /^S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together/,
    () => ({ web: { S3_BUCKET: 'evidence' } }),
  ],
  [
    'different secrets of server and worker',
    /different values of APP_SECRET/,
    () => ({ worker: { APP_SECRET: secret() } }),
  ],
  [
    'a missing INDICATOR_KEYS',
    /^The keys of reported phone numbers are derived/,
    () => ({ web: { INDICATOR_KEYS: '' } }),
  ],
  [
    'different keys of numbers of server and worker',
    /different values of INDICATOR_KEYS/,
    () => ({ worker: { INDICATOR_KEYS: formatIndicatorKey(createIndicatorKey()) } }),
  ],
  [
    'different evidence folders of server and worker',
    /different places/,
    () => ({ worker: { EVIDENCE_FOLDER: join(folder, 'other') } }),
  ],
  ['one database role for server and worker', /with the same role/, () => ({ worker: { DATABASE_URL: roles.webUrl } })],
  ['a superuser as database role', /as the superuser/, () => ({ web: { DATABASE_URL: test.url } })],
  [
    'an unreachable PostgreSQL',
    /cannot reach PostgreSQL/,
    async () => {
      const address = new URL(roles.webUrl);
      address.port = await findClosedPort();
      return { web: { DATABASE_URL: address.href } };
    },
  ],
  [
    'a missing database',
    /has no database 'nothing'/,
    () => {
      const address = new URL(roles.webUrl);
      address.pathname = '/nothing';
      return { web: { DATABASE_URL: address.href } };
    },
  ],
  [
    'synchronous_commit that is off',
    /synchronous_commit is off/,
    async () => {
      await test.sql(`alter role "${roles.web}" set synchronous_commit = off`);
      return {};
    },
    () => test.sql(`alter role "${roles.web}" set synchronous_commit = on`),
  ],
  ['too few database connections', /connections, too few/, () => ({ web: { DATABASE_POOL_SIZE: '500' } })],
  [
    'migrations of a newer release',
    /migrations of a newer release/,
    async () => {
      await test.sql(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 99999999999999)`,
      );
      return {};
    },
    () => test.sql(`delete from drizzle.__drizzle_migrations where hash = 'of tomorrow'`),
  ],
  [
    'a missing administrator',
    /There is no administrator/,
    async () => {
      await test.sql(`update users set is_admin = false`);
      return {};
    },
    () => test.sql(`update users set is_admin = true`),
  ],
  [
    'a raised alarm',
    /Alarms are raised: mail-waiting/,
    async () => {
      await test.sql(
        `insert into alarms (kind, figure, raised_at, is_notified) values ('mail-waiting', 9999, now(), true)`,
      );
      return {};
    },
    () => test.sql(`delete from alarms`),
  ],
  [
    'an evidence folder that is a file',
    /Cannot store files in/,
    () => {
      const file = join(folder, 'a-file');
      writeFileSync(file, '');
      return { web: { EVIDENCE_FOLDER: file } };
    },
  ],
  ['a missing AUDIT_HEAD_FILE', /AUDIT_HEAD_FILE is not set/, () => ({ worker: { AUDIT_HEAD_FILE: '' } })],
  [
    'an audit head that is two days old',
    /was last written 4\d hours ago/,
    () => {
      const head = join(folder, 'old-head');
      writeFileSync(head, '');
      const before = new Date(Date.now() - 48 * 3_600_000 + 60_000);
      utimesSync(head, before, before);
      return { worker: { AUDIT_HEAD_FILE: head } };
    },
  ],
  ['a missing BACKUP_FOLDER', /^BACKUP_FOLDER is not set/, () => ({ web: { BACKUP_FOLDER: '' } })],
  ['a missing backup', /has no backup yet$/, () => ({ web: { BACKUP_FOLDER: mkdtempSync(join(folder, 'backups-')) } })],
  [
    'an old backup',
    /^The last backup in .* is 47 hours old$/,
    () => {
      const before = new Date(Date.now() - 48 * 3_600_000 + 60_000);
      utimesSync(join(folder, 'last-backup'), before, before);
      return {};
    },
    () => recordBackup(folder),
  ],
  ['a missing SMTP_URL', /SMTP_URL is not set/, () => ({ web: { SMTP_URL: '' } })],
  [
    'an unreachable mail server',
    /rejects our emails: E/,
    async () => ({ web: { SMTP_URL: `smtp://127.0.0.1:${await findClosedPort()}` } }),
  ],
  [
    'a wrong password of the mail server',
    /rejects our emails: EAUTH/,
    async () => {
      const strict = new SMTPServer({
        authOptional: false,
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        logger: false,
        onAuth: (_, __, done) => done(new Error('no')),
      });
      await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', () => resolve()));
      cleanups.push(() => new Promise<void>((resolve) => strict.close(() => resolve())));
      return { web: { SMTP_URL: `smtp://us:wrong@127.0.0.1:${portOf(strict.server)}` } };
    },
  ],
  [
    'a sender with a reserved domain',
    /a domain that does not exist/,
    () => ({ web: { MAIL_FROM: 'Hakiki <no-reply@hakiki.example>' } }),
  ],
  ['a missing OPERATOR_EMAIL', /OPERATOR_EMAIL is not set/, () => ({ web: { OPERATOR_EMAIL: '' } })],
  [
    'an unreachable Redis',
    /Redis at REDIS_URL does not respond/,
    async () => ({ web: { REDIS_URL: `redis://127.0.0.1:${await findClosedPort()}` } }),
  ],
  ['a missing worker', /The worker does not respond/, async () => ({ web: { WORKER_PORT: await findClosedPort() } })],
  [
    'a worker that is not ready',
    /is running but not ready: reports wait/,
    async () => ({ web: { WORKER_PORT: String(await freeHealthPort(false)) } }),
  ],
  ['an unknown host name', /cannot be resolved/, () => ({ web: { PUBLIC_URL: 'https://hakiki.invalid' } })],
  [
    'an expired certificate',
    /The certificate of localhost expired \d+ days ago/,
    async () => ({ web: { PUBLIC_URL: await serveHttps(0) } }),
  ],
  ['an untrusted certificate', /Browsers do not trust/, async () => ({ web: { PUBLIC_URL: await serveHttps(90) } })],
  [
    'another site at PUBLIC_URL',
    /it is not this product/,
    async () => ({
      web: {
        PUBLIC_URL: `http://127.0.0.1:${await listen(createHttpServer((_, response) => response.end('Welcome to nginx!')))}`,
      },
    }),
  ],
  ['a settings file that others can read', /can be read by every user/, () => ({ mode: 0o644 })],
  [
    'a proxy that is not trusted',
    /is not in TRUSTED_PROXIES/,
    async () => ({ web: { PUBLIC_URL: `http://127.0.0.1:${await listen(startProxyTo(server.url, ['/metrics']))}` } }),
  ],
  [
    'metrics that everybody can read',
    /\/metrics is public/,
    async () => ({
      web: { PUBLIC_URL: `http://127.0.0.1:${await listen(startProxyTo(server.url))}`, TRUSTED_PROXIES: 'loopback' },
    }),
  ],
];

/** Replaces ports and folders, which differ in each run. */
const replacePortsAndFolders = (text: string) =>
  text
    .replaceAll(folder, '…')
    .replaceAll(/(?<=\/backups-)\w+/g, '…')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:…');

describe('the doctor', () => {
  it("the doctor reports only the findings of the tests' own PostgreSQL for an installation without problems", async () => {
    expect(await runDoctorWith()).toEqual(findingsOfTestDatabase);
  });

  it.each(plantedProblems)(
    'the doctor finds %s, describes it and explains how to fix it [OPS-02]',
    async (_, words, plant, repair) => {
      const given = await plant();
      try {
        const found = await runDoctorWith(given);
        const planted = found.filter(
          ({ what }) => !findingsOfTestDatabase.some((expectedFinding) => expectedFinding.what === what),
        );
        expect(planted.map(({ what }) => what)).toContainEqual(expect.stringMatching(words));
        expect(
          planted.map(({ what, remedy }) => `${replacePortsAndFolders(what)}: ${replacePortsAndFolders(remedy)}`),
        ).toMatchSnapshot();
      } finally {
        await repair?.();
      }
    },
  );

  it('the doctor sends a test email on request and reports a rejection [OPS-02]', async () => {
    expect(await runDoctorWith({}, 'operator@hakiki.org')).toEqual(findingsOfTestDatabase);
    expect(smtp.accepted.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      ['Hakiki: emails arrive', 'operator@hakiki.org'],
    ]);
    smtp.respondWith({ status: 550, at: 'rcpt' });
    const rejectedFinding = (await runDoctorWith({}, 'operator@hakiki.org')).find(({ what }) =>
      what.includes('emails'),
    );
    smtp.respondWith('accept');
    expect(rejectedFinding).toEqual({
      what: expect.stringMatching(/^The mail server of SMTP_URL rejects our emails: EENVELOPE \(.*550/) as string,
      remedy:
        'The mail server does not accept emails from MAIL_FROM or to this address: check which addresses it allows.',
    });
  });

  it('the doctor command prints its findings and exits with 1 when there are any [OPS-02]', async () => {
    await runDoctorWith({ web: { OPERATOR_EMAIL: '' } });
    const command = fileURLToPath(new URL('../src/doctor.ts', import.meta.url));
    const ended = await promisify(execFile)(process.execPath, [command], {
      env: { ...processEnvironment, ENV_FILE: envFile, WORKER_PORT: web['WORKER_PORT'] },
    }).catch((error: unknown) => error as { code: number; stdout: string });
    expect('code' in ended && ended.code).toBe(1);
    expect(ended.stdout).toContain('Each week:\n  - Run hakiki doctor, and fix what it names.\n');
    expect(ended.stdout).toContain(
      'OPERATOR_EMAIL is not set: nobody is notified of alarms.\n   Set it in .env to an address that somebody reads.\n\n3 problems found.\n',
    );
  });
});
