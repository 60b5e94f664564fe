import type { Severity } from '@hakiki/contract/alert-values';
import { displayCountry } from '@hakiki/contract/countries';
import type { RegtechAlert, RegtechFigures, RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechReportStatus, RegtechSeverity } from '@hakiki/contract/regtech-values';
import type { regtechReports } from './tables.ts';

export type ReportRow = typeof regtechReports.$inferSelect & { status: RegtechReportStatus };

export interface AlertRow {
  id: string;
  title: string;
  description: string;
  severity: Severity;
  countries: string[];
  isActive: boolean;
  createdAt: Date;
  source: RegtechAlert['source'];
}

const severityFor: Record<Severity, RegtechSeverity> = {
  Critical: 'critical',
  High: 'warning',
  Medium: 'info',
  Low: 'info',
};

export const presentAlert = (row: AlertRow): RegtechAlert => ({
  id: row.id,
  title: row.title,
  description: row.description,
  severity: severityFor[row.severity],
  alertSeverity: row.severity,
  country: row.countries.map(displayCountry).join(', '),
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  source: row.source,
});

type FigureColumns = Pick<
  ReportRow,
  'complaints' | 'schemes' | 'lostCents' | 'medianHours' | 'providers' | 'verified' | 'flagged'
>;

export const toFigures = (row: FigureColumns): RegtechFigures => ({
  complaints: row.complaints,
  schemes: row.schemes,
  lostRand: row.lostCents === null ? null : Math.round(row.lostCents / 100),
  medianHours: row.medianHours,
  providers: row.providers,
  verified: row.verified,
  flagged: row.flagged,
});

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatTitle = (country: string, period: string) =>
  `${displayCountry(country)}: ${monthName.format(new Date(`${period}-01T00:00:00Z`))}`;

const numberFormat = new Intl.NumberFormat('en');

/** Stored in English; screens show the same figures in the user's language. */
export function summaryText(row: FigureColumns): string {
  const { complaints, schemes, lostRand, medianHours, providers, verified, flagged } = toFigures(row);
  return [
    `Complaints made public: ${numberFormat.format(complaints)}.`,
    ...(schemes === null ? [] : [`New schemes: ${numberFormat.format(schemes)}.`]),
    ...(lostRand === null ? [] : [`Losses told of: R${numberFormat.format(lostRand)}.`]),
    ...(medianHours === null ? [] : [`Median time to a decision: ${numberFormat.format(medianHours)} hours.`]),
    ...(providers === null
      ? []
      : [`Listed providers: ${numberFormat.format(providers)}, of them ${verified} verified and ${flagged} flagged.`]),
  ].join(' ');
}

export const presentReport = (row: ReportRow): RegtechReport => ({
  id: row.id,
  title: formatTitle(row.country, row.period),
  reportType: 'monthly_summary',
  priority: row.priority,
  country: displayCountry(row.country),
  content: row.content,
  status: row.status,
  period: row.period,
  figures: toFigures(row),
  createdAt: row.createdAt.toISOString(),
});
