import { expect, it } from 'vitest';
import { indexedPages, isPersonalPage, pages, pagesFor, type SitePage, uploadPagePattern } from './pages.ts';
import { languages, localisePath } from './site.ts';

const all: readonly SitePage[] = pages;

it('treats what is about a person, or for staff, as personal in every language, with its data [SAFE-07]', () => {
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

it('tells search engines of public pages only, and looks at all that are always there', () => {
  const isPublic = (path: string) => all.some((page) => page.path === path && page.audience === 'public');
  expect(indexedPages.filter((path) => !isPublic(path))).toEqual([]);
  const looked = (['public', 'personal', 'staff'] as const).flatMap(pagesFor);
  expect(looked).toEqual(expect.arrayContaining(['/', '/account', '/api', '/business', '/subscribe', '/admin/queue']));
});

it('takes a file without scripts where the reports of a receipt are, in every language', () => {
  const takesFile = new RegExp(uploadPagePattern);
  expect(['/follow', '/fr/follow', '/followers', '/report-scam'].map((path) => takesFile.test(path))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
