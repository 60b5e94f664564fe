/** Labels of alert types, report types and severities in the user's language. */
import { toSeverity, type AlertType, type Severity } from '@hakiki/contract/alert-values';
import type { FilingKind } from '@hakiki/contract/filing-values';
import { hiddenIndicatorKinds } from '@hakiki/contract/indicator-values';
import type { ReportType } from '@hakiki/contract/report-values';
import { m } from '../../paraglide/messages.js';
import { indicatorLabels } from './indicator-labels.ts';

const severityLabels: Record<Severity, () => string> = {
  Low: m.alert_severity_low,
  Medium: m.alert_severity_medium,
  High: m.alert_severity_high,
  Critical: m.alert_severity_critical,
};

/** Accepts any letter case; an unknown severity is shown unchanged. */
export function severityLabel(value: string): string {
  const severity = toSeverity(value);
  return severity ? severityLabels[severity]() : value;
}

const alertTypeLabels: Record<AlertType, () => string> = {
  ponzi_scheme: m.alert_type_ponzi_scheme,
  fake_platform: m.alert_type_fake_platform,
  phishing: m.alert_type_phishing,
  rug_pull: m.alert_type_rug_pull,
  exchange_hack: m.alert_type_exchange_hack,
  wallet_compromise: m.alert_type_wallet_compromise,
  fraud: m.alert_type_fraud,
  scam: m.alert_type_scam,
};

export const alertTypeLabel = (type: AlertType): string => alertTypeLabels[type]();

const reportTypeLabels: Record<ReportType, () => string> = {
  scam: m.reports_type_scam,
  fraud: m.reports_type_fraud,
  withdrawal_issues: m.reports_type_withdrawal_issues,
  wallet_security: m.reports_type_wallet_security,
  fund_safety: m.reports_type_fund_safety,
  fake_platform: m.reports_type_fake_platform,
  phishing: m.reports_type_phishing,
  other: m.reports_type_other,
};

/** In English the stored value with spaces for underscores; the stylesheet may capitalise it. */
export const reportTypeLabel = (type: ReportType): string => reportTypeLabels[type]();

/** With a capital first letter, for the beginning of a line. */
export function reportTypeHeading(type: ReportType): string {
  const label = reportTypeLabel(type);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

interface TitledFiling {
  kind?: FilingKind;
  title: string;
  reportType: ReportType | null;
}

/**
 * Title of a filing: an issue report is called by its type and provider, a dispute about a hidden number by its kind,
 * others by their first words.
 */
export function formatFilingTitle({ kind, title, reportType }: TitledFiling): string {
  if (reportType) return m.reports_called({ issue: reportTypeHeading(reportType), title });
  const hidden = kind === 'dispute' && hiddenIndicatorKinds.find((hiddenKind) => hiddenKind === title);
  return hidden ? m.dispute_hidden({ kind: indicatorLabels[hidden]() }) : title;
}
