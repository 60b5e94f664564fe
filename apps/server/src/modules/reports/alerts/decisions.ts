/** Decisions of moderators on alerts. A case has at most one public alert; further ones are merged into it. */
import type { AlertId } from '@hakiki/contract/alerts';
import { isAfricanCountry } from '@hakiki/contract/country-codes';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { type AlertStatement, findChanges } from '@hakiki/contract/public-statements';
import type { rewordFiling } from '@hakiki/contract/triage-admin';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DecidingUser, Grounds } from '../../moderation/workflow/service.ts';
import { assertCanBeReworded, type ReportDeps } from '../report-steps.ts';
import type { LockedAlert } from './store.ts';
import { type AlertChanges, type AlertWorkflow, getFilingTexts } from './workflow.ts';

interface DecisionDeps extends Pick<ReportDeps, 'cases' | 'intake'> {
  workflow: AlertWorkflow;
}

export interface Approval {
  reason?: string | undefined;
  /** Decided by sampling; not read individually. */
  isSampled?: boolean;
  advice?: string | undefined;
  /** Countries of the reports that are merged into it at the same time. */
  countries?: readonly string[];
}

/** The texts that a moderator can edit. */
export type EditedTexts = Pick<BodyOf<typeof rewordFiling>, 'title' | 'description' | 'providerName'>;

/** The limit of the contract's alert. */
const MAX_COUNTRIES = 30;
/** Drops countries that reporters typed freely: text of one person must not appear in the alert of another. */
const mergeCountries = (own: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...own, ...others.filter(isAfricanCountry)])].slice(0, MAX_COUNTRIES);

/** Decides a pending alert; of two concurrent decisions the second fails with a conflict. */
export async function decide(
  deps: DecisionDeps,
  tx: Db,
  actor: DecidingUser,
  id: AlertId,
  status: 'approved' | 'rejected',
  { reason, advice, countries = [], isSampled = false }: Approval,
): Promise<DecisionId> {
  const lead = status === 'approved' ? await deps.cases.findOtherPublicAlert(tx, id) : undefined;
  if (lead) return merge(deps, tx, actor, id, { leadId: lead.id, isRead: true, reason });
  // An approval without advice leaves the earlier advice.
  const adviceChange = status === 'approved' && advice ? { advice } : {};
  const ownCountries =
    countries.length > 0 ? (await deps.workflow.lockForUpdate(tx, id)).publicSnapshot.statement.affectedCountries : [];
  const countriesChange = countries.length > 0 ? { affectedCountries: mergeCountries(ownCountries, countries) } : {};
  const { decisionId } = await deps.workflow.decideFirst(
    tx,
    id,
    { status, ...adviceChange, ...countriesChange },
    { actor, reason, isSampled },
  );
  return decisionId!;
}

/**
 * Merges a pending alert into the public alert about the same scam, which counts one more reporter. A report that
 * was read adds its countries and indicators; an unread one adds only the reporter. Locks this alert first, then the
 * public one: the same order as an undo.
 */
export async function merge(
  deps: DecisionDeps,
  tx: Db,
  actor: DecidingUser,
  id: AlertId,
  { leadId, isRead, reason }: { leadId: AlertId; isRead: boolean; reason?: string | undefined },
): Promise<DecisionId> {
  const locked = await deps.workflow.lockForUpdate(tx, id);
  const edit = await mergeIntoLead(deps, tx, locked, { leadId, isRead }, { actor, reason });
  const { decisionId } = await deps.workflow.decideFirst(tx, id, edit, { actor, reason, isSampled: !isRead });
  return decisionId!;
}

/** Edits the texts of an undecided alert. Returns whether anything changed. Idempotent. */
export async function reword(
  deps: DecisionDeps,
  tx: Db,
  actor: DecidingUser,
  id: AlertId,
  { title, description, providerName }: EditedTexts,
  seenHash: string,
): Promise<boolean> {
  const { status, publicSnapshot } = await deps.workflow.lockForUpdate(tx, id);
  const { statement } = publicSnapshot;
  // The name of a listed provider is changed in the register only.
  const isNameEditable = providerName !== undefined && !statement.affectedProviderId;
  const edit = {
    description,
    ...(title !== undefined && { title }),
    ...(isNameEditable && { affectedProviderName: providerName || null }),
  };
  const isUnchanged = Object.keys(findChanges<AlertStatement>(statement, edit)).length === 0;
  if (isUnchanged && status === 'pending') return false;
  assertCanBeReworded(deps, { status, texts: getFilingTexts(statement), seenHash });
  await deps.workflow.applyDirectly(tx, id, edit, { actor });
  return true;
}

/** Returns the edit that merges an alert into the lead. Locks the lead second and adds the countries to it. */
async function mergeIntoLead(
  deps: DecisionDeps,
  tx: Db,
  { publicSnapshot }: LockedAlert,
  { leadId, isRead }: { leadId: AlertId; isRead: boolean },
  context: Grounds & { actor: DecidingUser },
) {
  const lead = await deps.workflow.lockForUpdate(tx, leadId);
  if (lead.status !== 'approved') throw new AppError('ALREADY_DECIDED');
  // Before the case is changed. Lock order against deadlocks: the counts, then the grouping of cases.
  const affectedCountries = mergeCountries(
    lead.publicSnapshot.statement.affectedCountries,
    publicSnapshot.statement.affectedCountries,
  );
  if (isRead) await deps.workflow.applyDirectly(tx, leadId, { affectedCountries }, context);
  return { status: 'merged', mergedInto: leadId, isMergedUnread: !isRead } as const;
}

/** A case has at most one public alert: an edit that would publish a second one merges it into the first. */
export async function enforceOnePublicPerCase(
  deps: DecisionDeps,
  tx: Db,
  id: AlertId,
  edit: AlertChanges,
  context: Grounds & { actor: DecidingUser },
): Promise<AlertChanges> {
  if (edit.status !== 'approved') return edit;
  const locked = await deps.workflow.lockForUpdate(tx, id);
  const lead = locked.status === 'approved' ? undefined : await deps.cases.findOtherPublicAlert(tx, id);
  if (!lead) return edit;
  if (locked.status === 'merged') return { ...edit, status: 'merged' };
  return { ...edit, ...(await mergeIntoLead(deps, tx, locked, { leadId: lead.id, isRead: true }, context)) };
}
