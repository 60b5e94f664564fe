/**
 * Calls every endpoint as each kind of caller that gets replies of its own, with real rows. A reply has exactly the
 * fields of the contract and contains no secret: no password hash, no token, no encrypted value, and no contact data,
 * which are canaries here.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { ErrorReply } from '@hakiki/contract/errors';
import { Problem } from '@hakiki/contract/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createIndicatorsService } from '../src/modules/indicators/service.ts';
import { createPublisher } from '../src/modules/open-data/publisher.ts';
import { temporarySecret } from '../src/platform/config/settings.ts';
import { formatSigningKey } from '../src/platform/signing/signed-note.ts';
import { totpCodeAt } from './support/authenticator-app.ts';
import {
  type CallerCredentials,
  type Caller,
  createCallers,
  createCredentialsPerEndpoint,
  getExpectedOutcome,
} from './support/callers.ts';
import { contactDataShownInConsole, createCanaries, findCanaries } from './support/canaries.ts';
import { findFieldViolations, getEndpointName } from './support/contract-rules.ts';
import { useDatabase } from './support/database.ts';
import {
  makeAlert,
  makePayment,
  makeProvider,
  makeReview,
  makeSalesMessage,
  makeSession,
  makeUser,
  PASSWORD,
} from './support/factories.ts';
import { createReporter } from './support/reporter.ts';
import { useDatabaseRoles } from './support/database-roles.ts';
import { type SampleRequest, createSamples } from './support/samples.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
// As in production: no endpoint needs a right that the server's database role lacks.
const { webUrl } = useDatabaseRoles(test);
// In memory if possible: the folder has 65,536 range files.
const openDataFolder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-replies-'));
afterAll(() => rmSync(openDataFolder, { recursive: true, force: true }));
const server = useServer(test, {
  settings: {
    databaseUrl: webUrl,
    rateLimitScale: 10_000,
    needsAdminSecondFactor: true,
    fetchesNews: true,
    openData: { folder: openDataFolder, signingKey: undefined },
  },
});
const all: readonly EndpointDefinition[] = endpoints;
/** One of each kind that gets replies of its own; access.test.ts calls every endpoint as all the others, too. */
const { visitor, free, premium, api, enterprise, business, regtech, moderator, admin, key } = createCallers(
  test,
  server,
);
const callers: Record<string, Caller> = {
  visitor,
  free,
  premium,
  api,
  enterprise,
  business,
  regtech,
  moderator,
  admin,
  key,
};
const samples = createSamples(test, server);
const reporter = createReporter(server);
const db = () => test.database.db;

/** Endpoints that no sample calls successfully, each with its reason. */
const expectedToFail: Record<string, string> = {
  'GET /api/login': 'leads on and has no body',
  'GET /api/logout': 'leads on and has no body',
  'GET /api/admin/login/google': 'leads on and has no body',
  'GET /api/admin/login/google/callback': 'leads on and has no body',
};

const { words: canaries, createCanary, createPhoneCanary } = createCanaries();
const toEmailAddress = (word: string) => `${word}@example.com`;
/** Tokens and receipts of the user whose texts are the canaries. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  await createPublisher({
    database: test.database,
    indicators: createIndicatorsService({ settings: { appSecret: temporarySecret } }),
    folder: openDataFolder,
    signingKey: formatSigningKey('hakiki.test/open-data'),
    publicUrl: 'http://hakiki.test',
  }).publish();
  const owner = await makeUser(db(), {
    email: createCanary('email of an account', toEmailAddress),
    lastName: createCanary('name of an account'),
    cellphoneNumber: createPhoneCanary('telephone of an account'),
    // Lists show the newest first, and later rows must not push this one out.
    createdAt: new Date(Date.now() + 86_400_000),
  });
  const { cookie, token } = await makeSession(db(), { userId: owner.id });
  const headers = { cookie };
  const started = await server.post('/api/account/authenticator-app', { currentPassword: PASSWORD }, { headers });
  const { secret } = (await started.json()) as { secret: string };
  const code = totpCodeAt(secret, Date.now());
  const confirmed = await server.post('/api/account/authenticator-app/confirm', { code }, { headers });
  const { backupCodes } = (await confirmed.json()) as { backupCodes: string[] };
  Object.assign(secrets, { 'session token': token, 'TOTP secret': secret, 'backup code': backupCodes[0] });

  const contact = (of: string) => ({
    contactEmail: createCanary(`${of}: contactEmail`, toEmailAddress),
    contactPhone: createPhoneCanary(`${of}: contactPhone`),
  });
  await reporter.reportScam({ ...contact('a scam report'), amountLost: 'All of it.' });
  await reporter.reportIssue({ email: createCanary('an issue report: email', toEmailAddress) });
  await reporter.submitProvider({
    ...contact('a proposal'),
    submitterName: createCanary('a proposal: submitterName'),
    submitterEmail: createCanary('a proposal: submitterEmail', toEmailAddress),
  });
  const { id: providerId } = await makeProvider(db());
  await makeReview(db(), { providerId, userId: owner.id });
  await makeReview(db(), { providerId, userId: (await makeUser(db())).id, status: 'pending' });
  await makeAlert(db(), { createdBy: owner.id });
  await makePayment(db(), { userId: owner.id });
  await makeSalesMessage(db(), {
    name: createCanary('a sales message: name'),
    email: createCanary('a sales message: email', toEmailAddress),
    phone: createPhoneCanary('a sales message: phone'),
  });
});

interface RecordedReply {
  who: string;
  name: string;
  status: number;
  text: string;
}
const recordedReplies: RecordedReply[] = [];
const statusesByEndpoint: Record<string, string[]> = {};

async function callEndpoint(
  endpoint: EndpointDefinition,
  credentials: CallerCredentials,
  who: string,
): Promise<RecordedReply> {
  const sample = samples[getEndpointName(endpoint)];
  const sampleRequest: SampleRequest =
    sample && getExpectedOutcome(endpoint, callers[who]!) === 'let in' ? await sample(credentials) : {};
  const path = endpoint.path.replaceAll(
    /:(\w+)/g,
    (_, param: string) => sampleRequest.params?.[param] ?? '01890000-0000-7000-8000-00000000dead',
  );
  const body =
    sampleRequest.body instanceof Uint8Array
      ? new Uint8Array(sampleRequest.body)
      : JSON.stringify(sampleRequest.body ?? {});
  const response = await server.get(path + (sampleRequest.query ?? ''), {
    method: endpoint.method,
    headers: {
      cookie: sampleRequest.cookie ?? credentials.cookie,
      authorization: credentials.authorization ?? '',
      'content-type':
        sampleRequest.contentType ??
        (endpoint.uploadBytes === undefined ? 'application/json' : 'application/octet-stream'),
      ...sampleRequest.headers,
    },
    redirect: 'manual',
    ...(endpoint.method !== 'GET' && { body }),
  });
  return { who, name: getEndpointName(endpoint), status: response.status, text: await response.text() };
}

function findViolations(endpoint: EndpointDefinition, { status, text }: RecordedReply): string[] {
  if (status >= 500) return [`answered ${status}`];
  if (status >= 400) {
    const shape = endpoint.access.startsWith('key:') ? Problem : ErrorReply;
    return findFieldViolations(shape, JSON.parse(text), 'refusal');
  }
  if (endpoint.status === 302) return text === '' ? [] : ['has a body'];
  return endpoint.isDownload ? [] : findFieldViolations(endpoint.reply, JSON.parse(text));
}

describe('replies of the API', () => {
  it.each(Object.keys(callers))(
    'every endpoint replies with exactly the fields of the contract to the caller "%s" [WARN-01]',
    { timeout: 240_000 },
    async (who) => {
      const breaches: string[] = [];
      const arrive = createCredentialsPerEndpoint(callers[who]!);
      for (const endpoint of all) {
        const answer = await callEndpoint(endpoint, await arrive(endpoint), who);
        recordedReplies.push(answer);
        if (answer.status < 300) (statusesByEndpoint[answer.name] ??= []).push(who);
        breaches.push(...findViolations(endpoint, answer).map((breach) => `${answer.name}: ${breach}`));
      }
      expect(breaches).toEqual([]);
    },
  );

  it('every endpoint succeeds at least once, except the listed ones [WARN-01]', () => {
    const never = all.map(getEndpointName).filter((name) => !statusesByEndpoint[name]);
    const lastRefusals = never.flatMap((name) => {
      const { status, text } = recordedReplies.findLast((one) => one.name === name) ?? { status: 0, text: '' };
      return name in expectedToFail ? [] : [`${name} never answered 2xx (${status} ${text}): give it a sample`];
    });
    expect(lastRefusals).toEqual([]);
    expect(Object.keys(expectedToFail).filter((name) => !never.includes(name))).toEqual([]);
    const successes = recordedReplies.filter(({ status }) => status < 300).length;
    console.log(
      `${Object.keys(statusesByEndpoint).length} of ${all.length} endpoints answered 2xx, ${successes} of ${recordedReplies.length} calls`,
    );
  });

  it("no reply contains contact data of another user, except the console's where that is its purpose [WARN-01]", () => {
    const foundContactData = recordedReplies.flatMap(({ who, name, text }) =>
      findCanaries(text, canaries)
        .filter((field) => !(who === 'admin' && contactDataShownInConsole[name]?.test(field)))
        .map((field) => `${name} tells ${who} the ${field}`),
    );
    expect(foundContactData).toEqual([]);
    // Control: the search finds what is there.
    for (const [name, pattern] of Object.entries(contactDataShownInConsole)) {
      const consoleReplies = recordedReplies.filter((one) => one.who === 'admin' && one.name === name);
      const fields = consoleReplies.flatMap(({ text }) => findCanaries(text, canaries));
      expect(
        fields.some((field) => pattern.test(field)),
        name,
      ).toBe(true);
    }
  });

  it('no reply contains a password hash, a session token, a secret or an encrypted value [WARN-01]', async () => {
    const storedSecrets = await test.sql(`
      select 'password hash' as kind, password_hash as value from users where password_hash is not null
      union all select 'sealed TOTP secret', sealed_secret from authenticator_apps
      union all select 'hash of a backup code', code_hash from backup_codes
      union all select 'hash of a session token', encode(token_hash, 'hex') from sessions
      union all select 'hash of a mailed token', encode(token_hash, 'hex') from mailed_tokens
      union all select 'hash of a receipt', encode(receipt_hash, 'hex') from filings
      union all select 'sealed contact', encode(sealed_contact, 'hex') from filings where sealed_contact is not null
      union all select 'sealed details', encode(sealed_details, 'hex') from filings where sealed_details is not null
      union all select 'sealed answer', encode(sealed_answer, 'hex') from filing_questions where sealed_answer is not null
      union all select 'hash of an API key', encode(secret_hash, 'hex') from api_keys
      union all select 'sealed form', encode(sealed, 'hex') from unconfirmed_submissions`);
    const kinds = new Map<string, string>(Object.entries(secrets).map(([kind, value]) => [value, kind]));
    for (const { kind, value } of storedSecrets) {
      const text = String(value);
      kinds.set(text, String(kind));
      if (!/^(?:[0-9a-f]{2})+$/.test(text)) continue;
      for (const spelling of ['base64', 'base64url'] as const) {
        kinds.set(Buffer.from(text, 'hex').toString(spelling), String(kind));
      }
    }
    expect([...new Set(storedSecrets.map(({ kind }) => kind))]).toHaveLength(11);

    const found = recordedReplies.flatMap(({ who, name, text }) => {
      const long = text.match(/[\w+/=$,.-]{12,}/g) ?? [];
      const known = long.flatMap((part) => kinds.get(part) ?? []);
      const shaped = /\$argon2|"type":"Buffer"/.test(text) ? ['something that looks like a hash or sealed bytes'] : [];
      return [...known, ...shaped].map((what) => `${name} tells ${who} the ${what}`);
    });
    expect(found).toEqual([]);
  });
});

describe('the comparison with the contract', () => {
  const schema = z.object({ id: z.string(), note: z.optional(z.string()), rows: z.array(z.object({ n: z.number() })) });

  it('the comparison with the contract finds unknown fields, missing fields and wrong types at every depth', () => {
    expect(findFieldViolations(schema, { id: 'x', rows: [{ n: 1 }] })).toEqual([]);
    expect(findFieldViolations(schema, { id: {}, rows: [{ n: 1, passwordHash: '' }, {}], language: 'fr' })).toEqual([
      'reply.language is not in the contract',
      'reply.id holds more than one plain value',
      'reply.rows[].passwordHash is not in the contract',
      'reply.rows[].n is missing',
    ]);
    expect(findFieldViolations(schema, { id: 'x', rows: {} })).toEqual(['reply.rows is not a list']);
  });
});
