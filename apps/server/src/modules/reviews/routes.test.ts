import type { Review } from '@hakiki/contract/reviews';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { makeProvider, makeReview, makeUser } from '../../../test/makers.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

describe('GET /api/providers/:id/reviews', () => {
  it('lists approved reviews only, newest first, with times in UTC [CALL-08] [SHAPE-05] [ENT-19] [DEC-55] [DEC-69]', async () => {
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
    });
    await makeReview(db(), { providerId, experience: 'middle', createdAt: at(2) });
    await makeReview(db(), { providerId, experience: 'waiting', status: 'pending' });
    await makeReview(db(), { providerId, experience: 'refused', status: 'rejected' });
    await makeReview(db(), { providerId: other.id, experience: 'of another' });

    const response = await server.get(`/api/providers/${providerId}/reviews`);
    const listed = (await response.json()) as Review[];
    expect(listed.map(({ experience }) => experience)).toEqual(['newest', 'middle', 'oldest']);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      rating: 2,
      experience: 'newest',
      issueType: 'fees',
      userLocation: 'kenya',
      createdAt: '2026-05-03T08:30:00.000Z',
    });
    expect(response.headers.get('X-Total-Count')).toBe('3');
  });

  it('pages by limit and offset [DEC-56] [REAL-13]', async () => {
    const { id: providerId } = await makeProvider(db());
    for (let day = 1; day <= 5; day += 1) {
      await makeReview(db(), { providerId, experience: `day ${day}`, createdAt: new Date(Date.UTC(2026, 0, day)) });
    }
    const response = await server.get(`/api/providers/${providerId}/reviews?limit=2&offset=1`);
    expect(((await response.json()) as Review[]).map(({ experience }) => experience)).toEqual(['day 4', 'day 3']);
    expect(response.headers.get('X-Total-Count')).toBe('5');
    expect((await server.get(`/api/providers/${providerId}/reviews?limit=0`)).status).toBe(400);
  });

  it('has none for a provider nobody reviewed', async () => {
    const { id } = await makeProvider(db());
    expect(await server.json(`/api/providers/${id}/reviews`)).toEqual([]);
  });

  it('lets a person review a provider once', async () => {
    const { id: providerId } = await makeProvider(db());
    const { id: userId } = await makeUser(db());
    await makeReview(db(), { providerId, userId });
    await expect(makeReview(db(), { providerId, userId })).rejects.toThrow();
    await makeReview(db(), { providerId });
  });
});
