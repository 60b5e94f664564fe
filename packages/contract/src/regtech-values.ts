/** Constants of the statistics for regulators. */
export const regtechSeverities = ['critical', 'warning', 'info'] as const;
export type RegtechSeverity = (typeof regtechSeverities)[number];

/** `coverage` is the number of countries with a public provider, shown in the overview. */
export const regtechMetricTypes = ['compliance_score', 'risk_rating', 'audit_findings', 'coverage'] as const;
export type RegtechMetricType = (typeof regtechMetricTypes)[number];

export const regtechReportTypes = ['monthly_summary'] as const;
export const regtechPriorities = ['high', 'medium', 'low'] as const;
export type RegtechPriority = (typeof regtechPriorities)[number];

/** A summary is a draft until its month ends. */
export const regtechReportStatuses = ['published', 'draft'] as const;
export type RegtechReportStatus = (typeof regtechReportStatuses)[number];

export const regtechLimits = {
  /** The current month and the year before it. */
  months: 13,
  alerts: 50,
  reportsPage: 20,
  /** Maximum number of countries with a summary per month. */
  countries: 100,
} as const;

/** Minimum number of complaints for sums and medians: with fewer, the data of one person could be derived. */
export const minComplaintsForStatistics = 3;
