import { describe, expect, it } from 'vitest';
import { cookie, noCookie, readCookie } from './cookies.ts';

const asking = (header: string) => new Request('http://hakiki.test/', { headers: { cookie: header } });

describe('a cookie', () => {
  it('is out of reach of scripts and of writes from other sites [DEC-39]', () => {
    expect(cookie('session', 'abc', { maxAgeSeconds: 60, isSecure: false })).toEqual([
      'Set-Cookie',
      'session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
    ]);
  });

  it('travels over TLS only and belongs to exactly this host in production [DEC-39]', () => {
    expect(cookie('session', 'abc', { maxAgeSeconds: 60, isSecure: true })).toEqual([
      'Set-Cookie',
      '__Host-session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    ]);
  });

  it('is taken back under the name and with the flags it was given', () => {
    expect(noCookie('session', true)).toEqual([
      'Set-Cookie',
      '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
    ]);
  });

  it('is found among others by its whole name', () => {
    const request = asking('my-session=1; session=2;browser=a.b=c');
    expect(readCookie(request, 'session', false)).toBe('2');
    expect(readCookie(request, 'browser', false)).toBe('a.b=c');
    expect(readCookie(request, 'sess', false)).toBeUndefined();
  });

  it('of the other kind is not taken for it: a page without TLS cannot plant one', () => {
    expect(readCookie(asking('session=planted'), 'session', true)).toBeUndefined();
    expect(readCookie(asking('__Host-session=own; session=planted'), 'session', true)).toBe('own');
  });

  it('that is empty or absent is no cookie', () => {
    expect(readCookie(asking('session='), 'session', false)).toBeUndefined();
    expect(readCookie(new Request('http://hakiki.test/'), 'session', false)).toBeUndefined();
  });
});
