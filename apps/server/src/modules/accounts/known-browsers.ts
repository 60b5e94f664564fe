/**
 * A browser in which the owner has signed in before carries a signed mark. Its guesses are counted apart from everybody else's:
 * a stranger who floods an account with guesses uses up the strangers' share and leaves the owner's alone.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookie, readCookie } from '../../platform/http/cookies.ts';
import { deriveKey } from '../../platform/derive-key.ts';

const NAME = 'browser';
const YEAR_SECONDS = 365 * 24 * 3600;

export function createKnownBrowsers({ appSecret, isSecure }: { appSecret: string; isSecure: boolean }) {
  const key = deriveKey(appSecret, 'known-browser');
  const sign = (browser: string, userId: string) =>
    createHmac('sha256', key).update(`${browser}\0${userId}`).digest('base64url');

  return {
    /** The browser's own mark, if it is one this person has used. */
    find(request: Request, userId: string | undefined): string | undefined {
      const [browser = '', signature = ''] = readCookie(request, NAME, isSecure)?.split('.') ?? [];
      const expected = Buffer.from(sign(browser, userId ?? 'nobody'));
      const given = Buffer.from(signature);
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? browser : undefined;
    },

    remember(userId: string): [string, string] {
      const browser = randomBytes(16).toString('base64url');
      return cookie(NAME, `${browser}.${sign(browser, userId)}`, { maxAgeSeconds: YEAR_SECONDS, isSecure });
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
