import { defineQuery } from '../../lib/api/queries.ts';
import type { BusinessTab } from './business-url.ts';
import { membersQuery } from './colleague-forms.ts';
import { repliesQuery } from './replies-form.ts';

export const accountQuery = defineQuery('/api/business/account');
export const profileQuery = defineQuery('/api/business/profile');
export const documentsQuery = defineQuery('/api/business/documents');
export const analyticsQuery = defineQuery('/api/business/analytics');
export const invoicesQuery = defineQuery('/api/business/invoices');

/** The queries of each tab, used for business accounts only. */
export const queriesByTab = {
  overview: [accountQuery, profileQuery, documentsQuery, repliesQuery(1), membersQuery],
  profile: [profileQuery],
  compliance: [accountQuery, documentsQuery],
  analytics: [analyticsQuery],
  billing: [accountQuery, invoicesQuery],
} as const satisfies Record<BusinessTab, readonly unknown[]>;
