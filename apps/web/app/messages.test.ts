import { describe, expect, it } from 'vitest';
import { catalogueFolders, readCatalogue } from '../compile-texts.ts';
import { type Language, languages } from './lib/language/language.ts';

interface Plural {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}
type Catalogue = Record<string, string | Plural[]>;

const catalogues = readCatalogue(catalogueFolders) as Record<Language, Catalogue>;
const english = catalogues.en;

const listTexts = (message: string | Plural[]): string[] =>
  typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match));
const listPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();

/** Names, and words that both languages share. */
const sameInFrench = [
  'open_data_licence',
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

  it('has every text of the English catalogue and no other', () => {
    expect(Object.keys(catalogue).length).toBeGreaterThan(200);
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(english).toSorted());
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
          [...new Set(listTexts(message).flatMap(listPlaceholders))],
        ]),
      );
    expect(listPlaceholdersByKey(catalogue)).toEqual(listPlaceholdersByKey(english));
  });

  it('has both plural forms for every plural text', () => {
    const plurals = Object.entries(catalogue).filter(([, message]) => typeof message !== 'string');
    expect(plurals.length).toBeGreaterThan(0);
    for (const [key, message] of plurals as [string, Plural[]][]) {
      for (const { match, selectors } of message) {
        // A text can also choose by a name, such as that of a badge; then it needs one for all other names.
        if (selectors[0] === 'plural') expect(Object.keys(match), key).toEqual(['plural=one', 'plural=*']);
        else expect(Object.keys(match).at(-1), key).toBe(`${selectors[0]}=*`);
      }
    }
  });
});

it.each(languages)('names each language of the site in %s', (language) => {
  const [names] = catalogues[language]['text_in_language'] as Plural[];
  expect(Object.keys(names!.match)).toEqual([...languages.map((one) => `language=${one}`), 'language=*']);
});

it('has a French translation for all texts except names and shared words', () => {
  const french = catalogues.fr;
  const sameKeys = Object.keys(english).filter((key) => JSON.stringify(english[key]) === JSON.stringify(french[key]));
  expect(sameKeys.toSorted()).toEqual(sameInFrench.toSorted());
});
