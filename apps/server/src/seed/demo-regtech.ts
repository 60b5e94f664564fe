/** A year of invented regulatory figures, ending with the current providers of the demo register. */
import type { AfricanCountry } from '@hakiki/contract/country-codes';
import type { RegtechMetricId, RegtechReportId } from '@hakiki/contract/regtech';
import { regtechMetricTypes, type RegtechPriority, regtechLimits } from '@hakiki/contract/regtech-values';
import type { VerificationStatus } from '@hakiki/contract/directory';
import { summaryText } from '../modules/regtech/present.ts';
import type { regtechClosings, regtechMetrics, regtechReports } from '../modules/regtech/tables.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

interface ListedProvider {
  verificationStatus: VerificationStatus;
  countries: readonly string[];
}

const CLOSED_MONTHS = regtechLimits.months - 1;
const end = new Date(timeline.end);
/** The start of a month, counted back from the current one. */
const monthStart = (monthsAgo: number) => new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - monthsAgo, 1));
const periodOf = (monthsAgo: number) => monthStart(monthsAgo).toISOString().slice(0, 7);
const closedAt = (monthsAgo: number) => new Date(monthStart(monthsAgo - 1).getTime() + 3 * 3_600_000);
const closedMonths = Array.from({ length: CLOSED_MONTHS }, (_, index) => CLOSED_MONTHS - index);

/** The maximum number of complaints: more users of such services, more complaints. */
const maxComplaints: Record<string, number | undefined> = {
  nigeria: 90,
  'south africa': 70,
  kenya: 60,
  ghana: 40,
  uganda: 24,
  tanzania: 20,
} satisfies Partial<Record<AfricanCountry, number>>;

export const demoClosingRows = (): (typeof regtechClosings.$inferInsert)[] =>
  closedMonths.map((monthsAgo) => ({ period: periodOf(monthsAgo), createdAt: closedAt(monthsAgo) }));

function createSummary(seed: number, country: string, monthsAgo: number, providers: readonly ListedProvider[]) {
  const random = new Random(seed, `regtech ${country}`, monthsAgo);
  const providersInCountry = providers.filter(({ countries }) => countries.includes(country));
  const count = (status: VerificationStatus) =>
    providersInCountry.filter(({ verificationStatus }) => verificationStatus === status).length;
  const maxCount = maxComplaints[country] ?? 6;
  const complaints = random.between(Math.floor(maxCount / 3), maxCount);
  const isKnown = complaints >= 3;
  const missingEarlier = Math.floor(monthsAgo / 4);
  const figures = {
    complaints,
    schemes: Math.ceil(complaints / 6),
    lostCents: isKnown ? complaints * random.between(400, 2600) * 1000 : null,
    medianHours: isKnown ? random.between(14, 30) + monthsAgo : null,
    providers: Math.max(0, providersInCountry.length - missingEarlier),
    verified: Math.max(0, count('Verified') - missingEarlier),
    flagged: Math.max(0, count('Flagged') - missingEarlier),
  };
  const priority: RegtechPriority = complaints >= 30 ? 'high' : complaints >= 10 ? 'medium' : 'low';
  const createdAt = closedAt(monthsAgo);
  return {
    id: timedId<RegtechReportId>(random, createdAt.getTime()),
    period: periodOf(monthsAgo),
    country,
    priority,
    content: summaryText(figures),
    ...figures,
    createdAt,
  };
}

export function demoSummaryRows(
  seed: number,
  providers: readonly ListedProvider[],
): (typeof regtechReports.$inferInsert)[] {
  const countries = [...new Set(providers.flatMap((provider) => provider.countries))].toSorted();
  return closedMonths.flatMap((monthsAgo) =>
    countries.map((country) => createSummary(seed, country, monthsAgo, providers)),
  );
}

/** The values improve every month up to the current ones; the first night of the current month is over. */
export function demoMetricRows(
  seed: number,
  now: { compliance: number; highRisk: number; countries: number },
): (typeof regtechMetrics.$inferInsert)[] {
  return [...closedMonths, 0].flatMap((monthsAgo) => {
    const random = new Random(seed, 'regtech metrics', monthsAgo);
    const values = {
      compliance_score: Math.max(0, now.compliance - monthsAgo * 1.2),
      risk_rating: Math.min(100, now.highRisk + monthsAgo * 0.9),
      audit_findings: monthsAgo === 0 ? 0 : random.between(180, 320),
      coverage: Math.max(1, now.countries - Math.floor(monthsAgo / 2)),
    };
    return regtechMetricTypes.map((metricType) => ({
      id: timedId<RegtechMetricId>(random, monthStart(monthsAgo).getTime()),
      period: periodOf(monthsAgo),
      metricType,
      value: values[metricType],
      createdAt: monthStart(monthsAgo),
    }));
  });
}
