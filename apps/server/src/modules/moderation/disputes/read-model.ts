/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { disputes as disputesTable } from './tables.ts';

export const disputes = publishTable(disputesTable, 'id', 'createdAt');
