/** Messages to sales, for staff. */
import * as z from 'zod/mini';
import { moderatedFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ContactMessage = z.object({
  id: z.uuid(),
  name: text(100),
  email: text(254),
  company: z.nullable(text(textLimits.title)),
  phone: z.nullable(text(30)),
  subject: text(textLimits.title),
  message: text(textLimits.text),
  ...moderatedFields,
});

export const listContactMessages = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/contact-messages',
  summary: 'Open messages to sales, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ContactMessage, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const finishContactMessage = endpoint({
  ...moderationDefaults,
  path: '/api/admin/contact-messages/:id/done',
  summary: 'Marks a message to sales as done.',
  reply: ContactMessage,
  errors: [...staffCommonErrors, 'MESSAGE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const contactAdminEndpoints = [listContactMessages, finishContactMessage] as const;
