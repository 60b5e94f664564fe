/**
 * The lists of the console as tables. A file can be passed on, so it contains less than the console shows: no
 * reporters, and nothing that they wrote for moderators only.
 */
import { type AdminUser, listAdminUsers } from '@hakiki/contract/accounts-admin';
import { type AdminAlert, listAdminAlerts } from '@hakiki/contract/alerts-admin';
import { type AdminProvider, listAdminProviders } from '@hakiki/contract/directory-admin';
import { type AdminReport, listAdminReports } from '@hakiki/contract/reports-admin';
import { type CaseSummary, listCases } from '@hakiki/contract/triage-admin';
import type { ExportedList } from '@hakiki/contract/admin-values';
import type { EndpointDefinition, QueryOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { invalid } from '../../platform/app-error.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ReportsService } from '../reports/service.ts';
import type { TriageService } from '../triage/service.ts';
import type { Cell } from './csv.ts';

export interface Rooms {
  accounts: Pick<AccountsService, 'listForAdmin'>;
  alerts: Pick<AlertsService, 'listForAdmin'>;
  directory: Pick<DirectoryService, 'listForAdmin'>;
  reports: Pick<ReportsService, 'listForAdmin'>;
  triage: Pick<TriageService, 'list'>;
}

interface Batch {
  lines: Cell[][];
  /** As counted by the list itself, which may stop at a limit. */
  total: number;
}

interface Reading {
  /** The user whose permissions and claims apply. */
  reader: { user: { id: string } };
  rowsAtOnce: number;
  rowsInAll: number;
}

export interface Exporter {
  columns: readonly string[];
  /** Throws for a query that the list itself would reject. */
  check: (query: string) => void;
  /** Yields batches; all but the last are full. */
  read: (query: string, reading: Reading) => AsyncGenerator<Batch>;
}

/** Parses the query string of a list, without its pagination. */
function parse<E extends EndpointDefinition>({ query: schema }: E, given: string): QueryOf<E> {
  const { limit: _, offset: __, ...filters } = Object.fromEntries(new URLSearchParams(given));
  const parsed = z.core.safeParse(schema!, filters);
  if (!parsed.success) throw invalid({ query: 'NOT_A_QUERY' });
  return parsed.data as QueryOf<E>;
}

interface Found<Listed> {
  rows: Listed[];
  total: number;
}

function exporterOf<E extends EndpointDefinition, Listed extends LastRow>(
  endpoint: E,
  columns: readonly (keyof Listed & string)[],
  pages: (query: QueryOf<E>, reading: Reading) => AsyncGenerator<Found<Listed>>,
): Exporter {
  return {
    columns,
    check: (query) => void parse(endpoint, query),
    async *read(query, reading) {
      for await (const { rows, total } of pages(parse(endpoint, query), reading)) {
        yield { lines: rows.map((row) => columns.map((name) => row[name] as Cell)), total };
      }
    },
  };
}

/** Keyset pagination, so that concurrent changes skip or repeat no row. */
const walk = <Query extends object, Listed extends LastRow>(
  list: (query: Query & { limit: number; offset: number }, after?: LastRow) => Promise<Found<Listed>>,
) =>
  async function* (query: Query, { rowsAtOnce: limit }: Reading): AsyncGenerator<Found<Listed>> {
    let last: Listed | undefined;
    do {
      const found = await list({ ...query, limit, offset: 0 }, last);
      yield found;
      last = found.rows.length < limit ? undefined : found.rows.at(-1);
    } while (last);
  };

/** Reads a list in one snapshot, for the queue, whose rows disappear and move while moderators work. */
const readWhole = <Query extends object, Listed extends LastRow>(
  list: (reader: Reading['reader'], query: Query & { limit: number; offset: number }) => Promise<Found<Listed>>,
) =>
  async function* (query: Query, { reader, rowsAtOnce, rowsInAll }: Reading): AsyncGenerator<Found<Listed>> {
    const { rows, total } = await list(reader, { ...query, limit: rowsInAll, offset: 0 });
    for (let start = 0; start === 0 || start < rows.length; start += rowsAtOnce) {
      yield { rows: rows.slice(start, start + rowsAtOnce), total };
    }
  };

const userColumns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'userType',
  'subscriptionTier',
  'subscriptionStatus',
  'subscriptionEndsAt',
  'isAdmin',
  'isModerator',
  'emailVerified',
  'createdAt',
] as const satisfies (keyof AdminUser)[];

const providerColumns = [
  'id',
  'name',
  'type',
  'verificationStatus',
  'reviewState',
  'riskScore',
  'countries',
  'website',
  'licenseInfo',
  'rating',
  'reviewCount',
  'regulatoryCompliance',
  'userSatisfaction',
  'securityMeasures',
  'flaggedReasons',
  'description',
  'createdAt',
] as const satisfies (keyof AdminProvider)[];

const alertColumns = [
  'id',
  'title',
  'alertType',
  'severity',
  'status',
  'affectedCountries',
  'affectedProviderName',
  'reportCount',
  'description',
  'caseId',
  'createdAt',
] as const satisfies (keyof AdminAlert)[];

const reportColumns = [
  'id',
  'reportType',
  'severity',
  'status',
  'providerId',
  'providerName',
  'fraudAlertId',
  'description',
  'caseId',
  'createdAt',
] as const satisfies (keyof AdminReport)[];

const caseColumns = [
  'id',
  'title',
  'reportType',
  'severity',
  'countries',
  'filingCount',
  'undecidedCount',
  'age',
  'dueAt',
  'claimedBy',
  'newestFilingAt',
  'createdAt',
] as const satisfies (keyof CaseSummary)[];

export const createExporters = ({
  accounts,
  alerts,
  directory,
  reports,
  triage,
}: Rooms): Record<ExportedList, Exporter> => ({
  users: exporterOf(listAdminUsers, userColumns, walk(accounts.listForAdmin)),
  providers: exporterOf(listAdminProviders, providerColumns, walk(directory.listForAdmin)),
  alerts: exporterOf(listAdminAlerts, alertColumns, walk(alerts.listForAdmin)),
  reports: exporterOf(listAdminReports, reportColumns, walk(reports.listForAdmin)),
  cases: exporterOf(listCases, caseColumns, readWhole(triage.list)),
});
