/**
 * User text is data: the server neither interprets nor escapes it, and drops only unreadable characters
 * (`toReadableText`). It returns the same bytes as JSON that no browser treats as anything else; escaping is done by
 * the page.
 */
import { toReadableText } from '@hakiki/contract/readable-text';
import type { Review } from '@hakiki/contract/reviews';
import { beforeAll, describe, expect, it } from 'vitest';
import { passkeys } from '../src/modules/accounts/tables.ts';
import { acknowledgePrivateData, type Admin, createConsoleClient, makeAdmin } from './support/staff.ts';
import { openBrowser } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import { expectedReply } from './support/expected-replies.ts';
import { makeCertification, makeEvidence, makeProvider, makeSession, makeUser } from './support/factories.ts';
import { useServer } from './support/server.ts';
import { xssPayloads } from './support/xss-payloads.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;
const services = () => server.running.services;
const { putAsShownWithReason } = createConsoleClient(server);
let moderator: Admin;
beforeAll(async () => {
  moderator = await makeAdmin(db());
});

/** Returns the body after checking that no browser would run the response. */
async function readSafeBody(response: Response): Promise<unknown> {
  expect(response.status).toBeLessThan(300);
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    // Downloads also have a sandbox policy.
    /^(?:sandbox; )?default-src 'none'; frame-ancestors 'none'$/,
  );
  return response.json();
}
const read = async (path: string) => readSafeBody(await server.get(path));
const readPages = async <Row>(path: string) => {
  const pages: Row[][] = [];
  do pages.push((await read(`${path}&limit=200&offset=${200 * pages.length}`)) as Row[]);
  while (pages.at(-1)?.length === 200);
  return pages.flat();
};

/** Processes ten payloads at a time. */
async function forEachPayload(work: (payload: string) => Promise<void>): Promise<void> {
  for (let startIndex = 0; startIndex < xssPayloads.length; startIndex += 10) {
    await Promise.all(xssPayloads.slice(startIndex, startIndex + 10).map(work));
  }
}

async function signIn(overrides: Parameters<typeof makeUser>[1], device = 'Chrome on Android') {
  const { id: userId } = await makeUser(db(), overrides);
  const { token } = await makeSession(db(), { userId, device });
  return { userId, browser: openBrowser(server, { cookies: [['session', token]] }) };
}

describe('the list of payloads', () => {
  it('the list has two hundred different payloads of at most 100 characters, without outer blanks and NUL characters', () => {
    expect(new Set(xssPayloads).size).toBe(200);
    expect(xssPayloads).toHaveLength(200);
    for (const payload of xssPayloads) {
      expect(payload.length).toBeLessThanOrEqual(100);
      expect(payload).toBe(payload.trim());
      expect(payload.isWellFormed() && !payload.includes('\0')).toBe(true);
    }
  });
});

describe('text that contains markup or scripts', { timeout: 240_000 }, () => {
  it('provider details, badges and evidence come back as they were written [REVIEW-08]', async () => {
    await forEachPayload(async (payload) => {
      const written = {
        name: payload,
        description: payload,
        logoUrl: payload,
        website: payload,
        flaggedReasons: [payload, payload],
        licenseInfo: payload,
        insurance: payload,
        securityFeatures: [{ name: payload, state: 'confirmed' as const }],
      };
      const { id: providerId } = await makeProvider(db(), { ...written, countries: ['kenya'] });
      await makeCertification(db(), { providerId, name: payload, description: payload });
      const finding = { authority: payload, reference: payload, sourceUrl: payload, checkedBy: payload };
      await makeEvidence(db(), { providerId, ...finding });
      expect(await read(`/api/providers/${providerId}`)).toEqual(
        expectedReply('GET /api/providers/:id', {
          ...written,
          certifications: [{ certification: { name: payload, description: payload } }],
        }),
      );
      expect(await read(`/api/providers/${providerId}/evidence`)).toEqual(
        expectedReply('GET /api/providers/:id/evidence', [finding]),
      );
      expect(await read(`/api/providers?limit=5&search=${encodeURIComponent(payload)}`)).toBeInstanceOf(Array);
    });
    const listed = await readPages<{ name: string }>('/api/providers?sort=newest');
    expect(listed.map(({ name }) => name).toSorted()).toEqual([...xssPayloads].toSorted());
  });

  it('reviews come back as they were written without unreadable characters, in the reply and, once approved, in every order [REAL-04] [REVIEW-08]', async () => {
    const { id: providerId } = await makeProvider(db());
    await forEachPayload(async (payload) => {
      const { browser } = await signIn({ subscriptionTier: 'premium' });
      const review = { rating: 3, experience: toReadableText(payload) };
      const submitted = await readSafeBody(
        await browser.post(`/api/providers/${providerId}/reviews`, { ...review, experience: payload }),
      );
      expect(submitted).toEqual(expectedReply('POST /api/providers/:id/reviews', review));
      const path = `/api/admin/reviews/${(submitted as Review).id}/approve`;
      await acknowledgePrivateData((headers) => putAsShownWithReason(moderator, path, {}, headers));
    });
    for (const sort of ['newest', 'highest', 'lowest']) {
      const listed = await readPages<Review>(`/api/providers/${providerId}/reviews?sort=${sort}`);
      expect(listed.map(({ experience }) => experience).toSorted()).toEqual(xssPayloads.map(toReadableText).toSorted());
    }
  });

  it('shared experiences come back as they were written [REAL-02] [REAL-03]', async () => {
    for (let startIndex = 0; startIndex < xssPayloads.length; startIndex += 50) {
      const some = xssPayloads.slice(startIndex, startIndex + 50);
      for (const payload of some) {
        const content = { providerName: payload, experience: payload, rating: 1, issueType: 'scam' } as const;
        const id = await test.database.transaction((tx) => services().experiences.accept(tx, content));
        await acknowledgePrivateData((headers) =>
          putAsShownWithReason(moderator, `/api/admin/experiences/${id}/approve`, {}, headers),
        );
      }
      const listed = (await read(`/api/experiences?limit=${some.length}`)) as Record<string, unknown>[];
      const expected = some.toReversed().map((payload) => ({ providerName: payload, experience: payload }));
      expect(listed).toEqual(expectedReply('GET /api/experiences', expected));
    }
  });

  it('messages to sales are stored as they were written', async () => {
    await forEachPayload(async (payload) => {
      const message = { name: payload, company: payload, subject: payload, message: payload };
      const id = await test.database.transaction((tx) =>
        services().contact.accept(tx, { ...message, email: 'someone@example.com' }),
      );
      expect(await test.sql('select name, company, subject, message from sales_messages where id = $1', [id])).toEqual([
        message,
      ]);
    });
  });

  it('names of people, companies, devices and passkeys come back as they were written', async () => {
    await forEachPayload(async (payload) => {
      const person = { firstName: payload, lastName: payload, profileImageUrl: payload };
      const office = { businessName: payload, organizationName: payload, regulatoryLicense: payload };
      const { userId, browser } = await signIn({ ...person, ...office }, payload);
      const key = { userId, credentialId: userId, publicKey: Buffer.of(1), name: payload };
      await db().insert(passkeys).values(key);
      expect(await readSafeBody(await browser.get('/api/auth/user'))).toEqual(
        expectedReply('GET /api/auth/user', person),
      );
      expect(await readSafeBody(await browser.get('/api/account/data'))).toEqual(
        expectedReply('GET /api/account/data', {
          user: { ...person, ...office },
          account: { passkeys: [{ name: payload }] },
          sessions: [{ device: payload }],
        }),
      );
    });
  });
});
