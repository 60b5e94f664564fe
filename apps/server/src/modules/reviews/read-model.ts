/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { reviews as reviewsTable } from './tables.ts';

export const reviews = publishTable(reviewsTable);
