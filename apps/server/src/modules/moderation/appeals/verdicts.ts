/** The subjects of appeals, and how the module of each one shows, locks and changes them. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { AppealSubject } from '@hakiki/contract/appeals';
import type { AdminAppealDetail, decideAppeal } from '@hakiki/contract/appeals-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { ReportId } from '@hakiki/contract/reports';
import type { Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AlertsService } from '../../reports/alerts/service.ts';
import type { Grounds, Outcome } from '../workflow/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { ReportsService } from '../../reports/issues/service.ts';

export interface VerdictModules {
  alerts: Pick<AlertsService, 'applyOrPropose' | 'getPublished' | 'lockOrThrow' | 'requirePublic'>;
  directory: Pick<DirectoryService, 'applyOrPropose' | 'get' | 'lockForDecision' | 'getNameOrThrow'>;
  reports: Pick<ReportsService, 'applyOrPropose' | 'getPublic' | 'lockOrThrow' | 'requirePublic'>;
}

type PublicPage = Partial<Pick<AdminAppealDetail, 'alert' | 'provider' | 'report'>>;
type DecisionBody = BodyOf<typeof decideAppeal>;

interface Verdict {
  /** Returns the title. Throws when the subject is not public. */
  getPublicTitle: (tx: Db, id: string) => Promise<string>;
  lockForUpdate: (tx: Db, id: string) => Promise<unknown>;
  /** Applies or proposes the change. Returns an empty object when none was requested. */
  applyOrPropose: (tx: Db, id: string, body: DecisionBody, context: Grounds & { actor: UserActor }) => Promise<Outcome>;
  /** Returns the public page. */
  readPage: (id: string) => Promise<PublicPage>;
}

export const createVerdicts = ({ alerts, directory, reports }: VerdictModules): Record<AppealSubject, Verdict> => ({
  alert: {
    getPublicTitle: (tx, id) => alerts.requirePublic(tx, id as AlertId),
    lockForUpdate: (tx, id) => alerts.lockOrThrow(tx, id as AlertId),
    applyOrPropose: async (tx, id, { alert }, context) =>
      alert ? alerts.applyOrPropose(tx, id as AlertId, alert, context) : {},
    readPage: async (id) => ({ alert: await alerts.getPublished(id as AlertId) }),
  },
  provider: {
    getPublicTitle: (tx, id) => directory.getNameOrThrow(tx, id as ProviderId),
    lockForUpdate: (tx, id) => directory.lockForDecision(tx, id as ProviderId),
    applyOrPropose: async (tx, id, { provider }, context) =>
      provider ? directory.applyOrPropose(tx, id as ProviderId, provider, context) : {},
    readPage: async (id) => ({ provider: await directory.get(id as ProviderId) }),
  },
  report: {
    getPublicTitle: (tx, id) => reports.requirePublic(tx, id as ReportId),
    lockForUpdate: (tx, id) => reports.lockOrThrow(tx, id as ReportId),
    applyOrPropose: async (tx, id, { report }, context) =>
      report ? reports.applyOrPropose(tx, id as ReportId, report, context) : {},
    readPage: async (id) => ({ report: await reports.getPublic(id as ReportId) }),
  },
});
