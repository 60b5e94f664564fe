/** Queries and mutations of the overview. */
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { alertCountsQuery } from '../alerts/queries.ts';
import { oldestFirst } from '../parts/console-url.ts';
import { proposalsQuery } from '../proposals/queries.ts';

export const statsQuery = defineQuery('/api/admin/stats');
export const overviewQuery = defineQuery('/api/admin/overview');
export const firstStepsQuery = defineQuery('/api/admin/first-steps');
export const moneyQuery = defineQuery('/api/admin/money');
export const messagesQuery = defineQuery('/api/admin/contact-messages', { query: oldestFirst });

export const overviewQueries = [
  firstStepsQuery,
  statsQuery,
  alertCountsQuery,
  overviewQuery,
  proposalsQuery,
  moneyQuery,
  messagesQuery,
];

export const finishMessage = defineMutation('PUT', '/api/admin/contact-messages/:id/done', {
  invalidates: ['/api/admin/contact-messages', '/api/admin/work'],
});
