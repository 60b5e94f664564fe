/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { familyLinks as familyLinksTable, familyTraces as familyTracesTable } from './tables.ts';

export const familyLinks = publishTable(familyLinksTable, 'a', 'b', 'isActive', 'isBlocked');
export const familyTraces = publishTable(familyTracesTable, 'thing', 'trace', 'kind', 'sourceId', 'seenAt', 'isGone');
