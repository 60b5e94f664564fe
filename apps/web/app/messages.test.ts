import { getLanguageSettings } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { catalogueFolders, readCatalogue } from '../compile-texts.ts';
import { listTextsByPlace, listUsedTexts } from '../text-places.ts';
import { type Language, languages } from './lib/language/language.ts';

interface Plural {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}
type Catalogue = Record<string, string | Plural[]>;

const catalogues = readCatalogue(catalogueFolders) as Record<Language, Catalogue>;
const english = catalogues.en;
const visitorTexts = new Set([...listTextsByPlace().values()].flatMap((keys) => [...keys]));

const listTexts = (message: string | Plural[]): string[] =>
  typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match));
const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();

/** Names, and words that both languages share. */
const sameInFrench = [
  'open_data_licence',
  'format_month_year',
  'api_ms',
  'api_status_active',
  'api_tab_documentation',
  'admin_alerts_view_count',
  'admin_field_actions',
  'admin_field_date',
  'admin_field_description',
  'admin_field_type',
  'dashboard_plan_api',
  'dashboard_plan_premium',
  'site_name',
  'nav_menu',
  'nav_regtech',
  'newsdesk_column_source',
  'newsdesk_view_sources',
  'tier_premium',
  'tier_api',
  'profile_type_regtech',
  'provider_editor_logo',
  'provider_editor_verdict',
  'profile_plan_premium',
  'profile_plan_api',
  'footer_organisation',
  'footer_contact',
  'toast_region',
  'webhook_title',
  'pages',
  'page_number',
  'badges',
  'change_field_description',
  'change_field_kind',
  'claim_code',
];

describe.each(languages)('the catalogue in %s', (language) => {
  const catalogue = catalogues[language];

  it('has every text of the English catalogue, in a partial language those of pages for visitors and members, and no other [LANG-01]', () => {
    const isPartial = getLanguageSettings(language).isPartial === true;
    const needed = Object.keys(english).filter((key) => !isPartial || visitorTexts.has(key));
    expect(needed.length).toBeGreaterThan(2000);
    expect(needed.filter((key) => !(key in catalogue))).toEqual([]);
    expect(Object.keys(catalogue).filter((key) => !(key in english))).toEqual([]);
  });

  it('has no empty text and no leading or trailing space', () => {
    const untidyTexts = Object.entries(catalogue).filter(([, message]) =>
      listTexts(message).some((text) => text === '' || text !== text.trim()),
    );
    expect(untidyTexts).toEqual([]);
  });

  it('uses the same placeholders as English', () => {
    const listPlaceholdersByKey = (texts: Catalogue) =>
      Object.fromEntries(
        Object.entries(texts).map(([key, message]) => [
          key,
          [...new Set(listTexts(message).flatMap(listPlaceholders))].toSorted(),
        ]),
      );
    const ownEnglish = Object.fromEntries(Object.keys(catalogue).map((key) => [key, english[key] ?? '']));
    expect(listPlaceholdersByKey(catalogue)).toEqual(listPlaceholdersByKey(ownEnglish));
  });

  it('has every plural form that the language uses for whole numbers, for every plural text [LANG-01]', () => {
    const rules = new Intl.PluralRules(language);
    const used = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
    const forms = (['zero', 'one', 'two', 'few', 'many'] as const).filter((form) => used.has(form));
    const plurals = Object.entries(catalogue).filter(([, message]) => typeof message !== 'string');
    expect(plurals.length).toBeGreaterThan(0);
    for (const [key, message] of plurals as [string, Plural[]][]) {
      for (const { match, selectors } of message) {
        // A text can also choose by a name, such as that of a badge; then it needs one for all other names.
        if (selectors[0] === 'plural')
          expect(Object.keys(match), key).toEqual([...forms, '*'].map((form) => `plural=${form}`));
        else expect(Object.keys(match).at(-1), key).toBe(`${selectors[0]}=*`);
      }
    }
  });
});

it('has no text that the site does not use', () => {
  const used = listUsedTexts();
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
});

it.each(languages)('names each language of the site in %s', (language) => {
  const [names] = catalogues[language]['text_in_language'] as Plural[];
  expect(Object.keys(names!.match)).toEqual([...languages.map((one) => `language=${one}`), 'language=*']);
});

it.each(languages.slice(1))('has no English sentence in %s', (language) => {
  const isSentence = (text: string) => text.split(' ').length > 3 && !text.includes('http');
  const untranslated = Object.entries(catalogues[language]).flatMap(([key, message]) => {
    const inEnglish = new Set(listTexts(english[key] ?? ''));
    return listTexts(message)
      .filter((text) => isSentence(text) && inEnglish.has(text))
      .map(() => key);
  });
  expect(untranslated).toEqual([]);
});

it('has a French translation for all texts except names and shared words', () => {
  const french = catalogues.fr;
  const sameKeys = Object.keys(english).filter((key) => JSON.stringify(english[key]) === JSON.stringify(french[key]));
  expect(sameKeys.toSorted()).toEqual(sameInFrench.toSorted());
});
