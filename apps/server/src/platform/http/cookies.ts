/** Cookies that only this site sets and only the server reads. */
import { SESSION_COOKIE } from '@hakiki/contract/cache';

interface CookieOptions {
  maxAgeSeconds: number;
  /** In production cookies require TLS and belong to exactly this host. */
  isSecure: boolean;
}

const fullName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

export function readCookie(request: Request, name: string, isSecure: boolean): string | undefined {
  const wanted = `${fullName(name, isSecure)}=`;
  const found = request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted));
  return found?.slice(wanted.length) || undefined;
}

/** A cheap check for every request; the session itself is only validated where it matters. */
export const mayBeSignedIn = (cookies: string | null | undefined): boolean =>
  cookies?.includes(`${SESSION_COOKIE}=`) ?? false;

export function cookie(name: string, value: string, { maxAgeSeconds, isSecure }: CookieOptions): [string, string] {
  const parts = [
    `${fullName(name, isSecure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${maxAgeSeconds}`,
  ];
  return ['Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')];
}

export const noCookie = (name: string, isSecure: boolean): [string, string] =>
  cookie(name, '', { maxAgeSeconds: 0, isSecure });
