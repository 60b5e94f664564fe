/**
 * The lists of the console as tables. A file can be passed on, so it contains less than the console shows: no
 * reporters, and nothing that they wrote for moderators only.
 */
import { type AdminUser, listAdminUsers } from '@hakiki/contract/accounts-admin';
import { type AdminAlert, listAdminAlerts } from '@hakiki/contract/alerts-admin';
import { type AdminProvider, listAdminProviders } from '@hakiki/contract/directory-admin';
import { formatFeature } from '@hakiki/contract/directory';
import { type AdminReport, listAdminReports } from '@hakiki/contract/reports-admin';
import { type CaseSummary, listCases } from '@hakiki/contract/triage-admin';
import type { ExportedList } from '@hakiki/contract/admin-values';
import type { EndpointDefinition, QueryOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { invalidInput } from '../../../platform/app-error.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import type { AccountsService } from '../../accounts/service.ts';
import type { AlertsService } from '../../reports/alerts/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { ReportsService } from '../../reports/issues/service.ts';
import type { TriageService } from '../queue/service.ts';
import type { Cell } from '../../../platform/csv.ts';

export interface ListServices {
  accounts: Pick<AccountsService, 'listForAdmin'>;
  alerts: Pick<AlertsService, 'listForAdmin'>;
  directory: Pick<DirectoryService, 'listForAdmin'>;
  reports: Pick<ReportsService, 'listForAdmin'>;
  triage: Pick<TriageService, 'list'>;
}

interface ExportBatch {
  lines: Cell[][];
  /** As counted by the list itself, which may stop at a limit. */
  total: number;
}

interface ReadOptions {
  /** The user whose permissions and claims apply. */
  reader: { user: { id: string } };
  batchSize: number;
  maxRows: number;
}

export interface Exporter {
  columns: readonly string[];
  /** Throws for a query that the list itself would reject. */
  check: (query: string) => void;
  /** Yields batches; all but the last are full. */
  read: (query: string, options: ReadOptions) => AsyncGenerator<ExportBatch>;
}

/** Parses the query string of a list, without its pagination. */
function parseListQuery<E extends EndpointDefinition>({ query: schema }: E, queryString: string): QueryOf<E> {
  const { limit: _, offset: __, ...filters } = Object.fromEntries(new URLSearchParams(queryString));
  const parsed = z.core.safeParse(schema!, filters);
  if (!parsed.success) throw invalidInput({ query: 'NOT_A_QUERY' });
  return parsed.data as QueryOf<E>;
}

interface ListPage<Listed> {
  rows: Listed[];
  total: number;
}

function createExporter<E extends EndpointDefinition, Listed extends LastRow>(
  endpoint: E,
  columns: readonly (keyof Listed & string)[],
  pages: (query: QueryOf<E>, options: ReadOptions) => AsyncGenerator<ListPage<Listed>>,
  toCell = (row: Listed, name: keyof Listed & string): Cell => row[name] as Cell,
): Exporter {
  return {
    columns,
    check: (query) => void parseListQuery(endpoint, query),
    async *read(query, options) {
      for await (const { rows, total } of pages(parseListQuery(endpoint, query), options)) {
        yield { lines: rows.map((row) => columns.map((name) => toCell(row, name))), total };
      }
    },
  };
}

/** Keyset pagination, so that concurrent changes skip or repeat no row. */
const pageByKeyset = <Query extends object, Listed extends LastRow>(
  list: (query: Query & { limit: number; offset: number }, after?: LastRow) => Promise<ListPage<Listed>>,
) =>
  async function* (query: Query, { batchSize: limit }: ReadOptions): AsyncGenerator<ListPage<Listed>> {
    let last: Listed | undefined;
    do {
      const found = await list({ ...query, limit, offset: 0 }, last);
      yield found;
      last = found.rows.length < limit ? undefined : found.rows.at(-1);
    } while (last);
  };

/** Reads a list in one snapshot, for the queue, whose rows disappear and move while moderators work. */
const readSnapshot = <Query extends object, Listed extends LastRow>(
  list: (reader: ReadOptions['reader'], query: Query & { limit: number; offset: number }) => Promise<ListPage<Listed>>,
) =>
  async function* (query: Query, { reader, batchSize, maxRows }: ReadOptions): AsyncGenerator<ListPage<Listed>> {
    const { rows, total } = await list(reader, { ...query, limit: maxRows, offset: 0 });
    for (let start = 0; start === 0 || start < rows.length; start += batchSize) {
      yield { rows: rows.slice(start, start + batchSize), total };
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
  'otherNames',
  'type',
  'verificationStatus',
  'reviewState',
  'riskScore',
  'countries',
  'website',
  'licenseInfo',
  'established',
  'userCount',
  'securityFeatures',
  'insurance',
  'badges',
  'logoUrl',
  'rating',
  'reviewCount',
  'regulatoryCompliance',
  'userSatisfaction',
  'securityMeasures',
  'flaggedReasons',
  'description',
  'createdAt',
] as const satisfies (keyof AdminProvider)[];

/** A file can be imported again as it was exported. */
const toProviderCell = (row: AdminProvider, name: keyof AdminProvider): Cell =>
  name === 'securityFeatures' ? row.securityFeatures.map(formatFeature) : (row[name] as Cell);

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
}: ListServices): Record<ExportedList, Exporter> => ({
  users: createExporter(listAdminUsers, userColumns, pageByKeyset(accounts.listForAdmin)),
  providers: createExporter(listAdminProviders, providerColumns, pageByKeyset(directory.listForAdmin), toProviderCell),
  alerts: createExporter(listAdminAlerts, alertColumns, pageByKeyset(alerts.listForAdmin)),
  reports: createExporter(listAdminReports, reportColumns, pageByKeyset(reports.listForAdmin)),
  cases: createExporter(listCases, caseColumns, readSnapshot(triage.list)),
});
