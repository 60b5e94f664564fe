import { regtechSizes } from '@hakiki/contract/regtech-values';
import { defineQuery } from '../../lib/api/queries.ts';

export const metricsRead = defineQuery('/api/regtech/metrics');
export const alertsRead = defineQuery('/api/regtech/alerts');
/** The limit is large enough for all countries of the newest month. */
export const reportsRead = defineQuery('/api/regtech/reports', {
  query: { status: 'published', limit: regtechSizes.countries },
});
/** One year of a country, including the current month. */
export const countryRead = (country: string) =>
  defineQuery('/api/regtech/reports', { query: { country, limit: regtechSizes.months } });

/** Loaded only for users with RegTech rights. */
export const regtechReads = [metricsRead, reportsRead, alertsRead];
