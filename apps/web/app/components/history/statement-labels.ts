/** Labels of the fields of public statements and their values. A value without a label is shown as stored. */
import { alertTypes, type AlertStatus } from '@hakiki/contract/alert-values';
import { reportTypes, type ReportStatus } from '@hakiki/contract/report-values';
import { parseFeature, providerTypes, verificationStatuses, type ReviewState } from '@hakiki/contract/directory-values';
import type { IndicatorStatement } from '@hakiki/contract/public-statements';
import { riskLevels } from '@hakiki/contract/risk';
import { languages, languageTable } from '@hakiki/contract/site';
import { alertTypeLabel, reportTypeLabel, severityLabel } from '../../lib/alerts/labels.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import { riskLabel } from '../providers/risk-indicator.tsx';
import { statusLabel } from '../providers/verdict-badge.tsx';

interface FieldLabels {
  name: () => string;
  /** Text: differences are marked word by word. List: one line per entry. Otherwise a single value. */
  shape?: 'text' | 'list' | 'provider';
  toLabel?: (stored: string) => string;
}

/** Maps stored values to labels. */
const labelFor =
  <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  (stored: string): string => {
    const value = values.find((candidate) => candidate === stored);
    return value === undefined ? stored : label(value);
  };

const stateLabels: Record<AlertStatus | ReportStatus, () => string> = {
  pending: m.history_under_review,
  approved: m.history_published,
  rejected: m.history_turned_down,
  merged: m.history_merged,
  investigating: m.reports_investigating,
  resolved: m.reports_resolved,
};
const listingLabels: Record<ReviewState, () => string> = {
  pending: m.change_listing_pending,
  approved: m.change_listed,
  rejected: m.change_listing_rejected,
};
const newsStateLabels: Record<'shown' | 'hidden', () => string> = {
  shown: m.log_news_shown,
  hidden: m.log_news_hidden,
};
const warningLabels: Record<IndicatorStatement['warning'], () => string> = {
  shown: m.log_news_shown,
  withdrawn: m.change_warning_withdrawn,
};
const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

const verdictLabel = labelFor(verificationStatuses, statusLabel);
const alertOrReportLabel = labelFor(keysOf(stateLabels), (state) => stateLabels[state]());
const formatFeatureLine = (stored: string): string => {
  const { name, state } = parseFeature(stored);
  return `${name}: ${state === 'confirmed' ? m.feature_confirmed() : m.feature_not_confirmed()}`;
};
const formatPoints = (stored: string): string => m.change_points({ value: stored });

const fieldLabels: Record<string, FieldLabels> = {
  status: { name: m.change_field_status, toLabel: alertOrReportLabel },
  severity: { name: m.change_field_severity, toLabel: severityLabel },
  alertType: { name: m.change_field_kind, toLabel: labelFor(alertTypes, alertTypeLabel) },
  reportType: { name: m.change_field_kind, toLabel: labelFor(reportTypes, reportTypeLabel) },
  title: { name: m.change_field_title, shape: 'text' },
  description: { name: m.change_field_description, shape: 'text' },
  advice: { name: m.change_field_advice, shape: 'text' },
  language: { name: m.change_field_language, toLabel: labelFor(languages, (language) => languageTable[language].name) },
  affectedCountries: { name: m.change_field_countries, shape: 'list', toLabel: countryName },
  affectedProviderId: { name: m.change_field_provider, shape: 'provider' },
  affectedProviderName: { name: m.change_field_provider_name, shape: 'text' },
  providerId: { name: m.change_field_provider, shape: 'provider' },
  reviewState: {
    name: m.change_field_listing,
    toLabel: labelFor(keysOf(listingLabels), (state) => listingLabels[state]()),
  },
  verificationStatus: { name: m.change_field_verdict, toLabel: verdictLabel },
  riskScore: { name: m.change_field_risk, toLabel: labelFor(riskLevels, riskLabel) },
  flaggedReasons: { name: m.change_field_reasons, shape: 'list' },
  regulatoryCompliance: { name: m.bar_regulatory_compliance, toLabel: formatPoints },
  userSatisfaction: { name: m.bar_user_satisfaction, toLabel: formatPoints },
  securityMeasures: { name: m.bar_security_measures, toLabel: formatPoints },
  name: { name: m.change_field_name, shape: 'text' },
  otherNames: { name: m.change_field_other_names, shape: 'list' },
  type: { name: m.change_field_kind, toLabel: labelFor(providerTypes, providerTypeLabel) },
  website: { name: m.fact_website },
  countries: { name: m.change_field_countries, shape: 'list', toLabel: countryName },
  licenseInfo: { name: m.change_field_licence, shape: 'text' },
  established: { name: m.fact_established },
  userCount: { name: m.fact_users },
  securityFeatures: { name: m.security_features, shape: 'list', toLabel: formatFeatureLine },
  insurance: { name: m.insurance, shape: 'text' },
  warning: {
    name: m.change_field_warning,
    toLabel: labelFor(keysOf(warningLabels), (state) => warningLabels[state]()),
  },
  state: {
    name: m.change_field_status,
    toLabel: labelFor(keysOf(newsStateLabels), (state) => newsStateLabels[state]()),
  },
};

export const getFieldLabels = (field: string): FieldLabels => fieldLabels[field] ?? { name: () => field };

/** 'Title, Description' */
export const formatFieldNames = (changed: readonly string[]): string =>
  changed.map((field) => getFieldLabels(field).name()).join(', ');

/** True if a public text changed; otherwise it was a number, a place or a registered name. */
export const isRewording = (changed: readonly string[]): boolean =>
  changed.some((field) => getFieldLabels(field).shape === 'text' || field === 'flaggedReasons');

/** Label of a verdict, or of the status of an alert or a report. */
export const statusLabelOf = (stored: string): string => verdictLabel(alertOrReportLabel(stored));
