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
import { notFound } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { createTeaser } from '../../../platform/teaser.ts';
import type { AlertsService } from '../alerts/service.ts';
import { toAuditActor } from '../../audit/service.ts';
import type { DecidingUser, Grounds, MaskableEntity } from '../../moderation/workflow/service.ts';
import {
  acceptFiling,
  afterTextChange,
  assertCanBeReworded,
  finishChange,
  markShown,
  type ReportDeps,
} from '../report-steps.ts';
import type { FilingTexts } from '../../intake/service.ts';
import { listAllReports } from './admin-lists.ts';
import { presentAdminReport } from './admin-present.ts';
import { presentReport, presentTeaser } from './present.ts';
import * as store from './store.ts';

export type ReportContent = Omit<NewReport, 'proof' | 'language'>;

interface Deps extends ReportDeps {
  alerts: AlertsService;
}

interface ServiceDeps extends Deps {
  adminSource: store.AdminSource;
  publicReports: ReturnType<typeof store.createPublicReports>;
  workflow: ReportWorkflow;
}

type ReportWorkflow = ReturnType<typeof createWorkflow>;

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
  /** The alert about the same scam, which counts this reporter from now on. */
  fraudAlertId?: AlertId | undefined;
  /** Decided by sampling; not read individually. */
  isSampled?: boolean;
}

/** Stores the reporter's original text, then re-extracts indicators and re-indexes the case from the new text. */
const updateText = (
  deps: Pick<ReportDeps, 'cases' | 'indicators' | 'intake'>,
  tx: Db,
  { id, status, countries, publicSnapshot }: store.LockedReport,
  description: string,
) =>
  afterTextChange(deps, tx, id, {
    original: getFilingTexts(publicSnapshot.statement),
    indexed: { text: description, countries },
    caseText: description,
    isPublic: isPublicReport(status),
  });

const createWorkflow = (deps: Deps & Pick<ServiceDeps, 'publicReports'>) =>
  deps.decisions.createWorkflow<store.LockedReport, ReportChanges, store.ReportEdit>({
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
    async afterChange(tx, before, { from, changed: { status: to, description }, decisionId, context }) {
      const { id, status } = before;
      if (description !== undefined) await updateText(deps, tx, before, description);
      if (to && isPublicReport(to) && !isPublicReport(status)) await deps.indicators.publish(tx, id);
      if (to && isPublicReport(status) && !isPublicReport(to)) await deps.indicators.retract(tx, id);
      await finishChange(deps, tx, id, { from, to, decisionId, context });
    },
    undoEdit: { status: 'pending' },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.description.slice(0, textLimits.title),
      parseEdit: (changes) => updateReport.body.parse(changes),
      async preview(_, { id }, changed) {
        const row = await deps.publicReports.find(id);
        return row ? { report: presentReport({ ...row, ...changed }) } : {};
      },
    },
  });

async function accept(
  deps: ServiceDeps,
  tx: Db,
  content: ReportContent,
  { id, actor, language }: { id: ReportId; actor: Actor; language: Language },
): Promise<{ item: Report; receipt: Receipt }> {
  const { email, providerId } = content;
  if (providerId) await deps.directory.assertHasPage(tx, providerId);
  const row = await store.insertReport(tx, { id, ...toReportFields(content) });
  const receipt = await acceptFiling(deps, tx, {
    id,
    kind: 'report',
    actor,
    language,
    contact: { email },
    details: {},
  });
  return { item: presentReport({ ...row, language }), receipt };
}

const preview = (content: ReportContent, id: ReportId, language: Language): Report =>
  presentReport({
    id,
    language,
    ...toReportFields(content),
    fraudAlertId: null,
    status: 'pending',
    createdAt: new Date(),
    appealSince: null,
    reply: null,
  });

async function getForAdmin(deps: ServiceDeps, db: Db, id: ReportId, { user }: DecidingUser): Promise<AdminReport> {
  const row = await store.findForAdmin(db, deps.adminSource, id);
  if (!row) throw notFound('REPORT_NOT_FOUND');
  return presentAdminReport(row, user.id);
}

async function listForAdmin(
  { database, adminSource }: ServiceDeps,
  query: QueryOf<typeof listAdminReports>,
  after?: LastRow,
  viewer?: DecidingUser,
): Promise<{ rows: AdminReport[]; total: number }> {
  const { rows, total } = await listAllReports(database, adminSource, query, after);
  return { rows: rows.map((row) => presentAdminReport(row, viewer?.user.id)), total };
}

const listAndMarkShown = (deps: ServiceDeps, actor: UserActor, query: QueryOf<typeof listAdminReports>) =>
  markShown(deps, actor, listForAdmin(deps, query, undefined, actor));

/** Edits the text of an undecided report. Returns whether anything changed. Idempotent. */
async function reword(
  deps: ServiceDeps,
  tx: Db,
  actor: DecidingUser,
  id: ReportId,
  description: string,
  seenHash: string,
): Promise<boolean> {
  const { status, publicSnapshot } = await deps.workflow.lockForUpdate(tx, id);
  if (status === 'pending' && publicSnapshot.statement.description === description) return false;
  assertCanBeReworded(deps, { status, texts: getFilingTexts(publicSnapshot.statement), seenHash });
  await deps.workflow.applyDirectly(tx, id, { description }, { actor });
  return true;
}

/** Of two concurrent decisions the second fails with a conflict. */
async function decide(
  { workflow }: ServiceDeps,
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
async function findAlertOfCase(
  { alerts, cases, workflow }: ServiceDeps,
  tx: Db,
  id: ReportId,
  { status }: ReportChanges,
): Promise<AlertId | undefined> {
  if (!status || !isPublicReport(status) || isPublicReport((await workflow.lockForUpdate(tx, id)).status))
    return undefined;
  const found = await cases.findOtherPublicAlert(tx, id);
  if (!found) return undefined;
  const alert = await alerts.lockOrThrow(tx, found.id);
  return alert.status === 'approved' ? found.id : undefined;
}

/** An edit that would weaken a public report becomes a proposal for a second administrator. */
const update = (
  deps: ServiceDeps,
  actor: UserActor,
  id: ReportId,
  { reason, evidence, ...edit }: BodyOf<typeof updateReport>,
): Promise<AdminReport> =>
  deps.database.transaction(async (tx) => {
    const fraudAlertId = await findAlertOfCase(deps, tx, id, edit);
    const outcome = await deps.workflow.applyOrPropose(tx, id, { ...edit, fraudAlertId }, { actor, reason, evidence });
    return { ...(await getForAdmin(deps, tx, id, actor)), ...outcome };
  });

/** Has no filing, so there is no reporter to email and no case to group it into. */
async function insertByAdmin(
  deps: ServiceDeps,
  tx: Db,
  actor: UserActor,
  input: BodyOf<typeof createReport>,
): Promise<AdminReport> {
  const { providerId, fraudAlertId, status } = input;
  if (providerId) await deps.directory.lock(tx, providerId);
  if (fraudAlertId) await deps.alerts.lockOrThrow(tx, fraudAlertId);
  const id = uuidv7<ReportId>();
  await store.insertReport(tx, { id, ...toReportFields(input), fraudAlertId: fraudAlertId ?? null });
  await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'report.entered', subject: id });
  const decisionId = await deps.workflow.applyDirectly(tx, id, { status }, { actor });
  return { ...(await getForAdmin(deps, tx, id, actor)), ...(decisionId && { decisionId, canUndo: true }) };
}

/** Idempotent: a repeated submit enters the report once. */
const createByAdmin = (
  deps: ServiceDeps,
  actor: UserActor,
  input: BodyOf<typeof createReport>,
  repeat: IdempotencyContext | undefined,
): Promise<AdminReport> =>
  deps.database.transaction((tx) => runIdempotent(tx, repeat, () => insertByAdmin(deps, tx, actor, input)));

/** Pending reports are listed only to their reporter and never count in the total. */
async function list(
  { database, intake, publicReports }: ServiceDeps,
  actor: Actor,
  { severity, limit, offset }: QueryOf<typeof listReports>,
): Promise<{ rows: Report[]; total: number }> {
  const selectedSeverities = filterKnown(severities, severity);
  const filter = { selectedSeverities, limit, offset };
  const [counts, rows] = await Promise.all([
    store.readCounts(database),
    actor.kind === 'user'
      ? publicReports.listForOwner(intake.tagsOf(actor.user.id), filter).then((found) => found.map(presentReport))
      : publicReports.listTeasers(filter).then((found) => found.map(presentTeaser)),
  ]);
  return { rows, total: sumSeverityCounts(counts, selectedSeverities) };
}

async function readFigures({ alerts, database }: ServiceDeps): Promise<ReportFigures> {
  const [alertCounts, reportCounts] = await Promise.all([alerts.readCounts(), store.readCounts(database)]);
  return {
    activeAlerts: sumSeverityCounts(alertCounts),
    totalReports: sumSeverityCounts(reportCounts),
    criticalIssues: sumSeverityCounts(alertCounts, ['Critical']) + sumSeverityCounts(reportCounts, ['Critical']),
  };
}

/** Reconciles the maintained counts of reports and alerts with a recount; returns the number of corrections. */
async function reconcile({ alerts, database }: ServiceDeps) {
  const alertRepairs = await database.transaction((tx) => alerts.reconcile(tx));
  const reportCounts = await database.transaction((tx) => store.repairCounts(tx));
  return { alertCounts: alertRepairs.counts, alertLinks: alertRepairs.links, reportCounts };
}

async function getPublicRow({ publicReports }: ServiceDeps, id: ReportId) {
  const row = await publicReports.find(id);
  if (!row) throw notFound('REPORT_NOT_FOUND');
  return row;
}

/** The full public report. */
const getPublic = async (deps: ServiceDeps, id: ReportId): Promise<Report> =>
  presentReport(await getPublicRow(deps, id));

/** The public decision history of a public report. */
async function getHistory(deps: ServiceDeps, id: ReportId): Promise<PublicDecision[]> {
  await getPublicRow(deps, id);
  return deps.history.listPublic('report', id);
}

/** Returns the beginning of a public report's text, because a report has no title. */
async function requirePublic(db: Db, id: ReportId): Promise<string> {
  const description = await store.findPublicText(db, id);
  if (description === undefined) throw notFound('REPORT_NOT_FOUND');
  const { text, isCut } = createTeaser(description, teaserLengths.report);
  return isCut ? `${text}…` : text;
}

/** For masking private data. */
const createMaskAdapter = (deps: ServiceDeps) => ({
  async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
    const locked = await store.lockReport(tx, id as ReportId);
    if (!locked || !isPublicReport(locked.status)) return undefined;
    const { status, listedName, publicSnapshot } = locked;
    const { description } = publicSnapshot.statement;
    const names = listedName === null ? [] : [listedName];
    return { status, title: description, publicSnapshot, names, texts: { description } };
  },
  async write(tx: Db, id: string, { description }: Readonly<Record<string, string>>): Promise<void> {
    const locked = await deps.workflow.lockForUpdate(tx, id as ReportId);
    await store.updateReport(tx, locked.id, { description: description! });
    await updateText(deps, tx, locked, description!);
  },
});

export function createReportsService(reportDeps: Deps) {
  const { database, noticeSql, caseSql } = reportDeps;
  const publicDeps = { ...reportDeps, publicReports: store.createPublicReports(database, noticeSql) };
  const workflow = createWorkflow(publicDeps);
  const deps: ServiceDeps = { ...publicDeps, workflow, adminSource: store.createAdminSource(noticeSql, caseSql) };
  return {
    ...bindDeps(deps, { accept, list, readFigures, reconcile, getPublic, getHistory }),
    ...bindDeps(deps, { listForAdmin, listAndMarkShown, createByAdmin, update }),
    /** Bulk decisions use one transaction per report: two transactions that lock several could deadlock. */
    ...bindDeps(deps, { decide, reword }),
    preview,
    requirePublic,
    /** Counts public reports by severity and by type. */
    readCounts: () => store.readCounts(database),
    maskAdapter: createMaskAdapter(deps),
    /** Runs in the caller's transaction. */
    applyOrPropose: workflow.applyOrPropose,
    lockOrThrow: (tx: Db, id: ReportId) => workflow.lockForUpdate(tx, id),
    moderationAdapter: workflow.adapter,
  };
}
