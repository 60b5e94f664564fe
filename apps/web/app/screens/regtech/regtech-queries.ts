import { regtechLimits } from '@hakiki/contract/regtech-values';
import { defineQuery } from '../../lib/api/queries.ts';
import { type AlertFilters, parseAlertFilters, parseOverview, parseTab } from './regtech-url.ts';

export const metricsQuery = defineQuery('/api/regtech/metrics');
export const alertsQuery = ({ country, severity }: AlertFilters) =>
  defineQuery('/api/regtech/alerts', { query: { country: country || undefined, severity: severity || undefined } });
/** All countries of a closed month; '' stands for the newest. */
export const countriesQuery = (month: string) =>
  defineQuery('/api/regtech/countries', { query: { period: month || undefined } });
/** The limit is large enough for all countries of the newest month. */
export const reportsQuery = defineQuery('/api/regtech/reports', {
  query: { status: 'published', limit: regtechLimits.countries },
});
/** One year of a country, including the current month. */
export const countryQuery = (country: string) =>
  defineQuery('/api/regtech/reports', { query: { country, limit: regtechLimits.months } });

/** Loaded only for users with RegTech rights. */
export const listRegtechQueries = (params: URLSearchParams) => [
  metricsQuery,
  reportsQuery,
  alertsQuery(parseAlertFilters(params)),
  ...(parseTab(params) === 'overview' ? [countriesQuery(parseOverview(params).month)] : []),
];
