/**
 * The work of moderators. A case belongs to whoever took it, for a while, so that two never work on the same; each of its reports
 * is still decided on its own, by the room it belongs to.
 */
import type {
  AnswerTemplate,
  CaseDetail,
  CaseId,
  CaseSummary,
  decideCase,
  DecisionId,
  listCases,
  SavedView,
  takeNextCase,
} from '@hakiki/contract/admin';
import { type FilingKind, severities } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { ReportId } from '@hakiki/contract/reports';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { ReportsService } from '../reports/service.ts';
import { presentDetail, presentSummary } from './present.ts';
import type { CaseFilter } from './queue-sql.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  alerts: AlertsService;
  cases: CasesService;
  filings: FilingsService;
  reports: ReportsService;
}

export type TriageService = ReturnType<typeof createTriageService>;

type Verdict = Pick<BodyOf<typeof decideCase>, 'decision' | 'reason' | 'advice'>;

const filterOf = ({ age, country, severity, search, order }: BodyOf<typeof takeNextCase>): CaseFilter => ({
  age,
  country: country && normaliseCountry(country),
  severities: severity?.length ? severities.filter((known) => severity.includes(known.toLowerCase())) : undefined,
  search: search?.trim(),
  order,
});

/** Each time somebody else was quicker; a crowd is worked off long before this. */
const TRIES = 100;

export function createTriageService({ database, alerts, cases, filings, reports }: Needs) {
  async function show(actor: UserActor, id: string): Promise<CaseDetail> {
    const row = await store.findCase(database, id);
    if (!row) throw notFound('CASE_NOT_FOUND');
    const shown = await store.listFilings(database, id);
    const reporters = [...new Set(shown.flatMap(({ createdBy }) => createdBy ?? []))];
    const [states, standings, indicators, similar] = await Promise.all([
      filings.listForModerator(shown.map((filing) => filing.id)),
      store.listStandings(database, reporters),
      cases.listIndicators(id),
      cases.listSimilar(id),
    ]);
    return {
      ...presentDetail({ row, viewerId: actor.user.id, filings: shown, states, standings }),
      indicators,
      similar,
    };
  }

  /** Undefined when nothing is left; false when another took what was offered here. */
  const claimNext = (actor: UserActor, filter: CaseFilter, isPatient: boolean): Promise<string | false | undefined> =>
    database.transaction(async (tx) => {
      const id = await store.lockNext(tx, filter, { isPatient });
      return id && ((await store.claim(tx, id, actor.user.id)) ? id : false);
    });

  async function findNext(actor: UserActor, filter: CaseFilter): Promise<string | undefined> {
    // What is skipped because somebody writes to it just now may be the last one: then it is worth waiting for.
    for (let tries = 0, isPatient = false; tries < TRIES; tries += 1) {
      const id = await claimNext(actor, filter, isPatient);
      if (id) return id;
      if (id === undefined && isPatient) return undefined;
      isPatient = id === undefined;
    }
    throw new AppError('UNAVAILABLE');
  }

  /** The last page tells by itself how many there are. */
  async function totalOf(
    filter: CaseFilter,
    { limit, offset, found }: { limit: number; offset: number; found: number },
  ): Promise<number> {
    if (found < limit && (found > 0 || offset === 0)) return offset + found;
    const { order: _, ...conditions } = filter;
    const isNarrowed = Object.values(conditions).some(Boolean);
    const counted = await (isNarrowed ? store.countMatches(database, filter) : store.countOpen(database));
    return Math.max(counted, offset + found);
  }

  const decideFiling = (
    tx: Db,
    actor: UserActor,
    { id, kind }: { id: string; kind: FilingKind },
    { decision, reason, advice }: Verdict,
  ): Promise<DecisionId> => {
    const isApproved = decision === 'approve';
    if (kind === 'alert') {
      return alerts.decide(tx, actor, id as AlertId, isApproved ? 'approved' : 'rejected', { reason, advice });
    }
    return reports.decide(tx, actor, id as ReportId, isApproved ? 'investigating' : 'rejected', reason);
  };

  const lockStatus = (tx: Db, { id, kind }: { id: string; kind: FilingKind }): Promise<string | undefined> =>
    kind === 'alert' ? alerts.decided.lockStatus(tx, id) : reports.decided.lockStatus(tx, id);

  return {
    async list(
      reader: { user: { id: string } },
      { limit, offset, ...given }: QueryOf<typeof listCases>,
    ): Promise<{ rows: CaseSummary[]; total: number }> {
      const filter = filterOf(given);
      const rows = await store.listCases(database, filter, { limit, offset });
      const total = await totalOf(filter, { limit, offset, found: rows.length });
      return { rows: rows.map((row) => presentSummary(row, reader.user.id)), total };
    },

    /** Null when nothing waits that nobody holds. */
    async takeNext(actor: UserActor, given: BodyOf<typeof takeNextCase>): Promise<CaseDetail | null> {
      const id = await findNext(actor, filterOf(given));
      return id ? show(actor, id) : null;
    },

    /** A case that is closed is shown and belongs to nobody. */
    async open(actor: UserActor, id: CaseId): Promise<CaseDetail> {
      const found = await store.findCase(database, id);
      if (!found) throw notFound('CASE_NOT_FOUND');
      if (found.isOpen && !(await store.claim(database.db, id, actor.user.id))) throw new AppError('CASE_CLAIMED');
      return show(actor, id);
    },

    async release(actor: UserActor, id: CaseId): Promise<void> {
      if (!(await store.findCase(database, id))) throw notFound('CASE_NOT_FOUND');
      await store.release(database.db, id, actor.user.id);
    },

    /**
     * Each report in a transaction of its own: what somebody else has decided meanwhile is left as it is. What came after the case
     * was shown was read by nobody, and waits.
     */
    async decide(
      actor: UserActor,
      id: CaseId,
      { filings: named, ...verdict }: BodyOf<typeof decideCase>,
    ): Promise<{ decided: number; decisionIds: DecisionId[] }> {
      const found = await store.findCase(database, id);
      if (!found?.isOpen) throw notFound('CASE_NOT_FOUND');
      const userId = actor.user.id;
      if (!(await store.renew(database.db, id, userId))) throw new AppError('CASE_CLAIMED');
      const decisionIds: DecisionId[] = [];
      for (const filing of await store.listUndecided(database.db, id, userId, named)) {
        const decisionId = await database.transaction(async (tx) =>
          (await lockStatus(tx, filing)) === 'pending' ? decideFiling(tx, actor, filing, verdict) : undefined,
        );
        if (decisionId) decisionIds.push(decisionId);
      }
      const left = await store.listUndecided(database.db, id, userId);
      if (left.length === 0) await store.release(database.db, id, userId);
      return { decided: decisionIds.length, decisionIds };
    },

    listTemplates: (): Promise<AnswerTemplate[]> => store.listTemplates(database.db),
    saveTemplate: (template: { title: string; text: string }): Promise<AnswerTemplate> =>
      store.putTemplate(database.db, template),
    async deleteTemplate(id: string): Promise<void> {
      if (!(await store.deleteTemplate(database.db, id))) throw notFound('TEMPLATE_NOT_FOUND');
    },

    /** One's own alone. */
    listViews: ({ user }: UserActor): Promise<SavedView[]> => store.listViews(database.db, user.id),
    saveView: ({ user }: UserActor, view: { name: string; query: string }): Promise<SavedView> =>
      store.putView(database.db, { userId: user.id, ...view }),
    async deleteView({ user }: UserActor, id: string): Promise<void> {
      if (!(await store.deleteView(database.db, user.id, id))) throw notFound('VIEW_NOT_FOUND');
    },
  };
}
