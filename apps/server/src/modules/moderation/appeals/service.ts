/**
 * Appeals against public verdicts. An appeal is dismissed, or upheld together with a change of the verdict; a change
 * that weakens a warning needs a second person. Nobody decides an appeal against their own decision.
 */
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { toReference } from '@hakiki/contract/filing-values';
import {
  type Appealable,
  type AppealId,
  type AppealOutcome,
  appealRules,
  type AppealSubject,
  type NewAppeal,
  type OwnAppeal,
} from '@hakiki/contract/appeals';
import type {
  AdminAppeal,
  AdminAppealDetail,
  decideAppeal,
  listAppeals,
  recordAppeal,
} from '@hakiki/contract/appeals-admin';
import type { BodyOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { defaultLanguage, type Language } from '@hakiki/contract/site';
import type { FilingState } from '@hakiki/contract/filings';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { type Actor, type UserActor, visitor } from '../../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { toAuditActor, type AuditService, toAnonymousActor } from '../../audit/service.ts';
import { type DecisionsService, type DecisionActors, toPublicReasonTexts } from '../workflow/service.ts';
import type { IntakeService } from '../../intake/service.ts';
import { troubledAppealsEmail, troubledAppealsEmailJob } from './emails.ts';
import { presentAdmin, presentOwn } from './present.ts';
import * as store from './store.ts';
import { createVerdicts, type VerdictModules } from './verdicts.ts';

export type AppealContent = Omit<NewAppeal, 'proof' | 'language'>;

interface Deps extends VerdictModules {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  decisions: DecisionsService;
  intake: IntakeService;
  /** The appellant's view of an appeal. */
  readFilingState: (id: string) => Promise<FilingState | undefined>;
  settings: { operatorEmail: string | undefined; publicUrl: string };
}

export type AppealsService = ReturnType<typeof createAppealsService>;

interface AppealEdit {
  status: AppealOutcome;
  reason: string | null;
}

const DAY_MS = 24 * 3_600_000;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { decisions, intake } = deps;
  const verdicts = createVerdicts(deps);
  const workflow = decisions.createWorkflow<store.AppealRow, AppealEdit, Partial<AppealEdit>>({
    subject: 'appeal',
    notFoundCode: 'APPEAL_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: store.lockAppeal,
    computeChanges: ({ status }, edit) => (edit.status === status ? {} : edit),
    // The reason is shown in the history of the verdict.
    publishedTexts: (_, { reason }) => toPublicReasonTexts(reason),
    saveChanges: (tx, { id }, { status, reason = null }) => store.setOutcome(tx, id, status!, reason),
    auditDetail: ({ subject, subjectId }) => ({ against: subject, verdict: subjectId }),
    afterChange: (tx, { id }, { changed: { status }, decisionId }) =>
      intake.enqueueDecisionEmail(tx, id, status!, decisionId),
  });
  return { ...deps, verdicts, workflow };
}

interface AppealArrival {
  id: AppealId;
  actor: Actor;
  language: Language;
  isRecorded?: boolean;
}

async function findOrThrow(db: Db, id: AppealId): Promise<store.AppealRow> {
  const appeal = await store.findAppeal(db, id);
  if (!appeal) throw notFound('APPEAL_NOT_FOUND');
  return appeal;
}

async function showToAdmin(db: Db, { user }: UserActor, id: AppealId): Promise<AdminAppeal> {
  const row = await store.findForAdmin(db, id, user.id);
  if (!row) throw notFound('APPEAL_NOT_FOUND');
  return presentAdmin(row);
}

async function openAppeal(
  { intake, verdicts }: Context,
  tx: Db,
  { subject, subjectId, askedBy, wants, text, contactName, contactEmail }: AppealContent,
  { id, actor, language, isRecorded = false }: AppealArrival,
): Promise<{ row: store.AppealRow; receipt: Receipt }> {
  const subjectTitle = await verdicts[subject].getPublicTitle(tx, subjectId);
  await store.lockVerdict(tx, subjectId);
  if ((await store.countOpen(tx, subjectId)) >= appealRules.openPerVerdict) throw new AppError('TOO_MANY_APPEALS');
  const { dismissedAt } = await store.findNotice(tx, subjectId);
  const isNoticed = dismissedAt === null;
  const verdict = { subject, subjectId, subjectTitle };
  const row = await store.insertAppeal(tx, { id, ...verdict, askedBy, wants, isNoticed, isRecorded });
  const contact = { email: contactEmail, name: contactName };
  const receipt = await intake.createFiling(tx, {
    id,
    kind: 'appeal',
    actor,
    language,
    contact,
    details: { appeal: text },
  });
  return { row, receipt };
}

/** Returns an empty object when the subject is no longer public. */
async function readPublicPage({ verdicts }: Context, { subject, subjectId }: store.AppealRow) {
  try {
    return await verdicts[subject].readPage(subjectId);
  } catch (error) {
    if (error instanceof AppError && error.code.endsWith('_NOT_FOUND')) return {};
    throw error;
  }
}

async function decide(
  { intake, verdicts, workflow }: Context,
  tx: Db,
  actor: UserActor,
  id: AppealId,
  body: BodyOf<typeof decideAppeal>,
) {
  const { subject, subjectId } = await findOrThrow(tx, id);
  const verdict = verdicts[subject];
  // The subject is locked first, in the same order as when a proposal about it is confirmed.
  await verdict.lockForUpdate(tx, subjectId);
  const { status } = await workflow.lockForUpdate(tx, id);
  if (status !== 'pending') throw new AppError('ALREADY_DECIDED');
  await intake.assertNotOwnFilings(tx, [id], [actor.user.id]);
  if (await store.hasDecidedBefore(tx, id, actor.user.id)) throw new AppError('APPEAL_OWN_VERDICT');
  const { outcome, reason } = body;
  const context = { actor, reason };
  if (outcome !== 'dismissed') {
    const evidence = `Appeal ${toReference(id)}`;
    const { proposal } = await verdict.applyOrPropose(tx, subjectId, body, { ...context, evidence });
    if (proposal) {
      await store.setProposal(tx, id, proposal.id, outcome);
      return { proposal };
    }
    if (!(await store.hasChangedSince(tx, id))) throw new AppError('APPEAL_CHANGES_NOTHING');
  }
  const { decisionId } = await workflow.decideFirst(tx, id, { status: outcome, reason }, context);
  return decisionId ? { decisionId } : {};
}

/** Call it after the proof that the sender is a person was checked. */
async function accept(
  deps: Context,
  tx: Db,
  content: AppealContent,
  arrival: Omit<AppealArrival, 'isRecorded'>,
): Promise<{ item: OwnAppeal; receipt: Receipt }> {
  const { row, receipt } = await openAppeal(deps, tx, content, arrival);
  await deps.audit.record(tx, { actor: toAnonymousActor(arrival.actor), action: 'appeal.submitted', subject: row.id });
  return { item: presentOwn(row), receipt };
}

const preview = ({ subject, subjectId }: AppealContent, id: AppealId): OwnAppeal =>
  presentOwn({ id, subject, subjectId, dueAt: new Date(Date.now() + appealRules.days * DAY_MS), isNoticed: true });

/** Enters an appeal that came by post. Its author has no account; staff send the receipt with the answer. */
const record = (
  deps: Context,
  actor: UserActor,
  input: BodyOf<typeof recordAppeal>,
  repeat: IdempotencyContext | undefined,
): Promise<ReplyOf<typeof recordAppeal>> =>
  deps.database.transaction((tx) =>
    runIdempotent(tx, repeat, async () => {
      const arrival = { id: uuidv7<AppealId>(), actor: visitor, language: defaultLanguage, isRecorded: true };
      const { row, receipt } = await openAppeal(deps, tx, input, arrival);
      const detail = { askedBy: input.askedBy, wants: input.wants };
      await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'appeal.recorded', subject: row.id, detail });
      return { ...(await showToAdmin(tx, actor, row.id)), receipt };
    }),
  );

async function getAppealable(
  { database, verdicts }: Context,
  subject: AppealSubject,
  subjectId: string,
): Promise<Appealable> {
  const title = await verdicts[subject].getPublicTitle(database.db, subjectId);
  const { appealSince, dismissedAt } = await store.findNotice(database.db, subjectId);
  return {
    subject,
    subjectId,
    title,
    appealSince: appealSince?.toISOString() ?? null,
    dismissedAt: dismissedAt?.toISOString() ?? null,
  };
}

async function list(
  { database }: Context,
  { user }: UserActor,
  query: QueryOf<typeof listAppeals>,
): Promise<{ rows: AdminAppeal[]; total: number }> {
  const { rows, total } = await store.listForAdmin(database.db, user.id, query);
  return { rows: rows.map(presentAdmin), total };
}

async function get(deps: Context, actor: UserActor, id: AppealId): Promise<AdminAppealDetail> {
  const appeal = await findOrThrow(deps.database.db, id);
  const [shown, filing, hasChanged, others, page] = await Promise.all([
    showToAdmin(deps.database.db, actor, id),
    deps.readFilingState(id),
    store.hasChangedSince(deps.database.db, id),
    store.listIdsBySubject(deps.database.db, appeal.subjectId),
    readPublicPage(deps, appeal),
  ]);
  if (!filing) throw notFound('APPEAL_NOT_FOUND');
  return {
    ...shown,
    filing,
    hasChanged,
    proposal: shown.proposalId && (await deps.decisions.findProposal(actor, shown.proposalId)),
    decisions: await deps.decisions.listBySubjects([appeal.subjectId, ...others]),
    alert: page.alert ?? null,
    provider: page.provider ?? null,
    report: page.report ?? null,
  };
}

/** Dismisses the appeal, or upholds it with a change of the verdict, which may need a second person. */
const decideOne = (
  deps: Context,
  actor: UserActor,
  id: AppealId,
  body: BodyOf<typeof decideAppeal>,
): Promise<ReplyOf<typeof decideAppeal>> =>
  deps.database.transaction(async (tx) => {
    const result = await decide(deps, tx, actor, id, body);
    return { ...(await showToAdmin(tx, actor, id)), ...result };
  });

/** Call it in the transaction that applies the proposal, to close the appeals that depend on it. */
async function closeWithProposal(
  { workflow }: Context,
  tx: Db,
  proposalId: ProposalId,
  context: DecisionActors & { reason?: string | undefined },
): Promise<void> {
  for (const { id, outcome } of await store.listDependingOn(tx, proposalId)) {
    if (outcome) await workflow.applyDirectly(tx, id, { status: outcome, reason: context.reason ?? null }, context);
  }
}

/** Informs the operator of appeals that are overdue, or that no administrator may decide. */
const reportTroubledAppeals = ({ database, queue }: Context): Promise<void> =>
  database.transaction(async (tx) => {
    const appealIds = await store.markReported(tx);
    if (appealIds.length > 0) await queue.enqueue(tx, troubledAppealsEmail.job, { appealIds });
  });

const emailJobs = ({ database, settings }: Context, sendMail: SendMail) => [
  troubledAppealsEmailJob({ database, sendMail, ...settings }),
];

export function createAppealsService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      accept,
      record,
      getAppealable,
      list,
      get,
      decide: decideOne,
      closeWithProposal,
      reportTroubledAppeals,
      emailJobs,
    }),
    preview,
    moderationAdapter: context.workflow.adapter,
  };
}
