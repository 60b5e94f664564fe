/** The figures of the dashboard, and the analysis for plans that include it. */
import { severities } from '@hakiki/contract/alert-values';
import { reportTypes } from '@hakiki/contract/report-values';
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { ProviderId } from '@hakiki/contract/directory';
import { isEntitled } from '@hakiki/contract/entitlements';
import { isHighRisk, riskLevels } from '@hakiki/contract/risk';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ReportsService } from '../reports/issues/service.ts';
import * as store from './store.ts';
import { createWatches } from './watches.ts';

interface Deps {
  database: Database;
  alerts: AlertsService;
  directory: DirectoryService;
  reports: ReportsService;
}

export type DashboardService = ReturnType<typeof createDashboardService>;

/** What avoiding one scam typically saves, shown as an example while there is nothing to measure. */
const EXAMPLE_RAND = 45_000;
/** The limit of the contract's reply. */
const MAX_COUNTRIES = 60;

interface CountRow {
  n: number;
}

const sumCounts = (counts: readonly CountRow[]) => counts.reduce((sum, { n }) => sum + n, 0);

/** One bar for each key, with 0 for a key without counts. */
const toBars = <Key extends string, Count extends CountRow>(
  keys: readonly Key[],
  counts: readonly Count[],
  getKey: (count: Count) => string,
) => keys.map((key) => ({ key, n: sumCounts(counts.filter((count) => getKey(count) === key)) }));

export function createDashboardService({ database, alerts, directory, reports }: Deps) {
  /** The sum of other people's mean losses to each risky provider that this member viewed. */
  async function measureSaving({ user }: UserActor): Promise<DashboardSummary['moneySaved']> {
    const losses = (await store.listMeanLosses(database.db, user.id)).filter(isHighRisk);
    if (losses.length === 0) return { amount: EXAMPLE_RAND, basis: 'example' };
    const cents = losses.reduce((sum, { meanCents }) => sum + meanCents, 0);
    return { amount: Math.round(cents / 100), basis: 'measured' };
  }

  return {
    watches: createWatches({ database, directory }),

    async getSummary(actor: UserActor): Promise<DashboardSummary> {
      const hasAnalysis = isEntitled(actor.user, 'analysis');
      const [providerCounts, alertCounts, reportCounts, moneySaved] = await Promise.all([
        directory.readStatusCounts(),
        alerts.readCounts(),
        reports.readCounts(),
        hasAnalysis ? measureSaving(actor) : null,
      ]);
      const alertsBy = (requestedFacet: string) => alertCounts.filter(({ facet }) => facet === requestedFacet);
      const reportsBy = (requestedFacet: string) => reportCounts.filter(({ facet }) => facet === requestedFacet);
      return {
        activeAlerts: sumCounts(alertsBy('severity')),
        totalReports: sumCounts(reportsBy('severity')),
        highRiskProviders: sumCounts(providerCounts.filter(({ shownRisk }) => shownRisk === 'High')),
        verifiedProviders: sumCounts(
          providerCounts.filter(({ verificationStatus }) => verificationStatus === 'Verified'),
        ),
        moneySaved,
        analysis: hasAnalysis
          ? {
              providersByRisk: toBars(riskLevels, providerCounts, ({ shownRisk }) => shownRisk),
              alertsBySeverity: toBars(severities, alertsBy('severity'), ({ value }) => value),
              alertsByCountry: alertsBy('country')
                .slice(0, MAX_COUNTRIES)
                .map(({ value, n }) => ({ key: value, n })),
              reportsByType: toBars(reportTypes, reportsBy('type'), ({ value }) => value),
            }
          : null,
      };
    },

    async recordVisit({ user }: UserActor, id: ProviderId): Promise<void> {
      await directory.getListingStatus(id);
      await store.insertVisit(database.db, user.id, id);
    },

    /** The newest visits, for the member's data export. */
    async listVisits({ user }: UserActor, limit: number) {
      const visits = await store.listVisits(database.db, user.id, limit);
      return visits.map(({ providerId, createdAt }) => ({ providerId, at: createdAt.toISOString() }));
    },
  };
}
