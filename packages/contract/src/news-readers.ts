/** A user's news preferences: a saved filter, a personal feed, a weekly email. */
import * as z from 'zod/mini';
import { africanCountries } from './country-codes.ts';
import { endpoint } from './endpoint.ts';
import { newsCategories, newsLimits } from './news-values.ts';
import { IsoTime, text } from './schema.ts';

const filterFields = {
  /** Null stands for all. */
  country: z.nullable(z.enum(africanCountries)),
  category: z.nullable(z.enum(newsCategories)),
};

export const NewsPreferences = z.object({
  ...filterFields,
  getsLetter: z.boolean(),
  /** When the feed URL was created; null if there is none. */
  feedMadeAt: z.nullable(IsoTime),
});
export type NewsPreferences = z.infer<typeof NewsPreferences>;

const writeDefaults = { access: 'signed-in', cache: 'never', rateLimit: 'account', reply: NewsPreferences } as const;
const commonErrors = ['NOT_SIGNED_IN', 'RATE_LIMITED'] as const;

export const getNewsPreferences = endpoint({
  method: 'GET',
  path: '/api/news-preferences',
  summary: "The caller's saved news filter, feed and email subscription.",
  access: 'signed-in',
  cache: 'personal',
  rateLimit: 'read',
  reply: NewsPreferences,
  errors: ['NOT_SIGNED_IN'],
});

export const saveNewsFilter = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/news-preferences/filter',
  summary: 'Saves a filter; the feed and the weekly email use it too.',
  body: z.object(filterFields),
  errors: ['INVALID_INPUT', ...commonErrors],
});

export const setNewsLetter = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/news-preferences/letter',
  summary: 'Subscribes to the weekly email, or unsubscribes.',
  access: 'entitled:analysis',
  body: z.object({ getsLetter: z.boolean() }),
  errors: ['INVALID_INPUT', 'FORBIDDEN', ...commonErrors],
});

/** Unsubscribes by the link in an email or the mail program's one-click button (RFC 8058). Ignores the body. */
export const leaveNewsLetter = endpoint({
  method: 'POST',
  path: '/api/news-letter/leave/:key',
  summary: 'Unsubscribes the holder of this key from the weekly email.',
  access: 'public',
  cache: 'never',
  rateLimit: 'mailedLink',
  params: z.object({ key: z.uuid() }),
  /** The same for an unknown key, so that it reveals nothing. */
  reply: z.object({ hasLeft: z.literal(true) }),
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
});

export const NewsFeed = z.object({
  /** Shown once; only its hash is stored. */
  rss: text(newsLimits.url),
  json: text(newsLimits.url),
  feedMadeAt: IsoTime,
});
export type NewsFeed = z.infer<typeof NewsFeed>;

export const makeNewsFeed = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/news-feed',
  summary: 'Creates a private feed address for the caller; an earlier one stops working.',
  reply: NewsFeed,
  errors: commonErrors,
});

export const endNewsFeed = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/news-feed',
  summary: 'Deletes the feed of the caller.',
  errors: commonErrors,
});

const feedDefaults = {
  method: 'GET',
  access: 'public',
  cache: 'never',
  rateLimit: 'read',
  params: z.object({ token: text(100) }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: ['INVALID_INPUT', 'NEWS_FEED_NOT_FOUND'],
} as const;

export const getNewsRss = endpoint({
  ...feedDefaults,
  path: '/api/news-feed/:token/rss',
  summary: 'The newest announcements for the holder of this address, as RSS 2.0.',
});

export const getNewsJsonFeed = endpoint({
  ...feedDefaults,
  path: '/api/news-feed/:token/json',
  summary: 'The newest announcements for the holder of this address, as JSON Feed 1.1.',
});

export const newsReaderEndpoints = [
  getNewsPreferences,
  saveNewsFilter,
  setNewsLetter,
  leaveNewsLetter,
  makeNewsFeed,
  endNewsFeed,
  getNewsRss,
  getNewsJsonFeed,
] as const;
