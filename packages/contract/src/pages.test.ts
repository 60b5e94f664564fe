import { expect, it } from 'vitest';
import { indexedPages, isPersonalPage, pages, pagesFor, type SitePage, uploadPagePattern } from './pages.ts';
import { languages, localisePath } from './site.ts';

const all: readonly SitePage[] = pages;

it('personal and staff pages match the personal pattern in every language, including their data requests [SAFE-07]', () => {
  for (const { path, audience } of all) {
    for (const address of languages.map((language) => localisePath(language, path))) {
      expect([address, isPersonalPage(address), isPersonalPage(`${address}.data`)]).toEqual([
        address,
        audience !== 'public',
        audience !== 'public',
      ]);
    }
  }
  expect(['/admin/nothing', '/fr/admin/nothing'].map(isPersonalPage)).toEqual([true, true]);
  expect(['/accounts', '/xx/account', '/directory/account', '/apis'].map(isPersonalPage)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('search engines get only public pages, and every page without parameters is in the list of an audience', () => {
  const isPublic = (path: string) => all.some((page) => page.path === path && page.audience === 'public');
  expect(indexedPages.filter((path) => !isPublic(path))).toEqual([]);
  const looked = (['public', 'personal', 'staff'] as const).flatMap(pagesFor);
  expect(looked).toEqual(expect.arrayContaining(['/', '/account', '/api', '/business', '/subscribe', '/admin/queue']));
});

it('the upload pattern matches the page for receipts in every language', () => {
  const takesFile = new RegExp(uploadPagePattern);
  expect(['/follow', '/fr/follow', '/followers', '/report-scam'].map((path) => takesFile.test(path))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
