import { regtechSizes } from '@hakiki/contract/regtech-values';
import { read } from '../../lib/api/reads.ts';

export const metricsRead = read('/api/regtech/metrics');
export const alertsRead = read('/api/regtech/alerts');
/** So many that the newest month is whole. */
export const reportsRead = read('/api/regtech/reports', {
  query: { status: 'published', limit: regtechSizes.countries },
});
/** A year of one country, its open month included. */
export const countryRead = (country: string) =>
  read('/api/regtech/reports', { query: { country, limit: regtechSizes.months } });

/** Asked for users with RegTech rights and for nobody else. */
export const regtechReads = [metricsRead, reportsRead, alertsRead];
