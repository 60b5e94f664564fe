/** What other modules may read of this module's data. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { reports as reportsTable } from './tables.ts';

export const reports = publishTable(reportsTable, 'isPublic', 'providerId');
