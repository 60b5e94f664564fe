import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { addToSelection, comparePath, saveSelection, parseSelection, readSelection } from './compare-selection.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the URL of a comparison', () => {
  it('contains the chosen providers [REAL-05]', () => {
    expect(comparePath(['a', 'b'])).toBe('/compare?providers=a,b');
    expect(comparePath([])).toBe('/compare');
    setTestLanguage('fr');
    expect(comparePath(['a'])).toBe('/fr/compare?providers=a');
  });

  it('keeps the first four, and reports that there were more [DEC-13]', () => {
    expect(parseSelection('a,b,c,d,e')).toEqual({ ids: ['a', 'b', 'c', 'd'], isCut: true });
    expect(parseSelection('a,b,c,d')).toEqual({ ids: ['a', 'b', 'c', 'd'], isCut: false });
  });

  it('counts each provider once and skips blanks [DEC-13]', () => {
    expect(parseSelection('a, a,,b,a,b,c,')).toEqual({ ids: ['a', 'b', 'c'], isCut: false });
    expect(parseSelection(null)).toEqual({ ids: [], isCut: false });
    expect(parseSelection('')).toEqual({ ids: [], isCut: false });
  });
});

describe('adding to a comparison', () => {
  it('appends a provider [REAL-05]', () => {
    expect(addToSelection(['a'], 'b')).toEqual({ outcome: 'added', ids: ['a', 'b'] });
    expect(addToSelection(['a', 'b', 'c'], 'd')).toEqual({ outcome: 'added', ids: ['a', 'b', 'c', 'd'] });
  });

  it('rejects a fifth provider [REAL-05] [DEC-13]', () => {
    expect(addToSelection(['a', 'b', 'c', 'd'], 'e')).toEqual({ outcome: 'full' });
  });

  it('changes nothing for a provider that is already there, also when full [REAL-05]', () => {
    expect(addToSelection(['a', 'b', 'c', 'd'], 'b')).toEqual({ outcome: 'added', ids: ['a', 'b', 'c', 'd'] });
  });
});

describe('the selection during a visit', () => {
  it('keeps the selection from page to page [REAL-05]', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    expect(readSelection()).toEqual([]);
    saveSelection(['a', 'b']);
    expect(readSelection()).toEqual(['a', 'b']);
  });

  it('works without a stored selection where storage is disabled', () => {
    vi.stubGlobal('sessionStorage', undefined);
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new Error('SecurityError');
      },
    });
    expect(() => saveSelection(['a'])).not.toThrow();
    expect(readSelection()).toEqual([]);
  });
});
