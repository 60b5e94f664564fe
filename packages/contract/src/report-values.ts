/** Constants of reports without their schemas. */

/** Types that the provider page offers; administrators can choose all eight. */
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

/** Statuses of a report entered by an administrator; only a report that was sent can be rejected. */
export const creatableReportStatuses = ['pending', 'investigating', 'resolved'] as const;
export const editableReportStatuses = [...creatableReportStatuses, 'rejected'] as const;
export const reportStatuses = [...editableReportStatuses, 'merged'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
