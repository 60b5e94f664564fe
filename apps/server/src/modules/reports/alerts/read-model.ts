/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { alertStandingCounts as alertStandingCountsTable, fraudAlerts as fraudAlertsTable } from './tables.ts';

export const alertStandingCounts = publishTable(alertStandingCountsTable);
export const fraudAlerts = publishTable(fraudAlertsTable, 'affectedProviderId', 'id', 'lostCents', 'status', 'title');
