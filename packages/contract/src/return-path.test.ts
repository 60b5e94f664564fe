import { describe, expect, it } from 'vitest';
import { parseReturnPath } from './return-path.ts';

describe('the page after a login [DEC-94]', () => {
  it.each([
    '/provider/0198c0de-0000-7000-8000-000000000001?tab=reviews#write-review',
    '/fr/compare?providers=a,b',
    '/subscribe?tab=card',
    '/api',
    '/admin/queue',
  ])('accepts the path %s of this site', (path) => {
    expect(parseReturnPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/dashboard',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '',
    `/${'x'.repeat(1000)}`,
  ])('refuses %j, which could leave the site', (value) => {
    expect(parseReturnPath(value)).toBeUndefined();
  });

  it.each(['/', '/fr', '/fr/', '/signup?login=true', '/fr/signup', '/api/logout', '/forgot-password', '/admin/login'])(
    'ignores %s, which asks for nothing or leads in a circle',
    (value) => {
      expect(parseReturnPath(value)).toBeUndefined();
    },
  );

  it('ignores a missing value', () => {
    expect(parseReturnPath(null)).toBeUndefined();
    expect(parseReturnPath(undefined)).toBeUndefined();
  });
});
