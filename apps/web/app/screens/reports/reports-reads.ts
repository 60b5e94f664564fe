import { listLimits } from '@hakiki/contract/limits';
import { read } from '../../lib/api/reads.ts';

const highRisk = { severity: 'high,critical', limit: listLimits.reportsPageHighRiskReports };

export const reportFigures = read('/api/reports/figures');
/** Reports with shortened texts, the same for every visitor. */
export const publicReports = read('/api/reports', { query: highRisk, anonymous: true });
/** Reports with full texts, and the member's own pending ones. */
export const memberReports = read('/api/reports', { query: highRisk });
export const myReports = read('/api/fraud-alerts/my-reports');
