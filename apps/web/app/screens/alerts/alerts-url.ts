/** Keeps the filters of the alert list in the URL, so that it can be shared and works without scripts. */
import { alertTypes, severities, toSeverity, type AlertType, type Severity } from '@hakiki/contract/alert-values';
import { directoryCountries, normaliseCountry } from '@hakiki/contract/countries';
import { listLimits } from '@hakiki/contract/limits';
import { countPages as pagesOf, parsePageNumber } from '../../lib/pages/paging.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';

export interface AlertFilters {
  /** '' stands for all countries. */
  country: string;
  type: AlertType | '';
  severity: Severity | '';
  page: number;
}

/** 'other' stands for alerts that name no African country. */
export const firstCountries = [...directoryCountries, 'other'];
export const typeOptions = alertTypes;
export const severityOptions = severities.toReversed();

export function parseAlertFilters(params: URLSearchParams): AlertFilters {
  const type = params.get('type')?.trim().toLowerCase();
  return {
    country: normaliseCountry(params.get('country') ?? '').slice(0, 60),
    type: alertTypes.find((candidate) => candidate === type) ?? '',
    severity: toSeverity(params.get('severity') ?? '') ?? '',
    page: parsePageNumber(params, listLimits.alertsPage),
  };
}

export const isFiltered = ({ country, type, severity }: AlertFilters): boolean => Boolean(country || type || severity);

/** Writes only the filters that differ from the default into the URL. */
export function alertsPath({ country, type, severity, page }: AlertFilters): string {
  const entries = [
    ['country', country],
    ['type', type],
    ['severity', severity],
    ['page', page === 1 ? '' : String(page)],
  ].filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  return pathTo('/alerts') + (query && `?${query}`);
}

const toApiQuery = ({ country, type, severity, page }: AlertFilters) => ({
  country,
  type,
  severity,
  offset: page === 1 ? undefined : (page - 1) * listLimits.alertsPage,
});

/** Alerts with their full texts, the same for everybody. */
export const alertsQuery = (filters: AlertFilters) =>
  defineQuery('/api/fraud-alerts', { query: toApiQuery(filters), anonymous: true });

export const countPages = (total: number): number => pagesOf(total, listLimits.alertsPage);
