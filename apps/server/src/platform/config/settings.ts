/** Reads all settings once at start. All problems are reported together instead of one per restart. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxBodyBytes } from '@hakiki/contract/limits';
import { MAX_BLIND_KEYS } from '@hakiki/contract/private-check-values';
import { decisionsPath } from '@hakiki/contract/site';
import * as z from 'zod';
import {
  type AppSecret,
  currentSecret,
  retainedPurposes,
  type RetainedPurpose,
  deriveKeys,
  parseRetainedKey,
} from '../app-secret.ts';
import { isProxyRule } from '../http/client-ip.ts';
import { isKey, isMatchingPair, toKeyPair } from '../sealing/sealed-box.ts';
import { formatSigningKey, isSigningKey } from '../signing/signed-note.ts';
import { type Environment, EnvironmentFileError, readEnvironment } from './environment.ts';
import { parseIndicatorKey } from './indicator-keys.ts';

const integerBetween = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

const integer = (min: number, max: number, fallback: number) => integerBetween(min, max).default(fallback);

const urlWithProtocol = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const webUrl = urlWithProtocol(['http:', 'https:']);

const commaList = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((one) => one.trim() || []));

const MIN_SECRET_LENGTH = 32;
const secretVariable = z
  .string()
  .min(MIN_SECRET_LENGTH, { error: `must have at least ${MIN_SECRET_LENGTH} characters` });

const environmentSchema = z.object({
  // Production is the default, so that a missing variable never weakens security.
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('production'),
  TEST_ADMINISTRATOR: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  // Only ports: whatever is set, the simulated internet is always this machine.
  TEST_NAME_PORT: integerBetween(1, 65_535).optional(),
  TEST_WEB_PORT: integerBetween(1, 65_535).optional(),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  DEMO_DATABASE_URL: urlWithProtocol(['postgres:', 'postgresql:']).optional(),
  DATABASE_URL: urlWithProtocol(['postgres:', 'postgresql:']).optional(),
  READ_DATABASE_URL: urlWithProtocol(['postgres:', 'postgresql:']).optional(),
  READ_MAX_LAG_SECONDS: integer(2, 300, 5),
  APP_SECRET: secretVariable.optional(),
  APP_SECRET_NEXT: secretVariable.optional(),
  APP_SECRET_BEFORE: secretVariable.optional(),
  APP_KEYS_KEPT: commaList.transform((list, context) =>
    list.flatMap((text) => {
      const retainedKey = parseRetainedKey(text);
      if (retainedKey) return retainedKey;
      context.addIssue({ code: 'custom', message: 'must be what npm run keys -- retire has printed' });
      return [];
    }),
  ),
  INDICATOR_KEYS: commaList
    .refine((list) => list.length <= MAX_BLIND_KEYS && list.every((text) => parseIndicatorKey(text)), {
      error: `must be at most ${MAX_BLIND_KEYS} keys printed by hakiki indicator-key, joined by commas`,
    })
    .transform((list) => list.flatMap((text) => parseIndicatorKey(text) ?? [])),
  AUDIT_SECRET: secretVariable.optional(),
  AUDIT_HEAD_FILE: z.string().optional(),
  REPORTER_PUBLIC_KEY: z
    .string()
    .refine((text) => isKey('public', text), { error: 'must be the public key printed by npm run reporter-keys' })
    .optional(),
  REPORTER_PRIVATE_KEYS: commaList.refine((list) => list.every((text) => isKey('private', text)), {
    error: 'must be private keys printed by npm run reporter-keys, joined by commas',
  }),
  LOG_SIGNING_KEYS: commaList.refine((list) => list.every(isSigningKey), {
    error: 'must be signing keys printed by hakiki log-key, joined by commas',
  }),
  EVIDENCE_FOLDER: z.string().optional(),
  BACKUP_FOLDER: z.string().optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PUBLIC_URL: webUrl.optional(),
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  WORKER_PORT: integer(0, 65_535, 3001),
  WORKER_HOST: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a log level such as info' })
    .default('info'),
  MAX_IN_FLIGHT: integer(1, 100_000, 1000),
  MAX_BODY_BYTES: integer(1024, 100_000_000, maxBodyBytes),
  DRAIN_SECONDS: integer(0, 600, 5),
  REPLY_CACHE_SECONDS: integerBetween(0, 3600).optional(),
  REPLY_CACHE_MEGABYTES: integer(1, 65_536, 128),
  DATABASE_APP_ROLE: z.string().default('hakiki_app'),
  DATABASE_WORKER_ROLE: z.string().default('hakiki_worker'),
  DATABASE_POOL_SIZE: integer(1, 500, 10),
  DATABASE_WAIT_SECONDS: integer(0, 3600, 60),
  STATEMENT_TIMEOUT_MS: integer(100, 600_000, 5000),
  SMTP_URL: urlWithProtocol(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().default('Hakiki <no-reply@hakiki.example>'),
  OPERATOR_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  COMPANY_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  COMPANY_PHONE: z.string().max(50, { error: 'must have at most 50 characters' }).default('+27 00 000 0000'),
  COMPANY_OFFICE: z
    .string()
    .max(300, { error: 'must have at most 300 characters' })
    .default('Hakiki, 1 Example Street, Example City'),
  SALES_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  SECURITY_CONTACT: z.union([z.email(), webUrl], { error: 'must be an email address or a web address' }).optional(),
  SOURCE_CODE_URL: webUrl.optional(),
  SOCIAL_TWITTER_URL: webUrl.optional(),
  SOCIAL_LINKEDIN_URL: webUrl.optional(),
  SOCIAL_TELEGRAM_URL: webUrl.optional(),
  REDIS_URL: urlWithProtocol(['redis:', 'rediss:']).optional(),
  TRUSTED_PROXIES: commaList.refine((list) => list.every(isProxyRule), {
    error: 'must be addresses, blocks such as 10.0.0.0/8, or loopback',
  }),
  RATE_LIMIT_SCALE: z.coerce
    .number({ error: 'must be a number' })
    .min(0.01, { error: 'must be at least 0.01' })
    .max(1000, { error: 'must be at most 1000' })
    .default(1),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER_URL: webUrl.default('https://accounts.google.com'),
  COMMIT: z.string().default('unknown'),
  PAYFAST_MERCHANT_ID: z
    .string()
    .regex(/^\d{5,12}$/, { error: 'must be the number of the merchant' })
    .optional(),
  PAYFAST_MERCHANT_KEY: z.string().optional(),
  // PayFast's own library encodes a passphrase twice and others once; these characters stay the same either way.
  PAYFAST_PASSPHRASE: z
    .string()
    .regex(/^[\w.-]+$/, { error: 'may hold letters, digits and - _ . only' })
    .optional(),
  PAYFAST_SITE_URL: webUrl.default('https://www.payfast.co.za'),
  PAYFAST_API_URL: webUrl.default('https://api.payfast.co.za'),
  PAYFAST_ADDRESSES: commaList.refine((list) => list.every(isProxyRule), {
    error: 'must be addresses or blocks such as 197.97.145.144/28',
  }),
  BANK_NAME: z.string().max(200).default('Example Bank'),
  BANK_ACCOUNT_HOLDER: z.string().max(200).default('Hakiki'),
  BANK_ACCOUNT_NUMBER: z.string().max(40).default('0000 000 000'),
  BANK_BRANCH_CODE: z.string().max(20).default('000000'),
  // Only tests and gateways that speak the same protocol use others.
  TELEGRAM_API_URL: webUrl.default('https://api.telegram.org'),
  WHATSAPP_API_URL: webUrl.default('https://graph.facebook.com/v25.0'),
  NEWS_FETCHING: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  EDGE_VIEWS_LOG: z.string().optional(),
  STATUS_FOLDER: z.string().optional(),
  OPEN_DATA_FOLDER: z.string().optional(),
  OPEN_DATA_SIGNING_KEY: z
    .string()
    .refine(isSigningKey, { error: 'must be a signing key printed by hakiki open-data-key' })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: commaList.transform((list, context) =>
    Object.fromEntries(
      list.map((text) => {
        const { name = '', value = '' } = /^(?<name>[\w-]+)=(?<value>.+)$/.exec(text)?.groups ?? {};
        if (!name)
          context.addIssue({ code: 'custom', message: 'must be headers such as name=value, joined by commas' });
        return [name, value];
      }),
    ),
  ),
  OTEL_SERVICE_NAME: z.string().max(100, { error: 'must have at most 100 characters' }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be at least 0' })
    .max(1, { error: 'must be at most 1' })
    .default(1),
  FINANCE_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  INVOICE_NAME: z.string().max(200).default('Hakiki'),
  INVOICE_VAT_NUMBER: z
    .string()
    .regex(/^\d{10}$/, { error: 'must have ten digits' })
    .optional(),
  INVOICE_VAT_PERCENT: z.coerce
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be at least 0' })
    .max(50, { error: 'must be at most 50' })
    .default(15),
});

/** The addresses from which PayFast sends notifications, as it publishes them. */
const payfastAddresses = [
  '197.97.145.144/28',
  '41.74.179.192/27',
  '102.216.36.0/28',
  '102.216.36.128/28',
  '144.126.193.139/32',
];

/** The process that reads the settings. Only the worker may have the keys to reporters' contact data. */
export type EntryPoint = 'web' | 'worker' | 'tool' | 'audit' | 'migrate';

/** Settings without a default in production. Elsewhere each has one. */
const requiredInProduction: Record<EntryPoint, readonly string[]> = {
  web: ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'REPORTER_PUBLIC_KEY'],
  worker: ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'REPORTER_PUBLIC_KEY', 'REPORTER_PRIVATE_KEYS'],
  tool: ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL'],
  audit: ['DATABASE_URL'],
  migrate: ['DATABASE_URL'],
};

/** An attacker in the server must not have these. */
const workerOnly = ['REPORTER_PRIVATE_KEYS', 'LOG_SIGNING_KEYS', 'OPEN_DATA_SIGNING_KEY', 'DEMO_DATABASE_URL'];

type Variables = Record<string, string>;

/** Parts of secrets in examples, demos and manuals, which everybody can read. */
const wellKnownSecret =
  /change.?(?:me|it|this)|password|example|default|demo|insecure|stand.?in|replace|your.?secret|hakiki/i;
/** A random secret of 32 characters has more different characters, whatever its alphabet. */
const MIN_DISTINCT_CHARACTERS = 8;
const commonPasswords = new Set(['password', 'postgres', 'hakiki', 'secret', 'changeme', 'admin']);
const secretNames = ['APP_SECRET', 'APP_SECRET_NEXT', 'APP_SECRET_BEFORE', 'AUDIT_SECRET'];

/** A secret that is too short is reported separately. */
const isGuessable = (secret: string): boolean =>
  secret.length >= MIN_SECRET_LENGTH &&
  (wellKnownSecret.test(secret) || new Set(secret).size < MIN_DISTINCT_CHARACTERS);

const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Whether emails to this mail server are always encrypted. `smtp://` alone encrypts only if the server offers it; an
 * attacker in between can remove that offer and read every password reset link.
 */
export function isEncryptedMail(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const url = new URL(smtpUrl);
  if (isLoopback(url)) return true;
  const isChecked = url.searchParams.get('tls.rejectUnauthorized') !== 'false';
  const isRequired = url.searchParams.get('requireTLS') === 'true' && url.searchParams.get('ignoreTLS') !== 'true';
  return isChecked && (url.protocol === 'smtps:' || isRequired);
}

/** Finds weaknesses that an attacker would try first. */
function findWeaknesses(variables: Variables): string[] {
  const problems = secretNames.flatMap((name) =>
    variables[name] && isGuessable(variables[name])
      ? [`${name} can be guessed: use one made by openssl rand -hex 32`]
      : [],
  );
  const { PUBLIC_URL: publicUrl = '', DATABASE_URL: databaseUrl = '' } = variables;
  if (URL.canParse(databaseUrl) && commonPasswords.has(new URL(databaseUrl).password)) {
    problems.push('DATABASE_URL has a password that everybody tries first');
  }
  const site = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (site?.protocol === 'http:' && !isLoopback(site)) {
    problems.push(
      'PUBLIC_URL must start with https:// in production: over http anybody on the way reads what reporters send',
    );
  }
  if (variables['SMTP_URL'] && URL.canParse(variables['SMTP_URL']) && !isEncryptedMail(variables['SMTP_URL'])) {
    problems.push(
      'SMTP_URL must be smtps://, or smtp:// with ?requireTLS=true at its end, and check the certificate: otherwise anybody on the way reads the links for new passwords',
    );
  }
  return problems;
}

const isOnThisMachine = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url));

/** Another server could confirm any payment, so it is only allowed if the site itself is on this machine. */
function findGatewayProblems(variables: Variables): string[] {
  const expected = { PAYFAST_SITE_URL: 'www.payfast.co.za', PAYFAST_API_URL: 'api.payfast.co.za' };
  const isSimulated = isOnThisMachine(variables['PUBLIC_URL'] ?? '');
  const problems = Object.entries(expected).flatMap(([name, host]) => {
    const { [name]: url = `https://${host}` } = variables;
    const isRight = URL.canParse(url) && new URL(url).origin === `https://${host}`;
    return isRight || (isSimulated && isOnThisMachine(url)) ? [] : [`${name} must be https://${host} in production`];
  });
  if (variables['PAYFAST_MERCHANT_ID'] === '10000100') problems.push('PAYFAST_MERCHANT_ID is that of the sandbox');
  return problems;
}

function findProductionProblems(variables: Variables, entry: EntryPoint): string[] {
  const problems = requiredInProduction[entry].flatMap((name) =>
    variables[name] ? [] : [`${name} is required in production`],
  );
  if (variables['TEST_ADMINISTRATOR'] === 'on') {
    problems.push('TEST_ADMINISTRATOR must not be on in production: everybody may know its password');
  }
  for (const name of ['TEST_NAME_PORT', 'TEST_WEB_PORT']) {
    if (variables[name])
      problems.push(`${name} must not be set in production: whoever listens there owns every domain`);
  }
  problems.push(...findWeaknesses(variables), ...findGatewayProblems(variables));
  if (entry !== 'web' && entry !== 'worker') return problems;
  if (!variables['EVIDENCE_FOLDER'] && !variables['S3_BUCKET']) {
    problems.push('EVIDENCE_FOLDER or S3_BUCKET is required in production');
  }
  for (const name of entry === 'web' ? workerOnly : []) {
    if (variables[name]) problems.push(`${name} belongs to the worker alone and must not be here`);
  }
  return problems;
}

/** A demo takes no money, and empties the place of its files. */
function findDemoProblems(variables: Variables): string[] {
  if (variables['DEMO'] !== 'on')
    return variables['DEMO_DATABASE_URL'] ? ['DEMO_DATABASE_URL must not be set without DEMO=on'] : [];
  return ['PAYFAST_MERCHANT_ID', 'S3_BUCKET', 'READ_DATABASE_URL', 'APP_SECRET_NEXT'].flatMap((name) =>
    variables[name] ? [`${name} must not be set with DEMO=on`] : [],
  );
}

/** The audit hash chain uses one secret from its first entry to its last. */
function findKeyRotationProblems(variables: Variables, entry: EntryPoint): string[] {
  const { APP_SECRET: current, APP_SECRET_NEXT: next, APP_SECRET_BEFORE: before } = variables;
  const otherNames = ['APP_SECRET_NEXT', 'APP_SECRET_BEFORE'].filter((name) => variables[name]);
  const problems = otherNames.flatMap((name) =>
    !current || variables[name] === current ? [`${name} must stand beside an APP_SECRET that is another one`] : [],
  );
  if (next && next === before) problems.push('APP_SECRET_NEXT must not be the one from before');
  const isChanging = otherNames.length > 0 || Boolean(variables['APP_KEYS_KEPT']);
  if ((entry === 'worker' || entry === 'audit') && isChanging && !variables['AUDIT_SECRET']) {
    problems.push(
      'AUDIT_SECRET is required while APP_SECRET changes and afterwards: give it the value that APP_SECRET had when the chain began',
    );
  }
  return problems;
}

function findIncompleteGroups(variables: Variables): string[] {
  const problems: string[] = [];
  const requireTogether = (names: readonly string[], message: string) => {
    if (new Set(names.map((name) => Boolean(variables[name]))).size > 1) problems.push(message);
  };
  requireTogether(
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together',
  );
  requireTogether(
    ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'],
    'PAYFAST_MERCHANT_ID, PAYFAST_MERCHANT_KEY and PAYFAST_PASSPHRASE go together: without a passphrase anybody can forge a payment',
  );
  requireTogether(['TEST_NAME_PORT', 'TEST_WEB_PORT'], 'TEST_NAME_PORT and TEST_WEB_PORT go together');
  requireTogether(
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together',
  );
  return problems;
}

/** A worker with the wrong keys could not email any reporter, and nobody would notice. */
function findKeyPairProblems(publicKey: string | undefined, privateKeys: readonly string[]): string[] {
  const fits = privateKeys.some((privateKey) => publicKey && isMatchingPair({ publicKey, privateKey }));
  return publicKey && privateKeys.length > 0 && !fits ? ['REPORTER_PUBLIC_KEY fits none of REPORTER_PRIVATE_KEYS'] : [];
}

export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  ${problems.join('\n  ')}`,
    );
    this.problems = problems;
  }
}

/** A placeholder, not a real domain. */
const PLACEHOLDER_EMAIL = 'hello@hakiki.example';

export const temporarySecret = randomBytes(32).toString('hex');

interface SecretVariables {
  APP_SECRET?: string | undefined;
  APP_SECRET_NEXT?: string | undefined;
  APP_SECRET_BEFORE?: string | undefined;
  APP_KEYS_KEPT: { purpose: RetainedPurpose; key: Buffer }[];
}

function toAppSecret(variables: SecretVariables): AppSecret {
  const { APP_SECRET: current = temporarySecret, APP_SECRET_NEXT: next, APP_SECRET_BEFORE: before } = variables;
  if (!next && !before && variables.APP_KEYS_KEPT.length === 0) return current;
  const retainedFor = (purpose: RetainedPurpose) =>
    variables.APP_KEYS_KEPT.flatMap((one) => (one.purpose === purpose ? one.key : []));
  const kept = Object.fromEntries(retainedPurposes.map((purpose) => [purpose, retainedFor(purpose)]));
  return { current, next, before, kept };
}

/** The name of the public log and its keys: its URL without the scheme, as c2sp.org/tlog-tiles defines it. */
export const logOrigin = (publicUrl: string): string => `${publicUrl.replace(/^https?:\/\//, '')}${decisionsPath}`;

/** The name of the key that signs the published indicators. */
export const openDataOrigin = (publicUrl: string): string => `${publicUrl.replace(/^https?:\/\//, '')}/open-data`;

const localFile = (name: string) => fileURLToPath(new URL(`../../../../../.local/${name}`, import.meta.url));

/** The PostgreSQL of `npm run dev`, on the port of this checkout (tools/pg.ts). */
const developmentDatabase = (): string => {
  const port = existsSync(localFile('postgres-port'))
    ? readFileSync(localFile('postgres-port'), 'utf8').trim()
    : '54329';
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
};

export type Settings = ReturnType<typeof readSettings>;
type Values = z.output<typeof environmentSchema>;

const toEvidenceSettings = (value: Values) => ({
  folder: value.EVIDENCE_FOLDER ?? localFile('evidence'),
  ...(value.BACKUP_FOLDER && { copyFolder: join(value.BACKUP_FOLDER, 'evidence') }),
  s3:
    value.S3_BUCKET && value.S3_ACCESS_KEY_ID && value.S3_SECRET_ACCESS_KEY
      ? {
          endpoint: value.S3_ENDPOINT,
          region: value.S3_REGION,
          bucket: value.S3_BUCKET,
          accessKeyId: value.S3_ACCESS_KEY_ID,
          secretAccessKey: value.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
});

/** Undefined if tracing is off. */
const toTracingSettings = (value: Values, entry: EntryPoint) =>
  value.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: value.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: value.OTEL_SERVICE_NAME ?? (entry === 'worker' ? 'hakiki-worker' : 'hakiki-server'),
        ratio: value.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined;

const toMoneySettings = (value: Values) => ({
  payfast:
    value.PAYFAST_MERCHANT_ID && value.PAYFAST_MERCHANT_KEY && value.PAYFAST_PASSPHRASE
      ? {
          merchantId: value.PAYFAST_MERCHANT_ID,
          merchantKey: value.PAYFAST_MERCHANT_KEY,
          passphrase: value.PAYFAST_PASSPHRASE,
          siteUrl: value.PAYFAST_SITE_URL.replace(/\/+$/, ''),
          apiUrl: value.PAYFAST_API_URL.replace(/\/+$/, ''),
          addresses: value.PAYFAST_ADDRESSES.length > 0 ? value.PAYFAST_ADDRESSES : payfastAddresses,
        }
      : undefined,
  bankAccount: {
    bank: value.BANK_NAME,
    accountHolder: value.BANK_ACCOUNT_HOLDER,
    accountNumber: value.BANK_ACCOUNT_NUMBER,
    branchCode: value.BANK_BRANCH_CODE,
  },
  financeEmail: value.FINANCE_EMAIL ?? value.COMPANY_EMAIL ?? PLACEHOLDER_EMAIL,
  /** The supplier on every invoice. */
  invoicing: {
    name: value.INVOICE_NAME,
    address: value.COMPANY_OFFICE,
    vatNumber: value.INVOICE_VAT_NUMBER,
    vatPercent: value.INVOICE_VAT_PERCENT,
  },
});

/** Outside production, keys that derive from the application secret are enough. */
const deriveTemporaryKeys = (appSecret: AppSecret, publicUrl: string) => ({
  reporterKeys: deriveKeys(appSecret, 'reporter-keys').all.map(({ key }) => toKeyPair(key)),
  logKeys: [formatSigningKey(logOrigin(publicUrl), deriveKeys(appSecret, 'log-signing').current.key)],
  openDataKey: formatSigningKey(openDataOrigin(publicUrl), deriveKeys(appSecret, 'open-data-signing').current.key),
});

export function readSettings(source: Environment, entry: EntryPoint = 'tool') {
  const variables: Variables = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = environmentSchema.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []),
    ...((variables['NODE_ENV'] ?? 'production') === 'production' ? findProductionProblems(variables, entry) : []),
    ...(entry === 'audit' && !variables['APP_SECRET'] && !variables['AUDIT_SECRET']
      ? ['APP_SECRET or AUDIT_SECRET of the worker is required: without it the chain cannot be computed again']
      : []),
    ...findIncompleteGroups(variables),
    ...findDemoProblems(variables),
    ...findKeyRotationProblems(variables, entry),
    ...(parsed.success ? findKeyPairProblems(parsed.data.REPORTER_PUBLIC_KEY, parsed.data.REPORTER_PRIVATE_KEYS) : []),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const value = parsed.data;
  const appSecret = toAppSecret(value);
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  const temporary =
    value.NODE_ENV === 'production'
      ? { reporterKeys: [], logKeys: [], openDataKey: undefined }
      : deriveTemporaryKeys(appSecret, publicUrl);
  const { SOCIAL_TWITTER_URL: twitter, SOCIAL_LINKEDIN_URL: linkedin, SOCIAL_TELEGRAM_URL: telegram } = value;
  return {
    environment: value.NODE_ENV,
    isProduction: value.NODE_ENV === 'production',
    /** Made-up data with a banner on every page; no email leaves. */
    isDemo: value.DEMO === 'on',
    /** The owner of the tables, which the nightly reset of a demo empties; only for the worker. */
    demoDatabaseUrl: value.DEMO_DATABASE_URL,
    hasTestAdmin: value.TEST_ADMINISTRATOR === 'on',
    /** The simulated internet that domain claims are checked with; never in production. */
    testInternet:
      value.TEST_NAME_PORT && value.TEST_WEB_PORT
        ? { nameServer: `127.0.0.1:${value.TEST_NAME_PORT}`, webPort: value.TEST_WEB_PORT }
        : undefined,
    databaseUrl: value.DATABASE_URL ?? developmentDatabase(),
    readDatabaseUrl: value.READ_DATABASE_URL,
    readMaxLagSeconds: value.READ_MAX_LAG_SECONDS,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    databaseWaitSeconds: value.DATABASE_WAIT_SECONDS,
    statementTimeoutMs: value.STATEMENT_TIMEOUT_MS,
    databaseRoles: { web: value.DATABASE_APP_ROLE, worker: value.DATABASE_WORKER_ROLE },
    appSecret,
    /** Keys of phone numbers and other hidden kinds; the newest first. Without any, one is derived from APP_SECRET. */
    indicatorKeys: value.INDICATOR_KEYS,
    audit: {
      // A separate secret lets APP_SECRET change while the chain continues.
      secret: value.AUDIT_SECRET ?? currentSecret(appSecret),
      headFile: value.AUDIT_HEAD_FILE ?? (value.NODE_ENV === 'production' ? undefined : localFile('audit-head')),
    },
    reporterKeys: value.REPORTER_PUBLIC_KEY
      ? { public: value.REPORTER_PUBLIC_KEY, private: value.REPORTER_PRIVATE_KEYS }
      : {
          public: temporary.reporterKeys[0]?.publicKey,
          private: temporary.reporterKeys.map(({ privateKey }) => privateKey),
        },
    /** Signs the heads of the public log; for the worker and the audit. */
    logSigning: {
      keys: value.LOG_SIGNING_KEYS.length > 0 ? value.LOG_SIGNING_KEYS : temporary.logKeys,
      checkpointFile: value.AUDIT_HEAD_FILE && `${value.AUDIT_HEAD_FILE}.checkpoint`,
    },
    evidence: toEvidenceSettings(value),
    /** Database backups are stored beside the copies of evidence (docs/runbooks/backup.md). */
    backupFolder: value.BACKUP_FOLDER,
    /** The edge's log of opened provider pages, which the worker counts. */
    viewsLog: value.EDGE_VIEWS_LOG,
    /** The folder where the worker writes the status page and the edge finds it. */
    statusFolder: value.STATUS_FOLDER,
    /** The folder of published indicators, which the worker writes and the edge serves, and their signing key. */
    openData: {
      // Others must not take made-up data for real.
      folder:
        value.DEMO === 'on'
          ? undefined
          : (value.OPEN_DATA_FOLDER ?? (value.NODE_ENV === 'development' ? localFile('open-data') : undefined)),
      signingKey: value.OPEN_DATA_SIGNING_KEY ?? temporary.openDataKey,
    },
    tracing: toTracingSettings(value, entry),
    publicUrl,
    port: value.PORT,
    host: value.HOST,
    workerPort: value.WORKER_PORT,
    workerHost: value.WORKER_HOST ?? value.HOST,
    logLevel: value.LOG_LEVEL,
    maxInFlight: value.MAX_IN_FLIGHT,
    maxBodyBytes: value.MAX_BODY_BYTES,
    drainSeconds: value.DRAIN_SECONDS,
    // In development a change must be visible at once.
    replyCacheSeconds: value.REPLY_CACHE_SECONDS ?? (value.NODE_ENV === 'production' ? 5 : 0),
    replyCacheMegabytes: value.REPLY_CACHE_MEGABYTES,
    mail: {
      smtpUrl: value.SMTP_URL,
      isDiscarded: value.DEMO === 'on',
      from: value.MAIL_FROM,
      outboxFolder: fileURLToPath(new URL('../../../../../.local/outbox', import.meta.url)),
    },
    redisUrl: value.REDIS_URL,
    trustedProxies: value.TRUSTED_PROXIES,
    rateLimitScale: value.RATE_LIMIT_SCALE,
    needsAdminSecondFactor:
      (value.ADMIN_SECOND_FACTOR ?? (value.NODE_ENV === 'production' ? 'required' : 'optional')) === 'required',
    google:
      value.GOOGLE_CLIENT_ID && value.GOOGLE_CLIENT_SECRET
        ? {
            clientId: value.GOOGLE_CLIENT_ID,
            clientSecret: value.GOOGLE_CLIENT_SECRET,
            issuerUrl: value.GOOGLE_ISSUER_URL,
          }
        : undefined,
    operatorEmail: value.OPERATOR_EMAIL,
    company: {
      email: value.COMPANY_EMAIL ?? PLACEHOLDER_EMAIL,
      phone: value.COMPANY_PHONE,
      office: value.COMPANY_OFFICE,
    },
    salesEmail: value.SALES_EMAIL ?? value.COMPANY_EMAIL ?? PLACEHOLDER_EMAIL,
    hasSalesEmail: Boolean(value.SALES_EMAIL ?? value.COMPANY_EMAIL),
    social: { ...(twitter && { twitter }), ...(linkedin && { linkedin }), ...(telegram && { telegram }) },
    sourceUrl: value.SOURCE_CODE_URL,
    /** Where to report a vulnerability; undefined if nobody would receive the report. */
    securityContact: value.SECURITY_CONTACT ?? value.COMPANY_EMAIL,
    commit: value.COMMIT,
    ...toMoneySettings(value),
    /** API addresses to which the answers of connected chats are sent (docs/runbooks/chat.md). */
    chat: {
      telegramApiUrl: value.TELEGRAM_API_URL.replace(/\/+$/, ''),
      whatsappApiUrl: value.WHATSAPP_API_URL.replace(/\/+$/, ''),
    },
    /** A machine that only tries the product out does not send requests to news sources. */
    fetchesNews:
      value.DEMO === 'off' &&
      (value.NEWS_FETCHING ??
        (value.NODE_ENV === 'production' && !isOnThisMachine(value.PUBLIC_URL ?? '') ? 'on' : 'off')) === 'on',
  };
}

/** Ends the process with a message instead of a stack trace if a setting is wrong. */
export function readSettingsOrExit(entry: EntryPoint = 'tool'): Settings {
  try {
    const settings = readSettings(readEnvironment(entry), entry);
    // Libraries such as React read NODE_ENV from there; they must use the same value.
    process.env['NODE_ENV'] = settings.environment;
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof EnvironmentFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
