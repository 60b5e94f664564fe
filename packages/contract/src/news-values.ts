/** Constants of the authorities' announcements. */
import type { AfricanCountry } from './country-codes.ts';

export const newsCategories = ['regulation', 'enforcement', 'warning', 'guidance'] as const;
export type NewsCategory = (typeof newsCategories)[number];

export const newsPriorities = ['high', 'normal', 'low'] as const;
export type NewsPriority = (typeof newsPriorities)[number];

/** Held until a person has reviewed its batch; shown; or hidden. */
export const newsStates = ['held', 'shown', 'hidden'] as const;
export type NewsState = (typeof newsStates)[number];

/** Why a batch is held, besides being among the first of its source. */
export const newsAnomalies = ['count', 'link', 'date', 'language', 'words', 'changed', 'private'] as const;
export type NewsAnomaly = (typeof newsAnomalies)[number];

/** Whether an announcement names a provider: suggested by a text match, then decided by a moderator. */
export const mentionStates = ['suggested', 'confirmed', 'dismissed'] as const;
export type MentionState = (typeof mentionStates)[number];

/** Health of a source. */
export const newsSourceConditions = ['new', 'good', 'held', 'failing', 'silent'] as const;
export type NewsSourceCondition = (typeof newsSourceConditions)[number];

/** Number of batches of a source that a person reviews before it is trusted. */
export const requiredNewsReviews = 3;

/** A source without usable content, or without new items, for this long counts as silent. */
export const newsSilenceLimits = { hoursUnusable: 48, daysWithoutNews: 120 } as const;

/** The first countries of the filter, in its order. */
export const newsCountries = [
  'south africa',
  'nigeria',
  'kenya',
  'ghana',
  'uganda',
] as const satisfies readonly AfricanCountry[];

export const newsLimits = {
  title: 300,
  summary: 1000,
  sourceName: 200,
  url: 1000,
  tag: 40,
  tags: 8,
  otherSources: 5,
} as const;
