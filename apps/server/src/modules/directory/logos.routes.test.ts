import { randomUUID } from 'node:crypto';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { logoLimits } from '@hakiki/contract/limits';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { makePhoto, readImageMetadata } from '../../../test/support/photo.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin } from '../../../test/support/staff.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { post } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const logoPath = (id: string) => `/api/admin/providers/${id}/logo`;
const call = (method: 'PUT' | 'DELETE', path: string, picture?: Buffer) =>
  fetch(server.url + path, {
    method,
    headers: { cookie: admin.cookie, origin: server.url, 'content-type': 'application/octet-stream' },
    ...(picture && { body: new Uint8Array(picture) }),
  });
const upload = (id: string, picture: Buffer) => call('PUT', logoPath(id), picture);
const uploadAndRead = async (id: string, picture: Buffer) => {
  const { logoUrl } = (await (await upload(id, picture)).json()) as AdminProvider;
  return logoUrl!;
};
const getPicture = async (path: string) => {
  const response = await fetch(server.url + path);
  return { response, picture: Buffer.from(await response.arrayBuffer()) };
};
const readCorner = async (path: string) => {
  const { picture } = await getPicture(path);
  return [...(await sharp(picture).removeAlpha().raw().toBuffer()).subarray(0, 3)];
};
/** A disc of one colour without a background. */
const makeTransparentLogo = (fill: string) =>
  sharp(Buffer.from(`<svg width="300" height="200"><circle cx="150" cy="100" r="90" fill="${fill}"/></svg>`))
    .png()
    .toBuffer();

describe('the logo of a provider', () => {
  it('an administrator uploads a logo, and readers get it redrawn as squares in two sizes [FILL-03] [PROV-01]', async () => {
    const listing = { name: 'Mlima Coins', type: 'Exchange', description: 'Sells coins.', countries: ['kenya'] };
    const { id } = (await (await post(admin, '/api/admin/providers', listing)).json()) as AdminProvider;
    const logoUrl = await uploadAndRead(id, await makePhoto({ width: 900, height: 300 }));
    expect(await server.json(`/api/providers/${id}`)).toEqual(
      expectedReply('GET /api/providers/:id', {
        id,
        name: 'Mlima Coins',
        verificationStatus: 'Pending',
        type: 'Exchange',
        description: 'Sells coins.',
        logoUrl,
      }),
    );
    for (const [path, side] of [
      [logoUrl, 160],
      [`${logoUrl}?size=small`, 96],
    ] as const) {
      const { response, picture } = await getPicture(path);
      expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
      ]);
      const { width, height, format } = await sharp(picture).metadata();
      expect({ width, height, format }).toEqual({ width: side, height: side, format: 'webp' });
      expect((await readImageMetadata(picture)).hasExif).toBe(false);
      expect(picture.length).toBeLessThan(20_000);
    }
  });

  it('a logo is readable in both themes: dark ones are on white, white ones on black [FILL-03]', async () => {
    const { id } = await makeProvider(db());
    expect(await readCorner(await uploadAndRead(id, await makeTransparentLogo('#103060')))).toEqual([255, 255, 255]);
    expect(await readCorner(await uploadAndRead(id, await makeTransparentLogo('#ffffff')))).toEqual([0, 0, 0]);
    const [red = 0, green = 0, blue = 0] = await readCorner(await uploadAndRead(id, await makePhoto()));
    expect(Math.abs(red - 0x8a) + Math.abs(green - 0x5a) + Math.abs(blue - 0x2b)).toBeLessThan(12);
  });

  it('a new logo has a new address, and a removed one is gone; both are audited [FILL-03]', async () => {
    const { id } = await makeProvider(db());
    const first = await uploadAndRead(id, await makePhoto({ width: 60, height: 60 }));
    const second = await uploadAndRead(id, await makePhoto({ width: 80, height: 60 }));
    expect(second).not.toBe(first);
    const { response: gone } = await getPicture(first);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, expect.stringContaining('s-maxage=30')]);
    const removed = (await (await call('DELETE', logoPath(id))).json()) as AdminProvider;
    expect(removed.logoUrl).toBeNull();
    expect((await getPicture(second)).response.status).toBe(404);
    const actions = await test.sql('select action from audit_entries where subject = $1 order by id', [id]);
    expect(actions.map(({ action }) => action)).toEqual([
      'provider.logo-changed',
      'provider.logo-changed',
      'provider.logo-removed',
    ]);
  });

  it('what is not a picture, too large or for an unknown provider is refused [FILL-03]', async () => {
    const { id } = await makeProvider(db());
    const outcome = async (picture: Buffer, providerId: string = id) =>
      summarizeResponse(await upload(providerId, picture));
    expect(await outcome(Buffer.from('%PDF-1.7 nothing'))).toBe('400 LOGO_REFUSED');
    expect(await outcome(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('400 LOGO_REFUSED');
    const photo = await makePhoto({ width: 60, height: 60 });
    expect(await outcome(photo.subarray(0, 200))).toBe('400 LOGO_REFUSED');
    expect(await outcome(Buffer.alloc(logoLimits.fileBytes + 1))).toBe('413 TOO_LARGE');
    expect(await outcome(photo, randomUUID())).toBe('404 PROVIDER_NOT_FOUND');
  });
});
