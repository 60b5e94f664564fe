import { createCipheriv, createECDH, createHash, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anId } from '../../../../test/factories.ts';
import type { Api } from '../../../lib/api/api.ts';
import { createContactKeyPair, OpeningRejectedError, OpeningTimeoutError, openContact } from './contact-opening.ts';

const openingId = anId(9);
const contact = { email: 'zawadi@example.org', contactInfo: 'Signal, évenings' };

/** Seals like the worker, with another library. */
function sealContact(publicKey: string, boundId = openingId): string {
  const pair = createECDH('prime256v1');
  const ephemeralKey = pair.generateKeys();
  const browser = Buffer.from(publicKey, 'base64url');
  const salt = Buffer.concat([ephemeralKey, browser]);
  const secret = pair.computeSecret(browser);
  const material = Buffer.from(hkdfSync('sha256', secret, salt, 'hakiki/browser-box/v1', 44));
  const header = Buffer.concat([Buffer.of(1), ephemeralKey]);
  const cipher = createCipheriv('aes-256-gcm', material.subarray(0, 32), material.subarray(32)).setAAD(
    Buffer.concat([header, Buffer.from(`contact-opening\0${boundId}`)]),
  );
  const encrypted = Buffer.concat([cipher.update(`${JSON.stringify(contact)}   `), cipher.final()]);
  return Buffer.concat([header, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** A server whose worker responds after the given number of polls. */
const NOW = 'Mon, 16 Nov 2026 02:00:00 GMT';

function createServer(pollCount: number, refusal: string | null = null) {
  const requests: { path: string; body?: Record<string, string> }[] = [];
  const api: Api = (path, init) => {
    const body = init?.body === undefined ? undefined : (JSON.parse(init.body as string) as Record<string, string>);
    requests.push({ path, ...(body && { body }) });
    if (path === '/api/admin/access')
      return Promise.resolve(Response.json({ isOpen: true }, { headers: { Date: NOW } }));
    if (body) return Promise.resolve(Response.json({ id: openingId }, { status: 201 }));
    const sealed = requests.length > pollCount + 1 ? sealContact(requests[1]?.body?.['publicKey'] ?? '') : null;
    return Promise.resolve(Response.json({ sealed: refusal ? null : sealed, refusal }));
  };
  return { api, requests };
}
const request = {
  filingId: anId(1),
  userId: anId(2),
  reason: 'The victim asked to be called.',
  code: '123456',
  sleep: () => Promise.resolve(),
};

describe('opening contact data', () => {
  it('decrypts the contact data once the worker has sealed it for this browser', async () => {
    const { api, requests } = createServer(3);
    expect(await openContact({ ...request, api })).toEqual(contact);
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/admin/access',
      `/api/admin/filings/${anId(1)}/contact`,
      ...[1, 2, 3].map(() => `/api/admin/contact-openings/${openingId}`),
    ]);
    expect(requests[1]?.body).toEqual({
      reason: request.reason,
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
      askedAt: '2026-11-16T02:00:00.000Z',
      code: '123456',
    });
  });

  it("lets the passkey sign the hash of this request, with the server's time [SAFE-03]", async () => {
    const { api, requests } = createServer(1);
    const signedChallenges: string[] = [];
    const answer = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } };
    const signWithPasskey = (challenge: string) => {
      signedChallenges.push(challenge);
      return Promise.resolve(answer as never);
    };
    await openContact({ ...request, code: undefined, api, signWithPasskey });
    const { publicKey = '', ...rest } = requests[1]?.body ?? {};
    expect(rest).toEqual({ reason: request.reason, askedAt: '2026-11-16T02:00:00.000Z', passkey: answer });
    const text = JSON.stringify([
      'hakiki/contact-request/v1',
      anId(1),
      anId(2),
      publicKey,
      request.reason,
      '2026-11-16T02:00:00.000Z',
    ]);
    expect(signedChallenges).toEqual([createHash('sha256').update(text).digest('base64url')]);
  });

  it('reports why the worker refuses to open the data [SAFE-03]', async () => {
    const { api } = createServer(1, 'quota');
    await expect(openContact({ ...request, api })).rejects.toEqual(new OpeningRejectedError('quota'));
  });

  it('generates a new key pair each time, and data sealed for one cannot be opened with another', async () => {
    const [firstKey, secondKey] = [await createContactKeyPair(), await createContactKeyPair()];
    expect(firstKey.publicKey).not.toBe(secondKey.publicKey);
    expect(await firstKey.open(sealContact(firstKey.publicKey), openingId)).toEqual(contact);
    await expect(secondKey.open(sealContact(firstKey.publicKey), openingId)).rejects.toThrow();
  });

  it('rejects data sealed for another opening', async () => {
    const key = await createContactKeyPair();
    await expect(key.open(sealContact(key.publicKey, anId(8)), openingId)).rejects.toThrow();
  });

  it('stops polling after a minute, and when the dialog was closed', async () => {
    const { api, requests } = createServer(Number.POSITIVE_INFINITY);
    await expect(openContact({ ...request, api })).rejects.toThrow(OpeningTimeoutError);
    expect(requests.length).toBeLessThan(100);
    const closing = new AbortController();
    closing.abort();
    const slowServer = createServer(Number.POSITIVE_INFINITY);
    await expect(openContact({ ...request, api: slowServer.api, signal: closing.signal })).rejects.toThrow();
    expect(slowServer.requests).toHaveLength(2);
  });
});
