/** The state of the list of alerts lives in its address, so that it can be shared and reached without scripts. */
import { alertTypes, severities, toSeverity, type AlertType, type Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import { listLimits } from '@hakiki/contract/limits';
import { africanCountries } from '@hakiki/contract/country-codes';
import { pageCount as pagesOf, pageIn } from '../../lib/pages/paging.ts';
import { to } from '../../lib/pages/paths.ts';
import { read } from '../../lib/api/reads.ts';

export interface AlertFilters {
  /** '' for all of them. */
  country: string;
  type: AlertType | '';
  severity: Severity | '';
  page: number;
}

/** An alert may name none of them. */
export const countryChoices: readonly string[] = [...africanCountries, 'other'];
export const typeChoices = alertTypes;
export const severityChoices = severities.toReversed();

export function parseAlertFilters(params: URLSearchParams): AlertFilters {
  const type = params.get('type')?.trim().toLowerCase();
  return {
    country: normaliseCountry(params.get('country') ?? '').slice(0, 60),
    type: alertTypes.find((known) => known === type) ?? '',
    severity: toSeverity(params.get('severity') ?? '') ?? '',
    page: pageIn(params, listLimits.alertsPage),
  };
}

export const isNarrowed = ({ country, type, severity }: AlertFilters): boolean => Boolean(country || type || severity);

/** Only what differs from the whole list stands in the address. */
export function alertsPath({ country, type, severity, page }: AlertFilters): string {
  const entries = [
    ['country', country],
    ['type', type],
    ['severity', severity],
    ['page', page === 1 ? '' : String(page)],
  ].filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  return to('/alerts') + (query && `?${query}`);
}

const queryOf = ({ country, type, severity, page }: AlertFilters) => ({
  country,
  type,
  severity,
  offset: page === 1 ? undefined : (page - 1) * listLimits.alertsPage,
});

/** Beginnings of texts, the same for everybody. */
export const alertsRead = (filters: AlertFilters) =>
  read('/api/fraud-alerts', { query: queryOf(filters), anonymous: true });
/** The same with their full texts, for who is signed in. */
export const memberAlertsRead = (filters: AlertFilters) => read('/api/fraud-alerts', { query: queryOf(filters) });

export const pageCount = (total: number): number => pagesOf(total, listLimits.alertsPage);
