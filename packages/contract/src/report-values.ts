/** The values of reports without their schemas. */

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
