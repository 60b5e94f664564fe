/** Reports of an issue with a provider. Public once our team looks into them. */
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import type { listReports, NewReport, Report, ReportFigures, ReportId } from '@hakiki/contract/reports';
import type { ReportStatus } from '@hakiki/contract/alert-values';
import type { Language } from '@hakiki/contract/site';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';

export type ReportContent = Omit<NewReport, 'proof' | 'language'>;

interface Needs {
  database: Database;
  alerts: AlertsService;
  audit: AuditService;
  cases: CasesService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type ReportsService = ReturnType<typeof createReportsService>;

export function createReportsService(_needs: Needs) {
  return {
    accept: (
      _tx: Db,
      _content: ReportContent,
      _by: { id: ReportId; actor: Actor; language: Language },
    ): Promise<{ item: Report; receipt: Receipt }> => Promise.reject(new Error('To come.')),

    preview: (_content: ReportContent, _id: ReportId): Report => {
      throw new Error('To come.');
    },

    list: (_actor: Actor, _query: QueryOf<typeof listReports>): Promise<{ rows: Report[]; total: number }> =>
      Promise.reject(new Error('To come.')),
    readFigures: (): Promise<ReportFigures> => Promise.reject(new Error('To come.')),
    /** Public reports by severity and by type. */
    readCounts: (): Promise<{ facet: 'severity' | 'type'; value: string; n: number }[]> =>
      Promise.reject(new Error('To come.')),
    /** A moderator's decision; the console that calls it comes later. */
    setStatus: (_actor: UserActor, _id: ReportId, _status: ReportStatus): Promise<void> =>
      Promise.reject(new Error('To come.')),
  };
}
