/** Alerts: reported by anyone, public once our team has verified them. */
import {
  type AdminAlert,
  type DecisionId,
  type listAdminAlerts,
  type PublicDecision,
  updateAlert,
} from '@hakiki/contract/admin';
import {
  type Alert,
  type AlertId,
  type AlertPreferences,
  type AlertStatus,
  announcedSeverities,
  type listAlerts,
  type listMyReports,
  type MyReport,
  type NewAlert,
  type PublishedAlert,
} from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LookupAlert } from '@hakiki/contract/lookup';
import { type AlertStatement, differing } from '@hakiki/contract/public-statements';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DecisionsService, Grounds, Person } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { listAllAlerts, readStatusCounts } from './admin-lists.ts';
import { presentAdminAlert } from './admin-present.ts';
import { toLostCents } from './lost-amount.ts';
import { presentAlert, presentFor, presentMatch, presentOwn, presentPublished, presentTeaser } from './present.ts';
import { listActiveAlerts } from './public-list.ts';
import * as store from './store.ts';

interface Approval {
  reason?: string;
  advice?: string | undefined;
  /** Of what is merged into it at the same time. */
  countries?: readonly string[];
}

export type AlertContent = Omit<NewAlert, 'proof' | 'language'>;

interface Needs {
  database: Database;
  audit: AuditService;
  cases: CasesService;
  decisions: DecisionsService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

/** What an administrator may ask for, and what a decision on a case does. */
type Edit = Omit<BodyOf<typeof updateAlert>, keyof Grounds | 'status'> & {
  status?: AlertStatus | undefined;
  affectedCountries?: string[];
  mergedInto?: AlertId;
  isMergedUnread?: boolean;
};

type Standing = Pick<store.HeldAlert, 'status' | 'isMergedUnread'>;

/** What such an alert names is known to everybody, on its own page or on that of the one it was merged into. */
const speaks = ({ status, isMergedUnread }: Standing): boolean =>
  status === 'approved' || (status === 'merged' && !isMergedUnread);

/** As many as the contract's alert may hold. */
const MOST_COUNTRIES = 30;
const joined = (...countries: readonly (readonly string[])[]): string[] =>
  [...new Set(countries.flat())].slice(0, MOST_COUNTRIES);

export function createAlertsService({ database, audit, cases, decisions, directory, filings, indicators }: Needs) {
  async function showToAdmin(db: Db, id: AlertId): Promise<AdminAlert> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('ALERT_NOT_FOUND');
    return presentAdminAlert(row, filings.openDetails(row.sealedDetails, id));
  }

  function compare({ said: { statement } }: store.HeldAlert, given: Edit): store.AlertEdit {
    const { advice, mergedInto, isMergedUnread = false, ...edit } = given;
    const advised = advice !== undefined && { advice: advice || null };
    const changed: store.AlertEdit = differing<AlertStatement>(statement, { ...edit, ...advised });
    return changed.status === 'merged' ? { ...changed, mergedInto: mergedInto!, isMergedUnread } : changed;
  }

  const life = decisions.moderated<store.HeldAlert, Edit, store.AlertEdit>({
    subject: 'alert',
    unknown: 'ALERT_NOT_FOUND',
    undecided: 'pending',
    hold: store.holdAlert,
    compare,
    set: (tx, { id }, changed) => store.setAlert(tx, id, changed),
    detail: ({ said: { statement } }, { severity, title, description, advice }) => ({
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...((title || description || advice !== undefined) && { isReworded: true }),
    }),
    /** What a new status brings with it, in its case, among the indicators and for its reporter. */
    async follow(tx, before, { from, changed: { status: to, isMergedUnread = false }, decisionId }) {
      if (!to) return;
      const { id, mergedInto } = before;
      const spoke = speaks(before) && (!mergedInto || (await store.isApproved(tx, mergedInto)));
      const goesOn = speaks({ status: to, isMergedUnread });
      // What was merged into it speaks with it.
      const voices = spoke === goesOn ? [] : [id, ...(await store.listMerged(tx, id))];
      for (const voice of voices) await (goesOn ? indicators.publish(tx, voice) : indicators.retract(tx, voice));
      if (from === 'pending') await cases.settle(tx, id, true);
      if (to === 'pending') await cases.settle(tx, id, false);
      await filings.tellOfDecision(tx, id, to, decisionId);
    },
    takesBack: { status: 'pending' },
    warns: {
      titleOf: ({ said: { statement } }) => statement.title,
      readEdit: (changes) => updateAlert.body.parse(changes),
      foresee: (actor, { id }, changed) => foresee(actor, id, changed),
    },
  });

  /** Its page, if it became so; what is counted into another has none. */
  async function foresee(actor: UserActor, id: AlertId, changed: store.AlertEdit): Promise<{ alert?: PublishedAlert }> {
    const row = await store.findPublished(database, id);
    if (!row) return {};
    const named = await indicators.listPublished(database, [id, ...(await store.listMerged(database.db, id))]);
    const page = presentPublished({ ...row, ...changed, withdrawnAt: new Date() }, { actor, indicators: named });
    return { alert: page };
  }

  /** Acts on what is pending: whoever comes second learns that somebody was quicker. */
  async function decide(
    tx: Db,
    actor: Person,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason, advice, countries = [] }: Approval = {},
  ): Promise<DecisionId> {
    // What nobody wrote leaves what was written before.
    const advised = status === 'approved' && advice ? { advice } : {};
    const own = countries.length > 0 ? (await life.hold(tx, id)).said.statement.affectedCountries : [];
    const gathered = countries.length > 0 ? { affectedCountries: joined(own, countries) } : {};
    const { decisionId } = await life.settle(tx, id, { status, ...advised, ...gathered }, { actor, reason });
    return decisionId!;
  }

  /**
   * What is pending becomes part of the public alert about the same thing: one more person who reported it. What was read adds its
   * countries and what it names; what was not adds nothing but the person. First the one and then the other is locked, as by
   * whoever takes it back.
   */
  async function merge(
    tx: Db,
    actor: Person,
    id: AlertId,
    { leadId, isRead, reason }: { leadId: AlertId; isRead: boolean; reason?: string },
  ): Promise<DecisionId> {
    const merged = await life.hold(tx, id);
    const lead = await life.hold(tx, leadId);
    if (lead.status !== 'approved') throw new AppError('ALREADY_DECIDED');
    // Before anything of its case is touched: the counts are locked in one order, and the grouping of cases after them.
    const [known, told] = [lead, merged].map(({ said }) => said.statement.affectedCountries);
    if (isRead) await life.change(tx, leadId, { affectedCountries: joined(known!, told!) }, { actor, reason });
    const edit = { status: 'merged', mergedInto: leadId, isMergedUnread: !isRead } as const;
    const { decisionId } = await life.settle(tx, id, edit, { actor, reason });
    return decisionId!;
  }

  const decideAlone = (actor: UserActor, id: AlertId, status: 'approved' | 'rejected'): Promise<AdminAlert> =>
    database.transaction(async (tx) => {
      const decisionId = await decide(tx, actor, id, status);
      return { ...(await showToAdmin(tx, id)), decisionId, canUndo: true };
    });

  return {
    /** For what was proven to come from a person; its id may have been told before. */
    async accept(
      tx: Db,
      content: AlertContent,
      { id, actor, language }: { id: AlertId; actor: Actor; language: Language },
    ): Promise<{ item: MyReport; receipt: Receipt }> {
      const { title, description, alertType, severity, affectedCountries, affectedProvider, amountLost } = content;
      const providerId = affectedProvider && (await directory.findByName(tx, affectedProvider));
      const row = await store.insertAlert(tx, {
        id,
        title,
        description,
        language,
        alertType,
        severity,
        affectedCountries,
        // A form sends an empty text for what was left out.
        affectedProviderId: providerId || null,
        affectedProviderName: affectedProvider || null,
        lostCents: toLostCents(amountLost ?? ''),
      });
      const { contactEmail: email, contactPhone: phone, evidenceDescription, additionalDetails } = content;
      const receipt = await filings.open(tx, {
        id,
        kind: 'alert',
        actor,
        language,
        contact: { email, phone },
        details: { amountLost, evidenceDescription, additionalDetails },
      });
      await audit.record(tx, { actor: actorOf(actor), action: 'alert.submitted', subject: id });
      return { item: presentOwn(row), receipt };
    },

    /** As it will stand among the sender's own once it has arrived. */
    preview: ({ affectedProvider, ...content }: AlertContent, id: AlertId): MyReport =>
      presentOwn({
        ...content,
        id,
        affectedProviderName: affectedProvider || null,
        status: 'pending',
        reportCount: 1,
        mergedInto: null,
        createdAt: new Date(),
      }),

    /** Visitors get the beginning of each description, all of them the same answer. */
    async listActive(actor: Actor): Promise<{ rows: Alert[]; total: number }> {
      if (actor.kind !== 'user') {
        const teasers = await store.listTeasers(database);
        return { rows: teasers.map(presentTeaser), total: teasers[0]?.total ?? 0 };
      }
      const rows = await store.listActive(database);
      return { rows: rows.map((row) => presentAlert(row, actor)), total: rows[0]?.total ?? 0 };
    },

    /** All of them in pages; the same rule about texts. */
    async listPublic(actor: Actor, query: QueryOf<typeof listAlerts>): Promise<{ rows: Alert[]; total: number }> {
      const { rows, total } = await listActiveAlerts(database, query, actor.kind === 'user' ? 'member' : 'visitor');
      return { rows: rows.map((row) => presentFor(row, actor)), total };
    },

    /** What was never public is not there. */
    async getPublished(actor: Actor, id: AlertId): Promise<PublishedAlert> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const voices = row.status === 'approved' ? [id, ...(await store.listMerged(database.db, id))] : [];
      const named = await indicators.listPublished(database, voices);
      return presentPublished(row, { actor, indicators: named });
    },

    /** What everyone may know of the alerts that a search is about. */
    async listMatching(
      text: string,
      keys: readonly Buffer[],
      providerIds: readonly ProviderId[],
    ): Promise<LookupAlert[]> {
      const rows = await store.listMatching(database, text, keys, providerIds);
      return rows.map(presentMatch);
    },

    async listOwn({ user }: UserActor, { limit, offset }: QueryOf<typeof listMyReports>): Promise<MyReport[]> {
      const rows = await store.listOwn(database, user.id, limit, offset);
      return rows.map(presentOwn);
    },

    /** All alerts, with all that their reporters wrote but how to reach them. */
    async listForAdmin(
      query: QueryOf<typeof listAdminAlerts>,
      after?: LastRow,
    ): Promise<{ rows: AdminAlert[]; total: number }> {
      const { rows, total } = await listAllAlerts(database, query, after);
      return {
        rows: rows.map((row) => presentAdminAlert(row, filings.openDetails(row.sealedDetails, row.id))),
        total,
      };
    },

    readStatusCounts: () => readStatusCounts(database),

    approve: (actor: UserActor, id: AlertId) => decideAlone(actor, id, 'approved'),
    reject: (actor: UserActor, id: AlertId) => decideAlone(actor, id, 'rejected'),

    /** For who decides several; each alert in a transaction of its own, or two who decide could wait for each other. */
    decide,
    merge,

    /** An edit that would weaken a public alert changes nothing yet: all of it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: AlertId,
      { reason, evidence, ...edit }: BodyOf<typeof updateAlert>,
    ): Promise<AdminAlert> =>
      database.transaction(async (tx) => {
        const outcome = await life.attempt(tx, id, edit, { actor, reason, evidence });
        return { ...(await showToAdmin(tx, id)), ...outcome };
      }),

    /** How a public alert came about. Of one that was withdrawn, what it said and why it was published is no longer told. */
    async getHistory(id: AlertId): Promise<PublicDecision[]> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const history = await decisions.listPublic('alert', id);
      if (row.status === 'approved') return history;
      return history.map((one) => ({ ...one, changes: [], ...(one.to === 'approved' && { reason: null }) }));
    },

    /** In the caller's own transaction. */
    require: (tx: Db, id: AlertId) => life.hold(tx, id),

    decided: {
      ...life.decided,
      async takeBack(tx: Db, actor: Person, undone: { id: DecisionId; subjectId: string }) {
        // What was counted into it would be counted into nothing.
        if (await store.hasMerged(tx, undone.subjectId as AlertId)) throw new AppError('TOO_LATE');
        await life.decided.takeBack?.(tx, actor, undone);
      },
    },

    async getPreferences({ user }: UserActor): Promise<AlertPreferences> {
      const chosen = await store.findPreferences(database.db, user.id);
      return chosen ?? { severities: [...announcedSeverities], countries: [] };
    },

    async setPreferences({ user }: UserActor, wanted: AlertPreferences): Promise<AlertPreferences> {
      const preferences = {
        severities: announcedSeverities.filter((severity) => wanted.severities.includes(severity)),
        countries: [...new Set(wanted.countries.map(normaliseCountry).filter(Boolean))],
      };
      await store.putPreferences(database.db, user.id, preferences);
      return preferences;
    },

    /** For the sitemaps. */
    listStretches: (size: number) => store.listStretches(database, size),
    listStretch: (firstId: string, size: number) => store.listStretch(database, firstId, size),

    /** Public alerts by severity and by country. */
    readCounts: () => store.readCounts(database),

    /** Compares what is kept with what is true and corrects it; answers the number of corrections. */
    reconcile: (tx: Db) => store.repairCounts(tx),
  };
}
