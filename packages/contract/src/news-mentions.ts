/** Announcements that name a provider: matched by text, confirmed by a moderator, shown on the provider's page. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { listLimits, paging } from './limits.ts';
import { ComplianceNews, NewsId } from './news.ts';
import { list, text } from './schema.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

export const ProviderNews = z.pick(ComplianceNews, {
  id: true,
  title: true,
  sourceName: true,
  sourceUrl: true,
  publishedAt: true,
  language: true,
});
export type ProviderNews = z.infer<typeof ProviderNews>;

export const listProviderNews = endpoint({
  method: 'GET',
  path: '/api/providers/:id/news',
  summary: 'The newest announcements of authorities that name this provider, as a moderator confirmed.',
  access: 'public',
  cache: 'shared',
  rateLimit: 'read',
  params: z.object({ id: ProviderId }),
  reply: list(ProviderNews, listLimits.providerNews),
  errors: [],
});

export const NewsMention = z.object({
  itemId: NewsId,
  providerId: ProviderId,
  providerName: text(200),
  /** The matching text in the announcement. */
  words: text(200),
  title: ComplianceNews.shape.title,
  summary: ComplianceNews.shape.summary,
  sourceName: ComplianceNews.shape.sourceName,
  sourceUrl: ComplianceNews.shape.sourceUrl,
  publishedAt: ComplianceNews.shape.publishedAt,
  language: ComplianceNews.shape.language,
});
export type NewsMention = z.infer<typeof NewsMention>;

export const listNewsMentions = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/news-mentions',
  summary: 'Providers that announcements seem to name, the oldest first.',
  reply: list(NewsMention, paging.defaultLimit),
  totalCount: true,
  errors: staffCommonErrors,
});

export const decideNewsMention = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/news-mentions/:itemId/:providerId',
  summary: 'Confirms or dismisses that an announcement names a provider.',
  params: z.object({ itemId: NewsId, providerId: ProviderId }),
  body: z.object({ isNamed: z.boolean() }),
  reply: z.object({ isNamed: z.boolean() }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'NEWS_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const newsMentionEndpoints = [listProviderNews, listNewsMentions, decideNewsMention] as const;
