import { defineQuery } from '../../lib/api/queries.ts';

export const accountQuery = defineQuery('/api/account');
export const sessionsQuery = defineQuery('/api/account/sessions');

export const INVOICES_PAGE_SIZE = 100;
export const invoicesQuery = defineQuery('/api/account/invoices', { query: { limit: INVOICES_PAGE_SIZE } });
