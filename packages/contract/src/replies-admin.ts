/** Replies of businesses that wait for a moderator, who checks only for insults, threats and private data. */
import * as z from 'zod/mini';
import { moderatedFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { subjectFields, ReplyId } from './replies.ts';
import { replyRejectReasons, replyRules } from './reply-values.ts';
import { IsoTime, list, listOffset, queryInteger, text } from './schema.ts';
import { languages } from './site.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors } from './staff.ts';
import { ADMIN_MAX_OFFSET } from './admin-values.ts';

export const ModeratedReply = z.object({
  id: ReplyId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  ...subjectFields,
  text: text(replyRules.text),
  language: z.enum(languages),
  reason: z.nullable(z.enum(replyRejectReasons)),
  dueAt: IsoTime,
  isOverdue: z.boolean(),
  ...moderatedFields,
});
export type ModeratedReply = z.infer<typeof ModeratedReply>;

export const listModeratedReplies = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/replies',
  summary: 'Pending replies from businesses, overdue ones first, or public replies, newest first.',
  query: z.object({
    status: z._default(z.enum(['pending', 'approved']), 'pending'),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(ModeratedReply, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const replyDecision = { ...moderationDefaults, params: z.object({ id: ReplyId }), reply: ModeratedReply } as const;

export const approveReply = endpoint({
  ...replyDecision,
  path: '/api/admin/replies/:id/approve',
  summary: 'Publishes a reply next to the text it answers; it replaces the earlier reply.',
  errors: [...staffCommonErrors, 'REPLY_NOT_FOUND', 'ALREADY_DECIDED', 'PRIVATE_DATA_FOUND', 'RATE_LIMITED'],
});
export const rejectReply = endpoint({
  ...replyDecision,
  path: '/api/admin/replies/:id/reject',
  summary:
    'Rejects a reply, even a public one, for an insult, a threat or private data; the business reads the reason.',
  body: z.object({ reason: z.enum(replyRejectReasons) }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'REPLY_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const replyAdminEndpoints = [listModeratedReplies, approveReply, rejectReply] as const;
