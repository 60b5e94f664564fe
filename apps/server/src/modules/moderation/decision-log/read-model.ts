/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { decisionLogWaiting as decisionLogWaitingTable } from './tables.ts';

export const decisionLogWaiting = publishTable(decisionLogWaitingTable);
