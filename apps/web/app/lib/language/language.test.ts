import { languages as contractLanguages, languageTable, localisePath } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import {
  currentLanguage,
  translatePath,
  isLanguagePrefix,
  isolateLeftToRight,
  getPathLanguage,
  languages,
} from './language.ts';
import { providerPath, pathTo } from '../pages/paths.ts';

const pages = ['/', '/directory', '/provider/1', '/french-lessons', '/signup?login=true', '/#regulators'] as const;

describe('the language of a path', () => {
  it.each([
    ['/', 'en'],
    ['/directory', 'en'],
    ['/fr', 'fr'],
    ['/fr/', 'fr'],
    ['/fr/directory', 'fr'],
    ['/french-lessons', 'en'],
    ['/frites/fr', 'en'],
    ['/xx/directory', 'en'],
  ])('detects for %s the language %s', (path, language) => {
    expect(getPathLanguage(path)).toBe(language);
  });

  it.each(pages)('translates %s to every language and back unchanged', (path) => {
    for (const language of languages) {
      const translated = translatePath(path, language);
      expect(translatePath(translated, language)).toBe(translated);
      expect(translatePath(translated, 'en')).toBe(path);
    }
  });

  it('has no prefix for English, and /fr for French', () => {
    expect(translatePath('/directory', 'fr')).toBe('/fr/directory');
    expect(translatePath('/', 'fr')).toBe('/fr');
    expect(translatePath('/fr', 'en')).toBe('/');
    expect(translatePath('/fr/directory', 'en')).toBe('/directory');
  });

  it('accepts one prefix for each other language, and neither /en nor /xx', () => {
    expect([undefined, 'fr'].map(isLanguagePrefix)).toEqual([true, true]);
    expect(['en', 'xx', '', 'FR'].map(isLanguagePrefix)).toEqual([false, false, false, false]);
  });
});

describe('links', () => {
  it.each(languages)('builds links in %s like the contract', (language) => {
    setTestLanguage(language);
    expect(currentLanguage()).toBe(language);
    expect(pages.map((path) => pathTo(path))).toEqual(pages.map((path) => localisePath(language, path)));
  });

  it('adds the tab to a link to a provider', () => {
    expect(providerPath('1')).toBe('/provider/1');
    expect(providerPath('1', 'report')).toBe('/provider/1?tab=report');
    setTestLanguage('fr');
    expect(providerPath('1', 'report')).toBe('/fr/provider/1?tab=report');
  });
});

it('has texts, and a name of its own, for every language of the contract', () => {
  expect(languages).toEqual(contractLanguages);
  expect(new Set(Object.values(languageTable).map(({ name }) => name)).size).toBe(languages.length);
});

it('keeps the order of a number inside an Arabic sentence [LANG-02]', () => {
  setTestLanguage('ar');
  expect(isolateLeftToRight('0800 020 600')).toBe('\u20660800 020 600\u2069');
  setTestLanguage('sw');
  expect(isolateLeftToRight('0800 020 600')).toBe('0800 020 600');
});
