import { describe, expect, it } from 'vitest';
import { setCookieHeader, clearCookieHeader, readCookie } from './cookies.ts';

const requestWith = (header: string) => new Request('http://hakiki.test/', { headers: { cookie: header } });

describe('cookies', () => {
  it('creates a cookie that scripts and writes from other sites cannot use [DEC-39]', () => {
    expect(setCookieHeader('session', 'abc', { maxAgeSeconds: 60, isSecure: false })).toEqual([
      'Set-Cookie',
      'session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
    ]);
  });

  it('creates a cookie for TLS and exactly this host in production [DEC-39]', () => {
    expect(setCookieHeader('session', 'abc', { maxAgeSeconds: 60, isSecure: true })).toEqual([
      'Set-Cookie',
      '__Host-session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    ]);
  });

  it('deletes a cookie with the same name and flags', () => {
    expect(clearCookieHeader('session', true)).toEqual([
      'Set-Cookie',
      '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
    ]);
  });

  it('finds a cookie by its full name', () => {
    const request = requestWith('my-session=1; session=2;browser=a.b=c');
    expect(readCookie(request, 'session', false)).toBe('2');
    expect(readCookie(request, 'browser', false)).toBe('a.b=c');
    expect(readCookie(request, 'sess', false)).toBeUndefined();
  });

  it('ignores a cookie without the __Host- prefix in production: a page without TLS cannot plant one', () => {
    expect(readCookie(requestWith('session=planted'), 'session', true)).toBeUndefined();
    expect(readCookie(requestWith('__Host-session=own; session=planted'), 'session', true)).toBe('own');
  });

  it('treats an empty cookie as absent', () => {
    expect(readCookie(requestWith('session='), 'session', false)).toBeUndefined();
    expect(readCookie(new Request('http://hakiki.test/'), 'session', false)).toBeUndefined();
  });
});
