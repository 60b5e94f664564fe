/** Reports of an issue with a provider. Public once our team looks into them. */
import {
  type AdminReport,
  type createReport,
  type DecisionId,
  type listAdminReports,
  type PublicDecision,
  updateReport,
} from '@hakiki/contract/admin';
import { type ReportStatus, severities } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { textLimits } from '@hakiki/contract/limits';
import { differing, isPublicReport, type ReportStatement } from '@hakiki/contract/public-statements';
import type { listReports, NewReport, Report, ReportFigures, ReportId } from '@hakiki/contract/reports';
import { chosen } from '@hakiki/contract/schema';
import type { Language } from '@hakiki/contract/site';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import { once, type Repeat } from '../../platform/idempotency/idempotency.ts';
import type { AlertsService } from '../alerts/service.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DecisionsService, Grounds, Person } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { listAllReports } from './admin-lists.ts';
import { presentAdminReport } from './admin-present.ts';
import { presentReport, presentTeaser } from './present.ts';
import * as store from './store.ts';

export type ReportContent = Omit<NewReport, 'proof' | 'language'>;

interface Needs {
  database: Database;
  alerts: AlertsService;
  audit: AuditService;
  cases: CasesService;
  decisions: DecisionsService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type ReportsService = ReturnType<typeof createReportsService>;

/** Of those public, by severity: how many there are in all, and how many of one. */
const sumOf = (counts: readonly { facet: string; value: string; n: number }[], among: readonly string[] = severities) =>
  counts.filter(({ facet, value }) => facet === 'severity' && among.includes(value)).reduce((sum, { n }) => sum + n, 0);

/** What a sender says about the issue. A form sends an empty text for what was left out. */
const told = ({ reportType, severity, description, reporterLocation, providerId }: ReportContent) => ({
  reportType,
  severity,
  description,
  reporterLocation: reporterLocation || null,
  providerId: providerId ?? null,
});

/** What an administrator may ask for, and what a decision on a case does. */
type Edit = Omit<BodyOf<typeof updateReport>, keyof Grounds | 'status'> & {
  status?: ReportStatus | undefined;
  fraudAlertId?: AlertId | undefined;
};

export function createReportsService(needs: Needs) {
  const { database, alerts, audit, cases, decisions, directory, filings, indicators } = needs;

  async function showToAdmin(db: Db, id: ReportId): Promise<AdminReport> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('REPORT_NOT_FOUND');
    return presentAdminReport(row);
  }

  const life = decisions.moderated<store.HeldReport, Edit, store.ReportEdit>({
    subject: 'report',
    unknown: 'REPORT_NOT_FOUND',
    undecided: 'pending',
    hold: store.holdReport,
    compare({ said: { statement } }, { fraudAlertId, ...edit }) {
      const changed = differing<ReportStatement>(statement, edit);
      return { ...changed, ...(changed.status && fraudAlertId && { fraudAlertId }) };
    },
    set: (tx, { id }, changed) => store.setReport(tx, id, changed),
    detail: ({ said: { statement } }, { reportType, severity, description }) => ({
      ...(reportType && { typeBefore: statement.reportType, typeAfter: reportType }),
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...(description && { isReworded: true }),
    }),
    /** What a report names is known to everybody while the report is. */
    async follow(tx, { id, status: from }, { changed: { status: to }, decisionId }) {
      if (!to) return;
      if (isPublicReport(to) && !isPublicReport(from)) await indicators.publish(tx, id);
      if (isPublicReport(from) && !isPublicReport(to)) await indicators.retract(tx, id);
      if (from === 'pending' || to === 'pending') await cases.settle(tx, id, from === 'pending');
      await filings.tellOfDecision(tx, id, to, decisionId);
    },
    takesBack: { status: 'pending' },
    warns: {
      titleOf: ({ said: { statement } }) => statement.description.slice(0, textLimits.title),
      readEdit: (changes) => updateReport.body.parse(changes),
      async foresee(_, { id }, changed) {
        const row = await store.findPublic(database, id);
        return row ? { report: presentReport({ ...row, ...changed }) } : {};
      },
    },
  });

  /** Whoever comes second learns that somebody was quicker. */
  async function decide(
    tx: Db,
    actor: Person,
    id: ReportId,
    status: ReportStatus,
    reason?: string,
    /** The alert about the same thing, which counts this person from now on. */
    fraudAlertId?: AlertId,
  ): Promise<DecisionId> {
    const { decisionId } = await life.settle(tx, id, { status, fraudAlertId }, { actor, reason });
    return decisionId!;
  }

  /** Nobody filed it, so there is nobody to write to and no case to put it in. */
  async function enter(tx: Db, actor: UserActor, given: BodyOf<typeof createReport>): Promise<AdminReport> {
    const { providerId, fraudAlertId, status } = given;
    if (providerId) await directory.lock(tx, providerId);
    if (fraudAlertId) await alerts.require(tx, fraudAlertId);
    const id = uuidv7<ReportId>();
    await store.insertReport(tx, {
      id,
      ...told(given),
      fraudAlertId: fraudAlertId ?? null,
    });
    await audit.record(tx, { actor: actorOf(actor), action: 'report.entered', subject: id });
    const outcome = status === 'pending' ? {} : { decisionId: await decide(tx, actor, id, status), canUndo: true };
    return { ...(await showToAdmin(tx, id)), ...outcome };
  }

  return {
    async accept(
      tx: Db,
      content: ReportContent,
      { id, actor, language }: { id: ReportId; actor: Actor; language: Language },
    ): Promise<{ item: Report; receipt: Receipt }> {
      const { email, providerId } = content;
      if (providerId) await directory.requirePage(tx, providerId);
      const row = await store.insertReport(tx, { id, ...told(content) });
      const receipt = await filings.open(tx, { id, kind: 'report', actor, language, contact: { email }, details: {} });
      await audit.record(tx, { actor: actorOf(actor), action: 'report.submitted', subject: id });
      return { item: presentReport(row), receipt };
    },

    preview: (content: ReportContent, id: ReportId): Report =>
      presentReport({
        id,
        ...told(content),
        fraudAlertId: null,
        status: 'pending',
        createdAt: new Date(),
      }),

    /** What waits is its sender's alone to see, and never in the total. */
    async list(
      actor: Actor,
      { severity, limit, offset }: QueryOf<typeof listReports>,
    ): Promise<{ rows: Report[]; total: number }> {
      const asked = chosen(severities, severity);
      const filter = { among: asked, limit, offset };
      const [counts, rows] = await Promise.all([
        store.readCounts(database),
        actor.kind === 'user'
          ? store.listFor(database, actor.user.id, filter).then((found) => found.map(presentReport))
          : store.listTeasers(database, filter).then((found) => found.map(presentTeaser)),
      ]);
      return { rows, total: sumOf(counts, asked) };
    },

    async readFigures(): Promise<ReportFigures> {
      const [ofAlerts, ofReports] = await Promise.all([alerts.readCounts(), store.readCounts(database)]);
      return {
        activeAlerts: sumOf(ofAlerts),
        totalReports: sumOf(ofReports),
        criticalIssues: sumOf(ofAlerts, ['Critical']) + sumOf(ofReports, ['Critical']),
      };
    },

    /** Public reports by severity and by type. */
    readCounts: () => store.readCounts(database),

    /** Compares what is kept, here and of the alerts, with what is true and corrects it; answers the number of corrections. */
    async reconcile() {
      const ofAlerts = await database.transaction((tx) => alerts.reconcile(tx));
      const reportCounts = await database.transaction((tx) => store.repairCounts(tx));
      return { alertCounts: ofAlerts.counts, alertLinks: ofAlerts.links, reportCounts };
    },

    /** For who decides several; each report in a transaction of its own, or two who decide could wait for each other. */
    decide,

    async listForAdmin(
      query: QueryOf<typeof listAdminReports>,
      after?: LastRow,
    ): Promise<{ rows: AdminReport[]; total: number }> {
      const { rows, total } = await listAllReports(database, query, after);
      return { rows: rows.map(presentAdminReport), total };
    },

    /** By hand. A repeated submit enters it once. */
    enter: (actor: UserActor, given: BodyOf<typeof createReport>, repeat: Repeat | undefined): Promise<AdminReport> =>
      database.transaction((tx) => once(tx, repeat, () => enter(tx, actor, given))),

    /** An edit that would weaken a public report changes nothing yet: all of it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: ReportId,
      { reason, evidence, ...edit }: BodyOf<typeof updateReport>,
    ): Promise<AdminReport> =>
      database.transaction(async (tx) => {
        const outcome = await life.attempt(tx, id, edit, { actor, reason, evidence });
        return { ...(await showToAdmin(tx, id)), ...outcome };
      }),

    /** How a public report came about. */
    async getHistory(id: ReportId): Promise<PublicDecision[]> {
      if (!(await store.findPublic(database, id))) throw notFound('REPORT_NOT_FOUND');
      return decisions.listPublic('report', id);
    },

    decided: life.decided,
  };
}
