/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { filingIndicators as filingIndicatorsTable, indicators as indicatorsTable } from './tables.ts';

export const filingIndicators = publishTable(filingIndicatorsTable);
export const indicators = publishTable(indicatorsTable);
