/**
 * The moderation queue. A moderator claims a case for a limited time, so that two never work on the same one. Each
 * report is decided by its own module, and only after it was shown to the moderator.
 */
import { filterKnown } from '@hakiki/contract/schema';
import type { CaseId } from '@hakiki/contract/cases';
import type {
  CaseDetail,
  CaseFiling,
  CaseSample,
  CaseSummary,
  decideCase,
  drawSample as drawSampleEndpoint,
  listCases,
  rewordFiling,
  SampleId,
  showMoreOfCase,
  takeNextCase,
} from '@hakiki/contract/triage-admin';
import { severities } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { BodyOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { FilingId } from '@hakiki/contract/filings';
import type { ReportId } from '@hakiki/contract/reports';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import { isConstraintViolation } from '../../../platform/db/constraint.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AuditService } from '../../audit/service.ts';
import { createCaseDecisions, type CaseDecisionDeps } from './case-decisions.ts';
import { createTemplatesAndViews } from './templates-and-views.ts';
import { createDecidedCases } from './decided-cases.ts';
import { presentFilings, presentSummary } from './present.ts';
import type { CaseFilter } from './queue-sql.ts';
import { createRegrouping } from './regrouping.ts';
import * as store from './store.ts';

interface Deps extends CaseDecisionDeps {
  audit: AuditService;
}

export type * from './case-decisions.ts';

export type TriageService = ReturnType<typeof createTriageService>;

const toCaseFilter = (
  { age, country, severity, search, only, order }: BodyOf<typeof takeNextCase>,
  viewerId: string,
): CaseFilter => ({
  age,
  country: country && normaliseCountry(country),
  severities: severity?.length ? filterKnown(severities, severity) : undefined,
  search: search?.trim(),
  only,
  viewerId,
  order,
});

/** Retries when another moderator was faster; fifty concurrent moderators need fewer. */
const MAX_CLAIM_TRIES = 100;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { decideAll, scheduleUnread, assertPrivateDataReviewed, ...workerOperations } = createCaseDecisions(deps);
  return { ...deps, decideAll, scheduleUnread, assertPrivateDataReviewed, workerOperations };
}

/** Records the filings as shown, so that the moderator may decide them. */
async function showFilings(
  { cases, database, filings }: Context,
  actor: UserActor,
  ids: readonly string[],
): Promise<CaseFiling[]> {
  const rows = await store.listFilings(database, ids);
  const reporters = [...new Set(rows.flatMap(({ ownerTag }) => ownerTag ?? []))];
  const [states, trackRecords] = await Promise.all([
    filings.listForModerator(rows.map((row) => row.id)),
    store.listTrackRecords(database, reporters),
  ]);
  const shown = presentFilings({ rows, states, trackRecords });
  await cases.claims.recordShown(
    database.db,
    actor.user.id,
    shown.map(({ id }) => id),
  );
  return shown;
}

async function showCase(deps: Context, actor: UserActor, id: string): Promise<CaseDetail> {
  const row = await store.findCase(deps.database, id);
  if (!row) throw notFound('CASE_NOT_FOUND');
  const [shown, indicators, similar, publicAlert] = await Promise.all([
    store.listFirstPage(deps.database, id).then((page) => showFilings(deps, actor, page)),
    deps.cases.listIndicators(id),
    deps.cases.listSimilar(id),
    deps.cases.findPublicAlert(id),
  ]);
  return {
    ...presentSummary(row, actor.user.id),
    filings: shown,
    unreadCount: await store.countUnread(deps.database, id, actor.user.id),
    publicAlert: publicAlert ? { id: publicAlert.id, title: publicAlert.title } : null,
    indicators,
    similar,
    claimExpiresAt: row.claimExpiresAt?.toISOString() ?? null,
  };
}

/** Renews the claim, also an expired one if nobody else has claimed the case. Throws for a closed case. */
async function assertClaimed({ cases, database }: Context, actor: UserActor, id: string): Promise<void> {
  const found = await store.findCase(database, id);
  if (!found?.isOpen) throw notFound('CASE_NOT_FOUND');
  if (!(await cases.claims.renew(database.db, id, actor.user.id))) throw new AppError('CASE_CLAIMED');
}

/** Undefined when no case is left; false when another moderator was faster. */
const claimNext = (
  { cases, database, intake }: Context,
  actor: UserActor,
  filter: CaseFilter,
  waitsForLock: boolean,
): Promise<string | false | undefined> =>
  database.transaction(async (tx) => {
    const id = await store.lockNextCase(tx, filter, { waitsForLock, ownTags: intake.tagsOf(actor.user.id) });
    return id && ((await cases.claims.claim(tx, id, actor.user.id)) ? id : false);
  });

/** The case may be merged into another one at the same time. */
const claimOrNotFound = ({ cases, database }: Context, id: CaseId, userId: string): Promise<boolean> =>
  cases.claims.claim(database.db, id, userId).catch((error: unknown) => {
    throw isConstraintViolation(error, 'case_claims_case_id_cases_id_fk') ? notFound('CASE_NOT_FOUND') : error;
  });

async function findNext(deps: Context, actor: UserActor, filter: CaseFilter): Promise<string | undefined> {
  // A locked case that `skip locked` left out may be the last one: then wait for its lock.
  for (let tries = 0, waitsForLock = false; tries < MAX_CLAIM_TRIES; tries += 1) {
    const id = await claimNext(deps, actor, filter, waitsForLock);
    if (id) return id;
    if (id === undefined && waitsForLock) return undefined;
    waitsForLock = id === undefined;
  }
  throw new AppError('UNAVAILABLE');
}

/** The last page needs no count query. */
async function computeTotal(
  { database }: Context,
  filter: CaseFilter,
  { limit, offset, found }: { limit: number; offset: number; found: number },
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const { order: _, viewerId: __, ...conditions } = filter;
  const isNarrowed = Object.values(conditions).some(Boolean);
  const counted = await (isNarrowed ? store.countMatches(database, filter) : store.countOpen(database));
  return Math.max(counted, offset + found);
}

async function list(
  deps: Context,
  reader: { user: { id: string } },
  { limit, offset, ...query }: QueryOf<typeof listCases>,
): Promise<{ rows: CaseSummary[]; total: number }> {
  const filter = toCaseFilter(query, reader.user.id);
  const rows = await store.listCases(deps.database, filter, { limit, offset });
  const total = await computeTotal(deps, filter, { limit, offset, found: rows.length });
  return { rows: rows.map((row) => presentSummary(row, reader.user.id)), total };
}

/** Null when there is no unclaimed case. */
async function takeNext(
  deps: Context,
  actor: UserActor,
  input: BodyOf<typeof takeNextCase>,
): Promise<CaseDetail | null> {
  const id = await findNext(deps, actor, toCaseFilter(input, actor.user.id));
  return id ? showCase(deps, actor, id) : null;
}

/** A closed case is shown without a claim; a merged case resolves to the case it is part of now. */
async function open(deps: Context, actor: UserActor, requestedId: CaseId): Promise<CaseDetail> {
  const id = await deps.cases.resolveMergedCase(deps.database.db, requestedId);
  const found = await store.findCase(deps.database, id);
  if (!found) throw notFound('CASE_NOT_FOUND');
  if (found.isOpen && !(await claimOrNotFound(deps, id, actor.user.id))) throw new AppError('CASE_CLAIMED');
  return showCase(deps, actor, id);
}

async function release({ cases, database }: Context, actor: UserActor, id: CaseId): Promise<void> {
  if (!(await store.findCase(database, id))) throw notFound('CASE_NOT_FOUND');
  await cases.claims.release(database.db, id, [actor.user.id]);
}

/** Releases all claims of a user who lost the role. */
async function releaseAll({ cases }: Context, tx: Db, userId: string): Promise<void> {
  await cases.claims.releaseAll(tx, userId);
}

async function showMore(
  deps: Context,
  actor: UserActor,
  id: CaseId,
  { shown }: BodyOf<typeof showMoreOfCase>,
): Promise<ReplyOf<typeof showMoreOfCase>> {
  await assertClaimed(deps, actor, id);
  const page = await showFilings(deps, actor, await store.listNextPage(deps.database, id, shown));
  return { filings: page, unreadCount: await store.countUnread(deps.database, id, actor.user.id) };
}

/** Only a pending filing can be edited, by the moderator who has the claim and was shown it. */
async function reword(
  deps: Context,
  actor: UserActor,
  id: FilingId,
  { seen, ...words }: BodyOf<typeof rewordFiling>,
): Promise<CaseFiling> {
  const caseId = await store.findCaseOf(deps.database.db, id);
  const [state] = caseId ? await deps.filings.listForModerator([id]) : [];
  if (!caseId || !state || (state.kind !== 'alert' && state.kind !== 'report')) throw notFound('FILING_NOT_FOUND');
  if (state.status !== 'pending') throw new AppError('ALREADY_DECIDED');
  await assertClaimed(deps, actor, caseId);
  await deps.database.transaction(async (tx) => {
    const isChanged = await (state.kind === 'alert'
      ? deps.alerts.reword(tx, actor, id as string as AlertId, words, seen)
      : deps.reports.reword(tx, actor, id as string as ReportId, words.description, seen));
    if (isChanged) await deps.cases.claims.deleteShown(tx, id, { exceptUserId: actor.user.id });
  });
  const [shown] = await showFilings(deps, actor, [id]);
  if (!shown) throw notFound('FILING_NOT_FOUND');
  return shown;
}

/** For cases with more filings than one person can read. */
async function drawSample(
  deps: Context,
  actor: UserActor,
  id: CaseId,
  { like: referenceId, seen }: BodyOf<typeof drawSampleEndpoint>,
): Promise<CaseSample> {
  await assertClaimed(deps, actor, id);
  const userId = actor.user.id;
  if (seen) await deps.cases.claims.deleteUnseen(deps.database.db, id, userId, [referenceId, ...seen]);
  const [reference] = await store.listUndecided(deps.database.db, id, userId, [referenceId]);
  if (!reference) throw notFound('FILING_NOT_FOUND');
  const unread = await store.countUnread(deps.database, id, userId);
  const sampleIds = await store.drawFilings(deps.database, id, userId, referenceId);
  const restCount = Math.max(0, unread - sampleIds.length);
  const sampleId = await store.insertSample(deps.database.db, {
    caseId: id,
    userId,
    likeId: referenceId,
    filingIds: sampleIds,
    restCount,
  });
  return { id: sampleId as SampleId, size: sampleIds.length, restCount };
}

async function showSampled(deps: Context, actor: UserActor, id: SampleId, index: number): Promise<CaseFiling> {
  const sample = await store.findSample(deps.database.db, id);
  const filingId = sample?.userId === actor.user.id ? sample.filingIds[index] : undefined;
  const [shown] = filingId ? await showFilings(deps, actor, [filingId]) : [];
  if (!shown) throw notFound('FILING_NOT_FOUND');
  return shown;
}

/** Decides each report in its own transaction. Skips reports that were decided meanwhile or never shown. */
async function decide(
  deps: Context,
  actor: UserActor,
  id: CaseId,
  { filings: filingIds, sample: sampleId, ...caseDecision }: BodyOf<typeof decideCase>,
): Promise<ReplyOf<typeof decideCase>> {
  await assertClaimed(deps, actor, id);
  const userId = actor.user.id;
  const pending = await store.listUndecided(deps.database.db, id, userId, filingIds);
  // Checked before the first decision, so that all or none are decided.
  await deps.intake.assertNotOwnFilings(
    deps.database.db,
    pending.map((filing) => filing.id),
    [userId],
  );
  await deps.assertPrivateDataReviewed(actor, id, pending, caseDecision);
  const unreadTask = sampleId ? await deps.scheduleUnread(actor, id, sampleId, pending, caseDecision) : null;
  const { decisionIds, alertId } = await deps.decideAll(actor, id, pending, caseDecision);
  const unreadCount = await store.countUnread(deps.database, id, userId);
  const remaining = await store.listUndecided(deps.database.db, id, userId);
  if (remaining.length + unreadCount === 0) await deps.cases.claims.release(deps.database.db, id, [userId]);
  return { decided: decisionIds.length, decisionIds, unreadCount, alertId, rest: unreadTask };
}

export function createTriageService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      list,
      takeNext,
      open,
      release,
      releaseAll,
      showMore,
      reword,
      drawSample,
      showSampled,
      decide,
    }),
    ...createDecidedCases(context),
    ...context.workerOperations,
    ...createRegrouping({ database: context.database, audit: context.audit, cases: context.cases }),
    ...createTemplatesAndViews(context.database),
  };
}
