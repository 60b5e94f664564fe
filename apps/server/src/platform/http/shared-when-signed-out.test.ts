/** A path with a cached response for all visitors, and an uncached one for each signed-in user. */
import { cacheControl } from '@hakiki/contract/cache';
import { endpoint } from '@hakiki/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeUserActor } from '../../../test/support/actors.ts';
import { useServerWithRoutes } from '../../../test/support/sample-server.ts';
import { notFound } from '../app-error.ts';
import { type Authenticate, visitor } from './actor.ts';
import { handle } from './route.ts';

const listThings = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'Things, in full for those who are signed in.',
  access: 'public',
  params: z.object({ id: z.string() }),
  reply: z.object({ for: z.string() }),
  errors: ['ALERT_NOT_FOUND'],
  cache: 'sharedWhenSignedOut',
  rateLimit: 'read',
});

let computed = 0;
let blocker: Promise<void> = Promise.resolve();
const routes = [
  handle(listThings, async ({ actor, params }) => {
    computed += 1;
    await blocker;
    if (params.id === 'missing') throw notFound('ALERT_NOT_FOUND');
    return { for: actor.kind === 'user' ? (actor.user.firstName ?? '') : 'visitors' };
  }),
];
/** `session=Amina` is the user Amina; an ended session is a visitor. */
const authenticate: Authenticate = (request) => {
  const name = /session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return Promise.resolve(!name || name === 'ended' ? visitor : makeUserActor({ firstName: name }));
};
const request = useServerWithRoutes({ routes, authenticate, settings: { replyCacheSeconds: 60, maxInFlight: 3 } });

beforeEach(() => {
  computed = 0;
  blocker = Promise.resolve();
});

let pathCount = 0;
const createPath = () => `/api/things/${(pathCount += 1)}`;
const get = async (path: string, cookie?: string, headers: Record<string, string> = {}) => {
  const response = await request(path, { headers: { ...(cookie && { cookie }), ...headers } });
  const text = await response.text();
  return {
    status: response.status,
    for: text ? (JSON.parse(text) as { for?: string }).for : '',
    control: response.headers.get('Cache-Control'),
    etag: response.headers.get('ETag'),
  };
};

describe('a response that visitors share', () => {
  it('a shared response is computed once for all visitors and may be cached by the edge', async () => {
    const path = createPath();
    const responses = [await get(path), await get(path), await get(path, 'theme=dark')];
    for (const response of responses) {
      expect(response).toMatchObject({ for: 'visitors', control: cacheControl('sharedWhenSignedOut') });
    }
    expect(computed).toBe(1);
  });

  it('a shared response is computed each time for a signed-in user, and not cached', async () => {
    const path = createPath();
    for (const name of ['Amina', 'Kofi', 'Amina']) {
      expect(await get(path, `session=${name}`)).toMatchObject({ for: name, control: 'private, no-cache' });
    }
    expect(computed).toBe(3);
  });

  it('a shared response is never sent to a signed-in user, and theirs never to a visitor', async () => {
    const path = createPath();
    const cookies = [undefined, 'session=Amina', undefined, 'a=b; __Host-session=Kofi', 'session=Amina', undefined];
    const names: unknown[] = [];
    for (const cookie of cookies) names.push((await get(path, cookie)).for);
    expect(names).toEqual(['visitors', 'Amina', 'visitors', 'Kofi', 'Amina', 'visitors']);
  });

  it('a shared response is not shared between a visitor and a signed-in user while it is computed', async () => {
    const path = createPath();
    let release = () => {};
    blocker = new Promise((resolve) => (release = resolve));
    const responses = Promise.all([get(path), get(path, 'session=Amina'), get(path)]);
    await expect.poll(() => computed).toBe(2);
    release();
    expect((await responses).map((response) => response.for)).toEqual(['visitors', 'Amina', 'visitors']);
    expect(computed).toBe(2);
  });

  it('a shared response is not cacheable for an ended session, and contains what visitors get', async () => {
    expect(await get(createPath(), 'session=ended')).toMatchObject({ for: 'visitors', control: 'private, no-cache' });
  });

  it('a shared response is not sent to a signed-in user instead of 503 under overload', async () => {
    const path = createPath();
    await get(path);
    let release = () => {};
    blocker = new Promise((resolve) => (release = resolve));
    const busy = [createPath(), createPath(), createPath()].map((other) => get(other, 'session=Kofi'));
    await expect.poll(() => computed).toBe(4);
    expect(await get(path, 'session=Amina')).toMatchObject({ status: 503, control: 'no-store' });
    expect(await get(path)).toMatchObject({ status: 200, for: 'visitors' });
    release();
    await Promise.all(busy);
  });

  it('a shared response is a cached 404 for visitors, and a separate 404 for each signed-in user', async () => {
    const path = '/api/things/missing';
    expect(await get(path)).toMatchObject({ status: 404, control: cacheControl('sharedWhenSignedOut') });
    expect(await get(path)).toMatchObject({ status: 404 });
    expect(computed).toBe(1);
    expect(await get(path, 'session=Amina')).toMatchObject({ status: 404, control: 'no-store' });
    expect(computed).toBe(2);
  });

  it('a shared response is revalidated by its own ETag for visitors and for signed-in users', async () => {
    const path = createPath();
    const [shared, own] = [await get(path), await get(path, 'session=Amina')];
    expect(own.etag).not.toBe(shared.etag);
    expect(await get(path, undefined, { 'If-None-Match': shared.etag ?? '' })).toMatchObject({ status: 304 });
    expect(await get(path, 'session=Amina', { 'If-None-Match': own.etag ?? '' })).toMatchObject({ status: 304 });
    expect(await get(path, 'session=Amina', { 'If-None-Match': shared.etag ?? '' })).toMatchObject({ for: 'Amina' });
  });
});
