/** Alerts: reported by anyone, public once our team has verified them. */
import type { Alert, AlertId, AlertPreferences, MyReport, NewAlert } from '@hakiki/contract/alerts';
import type { Receipt } from '@hakiki/contract/filed';
import type { Language } from '@hakiki/contract/site';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';

export type AlertContent = Omit<NewAlert, 'proof' | 'language'>;

interface Needs {
  database: Database;
  audit: AuditService;
  cases: CasesService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

export function createAlertsService(_needs: Needs) {
  return {
    /** For what was proven to come from a person; its id may have been told before. */
    accept: (
      _tx: Db,
      _content: AlertContent,
      _by: { id: AlertId; actor: Actor; language: Language },
    ): Promise<{ item: MyReport; receipt: Receipt }> => Promise.reject(new Error('To come.')),

    /** As it will stand among the sender's own once it has arrived. */
    preview: (_content: AlertContent, _id: AlertId): MyReport => {
      throw new Error('To come.');
    },

    listActive: (_actor: Actor): Promise<{ rows: Alert[]; total: number }> => Promise.reject(new Error('To come.')),
    listOwn: (_actor: UserActor, _limit: number): Promise<MyReport[]> => Promise.reject(new Error('To come.')),
    approve: (_actor: UserActor, _id: AlertId): Promise<Alert> => Promise.reject(new Error('To come.')),
    reject: (_actor: UserActor, _id: AlertId): Promise<Alert> => Promise.reject(new Error('To come.')),
    getPreferences: (_actor: UserActor): Promise<AlertPreferences> => Promise.reject(new Error('To come.')),
    setPreferences: (_actor: UserActor, _wanted: AlertPreferences): Promise<AlertPreferences> =>
      Promise.reject(new Error('To come.')),
    /** Public alerts by severity and by country. */
    readCounts: (): Promise<{ facet: 'severity' | 'country'; value: string; n: number }[]> =>
      Promise.reject(new Error('To come.')),
  };
}
