import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { principals } from '../../../test/principals.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();

describe('GET /api/auth/user', () => {
  const server = useServer(test);

  it('tells a visitor to log in, in a way no cache keeps [SHAPE-02]', async () => {
    const response = await server.get('/api/auth/user');
    expect(response.status).toBe(401);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({ message: 'Please log in to continue.', code: 'NOT_SIGNED_IN' });
  });
});

describe('GET /api/auth/user, signed in', () => {
  const server = useServer(test, {
    authenticate: (request) =>
      Promise.resolve(request.headers.get('cookie') === 'session=amina' ? principals.premium : principals.visitor),
  });

  it('answers who is signed in, never from a shared cache', async () => {
    const response = await server.get('/api/auth/user', { headers: { cookie: 'session=amina' } });
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(await response.json()).toMatchObject({ firstName: 'Amina', subscriptionTier: 'premium' });
    expect((await server.get('/api/auth/user')).status).toBe(401);
  });
});
