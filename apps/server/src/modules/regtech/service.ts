/**
 * Statistics for regulators. A nightly job computes them; requests only read the stored rows. A finished month is
 * closed once, by whichever run comes first, and its published summaries never change.
 */
import type { Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { listRegtechReports, RegtechAlert, RegtechMetric, RegtechReportId } from '@hakiki/contract/regtech';
import { regtechMetricTypes, type RegtechPriority, regtechSizes } from '@hakiki/contract/regtech-values';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import * as figures from './figures-store.ts';
import { presentAlert, presentReport, summaryText } from './present.ts';
import * as store from './store.ts';
import { drawSummary } from './summary-drawing.ts';

export type RegtechService = ReturnType<typeof createRegtechService>;

interface Needs {
  database: Database;
  clock?: Clock;
}

/** The sources of warnings, each newest first. */
const warnings = [store.listApprovedAlerts, store.listUrgentNews];

const periodOf = (moment: Date) => moment.toISOString().slice(0, 7);
const monthOf = (now: Date, monthsAgo: number): figures.Span & { period: string } => {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo + 1, 1));
  return { period: periodOf(from), from, to };
};

const priorityOf = (severities: readonly Severity[]): RegtechPriority =>
  severities.includes('Critical') ? 'high' : severities.includes('High') ? 'medium' : 'low';

/** A header allows only ASCII: 'côte d’ivoire' becomes 'cote-d-ivoire'. */
const plainLetters = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '-');

type Standing = Pick<store.NewSummary, 'country' | 'providers' | 'verified' | 'flagged'>;

/** Builds a summary for each country that has complaints or providers. */
function summariesOf(
  period: string,
  complaints: readonly figures.CountryComplaints[],
  standings: readonly Standing[],
): store.NewSummary[] {
  const told = new Map(complaints.map((row) => [row.country, row]));
  const stood = new Map(standings.map((row) => [row.country, row]));
  return [...new Set([...told.keys(), ...stood.keys()])].map((country) => {
    const counted = told.get(country);
    const standing = stood.get(country);
    const known = {
      complaints: counted?.complaints ?? 0,
      schemes: counted?.schemes ?? 0,
      lostCents: counted?.lostCents ?? null,
      medianHours: counted?.medianHours ?? null,
      providers: standing?.providers ?? null,
      verified: standing?.verified ?? null,
      flagged: standing?.flagged ?? null,
    };
    return { period, country, priority: priorityOf(counted?.severities ?? []), content: summaryText(known), ...known };
  });
}

export function createRegtechService({ database, clock = systemClock }: Needs) {
  /** Publishes a finished month. Provider counts come from its last draft: they cannot be computed later. */
  const close = (month: figures.Span & { period: string }): Promise<number> =>
    database.transaction(async (tx) => {
      await store.lockNight(tx);
      if (!(await store.insertClosing(tx, month.period))) return 0;
      const rows = summariesOf(
        month.period,
        await figures.listComplaints(tx, month),
        await store.listDrafts(tx, month.period),
      );
      if (rows.length > 0) await store.insertReports(tx, rows);
      await store.setMetrics(tx, month.period, { audit_findings: await figures.countComplaints(tx, month) });
      return rows.length;
    });

  async function draft(tx: Db, month: figures.Span & { period: string }): Promise<void> {
    await store.lockNight(tx);
    const standings = await figures.listStandings(tx);
    // A sum that is published every night would reveal single losses by its daily difference.
    const complaints = (await figures.listComplaints(tx, month)).map((row) => ({ ...row, lostCents: null }));
    const rows = summariesOf(month.period, complaints, standings);
    await store.deleteDrafts(tx);
    if (rows.length > 0) await store.insertDrafts(tx, rows);
    const standing = await figures.readStanding(tx);
    await store.setMetrics(tx, month.period, {
      audit_findings: await figures.countComplaints(tx, month),
      ...(standing && {
        compliance_score: standing.compliance,
        risk_rating: standing.highRisk,
        coverage: standings.length,
      }),
    });
  }

  return {
    /** Closes finished months and updates the drafts of the current one. Returns the number of published summaries. */
    async workOut(): Promise<number> {
      const now = new Date(clock());
      const closed = await store.listClosed(database.db, regtechSizes.months);
      let published = 0;
      for (let monthsAgo = regtechSizes.months - 1; monthsAgo > 0; monthsAgo -= 1) {
        const month = monthOf(now, monthsAgo);
        if (!closed.includes(month.period)) published += await close(month);
      }
      await database.transaction((tx) => draft(tx, monthOf(now, 0)));
      return published;
    },

    listMetrics: (): Promise<RegtechMetric[]> =>
      store.listMetrics(database, regtechSizes.months * regtechMetricTypes.length),

    async listReports({ country, ...rest }: QueryOf<typeof listRegtechReports>) {
      const { rows, total } = await store.listReports(database, {
        ...rest,
        country: country && normaliseCountry(country),
      });
      return { rows: rows.map(presentReport), total };
    },

    /** The PDF of a published summary; a draft changes every night and has none. */
    async fileOf(id: RegtechReportId): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('REPORT_NOT_FOUND');
      const bytes = new Uint8Array(await drawSummary(presentReport(row)));
      return { name: `hakiki-${plainLetters(row.country)}-${row.period}.pdf`, bytes };
    },

    async listAlerts(): Promise<RegtechAlert[]> {
      const found = await Promise.all(warnings.map((list) => list(database, regtechSizes.alerts)));
      return found
        .flat()
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
        .slice(0, regtechSizes.alerts)
        .map(presentAlert);
    },
  };
}
