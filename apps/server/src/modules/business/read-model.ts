/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { profileChanges as profileChangesTable } from './tables.ts';

export const profileChanges = publishTable(profileChangesTable);

/** SQL of a table with the page views of each provider in the last 30 days. */
export const pageViewsSql =
  '(select provider_id, sum(views) as views from page_views where day > current_date - 30 group by provider_id)';
