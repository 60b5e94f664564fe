/** Queries and mutations of the overview. */
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { alertCounts } from '../alerts/reads.ts';
import { workedOff } from '../parts/address.ts';
import { proposalsRead } from '../proposals/reads.ts';

export const statsRead = read('/api/admin/stats');
export const overviewRead = read('/api/admin/overview');
export const moneyRead = read('/api/admin/money');
export const messagesRead = read('/api/admin/contact-messages', { query: workedOff });

export const overviewReads = [statsRead, alertCounts, overviewRead, proposalsRead, moneyRead, messagesRead];

export const finishMessage = write('PUT', '/api/admin/contact-messages/:id/done', {
  outdates: ['/api/admin/contact-messages'],
});
