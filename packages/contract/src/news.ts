/** Announcements of authorities about crypto services and fraud, for members. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { paging } from './limits.ts';
import { newsCategories, newsLimits, newsPriorities } from './news-values.ts';
import { id, IsoTime, list, listOffset, queryInteger, text } from './schema.ts';
import { languages } from './site.ts';

export const NewsId = id<'NewsId'>();
export type NewsId = z.infer<typeof NewsId>;

export const ComplianceNews = z.object({
  id: NewsId,
  title: text(newsLimits.title),
  /** Plain text: the beginning of the authority's text. */
  summary: text(newsLimits.summary),
  category: z.enum(newsCategories),
  sourceName: text(newsLimits.sourceName),
  sourceCountry: text(60),
  sourceUrl: text(newsLimits.url),
  otherSources: list(
    z.object({ sourceName: text(newsLimits.sourceName), sourceUrl: text(newsLimits.url) }),
    newsLimits.otherSources,
  ),
  priority: z.enum(newsPriorities),
  tags: list(text(newsLimits.tag), newsLimits.tags),
  publishedAt: IsoTime,
  fetchedAt: IsoTime,
  isActive: z.boolean(),
  language: z.enum(languages),
});
export type ComplianceNews = z.infer<typeof ComplianceNews>;

export const listComplianceNews = endpoint({
  method: 'GET',
  path: '/api/compliance-news',
  summary: 'What authorities announced, newest first. The total counts to 1,000.',
  access: 'signed-in',
  cache: 'personal',
  rateLimit: 'read',
  query: z.object({
    country: z.optional(text(60)),
    category: z.optional(z.enum(newsCategories)),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(ComplianceNews, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN'],
});

export const newsEndpoints = [listComplianceNews] as const;
