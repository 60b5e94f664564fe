/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { reviews as reviewsTable } from './tables.ts';

export const reviews = publishTable(reviewsTable);
