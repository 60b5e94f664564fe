/** What moderators do with a case besides deciding it: snooze, split, merge, move a report. */
import type { CaseId } from '@hakiki/contract/cases';
import type {
  CaseSummary,
  listNeighbours,
  mergeCases,
  moveFiling,
  snoozeCase,
  Sorting,
  splitCase,
} from '@hakiki/contract/triage-admin';
import type { BodyOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { FilingId } from '@hakiki/contract/filings';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import { presentSummary } from './present.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  cases: CasesService;
}

/** Maximum number of items in the contract's reply. */
const MAX_SIMILAR_CASES = 10;

/** Call it with the cases locked, so that none is claimed meanwhile. */
async function assertUnclaimed(tx: Db, { user }: UserActor, caseIds: readonly string[]): Promise<void> {
  if (await store.isClaimedByOther(tx, caseIds, user.id)) throw new AppError('CASE_CLAIMED');
}

/** The time promised to its reporters runs on. Idempotent, so that a client can retry after a lost reply. */
const snooze = (
  { audit, cases, database }: Deps,
  actor: UserActor,
  id: CaseId,
  { until: day, note }: BodyOf<typeof snoozeCase>,
): Promise<ReplyOf<typeof snoozeCase>> =>
  database.transaction(async (tx) => {
    const userId = actor.user.id;
    if (!(await store.lockCase(tx, id))?.isOpen) throw notFound('CASE_NOT_FOUND');
    if (!(await cases.claims.renew(tx, id, userId))) {
      const current = await cases.findSnooze(tx, id);
      const isSame = current?.userId === userId && current.isForAnswer === (day === undefined);
      if (current && isSame) return { until: current.until.toISOString() };
      throw new AppError('CASE_CLAIMED');
    }
    const until = await cases.snooze(tx, id, { day, userId, note: note || null });
    await cases.claims.release(tx, id, [userId]);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'case.snoozed',
      subject: id,
      ...(note && { reason: note }),
      detail: { until: until.toISOString(), forAnswer: day === undefined },
    });
    return { until: until.toISOString() };
  });

/** Any moderator may end a snooze. */
const unsnooze = ({ audit, cases, database }: Deps, actor: UserActor, id: CaseId): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await store.lockCase(tx, id))) throw notFound('CASE_NOT_FOUND');
    if (!(await cases.unsnooze(tx, id))) return;
    await audit.record(tx, { actor: toAuditActor(actor), action: 'case.unsnoozed', subject: id });
  });

async function listSimilarOpen(
  { cases, database }: Deps,
  { user }: UserActor,
  id: CaseId,
  { search }: QueryOf<typeof listNeighbours>,
): Promise<CaseSummary[]> {
  if (!(await store.findCase(database, id))) throw notFound('CASE_NOT_FOUND');
  const searchText = search?.trim();
  const rows = searchText
    ? await store.searchOpen(
        database,
        { search: searchText, viewerId: user.id, order: 'oldest' },
        { exceptCaseId: id, limit: MAX_SIMILAR_CASES },
      )
    : await store.listCasesById(database, await cases.listSimilarOpen(id));
  return rows.map((row) => presentSummary(row, user.id));
}

/** Idempotent: succeeds when the two cases are one already. */
const merge = (
  { audit, cases, database }: Deps,
  actor: UserActor,
  requestedId: CaseId,
  { other }: BodyOf<typeof mergeCases>,
): Promise<ReplyOf<typeof mergeCases>> =>
  database.transaction(async (tx) => {
    await cases.lockGrouping(tx);
    const [firstId, secondId] = [
      await cases.resolveMergedCase(tx, requestedId),
      await cases.resolveMergedCase(tx, other),
    ];
    const locked = await cases.lockOpen(tx, [firstId, secondId]);
    await assertUnclaimed(tx, actor, [firstId, secondId]);
    if (firstId === secondId) {
      await cases.claims.claim(tx, firstId, actor.user.id);
      return { caseId: firstId, moved: [] };
    }
    const { keptId, moved } = await cases.merge(tx, locked);
    await cases.claims.claim(tx, keptId, actor.user.id);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'case.merged',
      subject: keptId,
      detail: { merged: keptId === firstId ? secondId : firstId },
    });
    return { caseId: keptId, moved: moved as FilingId[] };
  });

const split = (
  { audit, cases, database }: Deps,
  actor: UserActor,
  id: CaseId,
  { filings }: BodyOf<typeof splitCase>,
): Promise<ReplyOf<typeof splitCase>> =>
  database.transaction(async (tx) => {
    await cases.lockOpen(tx, [id]);
    await assertUnclaimed(tx, actor, [id]);
    const { caseId, isNew } = await cases.split(tx, id, filings);
    await assertUnclaimed(tx, actor, [caseId]);
    for (const claimedId of [id, caseId]) await cases.claims.claim(tx, claimedId, actor.user.id);
    if (isNew) {
      await audit.record(tx, {
        actor: toAuditActor(actor),
        action: 'case.split',
        subject: id,
        detail: { into: caseId, filings: filings.length },
      });
    }
    return { caseId };
  });

const move = (
  { audit, cases, database }: Deps,
  actor: UserActor,
  filingId: FilingId,
  { to: requestedId }: BodyOf<typeof moveFiling>,
): Promise<ReplyOf<typeof moveFiling>> =>
  database.transaction(async (tx) => {
    await cases.lockGrouping(tx);
    const to = await cases.resolveMergedCase(tx, requestedId);
    const from = await cases.findCaseOf(tx, filingId);
    if (!from) throw new AppError('FILING_NOT_IN_CASE');
    const locked = await cases.lockOpen(tx, [from, to]);
    await assertUnclaimed(tx, actor, [from, to]);
    if (from === to) return { caseId: to, isEmptied: false };
    const { isEmptied } = await cases.moveFiling(tx, locked, { from, to, filingId });
    // The moderator keeps the source case, unless it is empty now.
    await cases.claims.claim(tx, isEmptied ? to : from, actor.user.id);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'case.filing-moved',
      subject: filingId,
      detail: { from, to },
    });
    return { caseId: to, isEmptied };
  });

async function getSortingStatus({ cases }: Deps): Promise<Sorting> {
  const { count, since, isLate } = await cases.getSortingStatus();
  return { count, since, isLate };
}

export function createRegrouping(deps: Deps) {
  return {
    ...bindDeps(deps, { snooze, unsnooze, listSimilarOpen, merge, split, move, getSortingStatus }),
  };
}
