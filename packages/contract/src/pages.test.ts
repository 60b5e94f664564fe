import { expect, it } from 'vitest';
import {
  indexedPages,
  isPersonalPage,
  isSharePage,
  pages,
  listPages,
  type SitePage,
  uploadPagePattern,
} from './pages.ts';
import { languages, localisePath } from './site.ts';

const allPages: readonly SitePage[] = pages;

it('personal and staff pages match the personal pattern in every language, including their data requests [SAFE-07]', () => {
  for (const { path, audience } of allPages) {
    for (const localPath of languages.map((language) => localisePath(language, path))) {
      expect([localPath, isPersonalPage(localPath), isPersonalPage(`${localPath}.data`)]).toEqual([
        localPath,
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
  const isPublic = (path: string) =>
    allPages.some(
      (page) => page.audience === 'public' && new RegExp(`^${page.path.replaceAll(/:\w+/g, '[a-z-]+')}$`).test(path),
    );
  expect(indexedPages.filter((path) => !isPublic(path))).toEqual([]);
  const listedPages = (['public', 'personal', 'staff'] as const).flatMap(listPages);
  expect(listedPages).toEqual(
    expect.arrayContaining(['/', '/account', '/api', '/business', '/subscribe', '/admin/queue']),
  );
});

it('the upload pattern matches the page for receipts in every language', () => {
  const acceptsUpload = new RegExp(uploadPagePattern);
  expect(['/follow', '/fr/follow', '/followers', '/report-scam'].map((path) => acceptsUpload.test(path))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('only the check takes texts that other apps share, in every language', () => {
  expect(['/check', '/fr/check', '/check/website/shop.example', '/checks', '/report-scam'].map(isSharePage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
