/** What authorities announce, and how it is sorted. */
import type { AfricanCountry } from './country-codes.ts';

export const newsCategories = ['regulation', 'enforcement', 'warning', 'guidance'] as const;
export type NewsCategory = (typeof newsCategories)[number];

export const newsPriorities = ['high', 'normal', 'low'] as const;
export type NewsPriority = (typeof newsPriorities)[number];

/** Held until somebody has looked at what its source sends; shown; or taken out of sight. */
export const newsStates = ['held', 'shown', 'hidden'] as const;
export type NewsState = (typeof newsStates)[number];

/** What a batch can be held for, besides being among the first of its source. */
export const newsOddities = ['count', 'link', 'date', 'language', 'words', 'changed', 'private'] as const;
export type NewsOddity = (typeof newsOddities)[number];

/** Whether an announcement names a provider: found by words, then said by a moderator. */
export const mentionStates = ['suggested', 'confirmed', 'dismissed'] as const;
export type MentionState = (typeof mentionStates)[number];

/** How it goes with a source. */
export const newsSourceConditions = ['new', 'good', 'held', 'failing', 'silent'] as const;
export type NewsSourceCondition = (typeof newsSourceConditions)[number];

/** So many batches of a source are looked at by a person before it is trusted. */
export const newsLooksNeeded = 3;

/** A source that brought nothing usable, or nothing new, for so long is silent. */
export const newsSilence = { hoursUnusable: 48, daysWithoutNews: 120 } as const;

/** In the order of the filter. Items of other countries show under all of them. */
export const newsCountries = [
  'south africa',
  'nigeria',
  'kenya',
  'ghana',
  'uganda',
] as const satisfies readonly AfricanCountry[];
export type NewsCountry = (typeof newsCountries)[number];

export const newsLimits = {
  title: 300,
  summary: 1000,
  sourceName: 200,
  url: 1000,
  tag: 40,
  tags: 8,
  otherSources: 5,
} as const;
