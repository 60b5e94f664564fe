/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import {
  filingIndicators as filingIndicatorsTable,
  indicatorChanges as indicatorChangesTable,
  indicatorSightings as indicatorSightingsTable,
  indicators as indicatorsTable,
  indicatorSources as indicatorSourcesTable,
  safelist as safelistTable,
} from './tables.ts';

export const filingIndicators = publishTable(filingIndicatorsTable);
export const indicators = publishTable(indicatorsTable);
export const indicatorChanges = publishTable(indicatorChangesTable);
export const indicatorSightings = publishTable(indicatorSightingsTable);
export const indicatorSources = publishTable(
  indicatorSourcesTable,
  'id',
  'isEnabled',
  'mayRepublish',
  'mayShow',
  'name',
  'needsOwnFile',
  'url',
);
export const safelist = publishTable(safelistTable);
