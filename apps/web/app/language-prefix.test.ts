import { describe, expect, it } from 'vitest';
import { loader as console } from './screens/admin/frame.tsx';
import { loader as frame } from './screens/site/frame.tsx';
import { rejectUnknownLanguage } from './lib/language/prefix.ts';

const createArgs = (path: string) => ({
  params: { locale: path.split('/')[1] ?? '' },
  request: new Request(`http://site.example${path}`),
});
const captureThrown = (path: string): unknown => {
  try {
    return rejectUnknownLanguage(createArgs(path));
  } catch (thrown) {
    return thrown;
  }
};

describe('the language prefix of a path', () => {
  it('accepts a missing prefix and a known language', () => {
    const request = new Request('http://site.example/directory');
    expect(() => rejectUnknownLanguage({ params: {}, request })).not.toThrow();
    expect(() => rejectUnknownLanguage(createArgs('/fr/directory'))).not.toThrow();
  });

  it.each(['/xx/directory', '/nothing', '/FR'])('responds 404 for %s [ROUTE-24]', (path) => {
    expect(captureThrown(path)).toMatchObject({ init: { status: 404 } });
  });

  it.each([
    ['/en', '/'],
    ['/en/', '/'],
    ['/en/directory?search=a', '/directory?search=a'],
    ['/en//elsewhere.example', '/elsewhere.example'],
    ['/en/\\\\elsewhere.example', '/elsewhere.example'],
  ])('redirects %s permanently to %s, never off the site', (path, target) => {
    const thrown = captureThrown(path);
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).status).toBe(301);
    expect((thrown as Response).headers.get('Location')).toBe(target);
  });

  it.each([
    ['the site', frame],
    ['the admin console', console],
  ])('is checked by %s [ROUTE-24] [DEC-86]', (_name, loader) => {
    const args = createArgs('/xx/admin') as unknown as Parameters<typeof frame>[0] & Parameters<typeof console>[0];
    expect(() => loader(args)).toThrow(expect.objectContaining({ init: { status: 404 } }));
  });
});
