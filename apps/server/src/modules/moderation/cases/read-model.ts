/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import {
  caseClaims as caseClaimsTable,
  caseFilings as caseFilingsTable,
  caseSnoozes as caseSnoozesTable,
  caseReadings as caseReadingsTable,
  cases as casesTable,
  unexaminedFilings as unexaminedFilingsTable,
  unsortedFilings as unsortedFilingsTable,
} from './tables.ts';

export const caseClaims = publishTable(caseClaimsTable, 'caseId', 'expiresAt', 'userId');
export const caseFilings = publishTable(caseFilingsTable, 'caseId', 'filingId');
export const caseSnoozes = publishTable(caseSnoozesTable);
export const caseReadings = publishTable(caseReadingsTable);
export const cases = publishTable(casesTable, 'id', 'isOpen');
export const unexaminedFilings = publishTable(unexaminedFilingsTable);
export const unsortedFilings = publishTable(unsortedFilingsTable);
