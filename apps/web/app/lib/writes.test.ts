import { describe, expect, it } from 'vitest';
import { answeringJson } from '../../test/answers.ts';
import { anId, aUser } from '../../test/makers.ts';
import type { Api } from './api.ts';
import { authUser } from './auth.ts';
import { ReadStore } from './read-store.ts';
import { write } from './writes.ts';

const login = write('POST', '/api/auth/login', { refreshes: [authUser] });
const credentials = { email: 'amina@example.org', password: 'correct horse' };

describe('write', () => {
  it('sends its body as JSON and gives the reply', async () => {
    const { api, asked } = await answeringJson({ user: aUser() });
    expect(await login.send(api, { body: credentials })).toEqual({ user: aUser() });
    expect(asked).toMatchObject([{ method: 'POST', path: '/api/auth/login', body: JSON.stringify(credentials) }]);
  });

  it('puts its parameters into the address and sends no body where there is none', async () => {
    const { api, asked } = await answeringJson({ message: 'Ended.' });
    await write('DELETE', '/api/account/sessions/:id').send(api, { params: { id: anId(7) } });
    expect(asked).toMatchObject([{ method: 'DELETE', path: `/api/account/sessions/${anId(7)}`, body: '' }]);
  });
});

/** Knows one person, after the login. */
function door(): { api: Api; asked: string[] } {
  const asked: string[] = [];
  let user: unknown = null;
  const api: Api = (path, init) => {
    asked.push(`${init?.method} ${path}`);
    if (path === '/api/auth/login') user = aUser();
    return Promise.resolve(Response.json(path === '/api/auth/login' ? { user } : user));
  };
  return { api, asked };
}

describe('a write sent through the store', () => {
  it('reads again what it made old before it is done [AUTH-03]', async () => {
    const { api, asked } = door();
    const store = new ReadStore(api);
    await store.load(authUser);
    expect(store.outcomeOf(authUser)).toEqual({ status: 'ready', data: null });

    await store.send(login, { body: credentials });

    expect(store.outcomeOf(authUser)).toEqual({ status: 'ready', data: aUser() });
    expect(asked).toEqual(['GET /api/auth/user', 'POST /api/auth/login', 'GET /api/auth/user']);
  });

  it('tells everyone who looks at the person, whatever it was that changed them [AUTH-05] [AUTH-06]', async () => {
    const answers = [aUser(), aUser({ subscriptionTier: 'premium', referralCode: 'FRIEND' })];
    const api: Api = (path) => Promise.resolve(Response.json(path === '/api/auth/user' ? answers.shift() : {}));
    const store = new ReadStore(api);
    await store.load(authUser);
    const seen: unknown[] = [];
    store.subscribe(authUser, () => seen.push(store.outcomeOf(authUser)));

    await store.send(write('DELETE', '/api/account/sessions', { refreshes: [authUser] }), {});

    const changed = { subscriptionTier: 'premium', referralCode: 'FRIEND' };
    expect(seen.at(-1)).toMatchObject({ status: 'ready', data: changed });
  });

  it('reads nothing again when it was refused', async () => {
    const { api, asked } = await answeringJson({ message: 'No.' }, 401);
    await expect(new ReadStore(api).send(login, { body: credentials })).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveLength(1);
  });
});
