/**
 * A browser in which the owner has logged in before has a signed cookie. Its password guesses are counted separately,
 * so that an attacker who uses up the guesses for an account does not lock the owner out.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setCookieHeader, readCookie } from '../../../platform/http/cookies.ts';
import { type AppSecret, deriveKeys } from '../../../platform/app-secret.ts';

const COOKIE_NAME = 'browser';
const YEAR_SECONDS = 365 * 24 * 3600;

export function createKnownBrowsers({ appSecret, isSecure }: { appSecret: AppSecret; isSecure: boolean }) {
  const { current, all } = deriveKeys(appSecret, 'known-browser');
  const sign = (key: Buffer, browser: string, userId: string) =>
    createHmac('sha256', key).update(`${browser}\0${userId}`).digest('base64url');

  return {
    /** Returns the id of the browser if this person has logged in with it. */
    find(request: Request, userId: string | undefined): string | undefined {
      const [browser = '', signature = ''] = readCookie(request, COOKIE_NAME, isSecure)?.split('.') ?? [];
      const givenSignature = Buffer.from(signature);
      const isValid = all.some(({ key }) => {
        const expected = Buffer.from(sign(key, browser, userId ?? 'nobody'));
        return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
      });
      return isValid ? browser : undefined;
    },

    createCookie(userId: string): [string, string] {
      const browser = randomBytes(16).toString('base64url');
      return setCookieHeader(COOKIE_NAME, `${browser}.${sign(current.key, browser, userId)}`, {
        maxAgeSeconds: YEAR_SECONDS,
        isSecure,
      });
    },
  };
}
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
