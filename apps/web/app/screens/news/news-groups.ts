/** Groups the announcements of a page that say the same, so that members see each once. */
import type { ComplianceNews } from '@hakiki/contract/news';
import { currentLanguage } from '../../lib/language/language.ts';

/** Shorter texts such as 'Public notice' occur everywhere. */
const MIN_LETTERS = 40;

const toLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** A long title is enough: feeds cut the same summary at different places. */
function toTextKey({ title, summary }: ComplianceNews): string | undefined {
  const titleLetters = toLetters(title);
  const letters = titleLetters.length < MIN_LETTERS ? titleLetters + toLetters(summary) : titleLetters;
  return letters.length < MIN_LETTERS ? undefined : letters;
}

/** What an authority publishes on a day in one category. */
const toOccasion = ({ sourceName, category, publishedAt }: ComplianceNews): string =>
  [sourceName, category, publishedAt.slice(0, 10)].join('\n');

/**
 * The key of each announcement's group. Translations have no words in common: an authority's only announcement in each
 * language of a day and category counts as the same. A wrong guess hides nothing, since a group shows all its titles.
 */
function toGroupKey(item: ComplianceNews, items: readonly ComplianceNews[]): string {
  const occasion = toOccasion(item);
  const simultaneous = items.filter((other) => toOccasion(other) === occasion);
  const languages = new Set(simultaneous.map(({ language }) => language));
  if (languages.size > 1 && languages.size === simultaneous.length) return occasion;
  return toTextKey(item) ?? item.id;
}

/** In the order of the list. The first of a group is in the user's language, if one is. */
export function groupNews(items: readonly ComplianceNews[]): ComplianceNews[][] {
  const groups = new Map<string, ComplianceNews[]>();
  for (const item of items) {
    const key = toGroupKey(item, items);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const isReadable = ({ language }: ComplianceNews) => Number(language === currentLanguage());
  return [...groups.values()].map((group) => group.toSorted((one, other) => isReadable(other) - isReadable(one)));
}
