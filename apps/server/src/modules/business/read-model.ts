/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { profileChanges as profileChangesTable } from './tables.ts';

export const profileChanges = publishTable(profileChangesTable);
