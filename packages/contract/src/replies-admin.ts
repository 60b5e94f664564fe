/** Replies of businesses that wait for a moderator, who checks only for insults, threats and private data. */
import * as z from 'zod/mini';
import { moderated } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { repliedTo, ReplyId } from './replies.ts';
import { replyRefusals, replyRules } from './reply-values.ts';
import { IsoTime, list, listOffset, queryInteger, text } from './schema.ts';
import { languages } from './site.ts';
import { moderation, reading, refusals } from './staff.ts';
import { ADMIN_MAX_OFFSET } from './admin-values.ts';

export const ModeratedReply = z.object({
  id: ReplyId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  ...repliedTo,
  text: text(replyRules.text),
  language: z.enum(languages),
  reason: z.nullable(z.enum(replyRefusals)),
  dueAt: IsoTime,
  isOverdue: z.boolean(),
  ...moderated,
});
export type ModeratedReply = z.infer<typeof ModeratedReply>;

export const listModeratedReplies = endpoint({
  ...reading,
  path: '/api/admin/replies',
  summary:
    'Replies of businesses that wait for a moderator, those whose time is over first; or those that people read, newest first.',
  query: z.object({
    status: z._default(z.enum(['pending', 'approved']), 'pending'),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(ModeratedReply, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

const act = { ...moderation, params: z.object({ id: ReplyId }), reply: ModeratedReply } as const;

export const approveReply = endpoint({
  ...act,
  path: '/api/admin/replies/:id/approve',
  summary: 'Publishes a reply beside what it answers; it takes the place of the one before it.',
  errors: [...refusals, 'REPLY_NOT_FOUND', 'ALREADY_DECIDED', 'PRIVATE_DATA_FOUND', 'RATE_LIMITED'],
});
export const rejectReply = endpoint({
  ...act,
  path: '/api/admin/replies/:id/reject',
  summary:
    'Turns a reply down, also one that is public, for an insult, a threat or private data; its business reads which.',
  body: z.object({ reason: z.enum(replyRefusals) }),
  errors: ['INVALID_INPUT', ...refusals, 'REPLY_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const replyAdminEndpoints = [listModeratedReplies, approveReply, rejectReply] as const;
