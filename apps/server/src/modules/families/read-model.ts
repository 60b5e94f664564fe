/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { familyLinks as links, familyTraces as traces } from './tables.ts';

export const familyLinks = publishTable(links, 'a', 'b', 'isActive', 'isBlocked');
export const familyTraces = publishTable(traces, 'indicator', 'trace', 'kind', 'sourceId', 'seenAt', 'isGone');
