/**
 * The moderation queue. A moderator claims a case for a limited time, so that two never work on the same one. Each
 * report is decided by its own module, and only after it was shown to the moderator.
 */
import { chosen } from '@hakiki/contract/schema';
import type { CaseId } from '@hakiki/contract/cases';
import type {
  CaseDetail,
  CaseFiling,
  CaseSample,
  CaseSummary,
  decideCase,
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
import { AppError, notFound } from '../../platform/app-error.ts';
import { violates } from '../../platform/db/constraint.ts';
import type { Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AuditService } from '../audit/service.ts';
import { createDeciding, type DecidingNeeds } from './deciding.ts';
import { createKeptTexts } from './kept-texts.ts';
import { presentFilings, presentSummary } from './present.ts';
import type { CaseFilter } from './queue-sql.ts';
import { createRegrouping } from './regrouping.ts';
import * as store from './store.ts';

interface Needs extends DecidingNeeds {
  audit: AuditService;
}

export type * from './deciding.ts';

export type TriageService = ReturnType<typeof createTriageService>;

const filterOf = (
  { age, country, severity, search, only, order }: BodyOf<typeof takeNextCase>,
  viewerId: string,
): CaseFilter => ({
  age,
  country: country && normaliseCountry(country),
  severities: severity?.length ? chosen(severities, severity) : undefined,
  search: search?.trim(),
  only,
  viewerId,
  order,
});

/** Retries when another moderator was faster; fifty concurrent moderators need fewer. */
const TRIES = 100;

export function createTriageService(needs: Needs) {
  const { database, alerts, audit, cases, filings, reports } = needs;
  const { decideAll, scheduleUnread, assertPrivateDataReviewed, ...workerOperations } = createDeciding(needs);

  /** Records the filings as shown, so that the moderator may decide them. */
  async function showFilings(actor: UserActor, ids: readonly string[]): Promise<CaseFiling[]> {
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

  async function show(actor: UserActor, id: string): Promise<CaseDetail> {
    const row = await store.findCase(database, id);
    if (!row) throw notFound('CASE_NOT_FOUND');
    const [shown, indicators, similar, publicAlert] = await Promise.all([
      store.listFirstPage(database, id).then((page) => showFilings(actor, page)),
      cases.listIndicators(id),
      cases.listSimilar(id),
      cases.findPublicAlert(id),
    ]);
    return {
      ...presentSummary(row, actor.user.id),
      filings: shown,
      unreadCount: await store.countUnread(database, id, actor.user.id),
      publicAlert: publicAlert ? { id: publicAlert.id, title: publicAlert.title } : null,
      indicators,
      similar,
      claimExpiresAt: row.claimExpiresAt?.toISOString() ?? null,
    };
  }

  /** Renews the claim, also an expired one if nobody else has claimed the case. Throws for a closed case. */
  async function requireHeld(actor: UserActor, id: string): Promise<void> {
    const found = await store.findCase(database, id);
    if (!found?.isOpen) throw notFound('CASE_NOT_FOUND');
    if (!(await cases.claims.renew(database.db, id, actor.user.id))) throw new AppError('CASE_CLAIMED');
  }

  /** Undefined when no case is left; false when another moderator was faster. */
  const claimNext = (actor: UserActor, filter: CaseFilter, isPatient: boolean): Promise<string | false | undefined> =>
    database.transaction(async (tx) => {
      const id = await store.lockNext(tx, filter, { isPatient, ownTags: filings.tagsOf(actor.user.id) });
      return id && ((await cases.claims.take(tx, id, actor.user.id)) ? id : false);
    });

  /** The case may be merged into another one at the same time. */
  const claimWhereItIs = (id: CaseId, userId: string): Promise<boolean> =>
    cases.claims.take(database.db, id, userId).catch((error: unknown) => {
      throw violates(error, 'case_claims_case_id_cases_id_fk') ? notFound('CASE_NOT_FOUND') : error;
    });

  async function findNext(actor: UserActor, filter: CaseFilter): Promise<string | undefined> {
    // A locked case that `skip locked` left out may be the last one: then wait for its lock.
    for (let tries = 0, isPatient = false; tries < TRIES; tries += 1) {
      const id = await claimNext(actor, filter, isPatient);
      if (id) return id;
      if (id === undefined && isPatient) return undefined;
      isPatient = id === undefined;
    }
    throw new AppError('UNAVAILABLE');
  }

  /** The last page needs no count query. */
  async function totalOf(
    filter: CaseFilter,
    { limit, offset, found }: { limit: number; offset: number; found: number },
  ): Promise<number> {
    if (found < limit && (found > 0 || offset === 0)) return offset + found;
    const { order: _, viewerId: __, ...conditions } = filter;
    const isNarrowed = Object.values(conditions).some(Boolean);
    const counted = await (isNarrowed ? store.countMatches(database, filter) : store.countOpen(database));
    return Math.max(counted, offset + found);
  }

  return {
    async list(
      reader: { user: { id: string } },
      { limit, offset, ...query }: QueryOf<typeof listCases>,
    ): Promise<{ rows: CaseSummary[]; total: number }> {
      const filter = filterOf(query, reader.user.id);
      const rows = await store.listCases(database, filter, { limit, offset });
      const total = await totalOf(filter, { limit, offset, found: rows.length });
      return { rows: rows.map((row) => presentSummary(row, reader.user.id)), total };
    },

    /** Null when there is no unclaimed case. */
    async takeNext(actor: UserActor, given: BodyOf<typeof takeNextCase>): Promise<CaseDetail | null> {
      const id = await findNext(actor, filterOf(given, actor.user.id));
      return id ? show(actor, id) : null;
    },

    /** A closed case is shown without a claim; a merged case resolves to the case it is part of now. */
    async open(actor: UserActor, asked: CaseId): Promise<CaseDetail> {
      const id = await cases.follow(database.db, asked);
      const found = await store.findCase(database, id);
      if (!found) throw notFound('CASE_NOT_FOUND');
      if (found.isOpen && !(await claimWhereItIs(id, actor.user.id))) throw new AppError('CASE_CLAIMED');
      return show(actor, id);
    },

    async release(actor: UserActor, id: CaseId): Promise<void> {
      if (!(await store.findCase(database, id))) throw notFound('CASE_NOT_FOUND');
      await cases.claims.release(database.db, id, [actor.user.id]);
    },

    /** Releases all claims of a user who lost the role. */
    async releaseAll(tx: Db, userId: string): Promise<void> {
      await cases.claims.releaseAll(tx, userId);
    },

    async showMore(
      actor: UserActor,
      id: CaseId,
      { shown }: BodyOf<typeof showMoreOfCase>,
    ): Promise<ReplyOf<typeof showMoreOfCase>> {
      await requireHeld(actor, id);
      const page = await showFilings(actor, await store.listNextPage(database, id, shown));
      return { filings: page, unreadCount: await store.countUnread(database, id, actor.user.id) };
    },

    /** Only a pending filing can be edited, by the moderator who has the claim and was shown it. */
    async reword(actor: UserActor, id: FilingId, { seen, ...words }: BodyOf<typeof rewordFiling>): Promise<CaseFiling> {
      const caseId = await store.findCaseOf(database.db, id);
      const [state] = caseId ? await filings.listForModerator([id]) : [];
      if (!caseId || !state || (state.kind !== 'alert' && state.kind !== 'report')) throw notFound('FILING_NOT_FOUND');
      if (state.status !== 'pending') throw new AppError('ALREADY_DECIDED');
      await requireHeld(actor, caseId);
      await database.transaction(async (tx) => {
        const isOther = await (state.kind === 'alert'
          ? alerts.reword(tx, actor, id as string as AlertId, words, seen)
          : reports.reword(tx, actor, id as string as ReportId, words.description, seen));
        if (isOther) await store.forgetShown(tx, id, { but: actor.user.id });
      });
      const [shown] = await showFilings(actor, [id]);
      if (!shown) throw notFound('FILING_NOT_FOUND');
      return shown;
    },

    /** For cases with more filings than one person can read. */
    async drawSample(actor: UserActor, id: CaseId, like: FilingId): Promise<CaseSample> {
      await requireHeld(actor, id);
      const userId = actor.user.id;
      const [known] = await store.listUndecided(database.db, id, userId, [like]);
      if (!known) throw notFound('FILING_NOT_FOUND');
      const unread = await store.countUnread(database, id, userId);
      const drawn = await store.drawFilings(database, id, userId, like);
      const restCount = Math.max(0, unread - drawn.length);
      const sampleId = await store.insertSample(database.db, {
        caseId: id,
        userId,
        likeId: like,
        filingIds: drawn,
        restCount,
      });
      return { id: sampleId as SampleId, size: drawn.length, restCount };
    },

    async showSampled(actor: UserActor, id: SampleId, place: number): Promise<CaseFiling> {
      const sample = await store.findSample(database.db, id);
      const filingId = sample?.userId === actor.user.id ? sample.filingIds[place] : undefined;
      const [shown] = filingId ? await showFilings(actor, [filingId]) : [];
      if (!shown) throw notFound('FILING_NOT_FOUND');
      return shown;
    },

    /** Decides each report in its own transaction. Skips reports that were decided meanwhile or never shown. */
    async decide(
      actor: UserActor,
      id: CaseId,
      { filings: named, sample: sampleId, ...caseDecision }: BodyOf<typeof decideCase>,
    ): Promise<ReplyOf<typeof decideCase>> {
      await requireHeld(actor, id);
      const userId = actor.user.id;
      const waiting = await store.listUndecided(database.db, id, userId, named);
      // Checked before the first decision, so that all or none are decided.
      await filings.requireOfOthers(
        database.db,
        waiting.map((filing) => filing.id),
        [userId],
      );
      await assertPrivateDataReviewed(actor, id, waiting, caseDecision);
      const rest = sampleId ? await scheduleUnread(actor, id, sampleId, waiting, caseDecision) : null;
      const { decisionIds, alertId } = await decideAll(actor, id, waiting, caseDecision);
      const unreadCount = await store.countUnread(database, id, userId);
      const left = await store.listUndecided(database.db, id, userId);
      if (left.length + unreadCount === 0) await cases.claims.release(database.db, id, [userId]);
      return { decided: decisionIds.length, decisionIds, unreadCount, alertId, rest };
    },

    ...workerOperations,
    ...createRegrouping({ database, audit, cases }),
    ...createKeptTexts(database),
  };
}
