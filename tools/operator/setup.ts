/**
 * Writes the settings, secrets and units of an installation: `hakiki setup <domain> <email>`. `ops/install` and the
 * set-up container call it. Existing files stay, so that it can run again after a release.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `hakiki setup <domain> <email of the administrator> [--root <folder>] [--data <folder of PostgreSQL>]
                                                   [--container [--proxy <address of the proxy in front>]]

The URL of the mail server is read from the variable SMTP_URL, because other users can read a command line.
For example: SMTP_URL=smtps://user:password@mail.hakiki.org:465 hakiki setup hakiki.org you@hakiki.org`;

const here = join(import.meta.dirname, '../..');
const secret = () => randomBytes(32).toString('hex');
/** No other character has a meaning in a quoted value of a settings file. */
const isQuotable = (text: string) => !/["\n\\$]/.test(text);
const formatSettings = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: '/' },
    data: { type: 'string', default: '/var/lib/postgresql/15/main' },
    container: { type: 'boolean', default: false },
    proxy: { type: 'string' },
  },
});
const [domain = '', email = '', ...more] = positionals;
const smtpUrl = process.env['SMTP_URL'] ?? '';
const isValidUsage =
  /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/.test(domain) &&
  /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(email) &&
  /^smtps?:\/\/\S+$/.test(smtpUrl) &&
  URL.canParse(smtpUrl) &&
  isQuotable(smtpUrl);
if (!isValidUsage || more.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const { isEncryptedMail } = await import('../../apps/server/src/platform/config/settings.ts');
if (!isEncryptedMail(smtpUrl)) {
  console.error('The URL of the mail server must start with smtps://, or with smtp:// and end with ?requireTLS=true.');
  process.exit(2);
}

// Imported late, because these modules are large and the usage text does not need them.
const { renderTemplate, renderEdge } = await import('../../ops/nginx/render.ts');
const { serverPorts } = await import('./replace-release.ts');
const { generateKeyPair } = await import('../../apps/server/src/platform/sealing/sealed-box.ts');
const { formatSigningKey } = await import('../../apps/server/src/platform/signing/signed-note.ts');
const { createIndicatorKey, formatIndicatorKey } =
  await import('../../apps/server/src/platform/config/indicator-keys.ts');
const { logOrigin, openDataOrigin } = await import('../../apps/server/src/platform/config/settings.ts');

const inRoot = (path: string) => join(values.root, path);
const createdPaths: string[] = [];

/** Private from its first byte. An existing file stays, because the operator may have changed it. */
function writeOnce(path: string, text: () => string, mode: number): void {
  const place = inRoot(path);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text(), { mode: 0o600, flag: 'wx' });
  chmodSync(place, mode);
  createdPaths.push(path);
}

const template = (path: string) => readFileSync(join(here, 'ops', path), 'utf8');

function writeSettings(): void {
  const keys = generateKeyPair();
  const passwords = { app: secret(), worker: secret() };
  const databaseHost = values.container ? 'database' : '127.0.0.1';
  const database = (role: string, password: string) => `postgres://${role}:${password}@${databaseHost}:5432/hakiki`;
  if (existsSync(inRoot('/etc/hakiki/env')) !== existsSync(inRoot('/etc/hakiki/env.worker'))) {
    throw new Error(
      'One of /etc/hakiki/env and /etc/hakiki/env.worker is missing: they belong together. Restore it from the locked copy.',
    );
  }
  const web = {
    DATABASE_URL: database('hakiki_app', passwords.app),
    APP_SECRET: secret(),
    INDICATOR_KEYS: formatIndicatorKey(createIndicatorKey()),
    PUBLIC_URL: `https://${domain}`,
    REPORTER_PUBLIC_KEY: keys.publicKey,
    EVIDENCE_FOLDER: '/var/lib/hakiki/evidence',
    BACKUP_FOLDER: '/var/backups/hakiki',
    SMTP_URL: smtpUrl,
    MAIL_FROM: `Hakiki <no-reply@${domain}>`,
    OPERATOR_EMAIL: email,
    COMPANY_EMAIL: email,
    TRUSTED_PROXIES: 'loopback',
    EDGE_VIEWS_LOG: '/var/lib/hakiki-edge/views.log',
    STATUS_FOLDER: '/var/lib/hakiki-edge/status',
    OPEN_DATA_FOLDER: '/var/lib/hakiki-edge/open-data',
  };
  const worker = {
    DATABASE_URL: database('hakiki_worker', passwords.worker),
    REPORTER_PRIVATE_KEYS: keys.privateKey,
    LOG_SIGNING_KEYS: formatSigningKey(logOrigin(web.PUBLIC_URL)),
    OPEN_DATA_SIGNING_KEY: formatSigningKey(openDataOrigin(web.PUBLIC_URL)),
    AUDIT_SECRET: secret(),
    AUDIT_HEAD_FILE: '/var/lib/hakiki/audit/head',
  };
  const isNew = !existsSync(inRoot('/etc/hakiki/env'));
  writeOnce('/etc/hakiki/env', () => formatSettings(web), 0o640);
  writeOnce('/etc/hakiki/env.worker', () => formatSettings(worker), 0o640);
  // ops/install runs it once as the superuser and deletes it; later the roles exist, with the passwords of the
  // settings.
  if (!isNew) return;
  writeOnce(
    '/etc/hakiki/roles.sql',
    () => `create role hakiki_app login password '${passwords.app}';
create role hakiki_worker login password '${passwords.worker}';
create database hakiki encoding 'UTF8' template template0;
`,
    0o600,
  );
}

/** Lets the edge start at once; certbot or the operator replaces it. */
function writeCertificate(): void {
  const folder = inRoot('/etc/hakiki/tls');
  if (existsSync(join(folder, 'fullchain.pem'))) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
  const name = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`];
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  chmodSync(key, 0o600);
  createdPaths.push('/etc/hakiki/tls');
}

/** Containers follow their `.env`, which says the current password of the mail server. */
function updateMailServer(): void {
  const file = inRoot('/etc/hakiki/env');
  const text = readFileSync(file, 'utf8');
  const updated = text.replace(/^SMTP_URL=.*$/m, () => `SMTP_URL="${smtpUrl}"`);
  if (updated === text) return;
  writeFileSync(file, updated);
  createdPaths.push('/etc/hakiki/env: SMTP_URL');
}

/** The addresses come from compose.yaml. All files are rendered again, because `.env` may have changed. */
function writeContainerEdge(): void {
  const folder = inRoot('/var/lib/hakiki-edge');
  const { ORIGINS: origins = '' } = process.env;
  renderEdge({ folder, listen: values.proxy ? '80' : '443 ssl http2', origins: origins.split(' ') });
  const trust = `set_real_ip_from ${values.proxy};\nreal_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n`;
  const files = {
    'server/tls.conf': values.proxy ? undefined : template('nginx/tls.conf'),
    'http/redirect.conf': values.proxy ? undefined : renderTemplate(template('nginx/redirect.conf'), { domain }),
    'server/proxy.conf': values.proxy && trust,
  };
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, 'own', path);
    if (text === undefined) rmSync(place, { force: true });
    else writeFileSync(place, text);
  }
}

function writeEdge(): void {
  const folder = inRoot('/var/lib/hakiki-edge');
  renderEdge({ folder, listen: '443 ssl http2', origins: serverPorts.map((port) => `127.0.0.1:${port}`) });
  writeOnce('/var/lib/hakiki-edge/own/server/tls.conf', () => template('nginx/tls.conf'), 0o644);
  writeOnce(
    '/var/lib/hakiki-edge/own/http/redirect.conf',
    () => renderTemplate(template('nginx/redirect.conf'), { domain }),
    0o644,
  );
}

function writeUnits(): void {
  const folder = inRoot('/etc/systemd/system');
  mkdirSync(folder, { recursive: true });
  for (const unit of readdirSync(join(here, 'ops/systemd')))
    copyFileSync(join(here, 'ops/systemd', unit), join(folder, unit));
}

writeSettings();
writeCertificate();
if (values.container) {
  updateMailServer();
  writeContainerEdge();
} else {
  writeEdge();
  writeUnits();
  const folders = { backupFolder: '/var/backups/hakiki', dataFolder: values.data };
  writeOnce('/etc/hakiki/pgbackrest.conf', () => renderTemplate(template('backup/pgbackrest.conf'), folders), 0o644);
}
console.log(
  createdPaths.length > 0
    ? `Created:\n${createdPaths.map((path) => `  ${path}`).join('\n')}`
    : 'Everything exists already.',
);
