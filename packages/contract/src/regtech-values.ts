/** What the figures for regulators are called, and how many of them there are. */
export const regtechSeverities = ['critical', 'warning', 'info'] as const;
export type RegtechSeverity = (typeof regtechSeverities)[number];

/** `coverage` is ours: the number of countries with a public provider, which the overview shows beside the score. */
export const regtechMetricTypes = ['compliance_score', 'risk_rating', 'audit_findings', 'coverage'] as const;
export type RegtechMetricType = (typeof regtechMetricTypes)[number];

export const regtechReportTypes = ['monthly_summary'] as const;
export const regtechPriorities = ['high', 'medium', 'low'] as const;
export type RegtechPriority = (typeof regtechPriorities)[number];

/** A summary is a draft until its month closes. */
export const regtechReportStatuses = ['published', 'draft'] as const;
export type RegtechReportStatus = (typeof regtechReportStatuses)[number];

export const regtechSizes = {
  /** The open month and a year before it. */
  months: 13,
  alerts: 50,
  reportsPage: 20,
  /** As many countries as one month may have summaries of on a screen. */
  countries: 100,
} as const;

/** Sums of losses and medians are told from so many complaints on: of fewer, one person's could be worked out. */
export const regtechLeastKnown = 3;
