import type { Experience } from '@hakiki/contract/experiences';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeExperience } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

describe('GET /api/experiences', () => {
  it('the list of experiences is empty before the first approval [REAL-03]', async () => {
    await makeExperience(db(), { status: 'pending' });
    await makeExperience(db(), { status: 'rejected' });
    expect(await server.json('/api/experiences?limit=1')).toEqual([]);
  });

  it('the list holds the newest approved experiences, three by default [REAL-03] [HOME-14]', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 4, day, 8, 30));
    for (const day of [2, 5, 1, 4, 3]) await makeExperience(db(), { providerName: `Day ${day}`, createdAt: at(day) });
    await makeExperience(db(), { providerName: 'Waiting', status: 'pending' });
    const listNames = async (query: string) =>
      (await server.json<Experience[]>(`/api/experiences${query}`)).map(({ providerName }) => providerName);
    expect(await listNames('')).toEqual(['Day 5', 'Day 4', 'Day 3']);
    expect(await listNames('?limit=2')).toEqual(['Day 5', 'Day 4']);
    expect(await listNames('?limit=50')).toHaveLength(5);
    for (const limit of [0, 51, 'all']) expect((await server.get(`/api/experiences?limit=${limit}`)).status).toBe(400);
  });

  it('an experience shows what was shared and nothing about its moderator', async () => {
    await makeExperience(db(), {
      providerName: 'Newest of all',
      rating: 1,
      experience: 'Nobody answers.',
      issueType: 'support',
      language: 'fr',
      createdAt: new Date(Date.UTC(2026, 10, 1)),
    });
    const [newest] = await server.json<Experience[]>('/api/experiences?limit=4');
    expect(newest).toEqual({
      id: expect.any(String),
      providerName: 'Newest of all',
      rating: 1,
      experience: 'Nobody answers.',
      issueType: 'support',
      language: 'fr',
      createdAt: '2026-11-01T00:00:00.000Z',
    });
  });
});
