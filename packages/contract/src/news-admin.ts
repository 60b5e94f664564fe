/** News administration: sources, held batches that wait for a moderator, and hidden items. */
import * as z from 'zod/mini';
import { outcomeFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { ComplianceNews, NewsId } from './news.ts';
import { newsCategories, newsLimits, newsAnomalies, newsSourceConditions, newsStates } from './news-values.ts';
import { ProposalId } from './proposals-admin.ts';
import { id, integer, IsoTime, list, required, text } from './schema.ts';
import { languages } from './site.ts';
import { pagedQueryFields, queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

export const NewsBatchId = id<'NewsBatchId'>();
export type NewsBatchId = z.infer<typeof NewsBatchId>;

const SourceId = text(40);

export const NewsSourceState = z.object({
  id: SourceId,
  name: text(newsLimits.sourceName),
  country: text(60),
  language: z.enum(languages),
  /** The fetched URL. */
  address: text(newsLimits.url),
  condition: z.enum(newsSourceConditions),
  lastRunAt: z.nullable(IsoTime),
  /** Null if this installation fetches no news. */
  nextRunAt: z.nullable(IsoTime),
  /** When it last returned usable content, or that nothing is new. */
  lastGoodAt: z.nullable(IsoTime),
  lastItemAt: z.nullable(IsoTime),
  silentSince: z.nullable(IsoTime),
  /** Why the last run failed, or what was unusual about it. */
  fault: z.nullable(text(200)),
  failures: integer(0, 1_000_000),
  /** How many of its batches a person has released. */
  releases: integer(0, 1_000_000),
  /** How many items wait. */
  held: integer(0, 1_000_000),
});
export type NewsSourceState = z.infer<typeof NewsSourceState>;

export const AdminNews = z.extend(ComplianceNews, {
  state: z.enum(newsStates),
  /** When hiding it was proposed; it waits for a second person. */
  hideProposedAt: z.nullable(IsoTime),
  /** The proposal, if it is the caller's own. */
  ownHideProposal: z.nullable(ProposalId),
  ...outcomeFields,
});
export type AdminNews = z.infer<typeof AdminNews>;

const MAX_REWORDINGS = 200;

export const HeldBatch = z.object({
  id: NewsBatchId,
  sourceId: SourceId,
  sourceName: text(newsLimits.sourceName),
  /** The version that was shown; a release names it. */
  version: integer(1, 1_000_000),
  anomalies: list(z.enum(newsAnomalies), newsAnomalies.length),
  /** Among the first batches of its source, which are all reviewed. */
  isEarly: z.boolean(),
  createdAt: IsoTime,
  total: integer(0, 1_000_000),
  items: list(AdminNews, paging.maxLimit),
  /** URLs with the text of an item that is known from another source. */
  copies: list(
    z.object({
      sourceUrl: text(newsLimits.url),
      title: text(newsLimits.title),
      sourceName: text(newsLimits.sourceName),
    }),
    paging.maxLimit,
  ),
  rewordings: list(
    z.object({ sourceUrl: text(newsLimits.url), before: text(newsLimits.title), title: text(newsLimits.title) }),
    MAX_REWORDINGS,
  ),
});
export type HeldBatch = z.infer<typeof HeldBatch>;

export const listNewsSources = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/news-sources',
  summary: 'The news sources and their status.',
  reply: list(NewsSourceState, 100),
  errors: staffCommonErrors,
});

export const runNewsSource = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/news-sources/:sourceId/run',
  summary: 'Fetches a news source now instead of at its next run.',
  params: z.object({ sourceId: SourceId }),
  reply: NewsSourceState,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'NEWS_SOURCE_NOT_FOUND', 'NEWS_NOT_FETCHED', 'RATE_LIMITED'],
});

export const getHeldNews = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/news-sources/:sourceId/held',
  summary: 'The waiting announcements of a source, and the reason.',
  params: z.object({ sourceId: SourceId }),
  reply: HeldBatch,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'NEWS_BATCH_NOT_FOUND'],
});

const batchDecision = {
  ...queueWriteDefaults,
  method: 'POST',
  params: z.object({ id: NewsBatchId }),
  reply: NewsSourceState,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'NEWS_BATCH_NOT_FOUND',
    'NEWS_BATCH_CHANGED',
    'ALREADY_DECIDED',
    'RATE_LIMITED',
  ],
} as const;

const version = integer(1, 1_000_000);

export const releaseNews = endpoint({
  ...batchDecision,
  path: '/api/admin/news-batches/:id/release',
  summary: 'Publishes the waiting announcements of a source, as they were reviewed, all or without some.',
  errors: [...batchDecision.errors, 'PRIVATE_DATA_FOUND'],
  body: z.object({
    version,
    /** These are hidden instead, and can be shown later. */
    leaveOut: z.optional(list(NewsId, paging.maxLimit)),
  }),
});

export const discardNews = endpoint({
  ...batchDecision,
  path: '/api/admin/news-batches/:id/discard',
  summary: 'Discards the waiting announcements of a source.',
  body: z.object({ version, reason: required('REASON_REQUIRED', textLimits.text) }),
});

export const listAdminNews = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/news',
  summary: 'Announcements for staff, newest first. The total counts to 1,000.',
  query: z.object({
    ...pagedQueryFields,
    state: z._default(z.enum(['shown', 'hidden']), 'shown'),
    country: z.optional(text(60)),
    category: z.optional(z.enum(newsCategories)),
  }),
  reply: list(AdminNews, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const visibilityDecision = {
  ...queueWriteDefaults,
  method: 'POST',
  params: z.object({ id: NewsId }),
  body: z.object({ reason: required('REASON_REQUIRED', textLimits.text) }),
  reply: AdminNews,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'NEWS_NOT_FOUND',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'RATE_LIMITED',
  ],
} as const;

export const hideNews = endpoint({
  ...visibilityDecision,
  path: '/api/admin/news/:id/hide',
  summary: 'Hides an announcement. If it names a provider or is urgent, an administrator must confirm.',
});

export const showNews = endpoint({
  ...visibilityDecision,
  path: '/api/admin/news/:id/show',
  summary: 'Shows a hidden announcement again.',
  errors: [...visibilityDecision.errors, 'PRIVATE_DATA_FOUND'],
});

export const newsAdminEndpoints = [
  listNewsSources,
  runNewsSource,
  getHeldNews,
  releaseNews,
  discardNews,
  listAdminNews,
  hideNews,
  showNews,
] as const;
