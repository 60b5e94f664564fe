import { type Tier, tiers } from '@hakiki/contract/entitlements';
import type { PublicReview, Review, ReviewSummary } from '@hakiki/contract/reviews';
import { describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider, makeReview, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

const hiddenProviders = [{ reviewState: 'pending' }, { reviewState: 'rejected' }] as const;

describe('GET /api/providers/:id/reviews', () => {
  it('the list holds only approved reviews, newest first, with times in UTC [CALL-08] [SHAPE-05] [ENT-19] [DEC-55] [DEC-69]', async () => {
    const { id: providerId } = await makeProvider(db());
    const other = await makeProvider(db());
    const at = (day: number) => new Date(Date.UTC(2026, 4, day, 8, 30));
    await makeReview(db(), { providerId, experience: 'oldest', createdAt: at(1) });
    await makeReview(db(), {
      providerId,
      experience: 'newest',
      createdAt: at(3),
      rating: 2,
      issueType: 'fees',
      userLocation: 'kenya',
      language: 'fr',
    });
    await makeReview(db(), { providerId, experience: 'middle', createdAt: at(2) });
    await makeReview(db(), { providerId, experience: 'waiting', status: 'pending' });
    await makeReview(db(), { providerId, experience: 'refused', status: 'rejected' });
    await makeReview(db(), { providerId: other.id, experience: 'of another' });

    const response = await server.get(`/api/providers/${providerId}/reviews`);
    const listed = (await response.json()) as PublicReview[];
    expect(listed.map(({ experience }) => experience)).toEqual(['newest', 'middle', 'oldest']);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      rating: 2,
      experience: 'newest',
      issueType: 'fees',
      userLocation: 'kenya',
      language: 'fr',
      createdAt: '2026-05-03T08:30:00.000Z',
      reply: null,
    });
    expect(response.headers.get('X-Total-Count')).toBe('3');
  });

  it('the list of reviews is paged by limit and offset [DEC-56] [REAL-13]', async () => {
    const { id: providerId } = await makeProvider(db());
    for (let day = 1; day <= 5; day += 1) {
      await makeReview(db(), { providerId, experience: `day ${day}`, createdAt: new Date(Date.UTC(2026, 0, day)) });
    }
    const response = await server.get(`/api/providers/${providerId}/reviews?limit=2&offset=1`);
    expect(((await response.json()) as Review[]).map(({ experience }) => experience)).toEqual(['day 4', 'day 3']);
    expect(response.headers.get('X-Total-Count')).toBe('5');
    expect((await server.get(`/api/providers/${providerId}/reviews?limit=0`)).status).toBe(400);
  });

  it('the list of reviews is empty for a provider without reviews', async () => {
    const { id } = await makeProvider(db());
    expect(await server.json(`/api/providers/${id}/reviews`)).toEqual([]);
  });

  it('the list sorts by highest or lowest rating, and by newest within a rating', async () => {
    const { id: providerId } = await makeProvider(db());
    const ratings = [3, 5, 1, 4, 5, 2, 1, 3];
    for (const [day, rating] of ratings.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, day + 1));
      await makeReview(db(), { providerId, rating, experience: `${rating} on day ${day}`, createdAt });
    }
    await makeReview(db(), { providerId, rating: 5, status: 'pending' });
    const listed = async (query: string) =>
      (await server.json<Review[]>(`/api/providers/${providerId}/reviews?${query}`)).map(
        ({ experience }) => experience,
      );
    const highest = [
      '5 on day 4',
      '5 on day 1',
      '4 on day 3',
      '3 on day 7',
      '3 on day 0',
      '2 on day 5',
      '1 on day 6',
      '1 on day 2',
    ];
    const lowest = [6, 7, 5, 3, 4, 2, 0, 1].map((index) => highest[index]);
    expect(await listed('sort=highest')).toEqual(highest);
    expect(await listed('sort=lowest')).toEqual(lowest);
    for (let offset = 0; offset < ratings.length; offset += 3) {
      expect(await listed(`sort=highest&limit=3&offset=${offset}`)).toEqual(highest.slice(offset, offset + 3));
      expect(await listed(`sort=lowest&limit=3&offset=${offset}`)).toEqual(lowest.slice(offset, offset + 3));
    }
    expect(await listed('sort=highest&offset=8')).toEqual([]);
    expect((await server.get(`/api/providers/${providerId}/reviews?sort=funniest`)).status).toBe(400);
  });
});

describe('GET /api/providers/:id/reviews/summary', () => {
  it('the summary has the mean, the number and the distribution of ratings [CONST-04] [REVIEW-07]', async () => {
    const { id: providerId } = await makeProvider(db());
    for (const rating of [5, 5, 4, 2]) await makeReview(db(), { providerId, rating });
    await makeReview(db(), { providerId, rating: 1, status: 'pending' });
    await makeReview(db(), { providerId, rating: 1, status: 'rejected' });
    expect(await server.json(`/api/providers/${providerId}/reviews/summary`)).toEqual({
      rating: '4.0',
      reviewCount: 4,
      distribution: [0, 1, 0, 1, 2],
      issues: [],
    });
  });

  it('the summary counts the problems of approved reviews of this provider, the most frequent first [REVIEW-05]', async () => {
    const { id: providerId } = await makeProvider(db());
    const named = ['fees', 'withdrawal', 'none', 'withdrawal', 'scam'] as const;
    for (const issueType of named) await makeReview(db(), { providerId, issueType });
    await makeReview(db(), { providerId, issueType: 'support', status: 'pending' });
    await makeReview(db(), { providerId: (await makeProvider(db())).id, issueType: 'other' });
    const { issues } = await server.json<ReviewSummary>(`/api/providers/${providerId}/reviews/summary`);
    expect(issues).toEqual([
      { issueType: 'withdrawal', count: 2 },
      { issueType: 'fees', count: 1 },
      { issueType: 'scam', count: 1 },
    ]);
  });

  it('the summary is empty for a provider without reviews', async () => {
    const { id } = await makeProvider(db());
    expect(await server.json(`/api/providers/${id}/reviews/summary`)).toEqual({
      rating: '0.0',
      reviewCount: 0,
      distribution: [0, 0, 0, 0, 0],
      issues: [],
    });
  });

  it('the summary of a provider that is not public responds with 404', async () => {
    for (const hidden of hiddenProviders) {
      const { id } = await makeProvider(db(), hidden);
      const response = await server.get(`/api/providers/${id}/reviews/summary`);
      expect(await summarizeResponse(response)).toBe('404 PROVIDER_NOT_FOUND');
    }
  });
});

describe('POST /api/providers/:id/reviews', () => {
  const reviewBody = { rating: 4, experience: 'Paid out in a day.', issueType: 'fees', userLocation: 'ghana' };
  const makeReviewer = async (subscriptionTier: Tier = 'premium') => {
    const { id: userId } = await makeUser(db(), { subscriptionTier });
    const { cookie } = await makeSession(db(), { userId });
    const submit = (providerId: string, body: object = reviewBody) =>
      server.post(`/api/providers/${providerId}/reviews`, body, { headers: { cookie } });
    return { userId, submit };
  };

  it('a submitted review is stored as pending and recorded with its author [REVIEW-08] [REAL-04] [ROLE-09] [PROV-14]', async () => {
    const { id: providerId } = await makeProvider(db());
    const { userId, submit } = await makeReviewer();
    const response = await submit(providerId);
    expect(response.status).toBe(201);
    const reply = (await response.json()) as Review;
    expect(reply).toEqual({
      id: expect.any(String),
      ...reviewBody,
      language: 'en',
      status: 'pending',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(
      await test.sql('select id, user_id, status, decided_at from reviews where provider_id = $1', [providerId]),
    ).toEqual([{ id: reply.id, user_id: userId, status: 'pending', decided_at: null }]);
    expect(
      await test.sql('select actor_kind, actor_id, action from audit_entries where subject = $1', [reply.id]),
    ).toEqual([{ actor_kind: 'user', actor_id: userId, action: 'review.submitted' }]);
    expect(await server.json(`/api/providers/${providerId}/reviews`)).toEqual([]);
    expect(await server.json(`/api/providers/${providerId}`)).toEqual(
      expectedReply('GET /api/providers/:id', { rating: '0.0', reviewCount: 0 }),
    );
  });

  it('a review needs only rating and text, and accepts a rating as a string', async () => {
    const { id: providerId } = await makeProvider(db());
    const { submit } = await makeReviewer();
    const response = await submit(providerId, { rating: '5', experience: '  All went well.  ' });
    expect(await response.json()).toEqual(
      expectedReply('POST /api/providers/:id/reviews', {
        rating: 5,
        experience: 'All went well.',
        issueType: 'none',
        userLocation: 'other',
        language: 'en',
      }),
    );
  });

  it('a review keeps the language of the page on which it was written [WARN-16]', async () => {
    const { id: providerId } = await makeProvider(db());
    const { submit } = await makeReviewer();
    const response = await submit(providerId, { ...reviewBody, experience: 'Payé le lendemain.', language: 'fr' });
    expect(((await response.json()) as Review).language).toBe('fr');
    expect(await test.sql('select language from reviews where provider_id = $1', [providerId])).toEqual([
      { language: 'fr' },
    ]);
    expect((await submit(providerId, { ...reviewBody, language: 'de' })).status).toBe(400);
  });

  it.each([
    ['issueType', ['none', 'withdrawal', 'fees', 'support', 'scam', 'other'], ['', 'None', 'theft']],
    ['userLocation', ['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'other'], ['', 'Kenya', 'south africa']],
    ['rating', [1, 2, 3, 4, 5], [0, 6, 2.5, -1, '', 'five', null]],
    ['experience', ['x', 'x'.repeat(5000)], ['', '   ', 'x'.repeat(5001), 7]],
  ])(
    'a review accepts %s exactly within its choices [REVIEW-04] [REVIEW-05] [REVIEW-06] [REVIEW-07] [CONST-04]',
    async (field, good, bad) => {
      const { submit } = await makeReviewer();
      for (const value of good) {
        const { id } = await makeProvider(db());
        const stored = (await (await submit(id, { ...reviewBody, [field]: value })).json()) as Review;
        const { rating, experience, issueType, userLocation } = stored;
        expect({ rating, experience, issueType, userLocation }).toEqual({ ...reviewBody, [field]: value });
      }
      const { id } = await makeProvider(db());
      for (const value of bad) {
        const response = await submit(id, { ...reviewBody, [field]: value });
        expect(response.status, String(value)).toBe(400);
        expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
      }
    },
  );

  it('only premium members can review [ROLE-09] [DEC-30]', async () => {
    const { id: providerId } = await makeProvider(db());
    const outcomes: Record<string, string> = {
      visitor: await summarizeResponse(await server.post(`/api/providers/${providerId}/reviews`, reviewBody)),
    };
    for (const tier of tiers)
      outcomes[tier] = await summarizeResponse(await (await makeReviewer(tier)).submit(providerId));
    expect(outcomes).toEqual({
      visitor: '401 NOT_SIGNED_IN',
      free: '403 FORBIDDEN',
      premium: '201',
      api: '403 FORBIDDEN',
      enterprise: '403 FORBIDDEN',
    });
  });

  it('a member reviews a provider once, even if the review was rejected, and can review other providers [REAL-04]', async () => {
    const { id: providerId } = await makeProvider(db());
    const { userId, submit } = await makeReviewer();
    await makeReview(db(), { providerId, userId, status: 'rejected' });
    expect(await summarizeResponse(await submit(providerId))).toBe('409 REVIEW_EXISTS');
    expect(await summarizeResponse(await submit((await makeProvider(db())).id))).toBe('201');
    expect(await summarizeResponse(await (await makeReviewer()).submit(providerId))).toBe('201');
  });

  it('of twenty concurrent reviews of one member exactly one is stored [REAL-04]', async () => {
    const { id: providerId } = await makeProvider(db());
    const { submit } = await makeReviewer();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        summarizeResponse(await submit(providerId, { ...reviewBody, experience: `Try ${index}` })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['201', ...Array.from({ length: 19 }, () => '409 REVIEW_EXISTS')]);
    const storedReviews = await test.sql('select id from reviews where provider_id = $1', [providerId]);
    expect(storedReviews).toHaveLength(1);
    expect(
      await test.sql(
        `select subject from audit_entries
         where action = 'review.submitted' and subject in (select id::text from reviews where provider_id = $1)`,
        [providerId],
      ),
    ).toEqual([{ subject: storedReviews[0]?.['id'] }]);
  });

  it('a member cannot review a provider that is not public', async () => {
    const { submit } = await makeReviewer();
    for (const hidden of [...hiddenProviders, { verificationStatus: 'Suspended' } as const]) {
      expect(await summarizeResponse(await submit((await makeProvider(db(), hidden)).id))).toBe(
        '404 PROVIDER_NOT_FOUND',
      );
    }
    for (const unknown of ['01890000-0000-7000-8000-00000000dead', 'not-an-id']) {
      expect(await summarizeResponse(await submit(unknown))).toBe('404 PROVIDER_NOT_FOUND');
    }
  });
});
