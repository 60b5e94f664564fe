/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { newsItems as newsItemsTable, newsMentions as newsMentionsTable } from './tables.ts';

export const newsItems = publishTable(newsItemsTable);
export const newsMentions = publishTable(newsMentionsTable);
