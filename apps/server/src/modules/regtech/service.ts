/**
 * Statistics for regulators. A nightly job computes them; requests only read the stored rows. A finished month is
 * closed once, by whichever run comes first, and its published summaries never change.
 */
import type { Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import { countryCodes, isAfricanCountry } from '@hakiki/contract/country-codes';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type {
  listRegtechAlerts,
  listRegtechReports,
  RegtechAlert,
  RegtechCountries,
  RegtechMetric,
  RegtechReportId,
} from '@hakiki/contract/regtech';
import { regtechMetricTypes, type RegtechPriority, regtechLimits } from '@hakiki/contract/regtech-values';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import * as figures from './figures-store.ts';
import { toFiguresCsv } from './figures-csv.ts';
import { presentAlert, presentReport, summaryText, toFigures } from './present.ts';
import * as store from './store.ts';
import { renderSummaryPdf } from './summary-pdf.ts';

export type RegtechService = ReturnType<typeof createRegtechService>;

interface Deps {
  database: Database;
  /** For the address in a PDF. */
  publicUrl: string;
  clock?: Clock;
}

/** The sources of warnings, each newest first. */
const warningSources = [store.listApprovedAlerts, store.listUrgentNews];

const formatPeriod = (date: Date) => date.toISOString().slice(0, 7);
const getMonth = (now: Date, monthsAgo: number): figures.MonthRange & { period: string } => {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo + 1, 1));
  return { period: formatPeriod(from), from, to };
};

const MONTHS_OF_A_YEAR = 12;

/** The twelve months that end with this one, oldest first. */
const listYear = (period: string): string[] =>
  Array.from(
    { length: MONTHS_OF_A_YEAR },
    (_, index) => getMonth(new Date(`${period}-01`), MONTHS_OF_A_YEAR - 1 - index).period,
  );

const toPriority = (severities: readonly Severity[]): RegtechPriority =>
  severities.includes('Critical') ? 'high' : severities.includes('High') ? 'medium' : 'low';

/** A header allows only ASCII: 'côte d’ivoire' becomes 'cote-d-ivoire'. */
const toAsciiSlug = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '-');

type ProviderCounts = Pick<store.NewSummary, 'country' | 'providers' | 'verified' | 'flagged'>;

/** Builds a summary for each country that has complaints or providers. */
function buildSummaries(
  period: string,
  complaints: readonly figures.CountryComplaints[],
  providerCounts: readonly ProviderCounts[],
): store.NewSummary[] {
  const complaintsByCountry = new Map(complaints.map((row) => [row.country, row]));
  const providersByCountry = new Map(providerCounts.map((row) => [row.country, row]));
  return [...new Set([...complaintsByCountry.keys(), ...providersByCountry.keys()])].map((country) => {
    const countryComplaints = complaintsByCountry.get(country);
    const countryProviders = providersByCountry.get(country);
    const summaryFigures = {
      complaints: countryComplaints?.complaints ?? 0,
      schemes: countryComplaints?.schemes ?? 0,
      lostCents: countryComplaints?.lostCents ?? null,
      medianHours: countryComplaints?.medianHours ?? null,
      providers: countryProviders?.providers ?? null,
      verified: countryProviders?.verified ?? null,
      flagged: countryProviders?.flagged ?? null,
    };
    return {
      period,
      country,
      priority: toPriority(countryComplaints?.severities ?? []),
      content: summaryText(summaryFigures),
      ...summaryFigures,
    };
  });
}

export function createRegtechService({ database, publicUrl, clock = systemClock }: Deps) {
  /** Publishes a finished month. Provider counts come from its last draft: they cannot be computed later. */
  const closeMonth = (month: figures.MonthRange & { period: string }): Promise<number> =>
    database.transaction(async (tx) => {
      await store.lockNightlyRun(tx);
      if (!(await store.insertClosing(tx, month.period))) return 0;
      const rows = buildSummaries(
        month.period,
        await figures.listComplaints(tx, month),
        await store.listDrafts(tx, month.period),
      );
      if (rows.length > 0) await store.insertReports(tx, rows);
      await store.upsertMetrics(tx, month.period, { audit_findings: await figures.countComplaints(tx, month) });
      return rows.length;
    });

  async function updateDrafts(tx: Db, month: figures.MonthRange & { period: string }): Promise<void> {
    await store.lockNightlyRun(tx);
    const countryProviders = await figures.listCountryProviders(tx);
    // A sum that is published every night would reveal single losses by its daily difference.
    const complaints = (await figures.listComplaints(tx, month)).map((row) => ({ ...row, lostCents: null }));
    const rows = buildSummaries(month.period, complaints, countryProviders);
    await store.deleteDrafts(tx);
    if (rows.length > 0) await store.insertDrafts(tx, rows);
    const providerStats = await figures.readProviderStats(tx);
    await store.upsertMetrics(tx, month.period, {
      audit_findings: await figures.countComplaints(tx, month),
      ...(providerStats && {
        compliance_score: providerStats.compliance,
        risk_rating: providerStats.highRisk,
        // Like the countries of the home page.
        coverage: countryProviders.filter(({ country }) => country !== 'other').length,
      }),
    });
  }

  return {
    /** Closes finished months and updates the drafts of the current one. Returns the number of published summaries. */
    async runNightlyUpdate(): Promise<number> {
      const now = new Date(clock());
      const closed = await store.listClosedMonths(database.db, regtechLimits.months);
      let published = 0;
      for (let monthsAgo = regtechLimits.months - 1; monthsAgo > 0; monthsAgo -= 1) {
        const month = getMonth(now, monthsAgo);
        if (!closed.includes(month.period)) published += await closeMonth(month);
      }
      await database.transaction((tx) => updateDrafts(tx, getMonth(now, 0)));
      return published;
    },

    listMetrics: (): Promise<RegtechMetric[]> =>
      store.listMetrics(database, regtechLimits.months * regtechMetricTypes.length),

    async listReports({ country, ...rest }: QueryOf<typeof listRegtechReports>) {
      const { rows, total } = await store.listReports(database, {
        ...rest,
        country: country && normaliseCountry(country),
      });
      return { rows: rows.map(presentReport), total };
    },

    /** The PDF of a published summary; a draft changes every night and has none. */
    async getReportPdf(id: RegtechReportId): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('REPORT_NOT_FOUND');
      const bytes = new Uint8Array(await renderSummaryPdf(presentReport(row), publicUrl));
      return { name: `hakiki-regtech-${toAsciiSlug(row.country)}-${row.period}.pdf`, bytes };
    },

    /** A month that is not closed has no figures. */
    async listCountries(requestedPeriod: string | undefined): Promise<RegtechCountries> {
      const months = await store.listClosedMonths(database.db, regtechLimits.months);
      const period = requestedPeriod === undefined ? months[0] : months.find((month) => month === requestedPeriod);
      if (!period) return { period: null, publishedAt: null, months, countries: [] };
      const year = listYear(period);
      const limit = regtechLimits.countries * year.length;
      const rows = await store.listPublishedMonths(database, year[0]!, period, limit);
      const current = rows.filter((row) => row.period === period);
      return {
        period,
        publishedAt: current[0]?.createdAt.toISOString() ?? null,
        months,
        countries: current.map((row) => ({
          country: row.country,
          code: isAfricanCountry(row.country) ? countryCodes[row.country] : null,
          figures: toFigures(row),
          complaints: year.map(
            (month) => rows.find((one) => one.country === row.country && one.period === month)?.complaints ?? null,
          ),
        })),
      };
    },

    async getFiguresCsv(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
      const [last] = await store.listClosedMonths(database.db, 1);
      const first = last && listYear(last)[0]!;
      const rows = last
        ? await store.listPublishedMonths(database, first!, last, regtechLimits.countries * MONTHS_OF_A_YEAR)
        : [];
      const metrics = await this.listMetrics();
      const text = toFiguresCsv(
        rows.map(presentReport),
        metrics.filter(({ period }) => last && period >= first! && period <= last),
      );
      const span = last ? `-${first}-to-${last}` : '';
      return { name: `hakiki-regtech${span}.csv`, bytes: new TextEncoder().encode(text) };
    },

    async listAlerts({ country, severity }: QueryOf<typeof listRegtechAlerts> = {}): Promise<RegtechAlert[]> {
      const filter = { country: country && normaliseCountry(country), severity };
      const alertLists = await Promise.all(warningSources.map((list) => list(database, regtechLimits.alerts, filter)));
      return alertLists
        .flat()
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
        .slice(0, regtechLimits.alerts)
        .map(presentAlert);
    },
  };
}
