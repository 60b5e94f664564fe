/** Labels of the fields of public statements and their values. A value without a label is shown as stored. */
import { alertTypes, type AlertStatus } from '@hakiki/contract/alert-values';
import { reportTypes, type ReportStatus } from '@hakiki/contract/report-values';
import { providerTypes, verificationStatuses, type ReviewState } from '@hakiki/contract/directory-values';
import { riskLevels } from '@hakiki/contract/risk';
import { languages } from '@hakiki/contract/site';
import { alertTypeLabel, reportTypeLabel, severityLabel } from '../../lib/alerts/words.ts';
import { countryName } from '../../lib/language/country-words.ts';
import { languageNames } from '../../lib/language/language.ts';
import { providerTypeLabel } from '../../lib/providers/words.ts';
import { m } from '../../paraglide/messages.js';
import { riskLabel } from '../providers/risk-indicator.tsx';
import { statusLabel } from '../providers/verdict-badge.tsx';

interface Field {
  name: () => string;
  /** Text: differences are marked word by word. List: one line per entry. Otherwise a single value. */
  shape?: 'text' | 'list' | 'provider';
  say?: (stored: string) => string;
}

/** Maps stored values to labels. */
const saying =
  <Value extends string>(known: readonly Value[], label: (value: Value) => string) =>
  (stored: string): string => {
    const value = known.find((one) => one === stored);
    return value === undefined ? stored : label(value);
  };

const states: Record<AlertStatus | ReportStatus, () => string> = {
  pending: m.history_under_review,
  approved: m.history_published,
  rejected: m.history_turned_down,
  merged: m.history_merged,
  investigating: m.reports_investigating,
  resolved: m.reports_resolved,
};
const listings: Record<ReviewState, () => string> = {
  pending: m.change_listing_pending,
  approved: m.change_listed,
  rejected: m.change_listing_rejected,
};
const shownStates: Record<'shown' | 'hidden', () => string> = { shown: m.log_news_shown, hidden: m.log_news_hidden };
const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

const sayVerdict = saying(verificationStatuses, statusLabel);
const sayState = saying(keysOf(states), (state) => states[state]());
const points = (stored: string): string => m.change_points({ value: stored });

const fields: Record<string, Field> = {
  status: { name: m.change_field_status, say: sayState },
  severity: { name: m.change_field_severity, say: severityLabel },
  alertType: { name: m.change_field_kind, say: saying(alertTypes, alertTypeLabel) },
  reportType: { name: m.change_field_kind, say: saying(reportTypes, reportTypeLabel) },
  title: { name: m.change_field_title, shape: 'text' },
  description: { name: m.change_field_description, shape: 'text' },
  advice: { name: m.change_field_advice, shape: 'text' },
  language: { name: m.change_field_language, say: saying(languages, (language) => languageNames[language]) },
  affectedCountries: { name: m.change_field_countries, shape: 'list', say: countryName },
  affectedProviderId: { name: m.change_field_provider, shape: 'provider' },
  affectedProviderName: { name: m.change_field_provider_name, shape: 'text' },
  providerId: { name: m.change_field_provider, shape: 'provider' },
  reviewState: { name: m.change_field_listing, say: saying(keysOf(listings), (state) => listings[state]()) },
  verificationStatus: { name: m.change_field_verdict, say: sayVerdict },
  riskScore: { name: m.change_field_risk, say: saying(riskLevels, riskLabel) },
  flaggedReasons: { name: m.change_field_reasons, shape: 'list' },
  regulatoryCompliance: { name: m.bar_regulatory_compliance, say: points },
  userSatisfaction: { name: m.bar_user_satisfaction, say: points },
  securityMeasures: { name: m.bar_security_measures, say: points },
  name: { name: m.change_field_name, shape: 'text' },
  otherNames: { name: m.change_field_other_names, shape: 'list' },
  type: { name: m.change_field_kind, say: saying(providerTypes, providerTypeLabel) },
  website: { name: m.fact_website },
  countries: { name: m.change_field_countries, shape: 'list', say: countryName },
  licenseInfo: { name: m.change_field_licence, shape: 'text' },
  state: { name: m.change_field_status, say: saying(keysOf(shownStates), (state) => shownStates[state]()) },
};

export const fieldOf = (field: string): Field => fields[field] ?? { name: () => field };

/** 'Title, Description' */
export const fieldNames = (changed: readonly string[]): string =>
  changed.map((field) => fieldOf(field).name()).join(', ');

/** True if a text for readers changed; otherwise it was a number, a place or a registered name. */
export const isRewording = (changed: readonly string[]): boolean =>
  changed.some((field) => fieldOf(field).shape === 'text' || field === 'flaggedReasons');

/** Label of a verdict, or of the status of an alert or a report. */
export const standing = (stored: string): string => sayVerdict(sayState(stored));
