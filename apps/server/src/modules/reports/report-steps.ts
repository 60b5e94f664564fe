/** The steps that scam reports (alerts) and issue reports share: accept, edit, publish and list. */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Receipt } from '@hakiki/contract/filed';
import type { FilingState } from '@hakiki/contract/filings';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type AuditService, toAnonymousActor } from '../audit/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import type { FilingTexts, IntakeService, NewFiling } from '../intake/service.ts';
import type {
  CaseHooks,
  CaseSql,
  DecisionContext,
  DecisionsService,
  NoticeSql,
  PublicHistory,
} from '../moderation/workflow/service.ts';

export interface ReportDeps {
  database: Database;
  audit: AuditService;
  cases: CaseHooks;
  caseSql: CaseSql;
  decisions: DecisionsService;
  directory: DirectoryService;
  history: PublicHistory;
  indicators: IndicatorsService;
  intake: IntakeService;
  noticeSql: NoticeSql;
}

/** Call it in the transaction that inserts the report, once the sender has passed the bot check. */
export async function acceptFiling(
  { audit, intake }: Pick<ReportDeps, 'audit' | 'intake'>,
  tx: Db,
  filing: NewFiling & { kind: 'alert' | 'report' },
): Promise<Receipt> {
  const receipt = await intake.createFiling(tx, filing);
  const { id, kind, actor } = filing;
  await audit.record(tx, { actor: toAnonymousActor(actor), action: `${kind}.submitted`, subject: id });
  return receipt;
}

interface TextChange {
  /** The reporter's texts before the change; missing if only the advice of moderators changes. */
  original?: FilingTexts | undefined;
  /** The new text that indicators are extracted from. */
  indexed: { text: string; countries: string[] };
  /** The new text of the reporter. */
  caseText: string;
  isPublic: boolean;
}

/** Stores the reporter's original text, then re-extracts indicators and re-indexes the case from the new text. */
export async function afterTextChange(
  { cases, indicators, intake }: Pick<ReportDeps, 'cases' | 'indicators' | 'intake'>,
  tx: Db,
  id: string,
  { original, indexed, caseText, isPublic }: TextChange,
): Promise<void> {
  if (original) await intake.storeOriginalTexts(tx, id, original);
  await indicators.reword(tx, id, { ...indexed, isPublic });
  if (original) await cases.reindexText(tx, id, caseText);
}

/** Throws unless the report is undecided and its texts are those that the editor has seen. */
export function assertCanBeReworded(
  { intake }: Pick<ReportDeps, 'intake'>,
  { status, texts, seenHash }: { status: string; texts: FilingTexts; seenHash: string },
): void {
  if (status !== 'pending') throw new AppError('ALREADY_DECIDED');
  intake.assertTextUnchanged(texts, seenHash);
}

interface StatusChange {
  from: string;
  /** Undefined if only other fields have changed. */
  to: FilingState['status'] | undefined;
  decisionId: DecisionId;
  context: DecisionContext;
}

/**
 * Informs the reporter and checks the claim on the case. Call it last, to hold the lock as briefly as possible: all
 * decisions contend for the lock of the case grouping.
 */
export async function finishChange(
  { cases, intake }: Pick<ReportDeps, 'cases' | 'intake'>,
  tx: Db,
  id: string,
  { from, to, decisionId, context }: StatusChange,
): Promise<void> {
  if (to) await intake.enqueueDecisionEmail(tx, id, to, decisionId);
  // A claimed case also fixes the text that its moderator was shown.
  if (to || from === 'pending') await cases.assertClaimAllowsDecision(tx, id, { from, to: to ?? from, context });
}

/** Records the pending reports of a list as shown to the actor: the response holds their full text. */
export async function markShown<Row extends { id: string; status: string }>(
  { cases, database }: Pick<ReportDeps, 'cases' | 'database'>,
  { user }: UserActor,
  list: Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Row[]; total: number }> {
  const { rows, total } = await list;
  const pending = rows.filter(({ status }) => status === 'pending');
  await cases.claims.recordShown(
    database.db,
    user.id,
    pending.map(({ id }) => id),
  );
  return { rows, total };
}
