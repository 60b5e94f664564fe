/** Files over the API: bytes are received and sent unchanged, within their own limits. */
import { endpoint } from '@hakiki/contract/endpoint';
import { evidenceLimits } from '@hakiki/contract/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useServerWithRoutes } from '../../../test/support/sample-server.ts';
import { visitor } from './actor.ts';
import { handle, withHeaders } from './route.ts';

const FILE_BYTES = 2_000_000;
const Bytes = z.instanceof(Uint8Array<ArrayBuffer>);
const common = { summary: 'A file.', access: 'public', errors: ['TOO_LARGE'], rateLimit: 'read' } as const;
const params = z.object({ id: z.string() });

const putFile = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/files/:id',
  params,
  body: Bytes,
  uploadBytes: FILE_BYTES,
  reply: z.object({ bytes: z.int() }),
  cache: 'never',
});
const getFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/files/:id',
  params,
  reply: Bytes,
  isDownload: true,
  cache: 'never',
});
const writeNote = endpoint({
  ...common,
  method: 'POST',
  path: '/api/files/:id/notes',
  params,
  body: z.object({ text: z.string() }),
  reply: z.null(),
  cache: 'never',
});

let stored = new Uint8Array();
let arrivedCount = 0;
let blocker: Promise<void> = Promise.resolve();
const contentTypes: Record<string, string> = { picture: 'image/png', page: 'text/html; charset=utf-8' };
const routes = [
  handle(putFile, async ({ body }) => {
    arrivedCount += 1;
    await blocker;
    stored = body;
    return { bytes: body.length };
  }),
  handle(getFile, ({ params: { id } }) =>
    id === 'plain'
      ? stored
      : withHeaders(stored, [
          ['Content-Type', contentTypes[id] ?? ''],
          ['Content-Disposition', 'inline; filename="proof.png"'],
        ]),
  ),
  handle(writeNote, () => null),
];
const request = useServerWithRoutes({
  routes,
  authenticate: () => Promise.resolve(visitor),
  // The limit equals the number of slots for files, so no upload waits.
  settings: { maxInFlight: 16, trustedProxies: ['loopback'] },
  web: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
});

beforeEach(() => {
  arrivedCount = 0;
  blocker = Promise.resolve();
});

const put = (bytes: Uint8Array<ArrayBuffer>, path = '/api/files/one') => request(path, { method: 'PUT', body: bytes });
const post = (path: string, size: number) => request(path, { method: 'POST', body: new Uint8Array(size) });

describe('uploading a file', () => {
  it('receives a file unchanged, whatever its bytes', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, place) => place % 256);
    const response = await put(bytes);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ bytes: 1000 });
    expect(Buffer.from(stored)).toEqual(Buffer.from(bytes));
  });

  it('accepts a file up to the limit of its endpoint, also without a declared size', async () => {
    expect((await put(new Uint8Array(FILE_BYTES))).status).toBe(200);
    expect((await put(new Uint8Array(FILE_BYTES + 1))).status).toBe(413);
    const stream = new Blob([new Uint8Array(FILE_BYTES + 1)]).stream();
    const streamed = await request('/api/files/one', { method: 'PUT', body: stream, duplex: 'half' });
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('accepts no large bodies at other paths', async () => {
    expect((await post('/api/files/one/notes', 1_100_000)).status).toBe(413);
    // This path has no POST, whatever the size.
    expect((await post('/api/files/one', 1_100_000)).status).toBe(405);
    expect((await post('/contact', 1_100_000)).status).toBe(413);
    expect((await post('/fr/following', 1_100_000)).status).toBe(413);
  });

  it.each(['/follow', '/fr/follow'])('accepts a file in the form of %s, for visitors without scripts', async (page) => {
    const size = evidenceLimits.fileBytes + 10_000;
    const response = await post(page, size);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(String(size));
    expect((await post(page, evidenceLimits.fileBytes + 200_000)).status).toBe(413);
  });

  it('lets one client send twelve files at the same time, and leaves slots for other clients and requests', async () => {
    let release = () => {};
    blocker = new Promise((resolve) => (release = resolve));
    const putFrom = (client: string) =>
      request('/api/files/one', { method: 'PUT', body: new Uint8Array(10), headers: { 'X-Forwarded-For': client } });
    const running = Array.from({ length: 12 }, (_, nth) => putFrom(`2001:db8::${nth + 1}`));
    await expect.poll(() => arrivedCount).toBe(12);
    const rejected = await putFrom('2001:db8::ffff');
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '2']);
    running.push(...['192.0.2.1', '2001:db8:0:1::4', '192.0.2.2', '::ffff:192.0.2.2'].map(putFrom));
    await expect.poll(() => arrivedCount).toBe(16);
    expect((await putFrom('192.0.2.3')).status).toBe(503);
    expect((await request('/api/files/plain')).status).toBe(200);
    release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(running.map(() => 200));
  });
});

describe('downloading a file', () => {
  const headersOf = async (path: string) => Object.fromEntries((await request(path)).headers);

  it('sends a file unchanged, in a sandbox', async () => {
    await put(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]));
    const response = await request('/api/files/picture');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    expect(await headersOf('/api/files/picture')).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="proof.png"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('sends a file as an attachment without a type unless its handler sets them', async () => {
    expect(await headersOf('/api/files/plain')).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    });
  });

  it('never treats a file as a page of ours', async () => {
    await put(new TextEncoder().encode('<script>alert(1)</script>'));
    expect(await (await request('/api/files/page')).text()).toBe('<script>alert(1)</script>');
    const { 'content-security-policy': policy } = await headersOf('/api/files/page');
    expect(policy).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
  });
});
