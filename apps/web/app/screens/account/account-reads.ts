import { defineQuery } from '../../lib/api/queries.ts';

export const accountRead = defineQuery('/api/account');
export const sessionsRead = defineQuery('/api/account/sessions');

export const INVOICES_SHOWN = 100;
export const invoicesRead = defineQuery('/api/account/invoices', { query: { limit: INVOICES_SHOWN } });
