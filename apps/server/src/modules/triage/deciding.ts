/** Decides the reports of a case: one alert becomes public, and the others are merged into it. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { CaseId } from '@hakiki/contract/cases';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { textsOfStatement } from '@hakiki/contract/private-data';
import type { ReportId } from '@hakiki/contract/reports';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { decideCase, SampleId } from '@hakiki/contract/triage-admin';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { CasesService } from '../cases/service.ts';
import { type Person, publicReason, requireAcknowledged } from '../decisions/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { ReportsService } from '../reports/service.ts';
import * as store from './store.ts';

/** The unread filings of a case, which are decided like one that was read, after a sample was read. */
export interface Rest {
  caseId: CaseId;
  sampleId: SampleId;
  decision: CaseDecision['decision'];
  reason: string;
  restCount: number;
}

export interface DecidingNeeds {
  database: Database;
  alerts: AlertsService;
  cases: CasesService;
  filings: FilingsService;
  reports: ReportsService;
  /** Starts the background task. */
  startRest: (tx: Db, actor: UserActor, rest: Rest) => Promise<Task>;
}

/** The alert that all approved reports are merged into, if the moderator chose one. */
type Leads = Pick<BodyOf<typeof decideCase>, 'lead' | 'joins'>;

type CaseDecision = Pick<BodyOf<typeof decideCase>, 'decision' | 'reason' | 'advice'>;

/** How to decide the filings of one case. */
interface Outcome {
  caseDecision: CaseDecision;
  /** Countries of all approved reports, for the alert that becomes public. */
  countries?: string[];
  /** The public alert about the case. */
  leadId: AlertId | undefined;
  isRead: boolean;
}

export function createDeciding({ database, alerts, cases, filings, reports, startRest }: DecidingNeeds) {
  const lockStatus = (tx: Db, { id, kind }: store.Undecided): Promise<string | undefined> =>
    kind === 'alert' ? alerts.decided.lockStatus(tx, id) : reports.decided.lockStatus(tx, id);

  /** A read issue report becomes a public investigation; an unread one is only merged. */
  async function upholdReport(
    tx: Db,
    actor: Person,
    id: ReportId,
    { caseDecision: { reason }, leadId, isRead }: Outcome,
  ): Promise<DecisionId> {
    if (leadId && (await alerts.require(tx, leadId)).status !== 'approved') throw new AppError('ALREADY_DECIDED');
    const status = isRead ? 'investigating' : 'merged';
    return reports.decide(tx, actor, id, status, { reason, fraudAlertId: leadId, isSampled: !isRead });
  }

  /** Undefined when it was decided by someone else meanwhile. */
  async function decideFiling(
    tx: Db,
    actor: Person,
    filing: store.Undecided,
    outcome: Outcome,
  ): Promise<DecisionId | undefined> {
    if ((await lockStatus(tx, filing)) !== 'pending') return undefined;
    const { caseDecision, leadId, isRead, countries = [] } = outcome;
    const { decision, reason, advice } = caseDecision;
    if (filing.kind === 'report') {
      const id = filing.id as ReportId;
      return decision === 'approve'
        ? upholdReport(tx, actor, id, outcome)
        : reports.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
    }
    const id = filing.id as AlertId;
    if (decision === 'reject') return alerts.decide(tx, actor, id, 'rejected', { reason, isSampled: !isRead });
    if (leadId) return alerts.merge(tx, actor, id, { leadId, isRead, reason });
    return alerts.decide(tx, actor, id, 'approved', { reason, advice, countries });
  }

  const leadAmong = (waiting: readonly store.Shown[], lead: Leads['lead']): store.Shown | undefined => {
    const candidates = waiting.filter(({ kind }) => kind === 'alert');
    return candidates.find(({ id }) => id === lead) ?? candidates[0];
  };

  /** Checks all texts that become public for private details, before the first report is decided. */
  async function assertPrivateDataReviewed(
    actor: UserActor,
    caseId: CaseId,
    waiting: readonly store.Shown[],
    { lead, joins, decision, reason, advice }: CaseDecision & Leads,
  ): Promise<void> {
    if (decision !== 'approve') return;
    const isPublicAlready = joins ?? (await cases.findPublicAlert(caseId));
    const first = isPublicAlready ? undefined : leadAmong(waiting, lead);
    const texts = publicReason(reason);
    if (first) {
      const { said, listedName } = await alerts.require(database.db, first.id as AlertId);
      texts.push(...textsOfStatement({ ...said.statement, ...(advice && { advice }) }, listedName));
    }
    for (const { id, kind } of waiting) {
      if (kind !== 'report') continue;
      const { said, listedName } = await reports.require(database.db, id as ReportId);
      texts.push(...textsOfStatement(said.statement, listedName));
    }
    requireAcknowledged(texts, actor.acknowledged);
  }

  /** One alert becomes the lead: the one that is public already, the chosen one, or the first. */
  async function decideAll(
    actor: UserActor,
    caseId: CaseId,
    waiting: readonly store.Shown[],
    { lead, joins, ...caseDecision }: CaseDecision & Leads,
  ): Promise<{ decisionIds: DecisionId[]; alertId: AlertId | null }> {
    const isApproved = caseDecision.decision === 'approve';
    const candidates = waiting.filter(({ kind }) => kind === 'alert');
    const first = leadAmong(waiting, lead);
    const inOrder = isApproved && first ? [first, ...waiting.filter((one) => one !== first)] : waiting;
    const countries = candidates.flatMap((one) => one.countries);
    const findLead = async () => (await cases.findPublicAlert(caseId))?.id;
    let leadId = (await findLead()) ?? joins;
    const decisionIds: DecisionId[] = [];
    // Alerts come first, because issue reports are linked to the alert.
    for (const filing of inOrder) {
      const outcome = { caseDecision, leadId: isApproved ? leadId : undefined, isRead: true, countries };
      const decisionId = await database.transaction((tx) => decideFiling(tx, actor, filing, outcome));
      if (!decisionId) continue;
      decisionIds.push(decisionId);
      if (isApproved && filing.kind === 'alert') leadId ??= await findLead();
    }
    return { decisionIds, alertId: leadId ?? null };
  }

  /** The sample must be this moderator's, fully read, and decided together with its reference report. */
  async function requireRead(
    actor: UserActor,
    caseId: CaseId,
    sampleId: SampleId,
    waiting: readonly store.Undecided[],
  ): Promise<store.Sample> {
    const sample = await store.findSample(database.db, sampleId);
    if (sample?.caseId !== caseId || sample.userId !== actor.user.id) throw new AppError('SAMPLE_NOT_READ');
    const isWaiting = (id: string) => waiting.some((one) => one.id === id);
    if (![sample.likeId, ...sample.filingIds].every(isWaiting)) throw new AppError('SAMPLE_NOT_READ');
    return sample;
  }

  /** Creates the task before the first decision; it starts after the undo period. */
  async function scheduleUnread(
    actor: UserActor,
    caseId: CaseId,
    sampleId: SampleId,
    waiting: readonly store.Undecided[],
    { decision, reason, joins }: CaseDecision & Leads,
  ): Promise<Task> {
    const { restCount } = await requireRead(actor, caseId, sampleId, waiting);
    const hasAlert = joins ?? (waiting.some(({ kind }) => kind === 'alert') || (await cases.findPublicAlert(caseId)));
    if (decision === 'approve' && !hasAlert) throw new AppError('NO_ALERT_TO_JOIN');
    return database.transaction(async (tx) => {
      if (!(await store.useSample(tx, sampleId))) throw new AppError('SAMPLE_NOT_READ');
      return startRest(tx, actor, { caseId, sampleId, decision, reason, restCount });
    });
  }

  return {
    decideAll,
    scheduleUnread,
    assertPrivateDataReviewed,

    /** The filings that a sample stands for, in pages. */
    listRest: (sampleId: string, after?: store.RestFiling): Promise<store.RestFiling[]> =>
      store.listRest(database, sampleId, after),

    /** Returns the alert to merge into, if any; undefined when the decision on the reference report was changed. */
    async findRestLead(
      sampleId: string,
      decision: CaseDecision['decision'],
    ): Promise<{ leadId: AlertId | undefined } | undefined> {
      const sample = await store.findSample(database.db, sampleId);
      const [like] = sample ? await filings.listForModerator([sample.likeId]) : [];
      if (!sample || !like || like.status === 'pending') return undefined;
      if ((like.status === 'rejected') !== (decision === 'reject')) return undefined;
      if (decision === 'reject') return { leadId: undefined };
      const lead = await cases.findPublicAlert(sample.caseId);
      return lead && { leadId: lead.id };
    },

    /** Decides without reading. False when it was decided by someone else meanwhile. */
    async decideUnread(
      tx: Db,
      actor: Person,
      filing: store.Undecided,
      { leadId, ...caseDecision }: CaseDecision & { leadId: AlertId | undefined },
    ): Promise<boolean> {
      return Boolean(await decideFiling(tx, actor, filing, { caseDecision, leadId, isRead: false }));
    },
  };
}
