import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { importCorrections, listTranslatedTexts, type TranslationFiles } from './translations.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hakiki-translations-'));
const files: TranslationFiles = {
  web: path.join(folder, 'web'),
  emails: path.join(folder, 'emails'),
  confirmed: path.join(folder, 'confirmed.json'),
};
afterAll(() => rmSync(folder, { recursive: true }));

const plural = (one: string, other: string) => [
  {
    declarations: ['input count', 'local plural = count: plural'],
    selectors: ['plural'],
    match: { 'plural=one': one, 'plural=*': other },
  },
];
const swahili = {
  web: { nav_home: 'Nyumbani', reports_count: plural('Ripoti {count}', 'Ripoti {count}') },
  emails: { email: { greeting: 'Habari,' } },
};

const read = (name: keyof TranslationFiles): unknown =>
  JSON.parse(readFileSync(name === 'confirmed' ? files.confirmed : path.join(files[name], 'sw.json'), 'utf8'));
const listCatalogueTexts = () =>
  listTranslatedTexts('sw', files)
    .filter(({ id }) => !id.startsWith('page.'))
    .map(({ id, english, text, isConfirmed }) => [id, english, text, isConfirmed]);

beforeEach(() => {
  const english = {
    web: { nav_home: 'Home', reports_count: plural('{count} report', '{count} reports') },
    emails: { email: { greeting: 'Hello,' } },
  };
  for (const name of ['web', 'emails'] as const) {
    mkdirSync(files[name], { recursive: true });
    writeFileSync(path.join(files[name], 'en.json'), JSON.stringify(english[name]));
    writeFileSync(path.join(files[name], 'sw.json'), JSON.stringify(swahili[name]));
  }
  writeFileSync(files.confirmed, '{}');
});

it('lists each text with its English text, each form of a plural, and the pages, as not confirmed [LANG-03]', () => {
  expect(listCatalogueTexts()).toEqual([
    ['web.nav_home', 'Home', 'Nyumbani', false],
    ['web.reports_count.0.match.plural=one', '{count} report', 'Ripoti {count}', false],
    ['web.reports_count.0.match.plural=*', '{count} reports', 'Ripoti {count}', false],
    ['emails.email.greeting', 'Hello,', 'Habari,', false],
  ]);
  expect(listTranslatedTexts('sw', files).find(({ id }) => id === 'page.safety')).toEqual({
    id: 'page.safety',
    place: '/safety',
    english: '/safety',
    text: '/sw/safety',
    isConfirmed: false,
  });
});

it('writes corrected texts into both catalogues and counts a confirmed text until it changes [LANG-03]', () => {
  const corrections = [
    { id: 'web.nav_home', text: 'Mwanzo', isConfirmed: true },
    { id: 'web.reports_count.0.match.plural=one', text: 'Ripoti moja ({count})', isConfirmed: false },
    { id: 'emails.email.greeting', text: 'Hujambo,', isConfirmed: true },
    { id: 'page.safety', text: '/sw/safety', isConfirmed: true },
  ];
  expect(importCorrections('sw', corrections, files)).toEqual({ changed: 3, confirmed: 3, problems: [] });
  expect(read('web')).toEqual({
    nav_home: 'Mwanzo',
    reports_count: plural('Ripoti moja ({count})', 'Ripoti {count}'),
  });
  expect(read('emails')).toEqual({ email: { greeting: 'Hujambo,' } });
  const confirmedIds = () =>
    listTranslatedTexts('sw', files).flatMap(({ id, isConfirmed }) => (isConfirmed ? [id] : []));
  expect(confirmedIds()).toEqual(['web.nav_home', 'emails.email.greeting', 'page.safety']);
  importCorrections('sw', [{ id: 'web.nav_home', text: 'Ukurasa wa mwanzo', isConfirmed: false }], files);
  expect(confirmedIds()).toEqual(['emails.email.greeting', 'page.safety']);
});

it('names each row that cannot be used, and then writes nothing', () => {
  const corrections = [
    { id: 'web.nav_home', text: 'Mwanzo', isConfirmed: true },
    { id: 'web.nothing', text: 'Hakuna', isConfirmed: true },
    { id: 'web.reports_count.0.match.plural=*', text: 'Ripoti nyingi', isConfirmed: true },
    { id: 'emails.email.greeting', text: ' ', isConfirmed: true },
    { id: 'page.safety', text: 'Usalama', isConfirmed: true },
  ];
  expect(importCorrections('sw', corrections, files)).toEqual({
    changed: 0,
    confirmed: 0,
    problems: [
      'web.nothing: there is no such text',
      'web.reports_count.0.match.plural=*: keep {count}',
      'emails.email.greeting: the text is empty, or has a blank at an end',
      'page.safety: a page is corrected in apps/web/content',
    ],
  });
  expect([read('web'), read('emails'), read('confirmed')]).toEqual([swahili.web, swahili.emails, {}]);
});
