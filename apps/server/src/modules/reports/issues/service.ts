/** Reports of an issue with a provider. A report is public while it is investigated and once it is resolved. */
import type { DecisionId, PublicDecision } from '@hakiki/contract/decisions';
import {
  type AdminReport,
  type createReport,
  type listAdminReports,
  updateReport,
} from '@hakiki/contract/reports-admin';
import { severities } from '@hakiki/contract/alert-values';
import type { ReportStatus } from '@hakiki/contract/report-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { teaserLengths, textLimits } from '@hakiki/contract/limits';
import { findChanges, isPublicReport, type ReportStatement } from '@hakiki/contract/public-statements';
import type { listReports, NewReport, Report, ReportFigures, ReportId } from '@hakiki/contract/reports';
import { filterKnown } from '@hakiki/contract/schema';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import { createTeaser } from '../../../platform/teaser.ts';
import type { AlertsService } from '../alerts/service.ts';
import { toAuditActor, type AuditService, toAnonymousActor } from '../../audit/service.ts';
import type {
  CaseHooks,
  CaseSql,
  DecisionsService,
  Grounds,
  MaskableEntity,
  NoticeSql,
  PublicHistory,
  DecidingUser,
} from '../../moderation/workflow/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { FilingTexts, IntakeService } from '../../intake/service.ts';
import type { IndicatorsService } from '../../indicators/service.ts';
import { listAllReports } from './admin-lists.ts';
import { presentAdminReport } from './admin-present.ts';
import { presentReport, presentTeaser } from './present.ts';
import * as store from './store.ts';

export type ReportContent = Omit<NewReport, 'proof' | 'language'>;

interface Deps {
  database: Database;
  alerts: AlertsService;
  audit: AuditService;
  cases: CaseHooks;
  caseSql: CaseSql;
  decisions: DecisionsService;
  directory: DirectoryService;
  intake: IntakeService;
  history: PublicHistory;
  indicators: IndicatorsService;
  noticeSql: NoticeSql;
}

export type ReportsService = ReturnType<typeof createReportsService>;

/** Sums the public counts of all severities or of the given ones. */
const sumSeverityCounts = (
  counts: readonly { facet: string; value: string; n: number }[],
  selected: readonly string[] = severities,
) =>
  counts
    .filter(({ facet, value }) => facet === 'severity' && selected.includes(value))
    .reduce((sum, { n }) => sum + n, 0);

/** A form sends an empty string for a field that was left out. */
const toReportFields = ({ reportType, severity, description, reporterLocation, providerId }: ReportContent) => ({
  reportType,
  severity,
  description,
  reporterLocation: reporterLocation || null,
  providerId: providerId ?? null,
});

/** The texts of the reporter that become public. */
const getFilingTexts = ({ description }: ReportStatement): FilingTexts => ({
  title: null,
  description,
  providerName: null,
});

/** The fields that an administrator can edit, and those that a decision on a case sets. */
type ReportChanges = Omit<BodyOf<typeof updateReport>, keyof Grounds | 'status'> & {
  status?: ReportStatus | undefined;
  fraudAlertId?: AlertId | undefined;
};

interface DecisionGrounds {
  reason: string;
  /** The alert about the same thing, which counts this reporter from now on. */
  fraudAlertId?: AlertId | undefined;
  /** Decided by sampling; not read individually. */
  isSampled?: boolean;
}

export function createReportsService(deps: Deps) {
  const { database, alerts, audit, cases, decisions, directory, intake, history, indicators } = deps;
  const publicReports = store.createPublicReports(database, deps.noticeSql);
  const adminSource = store.createAdminSource(deps.noticeSql, deps.caseSql);

  async function getForAdmin(db: Db, id: ReportId, { user }: DecidingUser): Promise<AdminReport> {
    const row = await store.findForAdmin(db, adminSource, id);
    if (!row) throw notFound('REPORT_NOT_FOUND');
    return presentAdminReport(row, user.id);
  }

  async function listForAdmin(
    query: QueryOf<typeof listAdminReports>,
    after?: LastRow,
    viewer?: DecidingUser,
  ): Promise<{ rows: AdminReport[]; total: number }> {
    const { rows, total } = await listAllReports(database, adminSource, query, after);
    return { rows: rows.map((row) => presentAdminReport(row, viewer?.user.id)), total };
  }

  /** Stores the reporter's original text, then re-extracts indicators and re-indexes the case from the new text. */
  async function afterTextChange(
    tx: Db,
    { id, status, countries, publicSnapshot }: store.LockedReport,
    description: string,
  ) {
    await intake.storeOriginalTexts(tx, id, getFilingTexts(publicSnapshot.statement));
    await indicators.reword(tx, id, { text: description, countries, isPublic: isPublicReport(status) });
    await cases.reindexText(tx, id, description);
  }

  const workflow = decisions.createWorkflow<store.LockedReport, ReportChanges, store.ReportEdit>({
    subject: 'report',
    notFoundCode: 'REPORT_NOT_FOUND',
    undecidedStatus: 'pending',
    requiresReason: true,
    publishedTexts: 'statement',
    lockForUpdate: store.lockReport,
    computeChanges({ publicSnapshot: { statement } }, { fraudAlertId, ...edit }) {
      const changed = findChanges<ReportStatement>(statement, edit);
      return { ...changed, ...(changed.status && fraudAlertId && { fraudAlertId }) };
    },
    saveChanges: (tx, { id }, changed) => store.updateReport(tx, id, changed),
    auditDetail: ({ publicSnapshot: { statement } }, { reportType, severity, description }) => ({
      ...(reportType && { typeBefore: statement.reportType, typeAfter: reportType }),
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...(description && { isReworded: true }),
    }),
    /** The indicators of a report are public while the report is. */
    async afterChange(tx, before, { to: newStatus, changed: { status: to, description }, decisionId, context }) {
      const { id, status: from } = before;
      if (description !== undefined) await afterTextChange(tx, before, description);
      // A claimed case fixes the text that its moderator was shown.
      if (!to)
        return from === 'pending'
          ? cases.assertClaimAllowsDecision(tx, id, { from, to: newStatus, context })
          : undefined;
      if (isPublicReport(to) && !isPublicReport(from)) await indicators.publish(tx, id);
      if (isPublicReport(from) && !isPublicReport(to)) await indicators.retract(tx, id);
      await intake.enqueueDecisionEmail(tx, id, to, decisionId);
      // Last, to hold the lock as briefly as possible: all decisions contend for the lock of the case grouping.
      await cases.assertClaimAllowsDecision(tx, id, { from, to, context });
    },
    undoEdit: { status: 'pending' },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.description.slice(0, textLimits.title),
      parseEdit: (changes) => updateReport.body.parse(changes),
      async preview(_, { id }, changed) {
        const row = await publicReports.find(id);
        return row ? { report: presentReport({ ...row, ...changed }) } : {};
      },
    },
  });

  /** Edits the text of an undecided report. Returns whether anything changed. Idempotent. */
  async function reword(
    tx: Db,
    actor: DecidingUser,
    id: ReportId,
    description: string,
    seenHash: string,
  ): Promise<boolean> {
    const { status, publicSnapshot } = await workflow.lockForUpdate(tx, id);
    if (status !== 'pending') throw new AppError('ALREADY_DECIDED');
    if (publicSnapshot.statement.description === description) return false;
    intake.assertTextUnchanged(getFilingTexts(publicSnapshot.statement), seenHash);
    await workflow.applyDirectly(tx, id, { description }, { actor });
    return true;
  }

  /** Of two concurrent decisions the second fails with a conflict. */
  async function decide(
    tx: Db,
    actor: DecidingUser,
    id: ReportId,
    status: ReportStatus,
    { reason, fraudAlertId, isSampled = false }: DecisionGrounds,
  ): Promise<DecisionId> {
    const { decisionId } = await workflow.decideFirst(tx, id, { status, fraudAlertId }, { actor, reason, isSampled });
    return decisionId!;
  }

  /** Finds the public alert of the report's case, which counts the reporter once the report is public. */
  async function findAlertOfCase(tx: Db, id: ReportId, { status }: ReportChanges): Promise<AlertId | undefined> {
    if (!status || !isPublicReport(status) || isPublicReport((await workflow.lockForUpdate(tx, id)).status))
      return undefined;
    const found = await cases.findOtherPublicAlert(tx, id);
    if (!found) return undefined;
    const alert = await alerts.lockOrThrow(tx, found.id);
    return alert.status === 'approved' ? found.id : undefined;
  }

  /** Has no filing, so there is no reporter to email and no case to group it into. */
  async function createByAdmin(tx: Db, actor: UserActor, input: BodyOf<typeof createReport>): Promise<AdminReport> {
    const { providerId, fraudAlertId, status } = input;
    if (providerId) await directory.lock(tx, providerId);
    if (fraudAlertId) await alerts.lockOrThrow(tx, fraudAlertId);
    const id = uuidv7<ReportId>();
    await store.insertReport(tx, {
      id,
      ...toReportFields(input),
      fraudAlertId: fraudAlertId ?? null,
    });
    await audit.record(tx, { actor: toAuditActor(actor), action: 'report.entered', subject: id });
    const decisionId = await workflow.applyDirectly(tx, id, { status }, { actor });
    return { ...(await getForAdmin(tx, id, actor)), ...(decisionId && { decisionId, canUndo: true }) };
  }

  return {
    async accept(
      tx: Db,
      content: ReportContent,
      { id, actor, language }: { id: ReportId; actor: Actor; language: Language },
    ): Promise<{ item: Report; receipt: Receipt }> {
      const { email, providerId } = content;
      if (providerId) await directory.assertHasPage(tx, providerId);
      const row = await store.insertReport(tx, { id, ...toReportFields(content) });
      const receipt = await intake.createFiling(tx, {
        id,
        kind: 'report',
        actor,
        language,
        contact: { email },
        details: {},
      });
      await audit.record(tx, { actor: toAnonymousActor(actor), action: 'report.submitted', subject: id });
      return { item: presentReport(row), receipt };
    },

    preview: (content: ReportContent, id: ReportId): Report =>
      presentReport({
        id,
        ...toReportFields(content),
        fraudAlertId: null,
        status: 'pending',
        createdAt: new Date(),
        appealSince: null,
        reply: null,
      }),

    /** Pending reports are listed only to their reporter and never count in the total. */
    async list(
      actor: Actor,
      { severity, limit, offset }: QueryOf<typeof listReports>,
    ): Promise<{ rows: Report[]; total: number }> {
      const selectedSeverities = filterKnown(severities, severity);
      const filter = { selectedSeverities: selectedSeverities, limit, offset };
      const [counts, rows] = await Promise.all([
        store.readCounts(database),
        actor.kind === 'user'
          ? publicReports.listForOwner(intake.tagsOf(actor.user.id), filter).then((found) => found.map(presentReport))
          : publicReports.listTeasers(filter).then((found) => found.map(presentTeaser)),
      ]);
      return { rows, total: sumSeverityCounts(counts, selectedSeverities) };
    },

    async readFigures(): Promise<ReportFigures> {
      const [alertCounts, reportCounts] = await Promise.all([alerts.readCounts(), store.readCounts(database)]);
      return {
        activeAlerts: sumSeverityCounts(alertCounts),
        totalReports: sumSeverityCounts(reportCounts),
        criticalIssues: sumSeverityCounts(alertCounts, ['Critical']) + sumSeverityCounts(reportCounts, ['Critical']),
      };
    },

    /** Counts public reports by severity and by type. */
    readCounts: () => store.readCounts(database),

    /** Reconciles the maintained counts of reports and alerts with a recount; returns the number of corrections. */
    async reconcile() {
      const alertRepairs = await database.transaction((tx) => alerts.reconcile(tx));
      const reportCounts = await database.transaction((tx) => store.repairCounts(tx));
      return { alertCounts: alertRepairs.counts, alertLinks: alertRepairs.links, reportCounts };
    },

    /** Bulk decisions use one transaction per report: two transactions that lock several could deadlock. */
    decide,
    reword,

    listForAdmin,

    /** Records the pending reports as shown to the actor: the response holds their full text. */
    async listAndMarkShown(
      actor: UserActor,
      query: QueryOf<typeof listAdminReports>,
    ): Promise<{ rows: AdminReport[]; total: number }> {
      const { rows, total } = await listForAdmin(query, undefined, actor);
      const pending = rows.filter(({ status }) => status === 'pending');
      await cases.claims.recordShown(
        database.db,
        actor.user.id,
        pending.map(({ id }) => id),
      );
      return { rows, total };
    },

    /** Idempotent: a repeated submit enters the report once. */
    createByAdmin: (
      actor: UserActor,
      input: BodyOf<typeof createReport>,
      repeat: IdempotencyContext | undefined,
    ): Promise<AdminReport> =>
      database.transaction((tx) => runIdempotent(tx, repeat, () => createByAdmin(tx, actor, input))),

    /** An edit that would weaken a public report becomes a proposal for a second administrator. */
    update: (
      actor: UserActor,
      id: ReportId,
      { reason, evidence, ...edit }: BodyOf<typeof updateReport>,
    ): Promise<AdminReport> =>
      database.transaction(async (tx) => {
        const fraudAlertId = await findAlertOfCase(tx, id, edit);
        const outcome = await workflow.applyOrPropose(tx, id, { ...edit, fraudAlertId }, { actor, reason, evidence });
        return { ...(await getForAdmin(tx, id, actor)), ...outcome };
      }),

    /** The public decision history of a public report. */
    async getHistory(id: ReportId): Promise<PublicDecision[]> {
      if (!(await publicReports.find(id))) throw notFound('REPORT_NOT_FOUND');
      return history.listPublic('report', id);
    },

    /** The full public report. */
    async getPublic(id: ReportId): Promise<Report> {
      const row = await publicReports.find(id);
      if (!row) throw notFound('REPORT_NOT_FOUND');
      return presentReport(row);
    },

    /** Returns the beginning of a public report's text, because a report has no title. */
    async requirePublic(db: Db, id: ReportId): Promise<string> {
      const description = await store.findPublicText(db, id);
      if (description === undefined) throw notFound('REPORT_NOT_FOUND');
      const { text, isCut } = createTeaser(description, teaserLengths.report);
      return isCut ? `${text}…` : text;
    },

    /** For masking private data. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const locked = await store.lockReport(tx, id as ReportId);
        if (!locked || !isPublicReport(locked.status)) return undefined;
        const { description } = locked.publicSnapshot.statement;
        const names = locked.listedName === null ? [] : [locked.listedName];
        return {
          status: locked.status,
          title: description,
          publicSnapshot: locked.publicSnapshot,
          names,
          texts: { description },
        };
      },
      async write(tx: Db, id: string, { description }: Readonly<Record<string, string>>): Promise<void> {
        const locked = await workflow.lockForUpdate(tx, id as ReportId);
        await store.updateReport(tx, locked.id, { description: description! });
        await afterTextChange(tx, locked, description!);
      },
    },

    /** Runs in the caller's transaction. */
    applyOrPropose: workflow.applyOrPropose,
    lockOrThrow: (tx: Db, id: ReportId) => workflow.lockForUpdate(tx, id),

    moderationAdapter: workflow.adapter,
  };
}
