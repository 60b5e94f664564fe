/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { filingOriginals as filingOriginalsTable, filings as filingsTable } from './tables.ts';

export { filingsWithContact, type OwnerTag } from './tables.ts';

export const filingOriginals = publishTable(filingOriginalsTable);
export const filings = publishTable(filingsTable, 'id', 'kind', 'language', 'sealedContact');
