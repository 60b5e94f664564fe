/** Scam reports, issue reports and proposals of providers: accepted from anyone, once, with a receipt. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toReference } from '@hakiki/contract/filing-values';
import { rateLimits } from '@hakiki/contract/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../test/support/mailbox.ts';
import { makeProvider, makeSession, makeUser, tagOf } from '../../../test/support/factories.ts';
import { requestProofOfWork } from '../../../test/support/proof-of-work.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { trustedProxies: ['loopback'], rateLimitScale: 10 } });
const mailbox = useMailbox(test, server);

let testCount = 0;
let address = '';
/** Each test has its own client address, so that rate limits do not interfere. */
beforeEach(() => {
  testCount += 1;
  address = `198.51.100.${testCount}`;
});

type Body = Record<string, unknown>;
let providerId = '';
beforeAll(async () => {
  ({ id: providerId } = await makeProvider(test.database.db));
});

const alert = (changes: Body = {}): Body => ({
  title: 'Coins that never arrive',
  alertType: 'fake_platform',
  severity: 'high',
  description: 'They take a deposit, show a rising balance, and ask for a fee before each withdrawal.',
  affectedCountries: 'Kenya, South-Africa',
  affectedProvider: 'Coins of Demo',
  ...changes,
});
const report = (changes: Body = {}): Body => ({
  reportType: 'withdrawal_issues',
  severity: 'Medium',
  description: 'My withdrawal has been pending for a month.',
  reporterLocation: 'kenya',
  providerId,
  ...changes,
});
const submission = (changes: Body = {}): Body => ({
  name: 'Demo Wallet',
  type: 'Wallet',
  description: 'A wallet for people who send money home. '.repeat(3),
  website: 'https://wallet.example',
  countries: ['kenya'],
  contactEmail: 'office@example.com',
  submitterName: 'Amina Demo',
  submitterEmail: `proposer${testCount}@example.com`,
  relationship: 'customer',
  agreeToTerms: true,
  verificationStatus: 'Verified',
  riskScore: 'Low',
  ...changes,
});

const forms = {
  '/api/fraud-alerts': { kind: 'alert', body: alert, table: 'fraud_alerts', email: 'contactEmail' },
  '/api/reports': { kind: 'report', body: report, table: 'reports', email: 'email' },
  '/api/providers': { kind: 'submission', body: submission, table: 'providers', email: 'submitterEmail' },
} as const;
const paths = Object.keys(forms) as (keyof typeof forms)[];

const receipt = {
  reference: expect.stringMatching(/^HK-[0-9A-F]{8}$/) as string,
  code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z-]{20,}$/) as string,
  expectedBy: expect.any(String) as string,
};

const send = (path: string, body: Body, headers: Record<string, string> = {}) =>
  openBrowser(server, { address }).post(path, body, headers);
const sendWithProof = async (path: string, body: Body, headers: Record<string, string> = {}) =>
  send(path, { ...body, proof: await requestProofOfWork(server) }, headers);
const idempotencyHeader = (key: string) => ({ 'idempotency-key': key });
const count = async (table: string) => Number((await test.sql(`select count(*) from ${table}`))[0]?.['count']);

async function createLoggedInUser() {
  const user = await makeUser(test.database.db);
  const { token } = await makeSession(test.database.db, { userId: user.id });
  return { user, browser: openBrowser(server, { address, cookies: [['session', token]] }) };
}

describe('POST /api/fraud-alerts', () => {
  it('returns the report, the expected time of verification and a receipt [CALL-16] [SHAPE-13] [DEC-83]', async () => {
    const response = await sendWithProof(
      '/api/fraud-alerts',
      alert({ amountLost: 'R 1 200', contactPhone: '0800123456' }),
    );
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: expect.any(String) as string,
      title: 'Coins that never arrive',
      alertType: 'fake_platform',
      severity: 'High',
      description: alert()['description'],
      affectedProvider: 'Coins of Demo',
      affectedCountries: ['kenya', 'south africa'],
      status: 'pending',
      mergedInto: null,
      createdAt: expect.any(String) as string,
      message: 'Your report will be verified by our team, typically within 24-48 hours.',
      receipt,
    });
  });
});

describe('POST /api/reports', () => {
  it('returns the report, a thank-you message and a receipt [CALL-09] [SHAPE-11] [ISSUE-09]', async () => {
    const response = await sendWithProof('/api/reports', report());
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(
      expectedReply('POST /api/reports', {
        id: expect.any(String) as string,
        reportType: 'withdrawal_issues',
        reporterLocation: 'kenya',
        severity: 'Medium',
        description: 'My withdrawal has been pending for a month.',
        createdAt: expect.any(String) as string,
        providerId,
        fraudAlertId: null,
        status: 'pending',
        message:
          'Your report has been submitted and will be investigated. Thank you for helping keep the community safe.',
        receipt,
      }),
    );
  });

  it('accepts a report from a member and from a visitor [ROLE-13]', async () => {
    const { browser } = await createLoggedInUser();
    expect((await browser.post('/api/reports', report())).status).toBe(201);
    expect((await sendWithProof('/api/reports', report())).status).toBe(201);
  });

  it('rejects a report about an unknown provider', async () => {
    const unknown = report({ providerId: '01890000-0000-7000-8000-00000000dead' });
    expect(await summarizeResponse(await sendWithProof('/api/reports', unknown))).toBe('404 PROVIDER_NOT_FOUND');
  });
});

describe('POST /api/providers', () => {
  it('returns a pending proposal, whatever status was sent [CALL-18] [SHAPE-15] [DEC-83]', async () => {
    const response = await sendWithProof('/api/providers', submission());
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: expect.any(String) as string,
      name: 'Demo Wallet',
      verificationStatus: 'Pending',
      riskScore: 'Medium',
      reviewState: 'pending',
      message: 'Your submission will be reviewed within 3-5 business days.',
      receipt,
    });
  });
});

describe.each(paths)('the form at %s', (path) => {
  /** Only the sender sees the location. */
  const senderFields = path === '/api/reports' ? { reporterLocation: 'kenya' } : {};
  const { body, table, email } = forms[path];

  it('a visitor needs no account; a member needs no proof and owns the filing [DEC-18]', async () => {
    const { user, browser } = await createLoggedInUser();
    const senderFields = (await (await browser.post(path, body())).json()) as { id: string };
    const visitorFiling = (await (await sendWithProof(path, body())).json()) as { id: string };
    const owners = await test.sql('select id, owner_tag from filings where id = any($1) order by created_at', [
      [senderFields.id, visitorFiling.id],
    ]);
    expect(owners).toEqual([
      { id: senderFields.id, owner_tag: tagOf(user.id) },
      { id: visitorFiling.id, owner_tag: null },
    ]);
  });

  it('requires a proof of work or an email address from a visitor', async () => {
    const before = await count(table);
    if (path === '/api/providers') {
      expect(await summarizeResponse(await send(path, { ...body(), proof: 'none' }))).toBe('400 PROOF_MISSING');
    } else {
      expect(await summarizeResponse(await send(path, body({ [email]: '' })))).toBe('400 PROOF_MISSING');
      expect(await summarizeResponse(await send(path, body()))).toBe('400 PROOF_MISSING');
    }
    expect(await count(table)).toBe(before);
  });

  it('stores a form without a proof after its link is opened, with the same id, and then returns the receipt', async () => {
    const senderAddress = `writer-${table}@example.com`;
    const response = await send(path, body({ [email]: senderAddress, language: 'fr' }));
    expect(response.status).toBe(201);
    const reply = (await response.json()) as { id: string };
    expect(reply).toEqual(
      expectedReply(`POST ${path}`, {
        ...senderFields,
        mailed: true,
        message: 'We have emailed you a link. Please open it within 24 hours: we receive it only then.',
      }),
    );
    expect(reply).not.toHaveProperty('receipt');
    expect(await test.sql(`select 1 from ${table} where id = $1`, [reply.id])).toEqual([]);

    const [confirmationEmail] = await mailbox.listEmailsTo(senderAddress);
    expect(confirmationEmail?.subject).toMatch(/^Confirmez /);
    expect(confirmationEmail?.text).toContain(`${toReference(reply.id)}. Après la confirmation`);
    const token = await mailbox.getTokenFromEmail(senderAddress, '/fr/confirm-submission');
    const confirmed = await send('/api/confirm-submission', { token });
    expect(await confirmed.json()).toEqual({ message: expect.any(String) as string, kind: forms[path].kind, receipt });
    expect(await test.sql(`select 1 from ${table} where id = $1`, [reply.id])).toHaveLength(1);
    const [filing] = await test.sql('select language, has_email, owner_tag from filings where id = $1', [reply.id]);
    expect(filing).toEqual({ language: 'fr', has_email: true, owner_tag: null });
    expect(await summarizeResponse(await send('/api/confirm-submission', { token }))).toBe('400 LINK_INVALID');
  });

  it('stores no readable text of an unconfirmed form', async () => {
    const senderAddress = `canary-${table}@example.com`;
    await send(
      path,
      body({ [email]: senderAddress, description: `canary words ${'of a frightened person '.repeat(8)}` }),
    );
    await mailbox.listEmailsTo(senderAddress);
    const storedText = JSON.stringify([
      await test.sql(`select *, encode(sealed, 'escape') from unconfirmed_submissions`),
      await test.sql('select * from pgboss.job'),
      server.log,
    ]);
    expect(storedText).not.toMatch(/canary|frightened/);
  });

  it('stores one filing per idempotency key and repeats the receipt, with a used, a new, an invalid or no proof', async () => {
    const before = await count(table);
    const key = idempotencyHeader(randomUUID());
    const proof = await requestProofOfWork(server);
    const first: unknown = await (await send(path, body({ proof }), key)).json();
    expect(first).toEqual(expectedReply(`POST ${path}`, { ...senderFields, receipt }));
    for (const again of [proof, await requestProofOfWork(server), 'none', undefined]) {
      const response = await send(path, body({ proof: again }), key);
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual(first);
    }
    expect(await count(table)).toBe(before + 1);
  });

  it('a repetition does not use up its proof', async () => {
    const key = idempotencyHeader(randomUUID());
    await sendWithProof(path, body(), key);
    const proof = await requestProofOfWork(server);
    await send(path, body({ proof }), key);
    expect((await send(path, body({ proof }))).status).toBe(201);
  });

  it('sends one email per idempotency key', async () => {
    const senderAddress = `twice-${table}@example.com`;
    const key = idempotencyHeader(randomUUID());
    const first: unknown = await (await send(path, body({ [email]: senderAddress }), key)).json();
    for (let again = 0; again < 6; again += 1) {
      expect(await (await send(path, body({ [email]: senderAddress }), key)).json()).toEqual(first);
    }
    expect(await mailbox.listEmailsTo(senderAddress)).toHaveLength(1);
  });

  it('rejects an idempotency key that was used for other content, and an invalid key', async () => {
    const key = idempotencyHeader(randomUUID());
    await sendWithProof(path, body(), key);
    const other = body({ description: `Something else. ${'It goes on and on. '.repeat(8)}` });
    expect(await summarizeResponse(await sendWithProof(path, other, key))).toBe('409 KEY_REUSED');
    const rejectedResponse = await sendWithProof(path, body(), idempotencyHeader('short'));
    expect(rejectedResponse.status).toBe(400);
    expect(await rejectedResponse.json()).toEqual(
      toInvalidInputReply(
        { 'Idempotency-Key': 'Must be 16 to 200 printable characters.' },
        { 'Idempotency-Key': { code: 'NOT_A_KEY', params: { min: 16, max: 200 } } },
      ),
    );
  });

  it('does not return the reply of another sender for the same idempotency key', async () => {
    const key = idempotencyHeader(randomUUID());
    const one = await createLoggedInUser();
    const other = await createLoggedInUser();
    const replies = await Promise.all(
      [one, other].map(async ({ browser }) => (await (await browser.post(path, body(), key)).json()) as Body),
    );
    expect(replies[0]?.['id']).not.toBe(replies[1]?.['id']);
    expect(await summarizeResponse(await send(path, body({ proof: 'none' }), key))).toBe('400 PROOF_MISSING');
  });

  it('a form with invalid input does not use up its idempotency key', async () => {
    const key = idempotencyHeader(randomUUID());
    expect(await summarizeResponse(await sendWithProof(path, body({ description: '' }), key))).toBe(
      '400 INVALID_INPUT',
    );
    expect((await sendWithProof(path, body(), key)).status).toBe(201);
  });
});

describe('duplicate submits', () => {
  it('20 keys with 50 concurrent submits each make 20 rows with one receipt each', { timeout: 120_000 }, async () => {
    const before = { reports: await count('reports'), filings: await count('filings') };
    const { browser } = await createLoggedInUser();
    /** Retries when the server is busy, as a browser does. */
    const submit = async (key: string): Promise<{ status: number; key: string; text: string }> => {
      const response = await browser.post('/api/reports', report(), idempotencyHeader(key));
      if (response.status !== 503) return { status: response.status, key, text: await response.text() };
      await pause(50 + Math.random() * 100);
      return submit(key);
    };
    const responses: Awaited<ReturnType<typeof submit>>[] = [];
    // Two keys at a time: more would only get 503 responses.
    for (let pair = 0; pair < 10; pair += 1) {
      const keys = [randomUUID(), randomUUID()];
      responses.push(...(await Promise.all(Array.from({ length: 100 }, (_, n) => submit(keys[n % 2]!)))));
    }
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const responsesByKey = Map.groupBy(responses, ({ key }) => key);
    for (const [key, same] of responsesByKey) expect(new Set(same.map(({ text }) => text)).size, key).toBe(1);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(20);
    expect(await count('reports')).toBe(before.reports + 20);
    expect(await count('filings')).toBe(before.filings + 20);
    const [auditCount] = await test.sql(
      `select count(*)::int as n from audit_entries where action = 'report.submitted' and subject = any($1)`,
      [[...new Set(responses.map(({ text }) => (JSON.parse(text) as { id: string }).id))]],
    );
    expect(auditCount).toEqual({ n: 20 });
  });
});

describe('the collapse of a provider', () => {
  it('allows six hundred reports an hour from one address', () => {
    expect(rateLimits.report).toEqual(expect.objectContaining({ per: 'address', points: 600, seconds: 3600 }));
  });
});
