/** Cookies that only this site sets and only the server reads. */
import { SESSION_COOKIE } from '@hakiki/contract/cache';

interface CookieOptions {
  maxAgeSeconds: number;
  /** In production cookies require TLS and belong to exactly this host. */
  isSecure: boolean;
}

const fullName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

export function readCookie(request: Request, name: string, isSecure: boolean): string | undefined {
  const prefix = `${fullName(name, isSecure)}=`;
  const found = request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix));
  return found?.slice(prefix.length) || undefined;
}

/** A cheap check for every request; the session itself is only validated where it matters. */
export const mayBeSignedIn = (cookies: string | null | undefined): boolean =>
  cookies?.includes(`${SESSION_COOKIE}=`) ?? false;

export function setCookieHeader(
  name: string,
  value: string,
  { maxAgeSeconds, isSecure }: CookieOptions,
): [string, string] {
  const parts = [
    `${fullName(name, isSecure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${maxAgeSeconds}`,
  ];
  return ['Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')];
}

export const clearCookieHeader = (name: string, isSecure: boolean): [string, string] =>
  setCookieHeader(name, '', { maxAgeSeconds: 0, isSecure });
