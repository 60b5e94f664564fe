import { listLimits } from '@hakiki/contract/limits';
import { read } from '../../lib/api/reads.ts';

const highRisk = { severity: 'high,critical', limit: listLimits.reportsPageHighRiskReports };

export const reportFigures = read('/api/reports/figures');
/** Beginnings of texts, the same for everybody. */
export const publicReports = read('/api/reports', { query: highRisk, anonymous: true });
/** Full texts, and the person's own that are not public yet. */
export const memberReports = read('/api/reports', { query: highRisk });
export const myReports = read('/api/fraud-alerts/my-reports');
