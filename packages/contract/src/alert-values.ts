/** The values of alerts and reports without their schemas: what a screen needs to show and offer them. */
import { appealOutcomes } from './appeal-values.ts';

export * from './alert-announcing.ts';

export const severities = ['Low', 'Medium', 'High', 'Critical'] as const;
export type Severity = (typeof severities)[number];

/** Stored and sent capitalised; what comes in may be written in any case. */
export const toSeverity = (given: string): Severity | undefined =>
  severities.find((severity) => severity.toLowerCase() === given.trim().toLowerCase());

/** In the order of the form. */
export const alertTypes = [
  'ponzi_scheme',
  'fake_platform',
  'phishing',
  'rug_pull',
  'exchange_hack',
  'wallet_compromise',
  'fraud',
  'scam',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** What an alert can be edited to. */
export const editedAlertStatuses = ['pending', 'approved', 'rejected'] as const;
/** `merged`: confirmed, and counted into the one alert that is public about the same thing. */
export const alertStatuses = [...editedAlertStatuses, 'merged'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** What the provider page offers; administrators have all eight. */
export const issueReportTypes = ['wallet_security', 'fund_safety', 'scam', 'fraud', 'withdrawal_issues'] as const;
export const reportTypes = [
  'scam',
  'fraud',
  'withdrawal_issues',
  'wallet_security',
  'fund_safety',
  'fake_platform',
  'phishing',
  'other',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** What a report can be entered as by hand; only one that was sent can be turned down. */
export const enteredReportStatuses = ['pending', 'investigating', 'resolved'] as const;
export const editedReportStatuses = [...enteredReportStatuses, 'rejected'] as const;
export const reportStatuses = [...editedReportStatuses, 'merged'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** As the forms offer them; they are sent in lowercase. */
const scamCountriesAlone = [
  'Nigeria',
  'South Africa',
  'Kenya',
  'Ghana',
  'Uganda',
  'Tanzania',
  'Zimbabwe',
  'Botswana',
  'Zambia',
  'Rwanda',
  'Malawi',
  'Mozambique',
] as const;
export const scamCountries = [...scamCountriesAlone, 'Other'] as const;
export const submissionCountries = [
  ...scamCountriesAlone,
  'Ethiopia',
  'Egypt',
  'Morocco',
  'Tunisia',
  'Algeria',
  'Senegal',
  'Ivory Coast',
  'Cameroon',
  'Other',
] as const;

/** What the submission form offers; the directory knows more types. */
export const submissionTypes = [
  'Exchange',
  'Broker',
  'Wallet',
  'OTC Desk',
  'Payment Processor',
  'Mining Pool',
  'DeFi Platform',
  'Other',
] as const;
export const relationships = ['owner', 'employee', 'partner', 'customer', 'community', 'other'] as const;
export type Relationship = (typeof relationships)[number];

export const filingKinds = ['alert', 'report', 'submission', 'appeal'] as const;
export type FilingKind = (typeof filingKinds)[number];

/** Of whatever was filed: what an alert, a report, a proposed provider or an appeal can be. */
export const filingStatuses = [
  'pending',
  'approved',
  'rejected',
  'investigating',
  'resolved',
  'merged',
  ...appealOutcomes,
] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** What a person quotes when they write to us about it. It opens nothing; the receipt's code does. */
export const referenceOf = (id: string): string => `HK-${id.slice(-8).toUpperCase()}`;

/** What may be added to a report. */
export const evidenceTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

export const indicatorKinds = ['website', 'bitcoin', 'evm', 'tron', 'phone', 'handle'] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];
