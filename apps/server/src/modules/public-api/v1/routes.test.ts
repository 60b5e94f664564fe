/** The public API over HTTP: its calls, their permissions, and the limit headers of every response. */
import { randomUUID } from 'node:crypto';
import { apiScopes, type ApiScope } from '@hakiki/contract/endpoint';
import type { Evidence } from '@hakiki/contract/evidence';
import type { ProviderId } from '@hakiki/contract/directory';
import { errors } from '@hakiki/contract/errors';
import { publishedTestKey } from '@hakiki/contract/api-keys';
import type { AlertId } from '@hakiki/contract/alerts';
import type { CheckAnswer } from '@hakiki/contract/check';
import { rateLimits } from '@hakiki/contract/limits';
import { type Compliance, v1Endpoints } from '@hakiki/contract/v1';
import { sampleAlerts, sampleCalls, sampleProviders } from '@hakiki/contract/v1-samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCanaries, findCanaries } from '../../../../test/support/canaries.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import {
  makeAlert,
  makeApiKey,
  makeEvidence,
  makeProvider,
  makeReport,
  makeReview,
  makeSession,
  makeUser,
} from '../../../../test/support/factories.ts';
import { newIssueReport, createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { trustedProxies: ['loopback'] } });
const reporter = createReporter(server);
const db = () => test.database.db;

type Key = Awaited<ReturnType<typeof makeApiKey>>;
const requestWith = (key: Pick<Key, 'headers'>, path: string, headers: Record<string, string> = {}) =>
  server.get(path, { headers: { ...key.headers, ...headers } });
const send = (key: Pick<Key, 'headers'>, body: unknown = newIssueReport(), headers: Record<string, string> = {}) =>
  server.post('/api/v1/reports', body, { headers: { ...key.headers, ...headers } });
const sendCheck = (key: Pick<Key, 'headers'>, body: unknown, headers: Record<string, string> = {}) =>
  server.post('/api/v1/check', body, { headers: { ...key.headers, ...headers } });
const readOutcome = async (response: Response) => ({ status: response.status, body: await response.json() });

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  429: 'Too Many Requests',
};
const problem = (status: number, code: keyof typeof errors, more: object = {}) => ({
  status,
  body: {
    type: status === 429 ? 'https://iana.org/assignments/http-problem-types#quota-exceeded' : 'about:blank',
    title: titles[status],
    status,
    detail: errors[code].message,
    message: errors[code].message,
    code,
    ...more,
  },
});

let providerId: ProviderId;
let alertId: AlertId;
beforeAll(async () => {
  providerId = (await makeProvider(db(), { name: 'Demo Verified', verificationStatus: 'Verified' })).id;
  await makeReview(db(), { providerId, experience: 'Paid out.' });
  const content = { affectedProviderId: providerId, affectedProviderName: 'Demo Verified', severity: 'High' as const };
  alertId = (await makeAlert(db(), { ...content, status: 'approved', affectedCountries: ['togo'] })).id;
});

const calls: Record<string, (key: Pick<Key, 'headers'>, headers?: Record<string, string>) => Promise<Response>> = {
  'GET /api/v1/providers': (key, headers) => requestWith(key, '/api/v1/providers', headers),
  'GET /api/v1/providers/:id': (key, headers) => requestWith(key, `/api/v1/providers/${providerId}`, headers),
  'GET /api/v1/providers/:id/compliance': (key, headers) =>
    requestWith(key, `/api/v1/providers/${providerId}/compliance`, headers),
  'GET /api/v1/providers/:id/reviews': (key, headers) =>
    requestWith(key, `/api/v1/providers/${providerId}/reviews`, headers),
  'GET /api/v1/alerts': (key, headers) => requestWith(key, '/api/v1/alerts', headers),
  'GET /api/v1/alerts/:id': (key, headers) => requestWith(key, `/api/v1/alerts/${alertId}`, headers),
  'POST /api/v1/check': (key, headers) => sendCheck(key, { inputs: ['demo.example'] }, headers),
  'POST /api/v1/reports': (key, headers) => send(key, newIssueReport(), headers),
};
const names = v1Endpoints.map(getEndpointName);
const openStatus = (name: string) => (name === 'POST /api/v1/reports' ? 201 : 200);

describe('the calls of the public API', () => {
  it('returns public data: providers, one provider, its compliance and its reviews [REAL-24] [CALL-43] [CALL-44] [CALL-45] [CALL-46]', async () => {
    const key = await makeApiKey(db());
    const listed = (await server.json<{ id: string }[]>('/api/providers')).find(({ id }) => id === providerId)!;
    const list = (await (await calls['GET /api/v1/providers']!(key)).json()) as { id: string }[];
    expect(list).toEqual(await server.json('/api/providers'));
    expect(list).toContainEqual(expectedReply('GET /api/v1/providers', { id: providerId, name: 'Demo Verified' }));
    expect(await (await calls['GET /api/v1/providers/:id']!(key)).json()).toEqual(listed);
    expect(await (await calls['GET /api/v1/providers/:id/compliance']!(key)).json()).toEqual({
      providerId,
      verificationStatus: 'Verified',
      riskScore: 'Medium',
      licenseInfo: null,
      regulatoryCompliance: 70,
      userSatisfaction: 60,
      securityMeasures: 50,
      certifications: [],
      evidence: [],
    });
    expect(await (await calls['GET /api/v1/providers/:id/reviews']!(key)).json()).toEqual([
      expectedReply('GET /api/v1/providers/:id/reviews', { experience: 'Paid out.' }),
    ]);
  });

  it('names the regulator, day and source of each check in the compliance of a listed or suspended provider [CALL-45]', async () => {
    const key = await makeApiKey(db());
    for (const verificationStatus of ['Limited', 'Suspended'] as const) {
      const { id } = await makeProvider(db(), { verificationStatus });
      const entry = { authority: 'Demo Authority', country: 'kenya', reference: 'No 7', checkedOn: '2020-02-01' };
      const { id: evidenceId } = await makeEvidence(db(), {
        ...entry,
        providerId: id,
        kind: 'licence',
        sourceUrl: 'https://authority.example/7',
      });
      await test.sql(
        `insert into evidence_pictures (id, evidence_id, uploaded_by, type, picture)
         values (gen_random_uuid(), $1, gen_random_uuid(), 'image/png', '')`,
        [evidenceId],
      );
      await makeEvidence(db(), { providerId: id, withdrawnAt: new Date(), withdrawnReason: 'Wrong company.' });
      const { evidence } = (await (await requestWith(key, `/api/v1/providers/${id}/compliance`)).json()) as Compliance;
      expect(evidence).toEqual([
        {
          ...entry,
          id: evidenceId,
          kind: 'licence',
          sourceUrl: 'https://authority.example/7',
          pictureUrl: expect.stringMatching(/^http.+\/api\/evidence-pictures\/[\w-]{36}$/) as string,
          checkedBy: expect.any(String) as string,
          isOld: true,
        },
      ]);
      // A client of the API is on another origin.
      const [shown] = await server.json<Evidence[]>(`/api/providers/${id}/evidence`);
      expect(evidence[0]!.pictureUrl).toContain(shown!.pictureUrl);
      expect({ ...evidence[0], pictureUrl: shown!.pictureUrl }).toEqual(shown);
    }
  });

  it('returns the absolute URL of a logo, because the client is on another origin [FILL-03] [CALL-44]', async () => {
    const key = await makeApiKey(db());
    const { id } = await makeProvider(db(), { logoUrl: '/api/logos/1', verificationStatus: 'Suspended' });
    const provider = await (await requestWith(key, `/api/v1/providers/${id}`)).json();
    const logoUrl: unknown = expect.stringMatching(/^http.+\/api\/logos\/1$/);
    expect(provider).toEqual(expectedReply('GET /api/v1/providers/:id', { id, logoUrl }));
  });

  it('returns public alerts by provider, country, type and severity, and each with what to avoid [REAL-24]', async () => {
    const key = await makeApiKey(db());
    const alertsOf = async (query: string) =>
      ((await (await requestWith(key, `/api/v1/alerts?${query}`)).json()) as { id: string }[]).map(({ id }) => id);
    await makeAlert(db(), { status: 'pending', affectedProviderId: providerId, affectedCountries: ['togo'] });
    const siteAlert = (await server.json<{ alert: Record<string, unknown> }>(`/api/fraud-alerts/${alertId}`)).alert;
    const { affectedProvider, isActive: _, isVerified: __, status: ___, ...common } = siteAlert;
    const { checkedAt, provider, indicators, lostRand, reply, ...listed } = common;
    expect(await (await requestWith(key, '/api/v1/alerts?country=Togo')).json()).toEqual([
      { ...listed, providerId: affectedProvider },
    ]);
    expect([affectedProvider, provider]).toEqual([providerId, { id: providerId, name: 'Demo Verified' }]);
    expect(await (await requestWith(key, `/api/v1/alerts/${alertId}`)).json()).toEqual({
      id: alertId,
      publishedAt: expect.any(String) as string,
      withdrawnAt: null,
      appealSince: null,
      alert: { ...listed, providerId, checkedAt, provider, indicators, lostRand, reply },
    });
    const type = listed['alertType'] as string;
    expect(await alertsOf(`providerId=${providerId}`)).toEqual([alertId]);
    expect(await alertsOf(`providerId=${providerId}&severity=high,critical&alertType=${type}&country=togo`)).toEqual([
      alertId,
    ]);
    for (const other of ['severity=low', 'country=mali', `alertType=${type === 'scam' ? 'fraud' : 'scam'}`]) {
      expect(await alertsOf(`providerId=${providerId}&${other}`), other).toEqual([]);
    }
    expect(await readOutcome(await requestWith(key, `/api/v1/alerts/${randomUUID()}`))).toEqual(
      problem(404, 'ALERT_NOT_FOUND'),
    );
    expect(await readOutcome(await requestWith(key, '/api/v1/alerts?severity=bad'))).toEqual(
      problem(400, 'INVALID_INPUT', {
        fields: { severity: 'Must be one of: Low, Medium, High, Critical.' },
        fieldErrors: { severity: { code: 'INVALID_VALUE' } },
      }),
    );
  });

  it('shows of a withdrawn alert only that it was withdrawn [REAL-24]', async () => {
    const key = await makeApiKey(db());
    const withdrawnAt = new Date('2026-02-01T09:00:00.000Z');
    const { id } = await makeAlert(db(), { status: 'approved' });
    await test.sql(`update fraud_alerts set status = 'rejected', withdrawn_at = $2 where id = $1`, [id, withdrawnAt]);
    expect(await (await requestWith(key, `/api/v1/alerts/${id}`)).json()).toEqual({
      id,
      publishedAt: expect.any(String) as string,
      withdrawnAt: withdrawnAt.toISOString(),
      appealSince: null,
      alert: null,
    });
  });

  it('accepts a report, which is pending and names neither key nor account [REAL-24] [CALL-47]', async () => {
    const key = await makeApiKey(db());
    const { status, body } = await readOutcome(await send(key, { ...newIssueReport(), providerId }));
    expect(status).toBe(201);
    expect(body).toEqual(
      expectedReply('POST /api/v1/reports', {
        providerId,
        status: 'pending',
        description: newIssueReport().description,
        reporterLocation: null,
      }),
    );
    const { id } = body as { id: string };
    expect(await test.sql('select actor_kind, actor_id, action from audit_entries where subject = $1', [id])).toEqual([
      { actor_kind: 'key', actor_id: null, action: 'report.submitted' },
    ]);
    expect(await test.sql('select kind, owner_tag from filings where id = $1', [id])).toEqual([
      { kind: 'report', owner_tag: null },
    ]);
    // A visitor does not see it before it is approved.
    expect(JSON.stringify(await server.json('/api/reports'))).not.toContain(id);
  });

  it('accepts a report once per Idempotency-Key', async () => {
    const key = await makeApiKey(db());
    const name = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      [1, 2, 3].map(async () => readOutcome(await send(key, newIssueReport(), name))),
    );
    expect(responses).toEqual(responses.map(() => responses[0]));
    expect(responses[0]?.status).toBe(201);
    expect(await readOutcome(await send(key, newIssueReport({ severity: 'Low' }), name))).toEqual(
      problem(409, 'KEY_REUSED'),
    );
  });

  it('returns all that is wrong with a call in the format of RFC 9457, including our own error format [SHAPE-01]', async () => {
    const key = await makeApiKey(db());
    const response = await requestWith(key, '/api/v1/providers?limit=0&sorted=yes');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await readOutcome(response)).toEqual(
      problem(400, 'INVALID_INPUT', {
        fields: {
          sorted: expect.stringMatching(/^Not a parameter of this call\. Its parameters are: .*\bsort\b/),
          limit: 'Must be a whole number from 1 to 200.',
        },
        fieldErrors: { sorted: { code: 'UNKNOWN_PARAMETER' }, limit: { code: 'INVALID_VALUE' } },
      }),
    );
    expect(await readOutcome(await requestWith(key, `/api/v1/providers/${randomUUID()}`))).toEqual(
      problem(404, 'PROVIDER_NOT_FOUND'),
    );
    expect(await readOutcome(await requestWith(key, '/api/v1/nothing'))).toEqual(problem(404, 'NOT_FOUND'));
    const put = await server.get('/api/v1/providers', { method: 'PUT', headers: key.headers });
    expect(put.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await readOutcome(put)).toEqual(problem(405, 'METHOD_NOT_ALLOWED'));
  });

  it('rejects unknown fields and values, and names the allowed values [API-12] [REAL-24]', async () => {
    const key = await makeApiKey(db());
    const toReply = (fields: Record<string, [code: string, sentence: string]>) =>
      problem(400, 'INVALID_INPUT', {
        fields: Object.fromEntries(Object.entries(fields).map(([name, [, sentence]]) => [name, sentence])),
        fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, [code]]) => [name, { code }])),
      });
    const body = { ...newIssueReport(), severity: 'Grave', reportType: 'theft', countries: ['kenya'] };
    expect(await readOutcome(await send(key, body))).toEqual(
      toReply({
        reportType: [
          'INVALID_VALUE',
          'Must be one of: scam, fraud, withdrawal_issues, wallet_security, fund_safety, fake_platform, phishing, other.',
        ],
        severity: ['INVALID_VALUE', 'Must be one of: Low, Medium, High, Critical.'],
        countries: ['UNKNOWN_FIELD', 'Not a field of this call.'],
      }),
    );
    const path = '/api/v1/providers?type=bank&verificationStatus=verified,Good&riskScore=low&country=KE&sort=best';
    expect(await readOutcome(await requestWith(key, path))).toEqual(
      toReply({
        country: ['INVALID_VALUE', 'Must be the English name of an African country, such as Kenya or South Africa.'],
        type: [
          'INVALID_VALUE',
          'Must be one of: Exchange, Broker, Wallet, OTC Desk, Network Marketing, Peer-to-Peer, Business Services, Payment Processor, Mining Pool, DeFi Platform, Other.',
        ],
        verificationStatus: ['INVALID_VALUE', 'Must be one of: Verified, Limited, Flagged, Pending.'],
        sort: ['INVALID_VALUE', 'Must be one of: relevance, rating, risk, name, newest.'],
      }),
    );
  });

  it('links to the next page by the Link header, and returns the total number', async () => {
    const key = await makeApiKey(db());
    await Promise.all([makeProvider(db()), makeProvider(db()), makeProvider(db())]);
    const total = Number((await server.get('/api/providers')).headers.get('x-total-count'));
    const collected: unknown[] = [];
    let path: string | undefined = '/api/v1/providers?limit=2&sort=name';
    while (path) {
      const response: Response = await requestWith(key, path);
      expect(response.headers.get('x-total-count')).toBe(String(total));
      collected.push(...((await response.json()) as unknown[]));
      path = /^<http:\/\/hakiki\.test(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(collected).toEqual(await server.json('/api/providers?sort=name'));
  });

  it('lists changed providers, also suspended ones, page by page and without duplicates', async () => {
    const key = await makeApiKey(db());
    const since = new Date().toISOString();
    const created = [];
    for (const verificationStatus of ['Verified', 'Suspended', 'Flagged'] as const) {
      created.push((await makeProvider(db(), { verificationStatus, updatedAt: new Date() })).id);
    }
    await makeProvider(db(), { reviewState: 'pending' });
    const collected: string[] = [];
    let path: string | undefined = `/api/v1/providers?limit=1&updated_since=${since}`;
    while (path) {
      const response: Response = await requestWith(key, path);
      collected.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
      path = /^<http:\/\/hakiki\.test(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(collected).toEqual(created);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await (await requestWith(key, `/api/v1/providers?updated_since=${later}`)).json()).toEqual([]);
    expect(await readOutcome(await requestWith(key, '/api/v1/providers?updated_since=yesterday'))).toEqual(
      problem(400, 'INVALID_INPUT', {
        fields: { updated_since: 'Must be a date and time with its time zone, such as 2026-11-19T08:00:00Z.' },
        fieldErrors: { updated_since: { code: 'INVALID_TIME' } },
      }),
    );
  });
});

describe('POST /api/v1/check', () => {
  it('answers each input as the check of the site does, in their order, with absolute URLs [CHECK-01]', async () => {
    const key = await makeApiKey(db());
    const inputs = ['Demo Verified', '0712 345 678', 'nothing.example', '123456'];
    const alone = await Promise.all(
      inputs.map(async (input) => (await server.post('/api/check', { input, country: 'Kenya' })).json()),
    );
    const response = await sendCheck(key, { inputs, country: 'kenya' });
    expect(response.status).toBe(200);
    const answers = (await response.json()) as CheckAnswer[];
    expect(answers.map(({ verdict, question }) => [verdict, question?.choices.length])).toEqual([
      ['official', undefined],
      ['nothingKnown', undefined],
      ['nothingKnown', undefined],
      ['nothingKnown', 3],
    ]);
    expect(answers[0]!.reasons.map(({ source }) => source.url)).toContain(`http://hakiki.test/provider/${providerId}`);
    expect(JSON.parse(JSON.stringify(answers).replaceAll('http://hakiki.test/', '/'))).toEqual(alone);
    const till = { country: 'Kenya', numberIs: 'till' };
    const tills = await (await sendCheck(key, { inputs: ['123456'], ...till })).json();
    expect(tills).toEqual([await (await server.post('/api/check', { input: '123456', ...till })).json()]);
  });

  it('counts as one call of the month and of the hour, however many inputs it has', async () => {
    const key = await makeApiKey(db());
    const readLeft = ({ headers }: Response) => headers.get('ratelimit')!.replaceAll(/;t=\d+/g, '');
    const inputs = Array.from({ length: 500 }, (_, place) => `site-${place}.example`);
    expect(readLeft(await sendCheck(key, { inputs: ['one.example'] }))).toBe('"hour";r=199, "month";r=49999');
    const response = await sendCheck(key, { inputs });
    expect(readLeft(response)).toBe('"hour";r=198, "month";r=49998');
    const answers = (await response.json()) as CheckAnswer[];
    expect(answers.map(({ readings: [reading] }) => reading!.value)).toEqual(inputs);
  });

  it('rejects no input, 501 inputs, long inputs, unknown fields and countries, and a body over 256 kB', async () => {
    const key = await makeApiKey(db());
    const readCodes = async (body: unknown) => {
      const response = await sendCheck(key, body);
      const { code, fieldErrors } = (await response.json()) as { code: string; fieldErrors?: object };
      return [response.status, code, ...Object.keys(fieldErrors ?? {})];
    };
    expect(await readCodes({ inputs: [] })).toEqual([400, 'INVALID_INPUT', 'inputs']);
    expect(await readCodes({ inputs: Array(501).fill('a') })).toEqual([400, 'INVALID_INPUT', 'inputs']);
    expect(await readCodes({ inputs: ['a', 'b'.repeat(3001)] })).toEqual([400, 'INVALID_INPUT', 'inputs.1']);
    expect(await readCodes({ inputs: ['a'], contry: 'kenya' })).toEqual([400, 'INVALID_INPUT', 'contry']);
    expect(await readCodes({ inputs: ['a'], country: 'Atlantis' })).toEqual([400, 'INVALID_INPUT', 'country']);
    expect(await readCodes({ inputs: Array(500).fill('b'.repeat(600)) })).toEqual([413, 'TOO_LARGE']);
  });

  it('answers a test key from the published sample and leaves no input in the log [CHECK-07]', async () => {
    const key = { headers: { authorization: `Bearer ${publishedTestKey}` } };
    const { body, reply } = sampleCalls['POST /api/v1/check']!;
    expect(await (await sendCheck(key, body)).json()).toEqual(reply);
    const needle = 'a-needle-in-the-log.example';
    await sendCheck(await makeApiKey(db()), { inputs: [needle] });
    await sendCheck(await makeApiKey(db()), { inputs: [needle], needle });
    expect(JSON.stringify(server.log)).not.toContain(needle);
  });
});

describe('authorisation of API keys', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const createAccount = async (overrides: Parameters<typeof makeUser>[1]) => ({
    accountId: (await makeUser(db(), overrides)).id,
  });

  /** Each has every permission, except for what its name says. */
  const holders: [string, () => Promise<Key>, number, keyof typeof errors | undefined][] = [
    ['a key', () => makeApiKey(db()), 200, undefined],
    [
      'a key of an enterprise',
      async () => makeApiKey(db(), await createAccount({ subscriptionTier: 'enterprise' })),
      200,
      undefined,
    ],
    ['a revoked key', () => makeApiKey(db(), { revokedAt: yesterday }), 401, 'API_KEY_ENDED'],
    ['an expired key', () => makeApiKey(db(), { expiresAt: yesterday }), 401, 'API_KEY_ENDED'],
    ['a key that expires tomorrow', () => makeApiKey(db(), { expiresAt: tomorrow }), 200, undefined],
    ['a rotated key', () => makeApiKey(db(), { rotatedAt: yesterday, expiresAt: tomorrow }), 200, undefined],
    [
      'a rotated key after the overlap',
      () => makeApiKey(db(), { rotatedAt: yesterday, expiresAt: yesterday }),
      401,
      'API_KEY_ENDED',
    ],
    ['a key from its own address', () => makeApiKey(db(), { addresses: ['127.0.0.0/8', '::1'] }), 200, undefined],
    ['a key from another address', () => makeApiKey(db(), { addresses: ['203.0.113.0/24'] }), 403, 'ADDRESS_REFUSED'],
    [
      'a key whose plan has ended',
      async () => makeApiKey(db(), await createAccount({ subscriptionTier: 'api', subscriptionEndsAt: yesterday })),
      403,
      'API_PLAN_ENDED',
    ],
    [
      'a key in its days of grace',
      async () =>
        makeApiKey(
          db(),
          await createAccount({ subscriptionTier: 'api', subscriptionEndsAt: yesterday, graceUntil: tomorrow }),
        ),
      200,
      undefined,
    ],
    [
      'a key of a premium account',
      async () => makeApiKey(db(), await createAccount({ subscriptionTier: 'premium' })),
      403,
      'API_PLAN_ENDED',
    ],
    ['a test key', () => makeApiKey(db(), { isTest: true }), 200, undefined],
  ];

  it.each(holders)('%s gets the same response from every call [REAL-24]', async (who, make, status, code) => {
    const key = await make();
    const [provider, alert] =
      who === 'a test key' ? [sampleProviders[0]!.id, sampleAlerts[0]!.id] : [providerId, alertId];
    const paths = [
      ...['', `/${provider}`, `/${provider}/compliance`, `/${provider}/reviews`].map((part) => `providers${part}`),
      'alerts',
      `alerts/${alert}`,
    ];
    const outcomes = await Promise.all([
      ...paths.map((path) => requestWith(key, `/api/v1/${path}`)),
      calls['POST /api/v1/check']!(key),
      send(key),
    ]);
    const expected = names.map((name) => (status === 200 ? openStatus(name) : status));
    expect(outcomes.map((response) => response.status)).toEqual(expected);
    for (const response of code ? outcomes : []) {
      expect(await readOutcome(response)).toEqual(problem(status, code!));
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="Hakiki API"' : null);
    }
  });

  const requiredScopes: Record<string, ApiScope> = {
    'GET /api/v1/providers': 'read:providers',
    'GET /api/v1/providers/:id': 'read:providers',
    'GET /api/v1/providers/:id/compliance': 'read:compliance',
    'GET /api/v1/providers/:id/reviews': 'read:reviews',
    'GET /api/v1/alerts': 'read:providers',
    'GET /api/v1/alerts/:id': 'read:providers',
    'POST /api/v1/check': 'read:providers',
    'POST /api/v1/reports': 'write:reports',
  };

  it.each(apiScopes)('a key with %s can make exactly the calls that require it [REAL-24] [API-06]', async (scope) => {
    const key = await makeApiKey(db(), { permissions: [scope] });
    const outcomes = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await calls[name]!(key)).status] as const)),
    );
    expect(outcomes).toEqual(
      Object.fromEntries(names.map((name) => [name, requiredScopes[name] === scope ? openStatus(name) : 403])),
    );
    const closedName = names.find((name) => requiredScopes[name] !== scope)!;
    expect(await readOutcome(await calls[closedName]!(key))).toEqual(problem(403, 'PERMISSION_MISSING'));
  });

  it.each(names)('%s rejects a missing key, a wrong key and a session [REAL-24]', async (name) => {
    const { key } = await makeApiKey(db());
    const otherKey = (await makeApiKey(db())).key;
    const { cookie } = await makeSession(db(), {
      userId: (await makeUser(db(), { subscriptionTier: 'api', isAdmin: true })).id,
      hasSecondFactor: true,
    });
    const wrongHeaders: Record<string, string>[] = [
      {},
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key.slice(0, -1)}` },
      { authorization: `Bearer ${key} ${key}` },
      // The public id of one key with the secret of another.
      { authorization: `Bearer ${key.slice(0, 20)}${otherKey.slice(20)}` },
      { cookie },
    ];
    for (const headers of wrongHeaders) {
      expect(await readOutcome(await calls[name]!({ headers: headers as Key['headers'] }))).toEqual(
        problem(401, 'API_KEY_INVALID'),
      );
    }
  });

  it('answers the published test key without an account, from the sample, limited per caller and without a report [API-12]', async () => {
    const key = { headers: { authorization: `Bearer ${publishedTestKey}` } };
    const countReports = () => test.sql(`select count(*) from reports`);
    const before = await countReports();
    const callFrom = (address: string) => requestWith(key, '/api/v1/providers', { 'x-forwarded-for': address });
    const responses = [await callFrom('203.0.113.7'), await callFrom('203.0.113.7'), await callFrom('203.0.113.8')];
    for (const response of responses) expect(await response.json()).toEqual(sampleProviders);
    expect(responses.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['999', '998', '999']);
    expect((await send(key)).status).toBe(201);
    expect(await countReports()).toEqual(before);
  });

  it('rejects a key after its stored hash has changed', async () => {
    const key = await makeApiKey(db());
    expect((await requestWith(key, '/api/v1/providers')).status).toBe(200);
    await test.sql(`update api_keys set secret_hash = sha256('another') where id = $1`, [key.id]);
    expect(await readOutcome(await requestWith(key, '/api/v1/providers'))).toEqual(problem(401, 'API_KEY_INVALID'));
  });

  it('rejects an API key outside of the public API [REAL-22]', async () => {
    const key = await makeApiKey(db());
    for (const path of ['/api/auth/user', '/api/api-keys', '/api/account', '/api/api-keys/usage', '/api/admin/stats']) {
      expect(await readOutcome(await requestWith(key, path)), path).toEqual({
        status: 401,
        body: { code: 'NOT_SIGNED_IN', message: 'Please log in to continue.' },
      });
    }
  });
});

describe('API limits', () => {
  const readRemaining = ({ headers }: Response) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => Number(headers.get(name)));
  const HOUR = 3600;

  it.each([
    ['GET /api/v1/providers', 1000],
    ['GET /api/v1/providers/:id', 5000],
    ['GET /api/v1/providers/:id/compliance', 500],
    ['GET /api/v1/providers/:id/reviews', 1000],
    ['GET /api/v1/alerts', 1000],
    ['GET /api/v1/alerts/:id', 5000],
    ['POST /api/v1/reports', 100],
  ])(
    '%s allows %d calls an hour per key, reports it with each response and rejects the next call [REAL-25] [CONST-09] [API-15] [API-16] [API-17] [API-18] [API-19]',
    async (name, points) => {
      const key = await makeApiKey(db());
      const call = calls[name]!;
      const first = await call(key);
      expect(readRemaining(first)).toEqual([points, points - 1]);
      const reset = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      expect(reset).toBeGreaterThan(HOUR - 10);
      expect(reset).toBeLessThanOrEqual(HOUR + 1);
      expect(first.headers.get('ratelimit-policy')).toMatch(
        new RegExp(`^"hour";q=${points};w=3600, "month";q=50000;w=(?:2419200|2505600|2592000|2678400)$`),
      );
      expect(first.headers.get('ratelimit')).toMatch(
        new RegExp(String.raw`^"hour";r=${points - 1};t=3\d{3}, "month";r=499\d\d;t=\d+$`),
      );
      // Simulates a nearly used hour: the store counts for all processes.
      const store = `update rate_limits set points = $1 where key like $2 || ':%' and points = 1`;
      const rule = v1Endpoints.find((one) => getEndpointName(one) === name)!.rateLimit;
      await test.sql(store, [points - 1, rule]);
      expect(readRemaining(await call(key))).toEqual([points, 0]);
      const rejected = await call(key);
      expect(readRemaining(rejected)).toEqual([points, 0]);
      const wait = Number(rejected.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(HOUR - 10);
      expect(wait).toBeLessThanOrEqual(HOUR);
      expect(rejected.headers.get('ratelimit')).toMatch(/^"hour";r=0;t=3\d{3}, /);
      expect(await readOutcome(rejected)).toEqual(problem(429, 'RATE_LIMITED', { 'violated-policies': ['hour'] }));
      expect(rateLimits[rule].points).toBe(points);
      // Another key has its own hour.
      expect(readRemaining(await call(await makeApiKey(db())))).toEqual([points, points - 1]);
    },
  );

  it.each(names)(
    '%s is rejected once the month is used up, until the first day of the next month [REAL-25] [API-14]',
    async (name) => {
      const key = await makeApiKey(db());
      const sibling = await makeApiKey(db(), { accountId: key.accountId });
      const month = `${new Date().toISOString().slice(0, 7)}-01`;
      await test.sql('insert into api_quota_months (account_id, month, used) values ($1, $2, 49999)', [
        key.accountId,
        month,
      ]);
      const last = await calls[name]!(sibling);
      expect(last.status).toBeLessThan(300);
      // The quota is checked before the hourly limit.
      expect(readRemaining(last)).toEqual([50_000, 0]);
      for (const one of [key, sibling]) {
        const rejected = await calls[name]!(one);
        expect(readRemaining(rejected)).toEqual([50_000, 0]);
        const now = new Date();
        const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
        expect(Math.abs(Number(rejected.headers.get('retry-after')) - (next - now.getTime() / 1000))).toBeLessThan(5);
        expect(Number(rejected.headers.get('x-ratelimit-reset'))).toBeCloseTo(next, -1);
        expect(await readOutcome(rejected)).toEqual(problem(429, 'QUOTA_EXCEEDED', { 'violated-policies': ['month'] }));
      }
      expect(await test.sql('select used from api_quota_months where account_id = $1', [key.accountId])).toEqual([
        { used: 50_000 },
      ]);
    },
  );

  it('counts an unchanged response (304) for the hour and not for the month, and sends all headers [REAL-25]', async () => {
    const key = await makeApiKey(db());
    const path = `/api/v1/providers/${providerId}`;
    const first = await requestWith(key, path);
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toMatch(/^Authorization/);
    const tags = [etag, `W/${etag}`, `"other", ${etag}`, `W/"a, b" ,W/${etag},"c"`];
    for (const [place, tag] of tags.entries()) {
      const unchanged = await requestWith(key, path, { 'if-none-match': tag });
      expect(unchanged.status).toBe(304);
      expect(await unchanged.text()).toBe('');
      expect(readRemaining(unchanged)).toEqual([5000, 4998 - place]);
      expect(unchanged.headers.get('ratelimit')).toContain('"month";r=49999;');
      expect(unchanged.headers.get('vary')).toMatch(/^Authorization/);
      expect(unchanged.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    }
    expect((await requestWith(key, path, { 'if-none-match': '"another"' })).status).toBe(200);
    expect(readRemaining(await requestWith(key, path))).toEqual([5000, 4993]);
    const compressed = await requestWith(key, '/api/v1/providers', { 'accept-encoding': 'br' });
    const tag = compressed.headers.get('etag')!;
    expect(tag).toMatch(/-br"$/);
    const unchanged = await requestWith(key, '/api/v1/providers', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, tag]);
  });

  it.each(['*', ' * ', '*, *', 'W/*'])(
    'does not accept If-None-Match: %s, responds in full and counts it [REAL-25]',
    async (tag) => {
      const key = await makeApiKey(db());
      const path = `/api/v1/providers/${providerId}`;
      const plain = await (await requestWith(key, path)).json();
      const response = await requestWith(key, path, { 'if-none-match': tag });
      expect([response.status, await response.json()]).toEqual([200, plain]);
      expect(response.headers.get('ratelimit')).toMatch(/^"hour";r=4998;t=\d+, "month";r=49998;/);
    },
  );

  it('responds 429 instead of 304 after the hourly limit [API-15] [REAL-25]', async () => {
    const key = await makeApiKey(db());
    const path = '/api/v1/providers';
    const etag = (await requestWith(key, path)).headers.get('etag')!;
    await test.sql(`update rate_limits set points = 999 where key like 'v1Providers:%' and points = 1`);
    const [last, rejected] = [
      await requestWith(key, path, { 'if-none-match': etag }),
      await requestWith(key, path, { 'if-none-match': etag }),
    ];
    expect([last.status, readRemaining(last)]).toEqual([304, [1000, 0]]);
    expect(await readOutcome(rejected)).toEqual(problem(429, 'RATE_LIMITED', { 'violated-policies': ['hour'] }));
  });
});

describe('a test key', () => {
  const sample = '01900000-0000-7000-8000-000000000001';

  it('returns fixed sample data for a test key, stores nothing, and uses no quota', async () => {
    const key = await makeApiKey(db(), { isTest: true });
    const list = (await (await requestWith(key, '/api/v1/providers')).json()) as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(['Sample Exchange', 'Sample Wallet', 'Sample Scheme']);
    const find = async (query: string) =>
      ((await (await requestWith(key, `/api/v1/providers?${query}`)).json()) as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await find('verificationStatus=flagged')).toEqual(['Sample Scheme']);
    expect(await find('country=Nigeria&type=wallet')).toEqual(['Sample Wallet']);
    expect(await find('search=exchange')).toEqual(['Sample Exchange']);
    expect(await find('limit=1&offset=1')).toEqual(['Sample Wallet']);
    expect(await (await requestWith(key, `/api/v1/providers/${sample}`)).json()).toEqual(
      expectedReply('GET /api/v1/providers/:id', { id: sample, name: 'Sample Exchange' }),
    );
    expect(await (await requestWith(key, `/api/v1/providers/${sample}/compliance`)).json()).toEqual(
      expectedReply('GET /api/v1/providers/:id/compliance', { providerId: sample, verificationStatus: 'Verified' }),
    );
    expect(await (await requestWith(key, `/api/v1/providers/${sample}/reviews`)).json()).toEqual([
      expectedReply('GET /api/v1/providers/:id/reviews', { rating: 5 }),
      expectedReply('GET /api/v1/providers/:id/reviews', { rating: 4 }),
    ]);
    expect((await requestWith(key, `/api/v1/providers/${providerId}`)).status).toBe(404);

    const [before] = await test.sql('select (select count(*) from reports) + (select count(*) from filings) as n');
    const sent = await readOutcome(await send(key, { ...newIssueReport(), providerId: sample }));
    expect(sent).toEqual({
      status: 201,
      body: expectedReply('POST /api/v1/reports', { providerId: sample, status: 'pending', reporterLocation: null }),
    });
    expect(await test.sql('select (select count(*) from reports) + (select count(*) from filings) as n')).toEqual([
      before,
    ]);
    expect(await test.sql('select used from api_quota_months where account_id = $1', [key.accountId])).toEqual([]);
  });

  it('allows a test key in a page of another site, and rejects a live key there', async () => {
    const origin = 'https://shop.example';
    const preflight = await server.get('/api/v1/reports', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-None-Match, Idempotency-Key',
    );
    const testKey = await makeApiKey(db(), { isTest: true });
    const liveKey = await makeApiKey(db());
    const crossSite = { origin, 'sec-fetch-site': 'cross-site' };
    const readCors = async (response: Promise<Response>) => {
      const { status, headers } = await response;
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(await readCors(requestWith(testKey, '/api/v1/providers', crossSite))).toEqual([200, '*']);
    expect(await readCors(requestWith(testKey, '/api/v1/providers?limit=x', crossSite))).toEqual([400, '*']);
    expect(await readCors(send(testKey, newIssueReport(), crossSite))).toEqual([201, '*']);
    expect(await readCors(requestWith(liveKey, '/api/v1/providers', crossSite))).toEqual([200, null]);
    expect(await readOutcome(await send(liveKey, newIssueReport(), crossSite))).toEqual(
      problem(403, 'LIVE_KEY_IN_BROWSER'),
    );
    expect((await server.get('/api/providers', { method: 'OPTIONS', headers: { origin } })).status).toBe(405);
  });
});

describe('private data and the public API', () => {
  const { words: canaries, createCanary } = createCanaries();

  it('returns no private data to any key [REAL-24]', async () => {
    const owner = await makeUser(db(), {
      email: createCanary('email of an account', (word) => `${word}@example.com`),
      lastName: createCanary('name of an account'),
    });
    const listed = await makeProvider(db());
    await makeReview(db(), { providerId: listed.id, userId: owner.id });
    await makeReview(db(), {
      providerId: listed.id,
      status: 'pending',
      experience: createCanary('a review that waits'),
    });
    await makeReview(db(), {
      providerId: listed.id,
      status: 'rejected',
      experience: createCanary('a rejected review'),
    });
    const hidden = await makeProvider(db(), { reviewState: 'pending', name: createCanary('a proposed provider') });
    await makeProvider(db(), { reviewState: 'rejected', name: createCanary('a rejected provider') });
    await makeReport(db(), { createdBy: owner.id, description: createCanary('a report that waits') });
    await makeAlert(db(), { createdBy: owner.id, status: 'pending', title: createCanary('an alert that waits') });
    await reporter.reportIssue({ email: createCanary('email of a reporter', (word) => `${word}@example.com`) });
    await makeApiKey(db(), { name: createCanary('name of another’s key') });

    const keys = [
      await makeApiKey(db()),
      ...(await Promise.all(apiScopes.map((scope) => makeApiKey(db(), { permissions: [scope] })))),
    ];
    const responses: string[] = [];
    for (const key of keys) {
      const paths = [listed.id, hidden.id].flatMap((id) =>
        ['', '/compliance', '/reviews'].map((part) => `/${id}${part}`),
      );
      for (const part of ['', '?sort=newest&limit=200', '?updated_since=2020-01-01T00:00:00Z', ...paths]) {
        responses.push(await (await requestWith(key, `/api/v1/providers${part}`)).text());
      }
      responses.push(await (await send(key)).text());
    }
    expect(responses).toHaveLength(50);
    expect(responses.join('\n')).toContain(listed.name);
    expect(responses.flatMap((text) => findCanaries(text, canaries))).toEqual([]);
  });
});
