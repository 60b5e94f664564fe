/** The figures of the dashboard, and the analysis for plans that include it. */
import { severities } from '@hakiki/contract/alert-values';
import { reportTypes } from '@hakiki/contract/report-values';
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { ProviderId } from '@hakiki/contract/directory';
import { isEntitled } from '@hakiki/contract/entitlements';
import { isHighRisk, riskLevels } from '@hakiki/contract/risk';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ReportsService } from '../reports/service.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  alerts: AlertsService;
  directory: DirectoryService;
  reports: ReportsService;
}

export type DashboardService = ReturnType<typeof createDashboardService>;

/** The amount shown while there is nothing to measure. */
const ESTIMATED_RAND = 45_000;
/** The limit of the contract's reply. */
const COUNTRIES_SHOWN = 60;

interface Counted {
  n: number;
}

const sumOf = (counts: readonly Counted[]) => counts.reduce((sum, { n }) => sum + n, 0);

/** One bar for each key, with 0 for a key without counts. */
const barsOf = <Key extends string, Count extends Counted>(
  keys: readonly Key[],
  counts: readonly Count[],
  keyOf: (count: Count) => string,
) => keys.map((key) => ({ key, n: sumOf(counts.filter((count) => keyOf(count) === key)) }));

export function createDashboardService({ database, alerts, directory, reports }: Needs) {
  /** The sum of other people's mean losses to each risky provider that this member viewed. */
  async function measureSaving({ user }: UserActor): Promise<DashboardSummary['moneySaved']> {
    const losses = (await store.listMeanLosses(database.db, user.id)).filter(isHighRisk);
    if (losses.length === 0) return { amount: ESTIMATED_RAND, basis: 'estimate' };
    const cents = losses.reduce((sum, { meanCents }) => sum + meanCents, 0);
    return { amount: Math.round(cents / 100), basis: 'measured' };
  }

  return {
    async getSummary(actor: UserActor): Promise<DashboardSummary> {
      const hasAnalysis = isEntitled(actor.user, 'analysis');
      const [ofProviders, ofAlerts, ofReports, moneySaved] = await Promise.all([
        directory.readStandingCounts(),
        alerts.readCounts(),
        reports.readCounts(),
        hasAnalysis ? measureSaving(actor) : null,
      ]);
      const alertsBy = (wanted: string) => ofAlerts.filter(({ facet }) => facet === wanted);
      const reportsBy = (wanted: string) => ofReports.filter(({ facet }) => facet === wanted);
      return {
        activeAlerts: sumOf(alertsBy('severity')),
        totalReports: sumOf(reportsBy('severity')),
        highRiskProviders: sumOf(ofProviders.filter(isHighRisk)),
        verifiedProviders: sumOf(ofProviders.filter(({ verificationStatus }) => verificationStatus === 'Verified')),
        moneySaved,
        analysis: hasAnalysis
          ? {
              providersByRisk: barsOf(riskLevels, ofProviders, ({ riskScore }) => riskScore),
              alertsBySeverity: barsOf(severities, alertsBy('severity'), ({ value }) => value),
              alertsByCountry: alertsBy('country')
                .slice(0, COUNTRIES_SHOWN)
                .map(({ value, n }) => ({ key: value, n })),
              reportsByType: barsOf(reportTypes, reportsBy('type'), ({ value }) => value),
            }
          : null,
      };
    },

    async noteVisit({ user }: UserActor, id: ProviderId): Promise<void> {
      await directory.getStanding(id);
      await store.insertVisit(database.db, user.id, id);
    },

    /** The newest visits, for the member's data export. */
    async listVisits({ user }: UserActor, limit: number) {
      const visits = await store.listVisits(database.db, user.id, limit);
      return visits.map(({ providerId, createdAt }) => ({ providerId, at: createdAt.toISOString() }));
    },
  };
}
