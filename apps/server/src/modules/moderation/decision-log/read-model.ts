/** What other modules may read of this module's data. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { decisionLogWaiting as decisionLogWaitingTable } from './tables.ts';

export const decisionLogWaiting = publishTable(decisionLogWaitingTable);
