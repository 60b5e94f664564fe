/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { reports as reportsTable } from './tables.ts';

export const reports = publishTable(reportsTable, 'isPublic', 'providerId');
