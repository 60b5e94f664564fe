/**
 * Shared parts of the staff endpoints: all are for administrators, those of the queue also for moderators, and every
 * status change is a recorded decision.
 */
import * as z from 'zod/mini';
import { ADMIN_MAX_OFFSET, ageOrders } from './admin-values.ts';
import { paging, textLimits } from './limits.ts';
import { listOffset, optionalText, queryInteger, text } from './schema.ts';

export const staffCommonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;
export const staffReadDefaults = { method: 'GET', access: 'admin', cache: 'never', rateLimit: 'read' } as const;
export const staffWriteDefaults = { access: 'admin', cache: 'never', rateLimit: 'moderation' } as const;
/** For the queue, where moderators triage and decide reports. */
export const queueReadDefaults = { ...staffReadDefaults, access: 'moderator' } as const;
export const queueWriteDefaults = { ...staffWriteDefaults, access: 'moderator' } as const;

export const pagedQueryFields = {
  search: z.optional(text(textLimits.search)),
  limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
  offset: listOffset(ADMIN_MAX_OFFSET),
};
/** Newest first by default; oldest first to work a list off. */
export const ageOrder = z._default(z.enum(ageOrders), 'newest');

/** Required for status changes of alerts, reports and providers, and for changes that weaken a warning. */
export const reason = optionalText(textLimits.text);

/** The query of lists of pending items. */
export const pendingListQuery = z.object({
  order: ageOrder,
  limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
  offset: listOffset(ADMIN_MAX_OFFSET),
});

export const moderationDefaults = { ...staffWriteDefaults, method: 'PUT', params: z.object({ id: z.uuid() }) } as const;
