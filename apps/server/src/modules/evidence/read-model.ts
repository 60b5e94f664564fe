/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { evidenceFiles as evidenceFilesTable } from './tables.ts';

export const evidenceFiles = publishTable(evidenceFilesTable);
