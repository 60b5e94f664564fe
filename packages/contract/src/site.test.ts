import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';
import {
  canonicalQuery,
  isKeptWhenVisited,
  languages,
  localisePath,
  pageParameters,
  repeatedParameters,
} from './site.ts';

it('every language but English is a prefix of the path', () => {
  expect(localisePath('en', '/directory')).toBe('/directory');
  expect(localisePath('fr', '/directory')).toBe('/fr/directory');
  expect(localisePath('fr', '/')).toBe('/fr');
});

it('a query string has one canonical form, whatever was added and in whichever order [SAFE-07]', () => {
  const canonicalize = (query: string) => canonicalQuery(query, pageParameters, repeatedParameters);
  expect(canonicalize('type=Wallet&search=coin')).toBe('search=coin&type=Wallet');
  expect(canonicalize('fbclid=1&search=a%20b&utm_source=chat')).toBe('search=a%20b');
  expect(canonicalize('search=first&search=second')).toBe('search=first');
  expect(canonicalize('type=Wallet&page=2&type=Broker')).toBe('page=2&type=Wallet&type=Broker');
  expect(canonicalize('sent')).toBe('sent');
  for (const query of ['', '&', 'gclid=1', 'SEARCH=coin', 'toString=1']) expect(canonicalize(query)).toBeUndefined();
});

it('the page parameters are unique and in alphabetical order [SAFE-07]', () => {
  expect(pageParameters).toEqual([...new Set(pageParameters)].toSorted());
  expect(pageParameters).toEqual(expect.arrayContaining([...repeatedParameters]));
});

describe('pages that open offline once they were visited', () => {
  it('are home, providers, alerts and help, in every language [WARN-14]', () => {
    for (const page of ['/', '/help', '/alerts', '/alerts/0199-ab', '/provider/0199-ab']) {
      for (const language of languages) expect(isKeptWhenVisited(localisePath(language, page)), page).toBe(true);
    }
  });

  it('include no personal page, no form and no search [WARN-14]', () => {
    const paths = [
      '/dashboard',
      '/account',
      '/directory',
      '/follow',
      '/report-scam',
      '/admin',
      '/xx',
      '/alerts/a/b',
      '/fr2',
    ];
    expect(paths.filter(isKeptWhenVisited)).toEqual([]);
    expect(pages.filter(({ audience, path }) => audience !== 'public' && isKeptWhenVisited(path))).toEqual([]);
  });
});
