/**
 * The right of reply: a business replies to the verdict on its listing and to public reports and reviews about it.
 * Free, the same for every plan, and public after a moderator has checked for insults, threats and private data.
 */
import * as z from 'zod/mini';
import { reviewStates, verificationStatuses } from './directory-values.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { replyLists, replyRejectReasons, replyRules, replySubjects } from './reply-values.ts';
import { reportTypes } from './report-values.ts';
import { ratingScale } from './reviews.ts';
import { id, integer, IsoTime, list, listOffset, queryInteger, required, text } from './schema.ts';
import { languages } from './site.ts';

export const ReplyId = id<'ReplyId'>();
export type ReplyId = z.infer<typeof ReplyId>;

/** The public statement that is replied to. */
export const subjectFields = {
  kind: z.enum(replySubjects),
  subjectId: z.uuid(),
  /** Only for alerts. */
  title: z.nullable(text(textLimits.title)),
  /** Only for listings. */
  verdict: z.nullable(z.enum(verificationStatuses)),
  /** Only for issue reports. */
  reportType: z.nullable(z.enum(reportTypes)),
  /** The stars, only for reviews. */
  rating: z.nullable(integer(ratingScale.min, ratingScale.max)),
  /** The beginning of the statement, or the reasons of a verdict. */
  excerpt: text(replyRules.excerpt),
  /** When it became public; null for a verdict, which has a history. */
  saidAt: z.nullable(IsoTime),
};

export const OwnReply = z.object({
  id: ReplyId,
  text: text(replyRules.text),
  language: z.enum(languages),
  status: z.enum(reviewStates),
  reason: z.nullable(z.enum(replyRejectReasons)),
  createdAt: IsoTime,
  dueAt: IsoTime,
  isOverdue: z.boolean(),
});
export type OwnReply = z.infer<typeof OwnReply>;

export const Answerable = z.object({
  ...subjectFields,
  /** The public reply. It stays until a newer one is approved, or until it is withdrawn. */
  published: z.nullable(OwnReply),
  /** The reply that waits for a moderator, or the last rejected one. */
  latest: z.nullable(OwnReply),
});
export type Answerable = z.infer<typeof Answerable>;

export const NewReply = z.object({
  kind: z.enum(replySubjects),
  subjectId: z.uuid(),
  text: required('TEXT_REQUIRED', replyRules.text),
  language: z.enum(languages),
});
export type NewReply = z.infer<typeof NewReply>;

const access = 'business';
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/business/replies',
  summary:
    "What the caller's business can reply to, and its replies: the verdict on its listing, then texts that name it, or its reviews (`of`), newest first.",
  access,
  query: z.object({
    of: z._default(z.enum(replyLists), 'statements'),
    limit: queryInteger(1, paging.maxLimit, replyRules.page),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Answerable, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...commonErrors],
  cache: 'personal',
  rateLimit: 'read',
});

export const sendReply = endpoint({
  method: 'POST',
  path: '/api/business/replies',
  summary:
    'Replies, in the name of the business. A moderator decides within seven days; until then the earlier reply stays public.',
  access,
  body: NewReply,
  reply: Answerable,
  status: 201,
  errors: ['INVALID_INPUT', ...commonErrors, 'NOTHING_TO_REPLY_TO', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'account',
});

export const withdrawReply = endpoint({
  method: 'DELETE',
  path: '/api/business/replies/:id',
  summary: 'Withdraws a reply, whether it waits or is public.',
  access,
  params: z.object({ id: ReplyId }),
  reply: z.object({ id: ReplyId }),
  errors: ['INVALID_INPUT', ...commonErrors, 'REPLY_NOT_FOUND', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'account',
});

export const replyEndpoints = [listReplies, sendReply, withdrawReply] as const;
