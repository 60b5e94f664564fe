/**
 * Groups reports of the same scam into one case. A job does this after they arrive. A lock serialises the grouping, so
 * that two concurrent reports of one scam cannot open two cases.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { CaseId } from '@hakiki/contract/cases';
import { getFilingKindRules } from '@hakiki/contract/filing-values';
import type { CaseDetail, Sorting } from '@hakiki/contract/triage-admin';
import { caseLimits } from '@hakiki/contract/admin-values';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { FoundIndicator, IndicatorsService } from '../../indicators/service.ts';
import { computeBands } from './minhash.ts';
import { type CaseKeys, computeCaseKeys } from './case-keys.ts';
import * as claimRules from './claims.ts';
import * as claims from './claims-store.ts';
import * as snoozes from './snooze-store.ts';
import * as regroup from './regroup-store.ts';
import * as sorting from './sorting-store.ts';
import * as store from './store.ts';
import { toTextKey } from './text-key.ts';

export { caseSql } from './case-sql.ts';

interface Deps {
  database: Database;
  indicators: IndicatorsService;
}

export type CasesService = ReturnType<typeof createCasesService>;

/** Data of a filing that is used for grouping. */
interface AnalysedFiling {
  foundIndicators: FoundIndicator[];
  /** Named only in the reporter's answers. */
  answerIndicators: FoundIndicator[];
  keys: CaseKeys;
  caseText: store.CaseText;
}

/** Shorter texts are similar by chance. */
const MIN_COMPARED_LENGTH = 30;

const toCaseText = (text: string): store.CaseText => {
  const textKey = toTextKey(text);
  return { textKey, bands: computeBands(textKey) };
};

/** Reads the text to publish and the reporter's answers; other confidential details are not analysed. */
function analyse({ indicators }: Deps, filed: store.FiledText, answers: readonly string[]): AnalysedFiling {
  const { kind, words: text, countries, providerId, providerName, website } = filed;
  const websiteIndicators = website ? indicators.extractFrom(website) : [];
  const isSubmission = kind === 'submission';
  // Reports about scammers who use the name of a genuine provider also contain its website.
  const includesIndicator = (list: readonly FoundIndicator[], { key }: FoundIndicator) =>
    list.some((other) => other.key.equals(key));
  const findIn = (text: string) =>
    isSubmission
      ? []
      : indicators
          .extractFrom(text, { countries })
          .filter((indicator) => !includesIndicator(websiteIndicators, indicator));
  const foundIndicators = findIn(text);
  const answerIndicators = findIn(answers.join('\n')).filter(
    (indicator) => !includesIndicator(foundIndicators, indicator),
  );
  return {
    foundIndicators,
    answerIndicators,
    keys: computeCaseKeys({
      foundIndicators: isSubmission ? websiteIndicators : [...foundIndicators, ...answerIndicators],
      providerId,
      providerName,
    }),
    caseText: toCaseText(text),
  };
}

/**
 * Merges two cases that a report connects, if their texts are similar too; otherwise one hostile report could merge
 * all cases. Cases that a moderator split stay apart. A claimed case remains, and the others are merged into it.
 */
async function mergeConnected(tx: Db, closestId: string, others: readonly string[]): Promise<string> {
  const similarIds = others.length > 0 ? await store.listRelated(tx, closestId, others) : [];
  if (similarIds.length === 0) return closestId;
  const locked = await regroup.lockCases(tx, [closestId, ...similarIds]);
  const splitPairs = await regroup.listSplitPairs(tx, [closestId, ...similarIds]);
  const isSplit = (one: string, other: string) => splitPairs.some((pair) => pair.includes(one) && pair.includes(other));
  const mergeable = locked.filter(({ id }) => id === closestId);
  for (const one of locked) {
    if (one.id === closestId || mergeable.some(({ id }) => isSplit(id, one.id))) continue;
    if (!one.isClaimed || mergeable.every(({ isClaimed }) => !isClaimed)) mergeable.push(one);
  }
  const target = locked.find((one) => mergeable.includes(one));
  const mergedIds = mergeable.filter((one) => one !== target).map(({ id }) => id);
  if (!target || mergedIds.length === 0) return closestId;
  await regroup.mergeCases(tx, target.id, mergedIds);
  return target.id;
}

/** Two cases that a moderator split may share keys: then the one with the closest text comes first. */
async function listByCommonKeys(tx: Db, { keys, caseText }: AnalysedFiling): Promise<string[]> {
  const matches = await store.listByKeys(tx, keys);
  const [best] = matches;
  const tiedIds = matches
    .filter((match) => match.indicatorCount === best?.indicatorCount && match.keyCount === best.keyCount)
    .map(({ id }) => id);
  const splitPairs = tiedIds.length > 1 ? await regroup.listSplitPairs(tx, tiedIds) : [];
  const tiedCandidates = splitPairs.filter((pair) => pair.includes(best!.id)).flat();
  const closest = tiedCandidates.length > 0 ? await store.findClosest(tx, tiedCandidates, caseText) : undefined;
  return [...(closest ? [closest.id] : []), ...matches.map(({ id }) => id)];
}

/** Ordered by shared indicators, then by provider, then by similar text. */
async function listCandidates(tx: Db, filing: AnalysedFiling): Promise<string[]> {
  const { caseText } = filing;
  const candidateIds = new Set([
    ...(await listByCommonKeys(tx, filing)),
    ...(caseText.textKey.length < MIN_COMPARED_LENGTH ? [] : await store.listBySimilarText(tx, caseText)),
  ]);
  return [...candidateIds];
}

async function findCase(tx: Db, filing: AnalysedFiling): Promise<string | undefined> {
  const [closestId, ...others] = await listCandidates(tx, filing);
  return closestId && mergeConnected(tx, closestId, others);
}

/** Adds what an answer names to the case's keys, and merges cases that this connects. */
async function addAnswerKeys(tx: Db, filingId: string, { answerIndicators }: AnalysedFiling): Promise<void> {
  const found = answerIndicators.length > 0 ? await store.findCaseOf(tx, filingId) : undefined;
  if (!found) return;
  const { indicatorKeys } = computeCaseKeys({
    foundIndicators: answerIndicators,
    providerId: null,
    providerName: null,
  });
  const others = await store.listByKeys(tx, { indicatorKeys, providerKeys: [] });
  await store.addKeys(tx, found.caseId, indicatorKeys);
  await mergeConnected(
    tx,
    found.caseId,
    others.map(({ id }) => id).filter((id) => id !== found.caseId),
  );
}

/**
 * Groups a filing that was put into a case of its own because its analysis had failed. If it is still the only one
 * there and the case is unclaimed, it moves to its proper case; otherwise its case stays and may be merged with
 * others.
 */
async function regroupAnalysed(
  tx: Db,
  filingId: string,
  { isDecided }: store.GroupingState,
  filing: AnalysedFiling,
): Promise<void> {
  const ownCaseId = (await store.findCaseOf(tx, filingId))!.caseId;
  const { caseText, keys } = filing;
  const others = isDecided ? [] : (await listCandidates(tx, filing)).filter((id) => id !== ownCaseId);
  const [closestId] = others;
  const locked = closestId ? await regroup.lockCases(tx, [ownCaseId, closestId]) : [];
  const isUntouched = locked.some(
    ({ id, filingCount, isClaimed }) => id === ownCaseId && filingCount === 1 && !isClaimed,
  );
  const isSplit = closestId && isUntouched && (await regroup.listSplitPairs(tx, [ownCaseId, closestId])).length > 0;
  const caseId = closestId && isUntouched && !isSplit ? closestId : ownCaseId;
  if (caseId !== ownCaseId) await regroup.mergeCases(tx, caseId, [ownCaseId]);
  await store.addText(tx, caseId, filingId, caseText);
  await store.addKeys(tx, caseId, [...keys.indicatorKeys, ...keys.providerKeys]);
  if (caseId === ownCaseId && closestId) await mergeConnected(tx, ownCaseId, others);
}

async function assignToCase(
  { indicators }: Deps,
  tx: Db,
  filingId: string,
  filing: AnalysedFiling,
  wasUnexamined: boolean,
): Promise<void> {
  await store.lockGrouping(tx);
  const state = await store.findGroupingState(tx, filingId);
  if (state?.isGrouped && wasUnexamined) {
    await regroupAnalysed(tx, filingId, state, filing);
    if (state.isPublic) await indicators.publish(tx, filingId);
    return;
  }
  if (state?.isGrouped && !state.isDecided) await addAnswerKeys(tx, filingId, filing);
  if (!state || state.isGrouped) return;
  const caseId = (await findCase(tx, filing)) ?? (await store.openCase(tx, filingId));
  await store.addFiling(tx, caseId, filingId, state);
  await store.addText(tx, caseId, filingId, filing.caseText);
  await store.addKeys(tx, caseId, [...filing.keys.indicatorKeys, ...filing.keys.providerKeys]);
  // It was approved before this job ran, when it had no indicators to publish yet.
  if (state.isPublic) await indicators.publish(tx, filingId);
}

async function listCaseKeys({ indicators }: Deps, tx: Db, caseId: string): Promise<Buffer[]> {
  const { foundIndicators, namedProviders } = await regroup.listKeySources(tx, caseId);
  return [
    computeCaseKeys({ foundIndicators, providerId: null, providerName: null }),
    ...namedProviders.map(({ providerId, providerName, website }) =>
      computeCaseKeys({ foundIndicators: website ? indicators.extractFrom(website) : [], providerId, providerName }),
    ),
  ].flatMap(({ indicatorKeys, providerKeys }) => [...indicatorKeys, ...providerKeys]);
}

/** Gives each case the keys that its own filings name; both cases get a key that both name. */
async function redistributeKeys(deps: Deps, tx: Db, caseIds: readonly string[]): Promise<void> {
  const keysByHex = new Map((await regroup.listKeys(tx, caseIds)).map((key) => [key.toString('hex'), key]));
  for (const caseId of caseIds) {
    const ownKeys = new Set((await listCaseKeys(deps, tx, caseId)).map((key) => key.toString('hex')));
    const keys = [...keysByHex].flatMap(([hex, key]) => (ownKeys.has(hex) ? [key] : []));
    await regroup.setKeys(tx, caseId, keys);
  }
}

/** Restores the case text from its first filing after a move has removed it. */
async function ensureCaseText(tx: Db, caseId: string): Promise<void> {
  if (await regroup.hasText(tx, caseId)) return;
  const lead = await store.findLeadText(tx, caseId);
  if (lead) await store.addText(tx, caseId, lead.leadId, toCaseText(lead.words));
}

/** Moves filings and records the split, so that automatic grouping does not merge the cases again. */
async function moveFilings(
  deps: Deps,
  tx: Db,
  from: regroup.LockedCase,
  to: string,
  filingIds: readonly string[],
): Promise<void> {
  await regroup.moveFilings(tx, from.id, to, filingIds);
  if (from.filingCount === filingIds.length) {
    await redistributeKeys(deps, tx, [to, from.id]);
    await regroup.deleteEmptyCase(tx, from.id, to);
    return;
  }
  await regroup.recordSplit(tx, from.id, to);
  await redistributeKeys(deps, tx, [from.id, to]);
  for (const caseId of [from.id, to]) await ensureCaseText(tx, caseId);
}

/** Returns open cases, locked until the end of the transaction. */
async function lockOpen(tx: Db, caseIds: readonly string[]): Promise<regroup.LockedCase[]> {
  await store.lockGrouping(tx);
  const locked = await regroup.lockCases(tx, caseIds);
  if (locked.length < new Set(caseIds).size || locked.some(({ isOpen }) => !isOpen)) throw notFound('CASE_NOT_FOUND');
  return locked;
}

/** Call it in the transaction that stores the filing. */
const markUnsorted = (tx: Db, filingId: string) => sorting.insertUnsorted(tx, filingId);

/** Extracts the indicators of a filing and its answers, and puts it into its case. Skips appeals. Idempotent. */
async function groupFiling(deps: Deps, filingId: string, answers: readonly string[] = []): Promise<void> {
  await deps.database.transaction(async (tx) => {
    // Read after locking, so that an indicator removed from the text by a concurrent edit is not stored.
    await deps.indicators.lock(tx, filingId);
    await sorting.deleteUnsorted(tx, filingId);
    const wasUnexamined = await sorting.deleteUnexamined(tx, filingId);
    const filed = await store.findFiledText(tx, filingId);
    if (!filed || !getFilingKindRules(filed.kind).isIncident) return;
    // A decided filing stays as it was when it was read.
    const state = await store.findGroupingState(tx, filingId);
    if (state?.isGrouped && state.isDecided && !wasUnexamined) return;
    const analysed = analyse(deps, filed, answers);
    await deps.indicators.addToFiling(tx, filingId, analysed.foundIndicators);
    await deps.indicators.addToFiling(tx, filingId, analysed.answerIndicators, { isFromAnswer: true });
    await assignToCase(deps, tx, filingId, analysed, wasUnexamined);
  });
}

/** Puts a filing whose analysis failed into a case of its own, so that a moderator sees it. Idempotent. */
async function openCaseWithoutAnalysis({ database }: Deps, filingId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await store.lockGrouping(tx);
    await sorting.deleteUnsorted(tx, filingId);
    const state = await store.findGroupingState(tx, filingId);
    if (!state || state.isGrouped) return;
    await store.addFiling(tx, await store.openCase(tx, filingId), filingId, state);
    await sorting.insertUnexamined(tx, filingId);
  });
}

/** Filings that are in no case although they should be, for example because their job was lost. */
const listLateUnsorted = ({ database }: Deps) => sorting.listLateUnsorted(database.db);

/** Filings whose failed analysis is due for a retry. */
const listDueForRetry = ({ database }: Deps) => sorting.listDueForRetry(database.db);

const recordRetry = ({ database }: Deps, filingId: string) => sorting.recordRetry(database.db, filingId);

/** Call it after an edit of the text. The keys stay; the removed text is not stored. */
async function reindexText(tx: Db, filingId: string, text: string): Promise<void> {
  await store.lockGrouping(tx);
  const textKey = toTextKey(text);
  await store.updateText(tx, filingId, { textKey, bands: computeBands(textKey) });
}

/** Call it when a proposed provider was decided, or its decision was undone. */
async function updateUndecidedCount(tx: Db, filingId: string, isDecided: boolean): Promise<void> {
  await store.lockGrouping(tx);
  const found = await store.findCaseOf(tx, filingId);
  if (found) await store.changeUndecidedCount(tx, found.caseId, isDecided ? -1 : 1);
}

/** Snoozes the case until the answer arrives, unless it is snoozed already. */
async function recordAsked(tx: Db, filingId: string, askedBy: UserId): Promise<void> {
  const found = await snoozes.setQuestion(tx, filingId, 'asked');
  if (!found || (await snoozes.findSnooze(tx, found.caseId))) return;
  await snoozes.snooze(tx, found.caseId, { until: undefined, userId: askedBy, note: null });
}

/** An answer ends the snooze of the case. */
async function recordAnswered(tx: Db, filingId: string): Promise<void> {
  const found = await snoozes.setQuestion(tx, filingId, 'answered');
  if (found) await snoozes.unsnooze(tx, found.caseId);
}

/** Indicators in its filings, with the number of reports in other cases that name them. */
async function listIndicators({ database }: Deps, caseId: string): Promise<CaseDetail['indicators']> {
  const rows = await store.listIndicators(database, caseId);
  return rows.map(({ kind, value, reportCount, isPublic, isFromAnswer }) => ({
    kind,
    value,
    reportCount,
    isPublic,
    isFromAnswer,
  }));
}

const findPublicAlert = ({ database }: Deps, caseId: string) => store.findPublicAlert(database, caseId);

/** Closed cases, ordered by shared indicators, then by similar text. */
async function listSimilar({ database }: Deps, caseId: string): Promise<CaseDetail['similar']> {
  const rows = await store.listSimilar(database, caseId);
  return rows.map(({ id, title, reportType, outcome, createdAt, isOfSameTraces, alertId, alertTitle }) => ({
    id,
    title,
    reportType,
    outcome,
    createdAt: createdAt.toISOString(),
    isOfSameTraces,
    publicAlert: alertId && { id: alertId, title: alertTitle ?? '' },
  }));
}

const listSimilarOpen = ({ database }: Deps, caseId: string): Promise<string[]> =>
  store.listSimilarOpen(database, caseId);

/** Returns the case that this one was merged into, otherwise the case itself. */
const resolveMergedCase = async (db: Db, id: CaseId): Promise<CaseId> =>
  (await regroup.findMergedInto(db, id))?.id ?? id;

const lockGrouping = (tx: Db) => store.lockGrouping(tx);

const listCaseIds = async (db: Db, filingIds: readonly string[]): Promise<Map<string, CaseId>> => {
  const rows = filingIds.length === 0 ? [] : await store.listCaseIds(db, filingIds);
  return new Map(rows.map(({ filingId, caseId }) => [filingId, caseId as CaseId]));
};

/** The older case remains, with its position in the queue. */
async function merge(tx: Db, locked: readonly regroup.LockedCase[]): Promise<{ keptId: CaseId; moved: string[] }> {
  const byAge = locked.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const [olderId, newerId] = byAge.map(({ id }) => id as CaseId);
  const moved = await regroup.listUndecidedUpTo(tx, newerId!, caseLimits.maxDecided);
  await regroup.deleteSplit(tx, olderId!, newerId!);
  await regroup.mergeCases(tx, olderId!, [newerId!]);
  return { keptId: olderId!, moved };
}

/** Moves some filings into a new case. Idempotent: a repeated call returns that case. */
async function split(
  deps: Deps,
  tx: Db,
  id: CaseId,
  filingIds: readonly string[],
): Promise<{ caseId: CaseId; isNew: boolean }> {
  const [from] = await lockOpen(tx, [id]);
  const movable = await regroup.listMovable(tx, id, filingIds);
  if (movable.length === 0) {
    const [newCaseId, ...others] = await regroup.listCasesOf(tx, filingIds);
    const splitPairs = newCaseId && others.length === 0 ? await regroup.listSplitPairs(tx, [id, newCaseId]) : [];
    if (newCaseId && splitPairs.length > 0) return { caseId: newCaseId as CaseId, isNew: false };
  }
  if (movable.length === 0 || movable.length < new Set(filingIds).size) throw new AppError('FILING_NOT_IN_CASE');
  if (movable.length === from!.filingCount) throw new AppError('NOTHING_LEFT_BEHIND');
  const caseId = await store.openCase(tx, movable[0]!);
  await moveFilings(deps, tx, from!, caseId, movable);
  return { caseId: caseId as CaseId, isNew: true };
}

/** Call it before locking anything. */
const findCaseOf = async (db: Db, filingId: string): Promise<CaseId | undefined> =>
  (await store.findCaseOf(db, filingId))?.caseId as CaseId | undefined;

/** Moves one filing into another open case. Both cases must be locked. */
async function moveFiling(
  deps: Deps,
  tx: Db,
  locked: readonly regroup.LockedCase[],
  { from, to, filingId }: { from: CaseId; to: CaseId; filingId: string },
): Promise<{ isEmptied: boolean }> {
  const source = locked.find(({ id }) => id === from)!;
  const [movable] = await regroup.listMovable(tx, from, [filingId]);
  if (!movable) throw new AppError('FILING_NOT_IN_CASE');
  await moveFilings(deps, tx, source, to, [filingId]);
  await snoozes.unsnooze(tx, to);
  return { isEmptied: source.filingCount === 1 };
}

/** Hides the case from the queue until a day or until an answer arrives. Idempotent. */
async function snooze(
  tx: Db,
  id: CaseId,
  { day, userId, note }: { day: string | undefined; userId: string; note: string | null },
): Promise<Date> {
  const until = day === undefined ? undefined : await snoozes.parseSnoozeDay(tx, day);
  if (day !== undefined && !until) throw invalidInput({ until: 'SNOOZE_DAY' });
  if (!until && !(await snoozes.hasOpenQuestion(tx, id))) throw new AppError('NOTHING_ASKED');
  return snoozes.snooze(tx, id, { until, userId, note });
}

const findSnooze = (tx: Db, id: CaseId) => snoozes.findSnooze(tx, id);

/** False when the case was not snoozed. */
const unsnooze = (tx: Db, id: CaseId): Promise<boolean> => snoozes.unsnooze(tx, id);

const countSnoozed = ({ database }: Deps): Promise<number> => snoozes.countSnoozed(database);

/** Filings that are in no case yet; read by the console and by the health check of the worker. */
const getSortingStatus = async ({ database }: Deps): Promise<Sorting & { ageSeconds: number | null }> => {
  const { count, since, isLate, ageSeconds } = await sorting.getSortingStatus(database);
  return { count, since: since?.toISOString() ?? null, isLate, ageSeconds };
};

export function createCasesService(deps: Deps) {
  return {
    ...bindDeps(deps, {
      groupFiling,
      openCaseWithoutAnalysis,
      listLateUnsorted,
      listDueForRetry,
      recordRetry,
      listIndicators,
      findPublicAlert,
      listSimilar,
      listSimilarOpen,
      split,
      moveFiling,
      countSnoozed,
      getSortingStatus,
    }),
    markUnsorted,
    reindexText,
    assertClaimAllowsDecision: claimRules.assertClaimAllowsDecision,
    claims: {
      claim: claims.claim,
      renew: claims.renew,
      release: claims.release,
      releaseAll: claims.releaseAll,
      recordShown: claims.recordShown,
      deleteShown: claims.deleteShown,
      deleteUnseen: claims.deleteUnseen,
      listNotShown: claims.listNotShown,
      listClaimedByOthers: claims.listClaimedByOthers,
    },
    updateUndecidedCount,
    recordAsked,
    recordAnswered,
    /** Another public alert about the case of this filing. */
    findOtherPublicAlert: claims.findOtherPublicAlert,
    resolveMergedCase,
    lockGrouping,
    listCaseIds,
    lockOpen,
    merge,
    findCaseOf,
    snooze,
    findSnooze,
    unsnooze,
  };
}
