import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';
import { drawQrCode } from '../../../platform/qr-code.ts';
import { createTotpSecret, totpUri, verifyTotp } from './totp.ts';

/** The secret of RFC 6238, '12345678901234567890', in base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const toMs = (step: number) => step * 30_000;

describe('authenticator app codes', () => {
  // Appendix B of RFC 6238 has eight digits; an app shows the last six.
  it.for([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const)('generates and accepts the code of RFC 6238 at second %d', ([seconds, eightDigits]) => {
    const code = eightDigits.slice(2);
    expect(totpCodeAt(rfcSecret, seconds * 1000)).toBe(code);
    expect(verifyTotp(rfcSecret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('accepts a code one step early and one step late, no more', () => {
    const secret = createTotpSecret();
    const code = totpCodeAt(secret, toMs(50_000_000));
    const accepted = [-3, -2, -1, 0, 1, 2, 3].filter(
      (offset) => verifyTotp(secret, code, toMs(50_000_000 + offset) + 15_000) === 50_000_000,
    );
    expect(accepted).toEqual([-1, 0, 1]);
  });

  it('rejects a code that was used, and older ones', () => {
    const secret = createTotpSecret();
    const now = toMs(50_000_000);
    const [older, current, next] = [-1, 0, 1].map((offset) => totpCodeAt(secret, toMs(50_000_000 + offset)));
    const used = verifyTotp(secret, String(current), now);
    expect(used).toBe(50_000_000);
    expect(verifyTotp(secret, String(current), now, used)).toBeUndefined();
    expect(verifyTotp(secret, String(current), now + 30_000, used)).toBeUndefined();
    expect(verifyTotp(secret, String(older), now, used)).toBeUndefined();
    expect(verifyTotp(secret, String(next), now, used)).toBe(50_000_001);
  });

  it('accepts a code typed in two groups of three digits', () => {
    expect(verifyTotp(rfcSecret, ' 287 082', 59_000)).toBe(1);
  });

  it.for(['', '28708', '2870820', '28708a', '-28708', '２８７０８２', '94287082'])('rejects %j as a code', (typed) => {
    expect(verifyTotp(rfcSecret, typed, 59_000)).toBeUndefined();
  });

  it('rejects the code of another secret', () => {
    expect(verifyTotp(createTotpSecret(), '287082', 59_000)).toBeUndefined();
  });
});

describe('authenticator app secrets', () => {
  it('creates secrets of 160 bits in characters that can be typed', () => {
    const secrets = Array.from({ length: 50 }, createTotpSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
    expect(new Set(secrets.join('')).size).toBe(32);
  });

  it('reports a secret that is not base32', () => {
    expect(() => verifyTotp('not base32', '287082', 59_000)).toThrow('base32');
  });
});

describe('the QR code', () => {
  const uri = totpUri(rfcSecret, 'amina+work@mail.example');

  it('the QR code contains a URI that authenticator apps understand', () => {
    expect(uri).toBe(
      `otpauth://totp/Hakiki:amina%2Bwork%40mail.example?secret=${rfcSecret}&issuer=Hakiki&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('the QR code is decoded from an image to that URI', () => {
    expect(decodeQR(renderImage(drawQrCode(uri)))).toBe(uri);
  });

  it('the QR code has its own white margin and needs no style', () => {
    const svg = drawQrCode(uri);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" /);
    expect(svg).not.toMatch(/style|script|class|href/);
    const { width, isDark } = parseSquares(svg);
    expect(svg).toContain(`<path fill="#fff" d="M0 0h${width}v${width}h-${width}z"/>`);
    for (let along = 0; along < width; along += 1) {
      for (const border of [0, 1, 2, 3, width - 4, width - 3, width - 2, width - 1]) {
        expect(isDark(along, border) || isDark(border, along)).toBe(false);
      }
    }
    expect(isDark(4, 4)).toBe(true);
  });

  it('the QR code differs for every secret', () => {
    expect(drawQrCode(totpUri(createTotpSecret(), 'amina@mail.example'))).not.toBe(drawQrCode(uri));
  });
});

function parseSquares(svg: string) {
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const dark = new Set<string>();
  const path = /fill="#000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let step = 0; step < Number(length); step += 1) dark.add(`${Number(x) + step} ${y}`);
  }
  return { width, isDark: (x: number, y: number) => dark.has(`${x} ${y}`) };
}

/** The squares as an image, five pixels each. */
function renderImage(svg: string) {
  const { width, isDark } = parseSquares(svg);
  const size = width * 5;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (isDark(Math.floor(x / 5), Math.floor(y / 5))) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return { width: size, height: size, data };
}
