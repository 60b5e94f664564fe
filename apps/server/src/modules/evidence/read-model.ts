/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { evidenceFiles as evidenceFilesTable } from './tables.ts';

export const evidenceFiles = publishTable(evidenceFilesTable);
