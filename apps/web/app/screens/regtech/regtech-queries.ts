import { regtechLimits } from '@hakiki/contract/regtech-values';
import { defineQuery } from '../../lib/api/queries.ts';

export const metricsQuery = defineQuery('/api/regtech/metrics');
export const alertsQuery = defineQuery('/api/regtech/alerts');
/** The limit is large enough for all countries of the newest month. */
export const reportsQuery = defineQuery('/api/regtech/reports', {
  query: { status: 'published', limit: regtechLimits.countries },
});
/** One year of a country, including the current month. */
export const countryQuery = (country: string) =>
  defineQuery('/api/regtech/reports', { query: { country, limit: regtechLimits.months } });

/** Loaded only for users with RegTech rights. */
export const regtechQueries = [metricsQuery, reportsQuery, alertsQuery];
