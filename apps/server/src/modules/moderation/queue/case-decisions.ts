/** Decides the reports of a case: one alert becomes public, and the others are merged into it. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { CaseId } from '@hakiki/contract/cases';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { listStatementTexts } from '@hakiki/contract/private-data';
import type { ReportId } from '@hakiki/contract/reports';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { decideCase, SampleId } from '@hakiki/contract/triage-admin';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AlertsService } from '../../reports/alerts/service.ts';
import type { CasesService } from '../cases/service.ts';
import { type DecidingUser, toPublicReasonTexts, assertAcknowledged } from '../workflow/service.ts';
import type { FilingsService } from '../../filings/service.ts';
import type { IntakeService } from '../../intake/service.ts';
import type { ReportsService } from '../../reports/issues/service.ts';
import * as store from './store.ts';

/** The unread filings of a case, which are decided like one that was read, after a sample was read. */
export interface UnreadBatch {
  caseId: CaseId;
  sampleId: SampleId;
  decision: CaseDecision['decision'];
  reason: string;
  restCount: number;
}

export interface CaseDecisionDeps {
  database: Database;
  alerts: AlertsService;
  cases: CasesService;
  filings: FilingsService;
  intake: IntakeService;
  reports: ReportsService;
  /** Starts the background task. */
  startUnreadTask: (tx: Db, actor: UserActor, batch: UnreadBatch) => Promise<Task>;
}

/** The alert that all approved reports are merged into, if the moderator chose one. */
type LeadChoice = Pick<BodyOf<typeof decideCase>, 'lead' | 'joins'>;

type CaseDecision = Pick<BodyOf<typeof decideCase>, 'decision' | 'reason' | 'advice'>;

/** How to decide the filings of one case. */
interface FilingOutcome {
  caseDecision: CaseDecision;
  /** Countries of all approved reports, for the alert that becomes public. */
  countries?: string[];
  /** The public alert about the case. */
  leadId: AlertId | undefined;
  isRead: boolean;
}

const lockStatus = (
  { alerts, reports }: CaseDecisionDeps,
  tx: Db,
  { id, kind }: store.UndecidedFiling,
): Promise<string | undefined> =>
  kind === 'alert' ? alerts.moderationAdapter.lockStatus(tx, id) : reports.moderationAdapter.lockStatus(tx, id);

/** A read issue report becomes a public investigation; an unread one is only merged. */
async function approveReport(
  { alerts, reports }: CaseDecisionDeps,
  tx: Db,
  actor: DecidingUser,
  id: ReportId,
  { caseDecision: { reason }, leadId, isRead }: FilingOutcome,
): Promise<DecisionId> {
  if (leadId && (await alerts.lockOrThrow(tx, leadId)).status !== 'approved') throw new AppError('ALREADY_DECIDED');
  const status = isRead ? 'investigating' : 'merged';
  return reports.decide(tx, actor, id, status, { reason, fraudAlertId: leadId, isSampled: !isRead });
}

/** Undefined when it was decided by someone else meanwhile. */
async function decideFiling(
  deps: CaseDecisionDeps,
  tx: Db,
  actor: DecidingUser,
  filing: store.UndecidedFiling,
  outcome: FilingOutcome,
): Promise<DecisionId | undefined> {
  if ((await lockStatus(deps, tx, filing)) !== 'pending') return undefined;
  const { caseDecision, leadId, isRead, countries = [] } = outcome;
  const { decision, reason, advice } = caseDecision;
  if (filing.kind === 'report') {
    const id = filing.id as ReportId;
    return decision === 'approve'
      ? approveReport(deps, tx, actor, id, outcome)
      : deps.reports.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
  }
  const id = filing.id as AlertId;
  if (decision === 'reject') return deps.alerts.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
  if (leadId) return deps.alerts.merge(tx, actor, id, { leadId, isRead, reason });
  return deps.alerts.decide(tx, actor, id, 'approved', { reason, advice, countries });
}

const chooseLead = (pending: readonly store.ShownFiling[], lead: LeadChoice['lead']): store.ShownFiling | undefined => {
  const candidates = pending.filter(({ kind }) => kind === 'alert');
  return candidates.find(({ id }) => id === lead) ?? candidates[0];
};

/** Checks all texts that become public for private details, before the first report is decided. */
async function assertPrivateDataReviewed(
  { alerts, cases, database, reports }: CaseDecisionDeps,
  actor: UserActor,
  caseId: CaseId,
  pending: readonly store.ShownFiling[],
  { lead, joins, decision, reason, advice }: CaseDecision & LeadChoice,
): Promise<void> {
  if (decision !== 'approve') return;
  const isPublicAlready = joins ?? (await cases.findPublicAlert(caseId));
  const leadAlert = isPublicAlready ? undefined : chooseLead(pending, lead);
  const texts = toPublicReasonTexts(reason);
  if (leadAlert) {
    const { publicSnapshot, listedName } = await alerts.lockOrThrow(database.db, leadAlert.id as AlertId);
    texts.push(...listStatementTexts({ ...publicSnapshot.statement, ...(advice && { advice }) }, listedName));
  }
  for (const { id, kind } of pending) {
    if (kind !== 'report') continue;
    const { publicSnapshot, listedName } = await reports.lockOrThrow(database.db, id as ReportId);
    texts.push(...listStatementTexts(publicSnapshot.statement, listedName));
  }
  assertAcknowledged(texts, actor.acknowledged);
}

/** One alert becomes the lead: the one that is public already, the chosen one, or the first. */
async function decideAll(
  deps: CaseDecisionDeps,
  actor: UserActor,
  caseId: CaseId,
  pending: readonly store.ShownFiling[],
  { lead, joins, ...caseDecision }: CaseDecision & LeadChoice,
): Promise<{ decisionIds: DecisionId[]; alertId: AlertId | null }> {
  const isApproved = caseDecision.decision === 'approve';
  const candidates = pending.filter(({ kind }) => kind === 'alert');
  const leadAlert = chooseLead(pending, lead);
  const leadFirst = isApproved && leadAlert ? [leadAlert, ...pending.filter((alert) => alert !== leadAlert)] : pending;
  const countries = candidates.flatMap((alert) => alert.countries);
  const findLead = async () => (await deps.cases.findPublicAlert(caseId))?.id;
  let leadId = (await findLead()) ?? joins;
  const decisionIds: DecisionId[] = [];
  // Alerts come first, because issue reports are linked to the alert.
  for (const filing of leadFirst) {
    const outcome = { caseDecision, leadId: isApproved ? leadId : undefined, isRead: true, countries };
    const decisionId = await deps.database.transaction((tx) => decideFiling(deps, tx, actor, filing, outcome));
    if (!decisionId) continue;
    decisionIds.push(decisionId);
    if (isApproved && filing.kind === 'alert') leadId ??= await findLead();
  }
  return { decisionIds, alertId: leadId ?? null };
}

/** The sample must be this moderator's, fully read, and decided together with its reference report. */
async function assertSampleRead(
  { database }: CaseDecisionDeps,
  actor: UserActor,
  caseId: CaseId,
  sampleId: SampleId,
  pending: readonly store.UndecidedFiling[],
): Promise<store.Sample> {
  const sample = await store.findSample(database.db, sampleId);
  if (sample?.caseId !== caseId || sample.userId !== actor.user.id) throw new AppError('SAMPLE_NOT_READ');
  const isPending = (id: string) => pending.some((filing) => filing.id === id);
  if (![sample.likeId, ...sample.filingIds].every(isPending)) throw new AppError('SAMPLE_NOT_READ');
  return sample;
}

/** Creates the task before the first decision; it starts after the undo period. */
async function scheduleUnread(
  deps: CaseDecisionDeps,
  actor: UserActor,
  caseId: CaseId,
  sampleId: SampleId,
  pending: readonly store.UndecidedFiling[],
  { decision, reason, joins }: CaseDecision & LeadChoice,
): Promise<Task> {
  const { restCount } = await assertSampleRead(deps, actor, caseId, sampleId, pending);
  const hasAlert =
    joins ?? (pending.some(({ kind }) => kind === 'alert') || (await deps.cases.findPublicAlert(caseId)));
  if (decision === 'approve' && !hasAlert) throw new AppError('NO_ALERT_TO_JOIN');
  return deps.database.transaction(async (tx) => {
    if (!(await store.markSampleUsed(tx, sampleId))) throw new AppError('SAMPLE_NOT_READ');
    return deps.startUnreadTask(tx, actor, { caseId, sampleId, decision, reason, restCount });
  });
}

/** The filings that a sample stands for, in pages. */
const listUnread = (
  { database }: CaseDecisionDeps,
  sampleId: string,
  after?: store.UnreadFiling,
): Promise<store.UnreadFiling[]> => store.listUnreadOfSample(database, sampleId, after);

/** Returns the alert to merge into, if any; undefined when the decision on the reference report was changed. */
async function findLeadForUnread(
  { cases, database, filings }: CaseDecisionDeps,
  sampleId: string,
  decision: CaseDecision['decision'],
): Promise<{ leadId: AlertId | undefined } | undefined> {
  const sample = await store.findSample(database.db, sampleId);
  const [reference] = sample ? await filings.listForModerator([sample.likeId]) : [];
  if (!sample || !reference || reference.status === 'pending') return undefined;
  if ((reference.status === 'rejected') !== (decision === 'reject')) return undefined;
  if (decision === 'reject') return { leadId: undefined };
  const lead = await cases.findPublicAlert(sample.caseId);
  return lead && { leadId: lead.id };
}

/** Decides without reading. False when it was decided by someone else meanwhile. */
async function decideUnread(
  deps: CaseDecisionDeps,
  tx: Db,
  actor: DecidingUser,
  filing: store.UndecidedFiling,
  { leadId, ...caseDecision }: CaseDecision & { leadId: AlertId | undefined },
): Promise<boolean> {
  return Boolean(await decideFiling(deps, tx, actor, filing, { caseDecision, leadId, isRead: false }));
}

export function createCaseDecisions(deps: CaseDecisionDeps) {
  return {
    ...bindDeps(deps, {
      decideAll,
      scheduleUnread,
      assertPrivateDataReviewed,
      listUnread,
      findLeadForUnread,
      decideUnread,
    }),
  };
}
