import { NewReply } from '@hakiki/contract/replies';
import { type ReplyList, replyRules } from '@hakiki/contract/reply-values';
import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const repliesQuery = (page: number, of?: ReplyList) =>
  defineQuery('/api/business/replies', {
    query: { of, limit: replyRules.page, offset: (page - 1) * replyRules.page },
  });

const invalidates = ['/api/business/replies', '/api/providers/:id', '/api/fraud-alerts/:id', '/api/reports'] as const;

export const replyForm = defineForm({
  name: 'reply',
  mutation: defineMutation('POST', '/api/business/replies', { invalidates }),
  schema: NewReply,
  failure: { title: m.replies_not_sent, fallback: m.replies_try_again },
  next: () => `${pathTo('/business')}#replies`,
});

export const withdrawReply = defineMutation('DELETE', '/api/business/replies/:id', { invalidates });
