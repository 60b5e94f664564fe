import { listLimits } from '@hakiki/contract/limits';
import { defineQuery } from '../../lib/api/queries.ts';

const highRiskParams = { severity: 'high,critical', limit: listLimits.reportsPageHighRiskReports };

export const reportFiguresQuery = defineQuery('/api/reports/figures');
/** Reports with shortened texts, the same for every visitor. */
export const publicReportsQuery = defineQuery('/api/reports', { query: highRiskParams, anonymous: true });
/** Reports with full texts, and the member's own pending ones. */
export const memberReportsQuery = defineQuery('/api/reports', { query: highRiskParams });
export const myReportsQuery = defineQuery('/api/fraud-alerts/my-reports');
