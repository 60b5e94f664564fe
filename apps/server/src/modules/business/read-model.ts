/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { profileChanges as profileChangesTable } from './tables.ts';

export const profileChanges = publishTable(profileChangesTable);

/** SQL of the page views of provider `p` in the last 30 days. */
export const pageViewsSql = `(select coalesce(sum(v.views), 0) from page_views v where v.provider_id = p.id and v.day > current_date - 30)`;
