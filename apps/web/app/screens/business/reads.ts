import { defineQuery } from '../../lib/api/queries.ts';
import type { BusinessTab } from './address.ts';
import { membersRead } from './colleague-forms.ts';
import { repliesRead } from './replies-form.ts';

export const accountRead = defineQuery('/api/business/account');
export const profileRead = defineQuery('/api/business/profile');
export const documentsRead = defineQuery('/api/business/documents');
export const analyticsRead = defineQuery('/api/business/analytics');
export const invoicesRead = defineQuery('/api/business/invoices');

/** The queries of each tab, used for business accounts only. */
export const readsOf = {
  overview: [accountRead, profileRead, documentsRead, repliesRead(1), membersRead],
  profile: [profileRead],
  compliance: [accountRead, documentsRead],
  analytics: [analyticsRead],
  billing: [accountRead, invoicesRead],
} as const satisfies Record<BusinessTab, readonly unknown[]>;
