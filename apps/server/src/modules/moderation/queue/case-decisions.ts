/** Decides the reports of a case: one alert becomes public, and the others are merged into it. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { CaseId } from '@hakiki/contract/cases';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { listStatementTexts } from '@hakiki/contract/private-data';
import type { ReportId } from '@hakiki/contract/reports';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { decideCase, SampleId } from '@hakiki/contract/triage-admin';
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

export function createCaseDecisions({ database, alerts, cases, filings, reports, startUnreadTask }: CaseDecisionDeps) {
  const lockStatus = (tx: Db, { id, kind }: store.UndecidedFiling): Promise<string | undefined> =>
    kind === 'alert' ? alerts.moderationAdapter.lockStatus(tx, id) : reports.moderationAdapter.lockStatus(tx, id);

  /** A read issue report becomes a public investigation; an unread one is only merged. */
  async function approveReport(
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
    tx: Db,
    actor: DecidingUser,
    filing: store.UndecidedFiling,
    outcome: FilingOutcome,
  ): Promise<DecisionId | undefined> {
    if ((await lockStatus(tx, filing)) !== 'pending') return undefined;
    const { caseDecision, leadId, isRead, countries = [] } = outcome;
    const { decision, reason, advice } = caseDecision;
    if (filing.kind === 'report') {
      const id = filing.id as ReportId;
      return decision === 'approve'
        ? approveReport(tx, actor, id, outcome)
        : reports.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
    }
    const id = filing.id as AlertId;
    if (decision === 'reject') return alerts.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
    if (leadId) return alerts.merge(tx, actor, id, { leadId, isRead, reason });
    return alerts.decide(tx, actor, id, 'approved', { reason, advice, countries });
  }

  const chooseLead = (
    pending: readonly store.ShownFiling[],
    lead: LeadChoice['lead'],
  ): store.ShownFiling | undefined => {
    const candidates = pending.filter(({ kind }) => kind === 'alert');
    return candidates.find(({ id }) => id === lead) ?? candidates[0];
  };

  /** Checks all texts that become public for private details, before the first report is decided. */
  async function assertPrivateDataReviewed(
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
    actor: UserActor,
    caseId: CaseId,
    pending: readonly store.ShownFiling[],
    { lead, joins, ...caseDecision }: CaseDecision & LeadChoice,
  ): Promise<{ decisionIds: DecisionId[]; alertId: AlertId | null }> {
    const isApproved = caseDecision.decision === 'approve';
    const candidates = pending.filter(({ kind }) => kind === 'alert');
    const leadAlert = chooseLead(pending, lead);
    const leadFirst =
      isApproved && leadAlert ? [leadAlert, ...pending.filter((alert) => alert !== leadAlert)] : pending;
    const countries = candidates.flatMap((alert) => alert.countries);
    const findLead = async () => (await cases.findPublicAlert(caseId))?.id;
    let leadId = (await findLead()) ?? joins;
    const decisionIds: DecisionId[] = [];
    // Alerts come first, because issue reports are linked to the alert.
    for (const filing of leadFirst) {
      const outcome = { caseDecision, leadId: isApproved ? leadId : undefined, isRead: true, countries };
      const decisionId = await database.transaction((tx) => decideFiling(tx, actor, filing, outcome));
      if (!decisionId) continue;
      decisionIds.push(decisionId);
      if (isApproved && filing.kind === 'alert') leadId ??= await findLead();
    }
    return { decisionIds, alertId: leadId ?? null };
  }

  /** The sample must be this moderator's, fully read, and decided together with its reference report. */
  async function assertSampleRead(
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
    actor: UserActor,
    caseId: CaseId,
    sampleId: SampleId,
    pending: readonly store.UndecidedFiling[],
    { decision, reason, joins }: CaseDecision & LeadChoice,
  ): Promise<Task> {
    const { restCount } = await assertSampleRead(actor, caseId, sampleId, pending);
    const hasAlert = joins ?? (pending.some(({ kind }) => kind === 'alert') || (await cases.findPublicAlert(caseId)));
    if (decision === 'approve' && !hasAlert) throw new AppError('NO_ALERT_TO_JOIN');
    return database.transaction(async (tx) => {
      if (!(await store.markSampleUsed(tx, sampleId))) throw new AppError('SAMPLE_NOT_READ');
      return startUnreadTask(tx, actor, { caseId, sampleId, decision, reason, restCount });
    });
  }

  return {
    decideAll,
    scheduleUnread,
    assertPrivateDataReviewed,

    /** The filings that a sample stands for, in pages. */
    listUnread: (sampleId: string, after?: store.UnreadFiling): Promise<store.UnreadFiling[]> =>
      store.listUnreadOfSample(database, sampleId, after),

    /** Returns the alert to merge into, if any; undefined when the decision on the reference report was changed. */
    async findLeadForUnread(
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
    },

    /** Decides without reading. False when it was decided by someone else meanwhile. */
    async decideUnread(
      tx: Db,
      actor: DecidingUser,
      filing: store.UndecidedFiling,
      { leadId, ...caseDecision }: CaseDecision & { leadId: AlertId | undefined },
    ): Promise<boolean> {
      return Boolean(await decideFiling(tx, actor, filing, { caseDecision, leadId, isRead: false }));
    },
  };
}
