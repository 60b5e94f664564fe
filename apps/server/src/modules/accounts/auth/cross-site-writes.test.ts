/** Sends every write of the contract as another site would send it, and with invalid input. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply } from '../../../../test/support/expected-replies.ts';
import { makeApiKey, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const inProduction = useServer(test, {
  settings: { rateLimitScale: 1000, isProduction: true, publicUrl: 'https://hakiki.example' },
});

const writes = (endpoints as readonly EndpointDefinition[]).filter(({ method }) => method !== 'GET');
const names = writes.map(getEndpointName);
const findWrite = (name: string) => writes.find((one) => getEndpointName(one) === name)!;
const toPath = ({ path }: EndpointDefinition) => path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-00000000dead');

/** The user has the plan that the endpoint requires. */
async function signedInBrowser({ access }: Pick<EndpointDefinition, 'access'>) {
  const subscriptionTier = access === 'entitled:apiKeys' ? 'api' : 'premium';
  const user = await makeUser(test.database.db, { isAdmin: true, subscriptionTier, userType: 'business' });
  const { token } = await makeSession(test.database.db, { userId: user.id });
  return openBrowser(server, { cookies: [['session', token]] });
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const crossSiteRequests: [string, Record<string, string>, string][] = [
  ['a script of another site', { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, '{}'],
  ['a form of another site', { ...form, origin: 'https://evil.example' }, 'email=a%40b.example&password=x'],
  ['a form that looks like JSON', { 'content-type': 'text/plain', origin: 'https://evil.example' }, '{"a":"="}'],
  ['a page with an opaque origin', { ...form, origin: 'null' }, 'a=b'],
  ['a browser that sends only Sec-Fetch-Site', { ...json, 'sec-fetch-site': 'cross-site' }, '{}'],
  ['another subdomain', { ...json, 'sec-fetch-site': 'same-site' }, '{}'],
];

describe.each(names)('%s from other sites', (name) => {
  const endpoint = findWrite(name);

  it.each(crossSiteRequests)('rejects a write by %s [DEC-39]', async (_, headers, body) => {
    const browser = await signedInBrowser(endpoint);
    const response = await browser.send(endpoint.method, toPath(endpoint), { headers, body });
    expect(await summarizeResponse(response)).toBe('403 FORBIDDEN');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  });

  it('accepts the write from our own pages, so that the rejection is about the origin', async () => {
    const browser = await signedInBrowser(endpoint);
    const headers = { ...json, origin: 'http://hakiki.test', 'sec-fetch-site': 'same-origin' };
    const response = await browser.send(endpoint.method, toPath(endpoint), { headers, body: '{}' });
    expect(await summarizeResponse(response)).not.toBe('403 FORBIDDEN');
  });
});

describe('the origin check in production', () => {
  it('accepts only the public URL as origin in production [DEC-39]', async () => {
    const postLogin = async (origin: string) =>
      summarizeResponse(await openBrowser(inProduction).post('/api/auth/login', {}, { origin }));
    expect(await postLogin('https://hakiki.example')).toBe('400 INVALID_INPUT');
    expect(await postLogin(inProduction.url)).toBe('403 FORBIDDEN');
    expect(await postLogin('http://hakiki.example')).toBe('403 FORBIDDEN');
    expect(await postLogin('https://hakiki.example.evil.example')).toBe('403 FORBIDDEN');
  });
});

const password = 'not-the-password';
const assertion = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };
const registration = { clientDataJSON: 'e30', attestationObject: 'AAAA', transports: ['usb'] };
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const newPassword = { password: 'nine-lions-at-the-river', confirmPassword: 'nine-lions-at-the-river' };

/** A valid body for each write, except that the password is always wrong. */
const samples: Record<string, Record<string, unknown>> = {
  'POST /api/auth/signup': {
    userType: 'regtech',
    organizationName: 'Demo Bank',
    regulatoryLicense: 'LIC-1',
    organizationType: 'bank',
    firstName: 'Amina',
    lastName: 'Demo',
    email: 'sample@example.com',
    cellphoneNumber: '0800000000',
    referralCode: 'CODE',
    language: 'en',
    ...newPassword,
  },
  'POST /api/auth/verify-email': { token: 'x' },
  'POST /api/auth/resend-verification': { email: 'sample@example.com' },
  'POST /api/auth/login': { email: 'sample@example.com', password },
  'POST /api/auth/login/second-factor': { code: '123456' },
  'POST /api/auth/passkey/login': { response: { ...credential, response: assertion } },
  'POST /api/auth/forgot-password': { email: 'sample@example.com' },
  'POST /api/auth/reset-password': { token: 'x', ...newPassword },
  'POST /api/auth/confirm-email-change': { token: 'x' },
  'POST /api/auth/keep-factor': { token: 'x' },
  'POST /api/admin/login': { email: 'sample@example.com', password },
  'POST /api/account/password': { currentPassword: password, ...newPassword },
  'POST /api/account/email': { email: 'sample@example.com', currentPassword: password },
  'POST /api/account/authenticator-app': { currentPassword: password },
  'POST /api/account/authenticator-app/confirm': { code: '123456' },
  'POST /api/account/authenticator-app/remove': { currentPassword: password },
  'POST /api/account/backup-codes': { currentPassword: password },
  'POST /api/account/passkeys/challenge': { currentPassword: password },
  'POST /api/account/passkeys': { name: 'Phone', response: { ...credential, response: registration } },
  'POST /api/account/passkeys/:id/remove': { currentPassword: password },
  'POST /api/account/delete': { currentPassword: password },
  'POST /api/account/step-up': { code: '123456' },
  'POST /api/account/step-up/passkey': { response: { ...credential, response: assertion } },
  'POST /api/providers/:id/reviews': { rating: 4, experience: 'Paid out.', issueType: 'none', userLocation: 'kenya' },
  'POST /api/fraud-alerts': {
    title: 'Coins that never arrive',
    alertType: 'scam',
    severity: 'High',
    description: 'They take a deposit and ask for a fee before each withdrawal.',
    affectedCountries: ['kenya'],
    affectedProvider: 'Demo Coins',
    amountLost: 'R 100',
    contactEmail: 'sample@example.com',
    contactPhone: '0800000000',
    evidenceDescription: 'Pictures.',
    additionalDetails: 'None.',
    language: 'en',
  },
  'POST /api/webhooks': { url: 'https://hooks.example/hakiki', events: ['alert.published'] },
  'PUT /api/webhooks/:id': { events: ['alert.published'], isPaused: true },
  'POST /api/webhooks/:id/replay': { since: '2026-01-01T00:00:00Z', onlyFailed: true },
  'PUT /api/alert-preferences': { severities: ['High'], countries: ['kenya'] },
  'POST /api/reports': {
    reportType: 'scam',
    description: 'My withdrawal is pending.',
    severity: 'High',
    reporterLocation: 'kenya',
    email: 'sample@example.com',
    language: 'en',
  },
  'POST /api/providers': {
    name: 'Demo Wallet',
    type: 'Wallet',
    description: 'A wallet for people who send money home. '.repeat(3),
    website: 'https://wallet.example',
    countries: ['kenya'],
    established: 2015,
    licenseInfo: 'LIC-1',
    contactEmail: 'office@example.com',
    contactPhone: '0800000000',
    submitterName: 'Amina Demo',
    submitterEmail: 'sample@example.com',
    relationship: 'customer',
    additionalInfo: 'None.',
    agreeToTerms: true,
    language: 'en',
  },
  'POST /api/filings/look-up': { code: 'DEMO-DEMO-DEMO-DEMO-DEMO' },
  'POST /api/filings/answers': {
    code: 'DEMO-DEMO-DEMO-DEMO-DEMO',
    questionId: '01890000-0000-7000-8000-00000000dead',
    answer: 'Yes.',
  },
  'POST /api/filings/evidence': { code: 'DEMO-DEMO-DEMO-DEMO-DEMO', name: 'proof.png', bytes: 1000 },
  'POST /api/api-keys': { name: 'Payments', permissions: [], isTest: false, expiresInDays: 30, addresses: [] },
  'POST /api/api-keys/:id/rotate': { overlapHours: 1 },
  'POST /api/v1/reports': {
    reportType: 'other',
    description: 'Something is wrong.',
    severity: 'low',
    reporterLocation: 'Lagos',
    providerId: '01890000-0000-7000-8000-00000000dead',
  },
  'POST /api/subscription/upgrade': { method: 'bank_deposit', reference: 'HAKIKI-00000000' },
  'POST /api/payment/generate-payfast': {
    name_first: 'Test',
    name_last: 'Buyer',
    email_address: 'sample@example.com',
    cell_number: '0821234567',
    amount: '5.00',
  },
  'POST /api/business/claim': { providerId: '01890000-0000-7000-8000-00000000dead', method: 'mail', mailbox: 'admin' },
  'POST /api/business/invitations': { email: 'colleague@example.com', role: 'editor', language: 'en' },
  'POST /api/business/invitations/accept': { token: 'of a letter' },
  'PUT /api/business/members/:id/role': { role: 'viewer' },
  'POST /api/business/claim/check': { code: 'of a letter' },
  'PUT /api/business/account': {
    companyName: 'Demo Exchange Ltd',
    contactEmail: 'office@example.com',
    businessType: 'Exchange',
  },
  'PUT /api/business/profile': {
    companyName: 'Demo Exchange Ltd',
    contactEmail: 'office@example.com',
    website: 'https://exchange.example',
    businessType: 'Exchange',
    description: 'Buys and sells coins.',
    countries: ['kenya'],
    licenseInfo: 'LIC-1',
    language: 'en',
  },
  'POST /api/business/replies': {
    kind: 'provider',
    subjectId: '01890000-0000-7000-8000-00000000dead',
    text: 'We have paid everybody back.',
    language: 'en',
  },
  'PUT /api/admin/replies/:id/reject': { reason: 'insult' },
  'PUT /api/admin/documents/:id/approve': { validUntil: '2030-01-31' },
  'PUT /api/admin/documents/:id/reject': { reason: 'The stamp cannot be read.' },
  'PUT /api/admin/differences/:id/settle': { note: 'Their list was late.' },
  'PUT /api/admin/users/:userId': { subscriptionTier: 'premium', reason: 'Paid by transfer.' },
  'PUT /api/admin/users/:userId/role': { isModerator: true, reason: 'She knows the scams of Kenya.' },
  'POST /api/admin/providers': {
    name: 'Demo Kora Exchange',
    type: 'Exchange',
    description: 'Buys and sells coins in two countries, with an office in each of them.',
    website: 'https://demo-kora.example',
    countries: ['kenya'],
    licenseInfo: 'FSP 12345',
    isAnother: true,
  },
  'PUT /api/admin/providers/:providerId': {
    verificationStatus: 'Flagged',
    riskScore: 'High',
    regulatoryCompliance: 10,
    userSatisfaction: 20,
    securityMeasures: 30,
    flaggedReasons: ['Reported by 14 people'],
    reason: 'Many reports.',
    evidence: 'HK-12345678',
  },
  'PUT /api/admin/fraud-alerts/:id/approve': { reason: 'x' },
  'PUT /api/admin/fraud-alerts/:id/reject': { reason: 'x' },
  'PUT /api/admin/fraud-alerts/:alertId': {
    severity: 'High',
    status: 'approved',
    title: 'Coins that never arrive',
    description: 'They take a deposit and leave.',
    reason: 'Seen by two others.',
    evidence: 'HK-12345678',
  },
  'POST /api/admin/reports': {
    providerId: '01890000-0000-7000-8000-00000000dead',
    fraudAlertId: '01890000-0000-7000-8000-00000000dead',
    reportType: 'scam',
    description: 'Told by telephone.',
    reporterLocation: 'Accra',
    severity: 'High',
    status: 'pending',
  },
  'PUT /api/admin/reports/:reportId': {
    reportType: 'scam',
    severity: 'High',
    status: 'resolved',
    description: 'Told by telephone.',
    reason: 'Paid back.',
    evidence: 'HK-12345678',
  },
  'POST /api/admin/proposals/:id/confirm': { seen: 'a'.repeat(64) },
  'POST /api/admin/cases/next': {
    age: 'due',
    country: 'kenya',
    severity: 'High',
    search: 'coins',
    order: 'oldest',
  },
  'POST /api/admin/cases/:id/filings': { shown: ['01890000-0000-7000-8000-00000000dead'] },
  'PUT /api/admin/filings/:id/words': { description: 'Somebody promised profits.', seen: 'AAAA' },
  'POST /api/admin/cases/:id/samples': { like: '01890000-0000-7000-8000-00000000dead' },
  'POST /api/admin/samples/:id/filings': { place: 3 },
  'POST /api/admin/cases/:id/decide': {
    decision: 'approve',
    filings: ['01890000-0000-7000-8000-00000000dead'],
    reason: 'Seen by two others.',
  },
  'POST /api/admin/cases/:id/put-off': { until: '2030-01-01', note: 'Later.' },
  'POST /api/admin/cases/:id/merge': { other: '01890000-0000-7000-8000-00000000dead' },
  'POST /api/admin/cases/:id/split': { filings: ['01890000-0000-7000-8000-00000000dead'] },
  'POST /api/admin/filings/:id/move': { to: '01890000-0000-7000-8000-00000000dead' },
  'POST /api/admin/filings/:id/questions': { question: 'On which day did you pay?' },
  'POST /api/admin/filings/:id/contact': {
    reason: 'The police asks for it.',
    publicKey: 'AAAA',
    askedAt: '2026-01-01T00:00:00.000Z',
    code: '123456',
    passkey: { ...credential, response: assertion },
  },
  'POST /api/admin/invoices': {
    userId: '01890000-0000-7000-8000-00000000dead',
    kind: 'listing',
    billedTo: 'Demo Exchange Ltd',
    address: '1 Long Street, Cape Town',
    vatNumber: '4123456789',
  },
  'POST /api/admin/templates': { title: 'Not enough', text: 'We could not verify it.' },
  'POST /api/admin/views': { name: 'Kenya', query: 'country=kenya' },
  'POST /api/admin/exports': { list: 'alerts', query: 'status=pending' },
  'POST /api/admin/bulk/preview': { decision: 'reject', alerts: ['01890000-0000-7000-8000-00000000dead'] },
  'POST /api/admin/bulk': {
    decision: 'reject',
    alerts: ['01890000-0000-7000-8000-00000000dead'],
    reason: 'The same text a thousand times.',
  },
  'POST /api/appeals': {
    subject: 'alert',
    subjectId: '01890000-0000-7000-8000-00000000dead',
    askedBy: 'named',
    wants: 'correction',
    text: 'This is about another company of the same name.',
    contactName: 'Demo Coins Ltd',
    contactEmail: 'sample@example.com',
    language: 'en',
  },
  'POST /api/admin/appeals': {
    subject: 'alert',
    subjectId: '01890000-0000-7000-8000-00000000dead',
    askedBy: 'court',
    wants: 'removal',
    text: 'The court of Demo City orders that it be taken down.',
  },
  'POST /api/admin/appeals/:id/decision': {
    outcome: 'upheld',
    reason: 'It was about another company.',
    alert: { status: 'rejected' },
    provider: { verificationStatus: 'Verified' },
    report: { status: 'rejected' },
  },
  'PUT /api/news-preferences/filter': { country: null, category: null },
  'PUT /api/news-preferences/letter': { getsLetter: true },
  'POST /api/admin/news-mentions/:itemId/:providerId': { isNamed: true },
  'POST /api/admin/news-batches/:id/release': { version: 1 },
  'POST /api/admin/news-batches/:id/discard': { version: 1, reason: 'Not of this authority.' },
  'POST /api/admin/masks': {
    subject: 'alert',
    subjectId: '019a0000-0000-7000-8000-000000000000',
    spans: [{ kind: 'phone', words: '+27 82 123 4567' }],
  },
  'POST /api/admin/news/:id/hide': { reason: 'About something else.' },
  'POST /api/admin/news/:id/show': { reason: 'It is about us after all.' },
  'POST /api/experiences': { providerName: 'Demo Coins', rating: 4, experience: 'Paid out.', issueType: 'none' },
  'POST /api/contact': { name: 'Amina', email: 'sample@example.com', subject: 'Hello', message: 'A question.' },
  'POST /api/confirm-submission': { token: 'x' },
};

const deepList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const wrongBodies: [string, string | undefined][] = [
  ['nothing', undefined],
  ['an empty body', ''],
  ['a truncated body', '{"email":'],
  ['plain text', 'not json'],
  ['null', 'null'],
  ['a list', '[]'],
  ['lists too deep for recursion', deepList(50_000)],
  ['a string', '"text"'],
  ['a number', '1'],
  ['another encoding', '\uFEFF{}\u0000'],
];
/** Has a length that cannot be compared with a number. */
const incomparableLength = { length: { valueOf: 1, toString: 1 } };
const wrongValues = [null, 1, true, [], ['x'], {}, { $ne: null }, incomparableLength, 'a\0b', 'x'.repeat(100_000)];
const oddValues = ['\uD800', '\u202E\u200B', "' or 1=1 --", '__proto__', '\u{1F600}'.repeat(30)];

const toShortText = (value: unknown) => JSON.stringify(value).slice(0, 20);

describe('invalid input', () => {
  it('has a sample body for every write with a body that is not a file', () => {
    const expectedNames = writes.filter(({ body, uploadBytes }) => body && !uploadBytes).map(getEndpointName);
    expect(Object.keys(samples).toSorted()).toEqual(expectedNames.toSorted());
  });

  // For one endpoint only: all parse the body in the same way, and building so many lists takes longer than all other
  // tests here.
  it('rejects a body that is as deeply nested as it is long', async () => {
    const browser = await signedInBrowser(findWrite('POST /api/contact'));
    const response = await browser.send('POST', '/api/contact', { headers: json, body: deepList(120_000) });
    expect(await summarizeResponse(response)).toBe('400 INVALID_INPUT');
  });

  describe.each(Object.keys(samples))('invalid input at %s', (name) => {
    const endpoint = findWrite(name);
    const isKeyed = endpoint.access.startsWith('key:');
    let browser: Browser;
    let headers: Record<string, string> = json;
    const send = (body: string | undefined) =>
      browser.send(endpoint.method, toPath(endpoint), { headers, ...(body !== undefined && { body }) });

    beforeEach(async () => {
      browser = await signedInBrowser(endpoint);
      if (isKeyed) headers = { ...json, ...(await makeApiKey(test.database.db)).headers };
    });

    it('rejects a malformed body with an explanation', async () => {
      for (const [kind, body] of wrongBodies.filter(([, one]) => one || !endpoint.mayBeEmpty)) {
        const response = await send(body);
        expect(response.status, kind).toBe(400);
        const named = expect.any(Object) as object;
        const errorReply = { ...toInvalidInputReply({}), fields: named, fieldErrors: named };
        const asProblem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: errorReply.message };
        expect(await response.json(), kind).toEqual({ ...errorReply, ...(isKeyed && asProblem) });
      }
    });

    it('rejects a body above the size limit', async () => {
      expect(await summarizeResponse(await send(JSON.stringify({ padding: 'x'.repeat(1_100_000) })))).toBe(
        '413 TOO_LARGE',
      );
    });

    it('rejects an invalid value in each field', async () => {
      for (const [field, right] of Object.entries(samples[name]!)) {
        for (const value of wrongValues.filter((one) => typeof one === 'string' || typeof one !== typeof right)) {
          const response = await send(JSON.stringify({ ...samples[name], [field]: value }));
          expect(await summarizeResponse(response), `${field}: ${toShortText(value)}`).toBe('400 INVALID_INPUT');
        }
      }
    });

    it('survives unusual characters in each field', async () => {
      for (const field of Object.keys(samples[name]!)) {
        for (const value of oddValues) {
          const response = await send(JSON.stringify({ ...samples[name], [field]: value }));
          expect(response.status, `${field}: ${toShortText(value)}`).toBeLessThan(500);
        }
      }
    });
  });
});
