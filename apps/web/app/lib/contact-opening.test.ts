import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anId } from '../../test/makers.ts';
import type { Api } from './api.ts';
import { newOpeningKey, NotOpenedYet, openContact } from './contact-opening.ts';

const openingId = anId(9);
const contact = { email: 'zawadi@example.org', contactInfo: 'Signal, évenings' };

/** What the worker does, by another library. */
function sealFor(publicKey: string, boundTo = openingId): string {
  const pair = createECDH('prime256v1');
  const throwAway = pair.generateKeys();
  const browser = Buffer.from(publicKey, 'base64url');
  const salt = Buffer.concat([throwAway, browser]);
  const secret = pair.computeSecret(browser);
  const material = Buffer.from(hkdfSync('sha256', secret, salt, 'hakiki/browser-box/v1', 44));
  const header = Buffer.concat([Buffer.of(1), throwAway]);
  const cipher = createCipheriv('aes-256-gcm', material.subarray(0, 32), material.subarray(32)).setAAD(
    Buffer.concat([header, Buffer.from(`contact-opening\0${boundTo}`)]),
  );
  const hidden = Buffer.concat([cipher.update(`${JSON.stringify(contact)}   `), cipher.final()]);
  return Buffer.concat([header, hidden, cipher.getAuthTag()]).toString('base64url');
}

/** A server whose worker takes so many looks to answer. */
function serverWith(looks: number) {
  const asked: { path: string; body?: Record<string, string> }[] = [];
  const api: Api = (path, init) => {
    const body = init?.body === undefined ? undefined : (JSON.parse(init.body as string) as Record<string, string>);
    asked.push({ path, ...(body && { body }) });
    if (body) return Promise.resolve(Response.json({ id: openingId }, { status: 201 }));
    const sealed = asked.length > looks ? sealFor(asked[0]?.body?.['publicKey'] ?? '') : null;
    return Promise.resolve(Response.json({ sealed }));
  };
  return { api, asked };
}
const asking = { filingId: anId(1), reason: 'The victim asked to be called.', pause: () => Promise.resolve() };

describe('opening contact data', () => {
  it('reads what the worker sealed for this browser, once the worker has', async () => {
    const { api, asked } = serverWith(3);
    expect(await openContact({ ...asking, api })).toEqual(contact);
    expect(asked.map(({ path }) => path)).toEqual([
      `/api/admin/filings/${anId(1)}/contact`,
      ...[1, 2, 3].map(() => `/api/admin/contact-openings/${openingId}`),
    ]);
    expect(asked[0]?.body).toEqual({ reason: asking.reason, publicKey: expect.stringMatching(/^[\w-]{87}$/) });
  });

  it('makes a new pair of keys each time, and what was sealed for one opens with no other', async () => {
    const [one, other] = [await newOpeningKey(), await newOpeningKey()];
    expect(one.publicKey).not.toBe(other.publicKey);
    expect(await one.open(sealFor(one.publicKey), openingId)).toEqual(contact);
    await expect(other.open(sealFor(one.publicKey), openingId)).rejects.toThrow();
  });

  it('refuses what was sealed for another opening', async () => {
    const key = await newOpeningKey();
    await expect(key.open(sealFor(key.publicKey, anId(8)), openingId)).rejects.toThrow();
  });

  it('stops asking after a minute, and when the dialog was closed', async () => {
    const { api, asked } = serverWith(Number.POSITIVE_INFINITY);
    await expect(openContact({ ...asking, api })).rejects.toThrow(NotOpenedYet);
    expect(asked.length).toBeLessThan(100);
    const closing = new AbortController();
    closing.abort();
    const late = serverWith(Number.POSITIVE_INFINITY);
    await expect(openContact({ ...asking, api: late.api, signal: closing.signal })).rejects.toThrow();
    expect(late.asked).toHaveLength(1);
  });
});
