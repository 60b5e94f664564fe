/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { newsItems as newsItemsTable, newsMentions as newsMentionsTable } from './tables.ts';

export const newsItems = publishTable(newsItemsTable);
export const newsMentions = publishTable(newsMentionsTable);
