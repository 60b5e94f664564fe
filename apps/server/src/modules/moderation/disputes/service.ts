/**
 * Disputes about indicators: a link, wallet, number or name. Upholding one withdraws the indicator and always needs a
 * second person. Nothing here reveals to the sender whether, or by whom, the indicator was reported.
 */
import { createHash } from 'node:crypto';
import { disputeOutcomes, disputeRules, type DisputeOutcome } from '@hakiki/contract/dispute-values';
import type { DisputeId, NewDispute, OwnDispute } from '@hakiki/contract/disputes';
import type { AdminDispute, AdminDisputeDetail, decideDispute, listDisputes } from '@hakiki/contract/disputes-admin';
import type { BodyOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { toReference } from '@hakiki/contract/filing-values';
import type { FilingState } from '@hakiki/contract/filings';
import type { Language } from '@hakiki/contract/site';
import * as z from 'zod/mini';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import { type AuditService, toAnonymousActor } from '../../audit/service.ts';
import type { IndicatorsService } from '../../indicators/service.ts';
import type { IntakeService } from '../../intake/service.ts';
import type { DecisionContext, DecisionsService, LockedRow, ModerationWorkflow } from '../workflow/service.ts';
import * as store from './store.ts';

export type DisputeContent = Omit<NewDispute, 'proof' | 'language'>;

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: DecisionsService;
  indicators: IndicatorsService;
  intake: IntakeService;
  /** The sender's view of a dispute. */
  readFilingState: (id: string) => Promise<FilingState | undefined>;
}

export type DisputesService = ReturnType<typeof createDisputesService>;

interface DisputeEdit {
  status: DisputeOutcome;
  reason: string | null;
}

const editSchema = z.object({ status: z.enum(disputeOutcomes), reason: z.nullable(z.string()) });

type ModeratedDispute = store.DisputeRow & LockedRow;
type Workflow = ModerationWorkflow<ModeratedDispute, DisputeEdit>;
type Context = Deps & { workflow: Workflow };

/** A dispute that joined another has no statement of its own. */
function withSnapshot(row: store.DisputeRow): ModeratedDispute {
  if (row.leadId) return row;
  const statement = { kind: 'indicator', warning: row.status === 'upheld' ? 'withdrawn' : 'shown' } as const;
  const hash = createHash('sha256')
    .update(JSON.stringify([statement, row.key.toString('hex')]))
    .digest('hex');
  return { ...row, publicSnapshot: { statement, hash } };
}

function createContext(deps: Deps): Context {
  const context: Deps & { workflow?: Workflow } = { ...deps };
  context.workflow = deps.decisions.createWorkflow<ModeratedDispute, DisputeEdit, Partial<DisputeEdit>>({
    subject: 'dispute',
    notFoundCode: 'DISPUTE_NOT_FOUND',
    undecidedStatus: 'pending',
    requiresReason: true,
    lockForUpdate: async (tx, id) => {
      const row = await store.lockDispute(tx, id);
      return row && withSnapshot(row);
    },
    computeChanges: ({ status }, edit) => (edit.status === status ? {} : edit),
    // Only the sender reads the reason.
    publishedTexts: 'nothing',
    saveChanges: (tx, { id }, { status, reason = null }) => store.setOutcome(tx, id, status!, reason),
    afterChange: async (tx, row, { changed: { status, reason = null }, decisionId, context: by }) => {
      await deps.intake.enqueueDecisionEmail(tx, row.id, status!, decisionId);
      if (!row.leadId) await settle(context as Context, tx, row, { status: status!, reason }, by);
    },
    proposalOptions: {
      // A proposal names no hidden number.
      getTitle: ({ value, id }) => value ?? toReference(id),
      parseEdit: (changes) => editSchema.parse(changes),
      statementChanges: (_, { status }) => (status === 'upheld' ? { warning: 'withdrawn' } : {}),
      preview: () => Promise.resolve({}),
    },
  });
  return context as Context;
}

/** Gives the indicator its state after the decision, and decides the disputes that joined this one. */
async function settle(
  { indicators, workflow }: Context,
  tx: Db,
  { id, key, kind, value, isMarked }: store.DisputeRow,
  edit: DisputeEdit,
  { proposal: _, ...context }: DecisionContext,
): Promise<void> {
  if (edit.status === 'upheld') await indicators.overrule(tx, { key, kind, value });
  else if (isMarked) await indicators.setIndicatorState(tx, [key], 'active');
  for (const joinedId of await store.listJoined(tx, id)) await workflow.applyDirectly(tx, joinedId, edit, context);
}

const presentOwn = ({ id, kind, dueAt }: Pick<store.DisputeRow, 'id' | 'kind' | 'dueAt'>): OwnDispute => ({
  id,
  kind,
  status: 'pending',
  dueAt: dueAt.toISOString(),
});

const presentAdmin = (row: store.AdminRow): AdminDispute => ({
  id: row.id,
  reference: toReference(row.id),
  kind: row.kind,
  value: row.value,
  ground: row.ground,
  status: row.status,
  reason: row.reason,
  isMarked: row.isMarked,
  joined: row.joined,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  proposalId: row.openProposalId,
});

/** A number that could belong to several countries is not read. */
function readIndicators(indicators: Pick<IndicatorsService, 'listReadings'>, { about }: DisputeContent) {
  const readings = indicators.listReadings(about);
  const [first] = readings;
  const isAmbiguous = first?.kind === 'phone' && readings.length > 1;
  if (!first || isAmbiguous) throw invalidInput({ about: 'DISPUTE_UNREADABLE' });
  return { first, readings };
}

/** Call it after the proof that the sender is a person was checked. */
async function accept(
  deps: Context,
  tx: Db,
  content: DisputeContent,
  { id, actor, language }: { id: DisputeId; actor: Actor; language: Language },
): Promise<{ item: OwnDispute; receipt: Receipt }> {
  const { intake, indicators } = deps;
  const { first, readings } = readIndicators(indicators, content);
  const storedKeys = await indicators.listStoredKeys(
    tx,
    readings.map(({ key }) => key),
  );
  // Of several normalized forms, the one that a warning is about.
  const { key, kind, value } =
    readings.find((reading) => storedKeys.some((stored) => stored.equals(reading.key))) ?? first;
  await store.lockKey(tx, key);
  const open = await store.lockOpen(tx, key);
  if (actor.kind === 'user' && (await intake.listOwnAmong(tx, open, [actor.user.id])).length > 0)
    throw new AppError('ALREADY_DISPUTED');
  if (open.length >= disputeRules.openPerThing) throw new AppError('TOO_MANY_DISPUTES');
  const leadId = open[0] ?? null;
  // Not again soon after a dismissal, and not what is not listed.
  const isMarked =
    !leadId &&
    !(await store.wasDismissedRecently(tx, key)) &&
    (await indicators.setIndicatorState(tx, [key], 'disputed')).length > 0;
  const row = await store.insertDispute(tx, { id, key, kind, value, ground: content.ground, leadId, isMarked });
  const receipt = await intake.createFiling(tx, {
    id,
    kind: 'dispute',
    actor,
    language,
    contact: { email: content.contactEmail, name: content.contactName },
    details: { dispute: content.text, disputed: content.about },
  });
  await deps.audit.record(tx, { actor: toAnonymousActor(actor), action: 'dispute.submitted', subject: id });
  return { item: presentOwn(row), receipt };
}

const HOUR_MS = 3_600_000;

function preview({ indicators }: Context, content: DisputeContent, id: DisputeId): OwnDispute {
  const { kind } = readIndicators(indicators, content).first;
  return presentOwn({ id, kind, dueAt: new Date(Date.now() + disputeRules.hours * HOUR_MS) });
}

async function showToAdmin(db: Db, id: DisputeId): Promise<AdminDispute> {
  const row = await store.findForAdmin(db, id);
  if (!row) throw notFound('DISPUTE_NOT_FOUND');
  return presentAdmin(row);
}

async function list(
  { database }: Context,
  query: QueryOf<typeof listDisputes>,
): Promise<{ rows: AdminDispute[]; total: number }> {
  const { rows, total } = await store.listForAdmin(database.db, query);
  return { rows: rows.map(presentAdmin), total };
}

async function get(deps: Context, actor: UserActor, id: DisputeId): Promise<AdminDisputeDetail> {
  const { db } = deps.database;
  const dispute = await store.findDispute(db, id);
  if (!dispute) throw notFound('DISPUTE_NOT_FOUND');
  const [shown, filing, joined, [known], alerts, related] = await Promise.all([
    showToAdmin(db, id),
    deps.readFilingState(id),
    store.listJoined(db, id),
    deps.indicators.listByKeys(deps.database, [dispute.key]),
    store.listAlerts(db, dispute.key),
    store.listIdsByKey(db, dispute.key),
  ]);
  if (!filing) throw notFound('DISPUTE_NOT_FOUND');
  const others = await Promise.all(joined.map(deps.readFilingState));
  return {
    ...shown,
    filing,
    others: others.filter((other) => other !== undefined),
    known: known
      ? {
          reportCount: known.reportCount,
          firstSeenAt: known.firstSeenAt.toISOString(),
          lastSeenAt: known.lastSeenAt.toISOString(),
        }
      : null,
    alerts,
    proposal: shown.proposalId && (await deps.decisions.findProposal(actor, shown.proposalId)),
    decisions: await deps.decisions.listBySubjects(related),
  };
}

/** Dismisses the dispute, or proposes to uphold it. A dispute that joined another is decided with that one. */
const decide = (
  { database, workflow }: Context,
  actor: UserActor,
  id: DisputeId,
  { outcome, reason }: BodyOf<typeof decideDispute>,
): Promise<ReplyOf<typeof decideDispute>> =>
  database.transaction(async (tx) => {
    const dispute = await store.findDispute(tx, id);
    if (!dispute) throw notFound('DISPUTE_NOT_FOUND');
    const leadId = dispute.leadId ?? id;
    const { decisionId, proposal } = await workflow.decideFirst(
      tx,
      leadId,
      { status: outcome, reason },
      { actor, reason },
    );
    return { ...(await showToAdmin(tx, leadId)), ...(decisionId && { decisionId }), ...(proposal && { proposal }) };
  });

export function createDisputesService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, { accept, preview, list, get, decide }),
    moderationAdapter: context.workflow.adapter,
  };
}
