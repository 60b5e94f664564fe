import { listLimits } from '@hakiki/contract/limits';
import { defineQuery } from '../../lib/api/queries.ts';

const highRisk = { severity: 'high,critical', limit: listLimits.reportsPageHighRiskReports };

export const reportFigures = defineQuery('/api/reports/figures');
/** Reports with shortened texts, the same for every visitor. */
export const publicReports = defineQuery('/api/reports', { query: highRisk, anonymous: true });
/** Reports with full texts, and the member's own pending ones. */
export const memberReports = defineQuery('/api/reports', { query: highRisk });
export const myReports = defineQuery('/api/fraud-alerts/my-reports');
