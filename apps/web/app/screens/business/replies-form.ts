import { NewReply } from '@hakiki/contract/replies';
import { replyRules } from '@hakiki/contract/reply-values';
import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const repliesRead = (page: number) =>
  read('/api/business/replies', { query: { limit: replyRules.page, offset: (page - 1) * replyRules.page } });

const outdates = ['/api/business/replies', '/api/providers/:id', '/api/fraud-alerts/:id', '/api/reports'] as const;

export const replyForm = describeForm({
  name: 'reply',
  write: write('POST', '/api/business/replies', { outdates }),
  schema: NewReply,
  failure: { title: m.replies_not_sent, fallback: m.replies_try_again },
  next: () => `${to('/business')}#replies`,
});

export const withdrawReply = write('DELETE', '/api/business/replies/:id', { outdates });
