/** The subjects of appeals, and how the module of each one shows, locks and changes them. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { AppealSubject } from '@hakiki/contract/appeals';
import type { AdminAppealDetail, decideAppeal } from '@hakiki/contract/appeals-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { ReportId } from '@hakiki/contract/reports';
import type { Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { Grounds, Outcome } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ReportsService } from '../reports/service.ts';

export interface VerdictRooms {
  alerts: Pick<AlertsService, 'attempt' | 'getPublished' | 'require' | 'requirePublic'>;
  directory: Pick<DirectoryService, 'attempt' | 'get' | 'hold' | 'requireNamed'>;
  reports: Pick<ReportsService, 'attempt' | 'getPublic' | 'require' | 'requirePublic'>;
}

type Page = Partial<Pick<AdminAppealDetail, 'alert' | 'provider' | 'report'>>;
type Decided = BodyOf<typeof decideAppeal>;

interface Verdict {
  /** Returns the title. Throws when the subject is not public. */
  requirePublic: (tx: Db, id: string) => Promise<string>;
  hold: (tx: Db, id: string) => Promise<unknown>;
  /** Applies or proposes the change. Returns an empty object when none was requested. */
  change: (tx: Db, id: string, body: Decided, by: Grounds & { actor: UserActor }) => Promise<Outcome>;
  /** Returns the public page. */
  read: (actor: UserActor, id: string) => Promise<Page>;
}

export const createVerdicts = ({ alerts, directory, reports }: VerdictRooms): Record<AppealSubject, Verdict> => ({
  alert: {
    requirePublic: (tx, id) => alerts.requirePublic(tx, id as AlertId),
    hold: (tx, id) => alerts.require(tx, id as AlertId),
    change: async (tx, id, { alert }, by) => (alert ? alerts.attempt(tx, id as AlertId, alert, by) : {}),
    read: async (actor, id) => ({ alert: await alerts.getPublished(actor, id as AlertId) }),
  },
  provider: {
    requirePublic: (tx, id) => directory.requireNamed(tx, id as ProviderId),
    hold: (tx, id) => directory.hold(tx, id as ProviderId),
    change: async (tx, id, { provider }, by) => (provider ? directory.attempt(tx, id as ProviderId, provider, by) : {}),
    read: async (_, id) => ({ provider: await directory.get(id as ProviderId) }),
  },
  report: {
    requirePublic: (tx, id) => reports.requirePublic(tx, id as ReportId),
    hold: (tx, id) => reports.require(tx, id as ReportId),
    change: async (tx, id, { report }, by) => (report ? reports.attempt(tx, id as ReportId, report, by) : {}),
    read: async (_, id) => ({ report: await reports.getPublic(id as ReportId) }),
  },
});
