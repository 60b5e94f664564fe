import { read } from '../../lib/api/reads.ts';

export const accountRead = read('/api/account');
export const sessionsRead = read('/api/account/sessions');

export const INVOICES_SHOWN = 100;
export const invoicesRead = read('/api/account/invoices', { query: { limit: INVOICES_SHOWN } });
