/** What other modules may read of this module's data. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { disputes as disputesTable } from './tables.ts';

export const disputes = publishTable(disputesTable, 'id', 'createdAt');
