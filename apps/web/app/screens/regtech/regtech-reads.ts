import { regtechSizes } from '@hakiki/contract/regtech-values';
import { read } from '../../lib/api/reads.ts';

export const metricsRead = read('/api/regtech/metrics');
export const alertsRead = read('/api/regtech/alerts');
/** The limit is large enough for all countries of the newest month. */
export const reportsRead = read('/api/regtech/reports', {
  query: { status: 'published', limit: regtechSizes.countries },
});
/** One year of a country, including the current month. */
export const countryRead = (country: string) =>
  read('/api/regtech/reports', { query: { country, limit: regtechSizes.months } });

/** Loaded only for users with RegTech rights. */
export const regtechReads = [metricsRead, reportsRead, alertsRead];
