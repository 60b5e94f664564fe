/** What alerts and reports are about, and how bad it is, in the reader's words. */
import { toSeverity, type AlertType, type Severity } from '@hakiki/contract/alert-values';
import type { ReportType } from '@hakiki/contract/report-values';
import { m } from '../../paraglide/messages.js';

const severityLabels: Record<Severity, () => string> = {
  Low: m.alert_severity_low,
  Medium: m.alert_severity_medium,
  High: m.alert_severity_high,
  Critical: m.alert_severity_critical,
};

/** In any letter case; what is no severity shows as it is. */
export function severityLabel(given: string): string {
  const severity = toSeverity(given);
  return severity ? severityLabels[severity]() : given;
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

/** In English the stored value with spaces for underscores; a style may make its first letter large. */
export const reportTypeLabel = (type: ReportType): string => reportTypeLabels[type]();

/** Where it begins a line. */
export function reportTypeHeading(type: ReportType): string {
  const label = reportTypeLabel(type);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What a filing is called, by its reporter and by moderators alike: a report by its issue and its provider, or its first words. */
export const titleInWords = ({ title, reportType }: { title: string; reportType: ReportType | null }): string =>
  reportType ? m.reports_called({ issue: reportTypeHeading(reportType), title }) : title;
