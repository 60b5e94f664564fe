/** Alerts: reported by anyone, public once our team has verified them. */
import { type AdminAlert, type listAdminAlerts, updateAlert } from '@hakiki/contract/alerts-admin';
import type { DecisionId, PublicDecision } from '@hakiki/contract/decisions';
import type { rewordFiling } from '@hakiki/contract/triage-admin';
import { announcedSeverities } from '@hakiki/contract/alert-announcing';
import type { AlertStatus } from '@hakiki/contract/alert-values';
import type {
  Alert,
  AlertId,
  AlertPreferences,
  listAlerts,
  listMyReports,
  MyReport,
  NewAlert,
  PublishedAlert,
} from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import { isAfricanCountry } from '@hakiki/contract/country-codes';
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
import { type AuditService, reporterOf } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DecisionsService, Grounds, MaskedThing, Person } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FiledWords, FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { listAllAlerts, readStatusCounts } from './admin-lists.ts';
import { type AdminAlertRow, presentAdminAlert } from './admin-present.ts';
import { toLostCents } from './lost-amount.ts';
import { type Looker, presentFor, presentMatch, presentOwn, presentPublished, presentTeaser } from './present.ts';
import { listActiveAlerts } from './public-list.ts';
import * as store from './store.ts';

interface Approval {
  reason?: string | undefined;
  /** Like a sample of it that was read. */
  isSampled?: boolean;
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
  affectedProviderName?: string | null;
  mergedInto?: AlertId;
  isMergedUnread?: boolean;
};

/** What becomes public of it in its reporter's words. */
const wordsOf = ({ title, description, affectedProviderId, affectedProviderName }: AlertStatement): FiledWords => ({
  title,
  description,
  providerName: affectedProviderId ? null : affectedProviderName,
});

/** What a moderator may put otherwise. */
export type Reworded = Pick<BodyOf<typeof rewordFiling>, 'title' | 'description' | 'providerName'>;

type Standing = Pick<store.HeldAlert, 'status' | 'isMergedUnread'>;

/** What such an alert names is known to everybody, on its own page or on that of the one it was merged into. */
const speaks = ({ status, isMergedUnread }: Standing): boolean =>
  status === 'approved' || (status === 'merged' && !isMergedUnread);

/** As many as the contract's alert may hold. */
const MOST_COUNTRIES = 30;
/** What reporters typed themselves joins no public alert: it is text of one person among the countries of another's. */
const joined = (own: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...own, ...others.filter(isAfricanCountry)])].slice(0, MOST_COUNTRIES);

export function createAlertsService({ database, audit, cases, decisions, directory, filings, indicators }: Needs) {
  const lookerOf = (actor: Actor): Looker | undefined =>
    actor.kind === 'user' ? { id: actor.user.id, tags: filings.tagsOf(actor.user.id) } : undefined;

  const presentTo = (row: AdminAlertRow, viewer: Person | undefined): AdminAlert =>
    presentAdminAlert(row, filings.openDetails(row.sealedDetails, row.id), viewer?.user.id);

  async function showToAdmin(db: Db, id: AlertId, viewer: Person): Promise<AdminAlert> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('ALERT_NOT_FOUND');
    return presentTo(row, viewer);
  }

  async function listForAdmin(
    query: QueryOf<typeof listAdminAlerts>,
    after?: LastRow,
    viewer?: Person,
  ): Promise<{ rows: AdminAlert[]; total: number }> {
    const { rows, total } = await listAllAlerts(database, query, after);
    return { rows: rows.map((row) => presentTo(row, viewer)), total };
  }

  function compare({ said: { statement } }: store.HeldAlert, given: Edit): store.AlertEdit {
    const { advice, mergedInto, isMergedUnread = false, ...edit } = given;
    const advised = advice !== undefined && { advice: advice || null };
    const changed: store.AlertEdit = differing<AlertStatement>(statement, { ...edit, ...advised });
    return changed.status === 'merged' ? { ...changed, mergedInto: mergedInto!, isMergedUnread } : changed;
  }

  const toldBy = ({ said: { statement }, ownCountries }: store.HeldAlert, changed: store.AlertEdit = {}) => {
    const { title, description, advice } = { ...statement, ...changed };
    return { text: [title, description, advice ?? ''].join('\n'), countries: ownCountries };
  };

  /** What was sent is kept before it is put otherwise, and what is taken out of the words is taken out of all that is made of them. */
  async function followWords(tx: Db, before: store.HeldAlert, changed: store.AlertEdit, isPublic: boolean) {
    const { title, description, advice, affectedProviderName } = changed;
    const { id, said } = before;
    if (title === undefined && description === undefined && advice === undefined && affectedProviderName === undefined)
      return;
    const isFiled = title !== undefined || description !== undefined || affectedProviderName !== undefined;
    if (isFiled) await filings.keepOriginal(tx, id, wordsOf(said.statement));
    await indicators.reword(tx, id, { ...toldBy(before, changed), isPublic });
    const told = { ...said.statement, ...changed };
    if (isFiled) await cases.retell(tx, id, `${told.title}\n${told.description}`);
  }

  const life = decisions.moderated<store.HeldAlert, Edit, store.AlertEdit>({
    subject: 'alert',
    unknown: 'ALERT_NOT_FOUND',
    undecided: 'pending',
    asksWhy: true,
    publishes: 'statement',
    hold: store.holdAlert,
    compare,
    set: (tx, { id }, changed) => store.setAlert(tx, id, changed),
    detail: ({ said: { statement } }, { severity, title, description, advice, affectedProviderName }) => ({
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...((title || description || advice !== undefined || affectedProviderName !== undefined) && { isReworded: true }),
    }),
    /** What a new status brings with it, in its case, among the indicators and for its reporter. */
    async follow(tx, before, { from, to: standing, changed, decisionId, by }) {
      const { id, mergedInto } = before;
      const spoke = speaks(before) && (!mergedInto || (await store.isApproved(tx, mergedInto)));
      await followWords(tx, before, changed, spoke);
      const { status: to, isMergedUnread = false } = changed;
      // Whoever holds its case was shown what it said.
      if (!to) return from === 'pending' ? cases.honour(tx, id, { from, to: standing, by }) : undefined;
      const goesOn = speaks({ status: to, isMergedUnread });
      // What was merged into it speaks with it.
      const voices = spoke === goesOn ? [] : [id, ...(await store.listMerged(tx, id))];
      for (const voice of voices) {
        await (goesOn ? indicators.publish(tx, voice, changed.mergedInto ?? undefined) : indicators.retract(tx, voice));
      }
      // It speaks for itself again.
      if (mergedInto && to === 'pending') await indicators.reword(tx, id, { ...toldBy(before), isPublic: false });
      await filings.tellOfDecision(tx, id, to, decisionId);
      // Last, so that the lock is held for the shortest time: all decisions contend for the lock of the grouping.
      await cases.honour(tx, id, { from, to, by });
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
    const page = presentPublished(
      { ...row, ...changed, withdrawnAt: new Date() },
      { looker: lookerOf(actor), indicators: named },
    );
    return { alert: page };
  }

  /** Acts on what is pending: of two concurrent decisions the second is refused as a conflict. */
  async function decide(
    tx: Db,
    actor: Person,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason, advice, countries = [], isSampled = false }: Approval,
  ): Promise<DecisionId> {
    const lead = status === 'approved' ? await cases.findPublicBeside(tx, id) : undefined;
    if (lead) return merge(tx, actor, id, { leadId: lead.id, isRead: true, reason });
    // What nobody wrote leaves what was written before.
    const advised = status === 'approved' && advice ? { advice } : {};
    const own = countries.length > 0 ? (await life.hold(tx, id)).said.statement.affectedCountries : [];
    const gathered = countries.length > 0 ? { affectedCountries: joined(own, countries) } : {};
    const { decisionId } = await life.settle(tx, id, { status, ...advised, ...gathered }, { actor, reason, isSampled });
    return decisionId!;
  }

  /**
   * What is pending becomes part of the public alert about the same thing: one more person who reported it. What was read adds its
   * countries and what it names; what was not adds nothing but the person. The lock order is the one that an undo has: first this
   * alert, then the public one.
   */
  async function merge(
    tx: Db,
    actor: Person,
    id: AlertId,
    { leadId, isRead, reason }: { leadId: AlertId; isRead: boolean; reason?: string | undefined },
  ): Promise<DecisionId> {
    const merged = await life.hold(tx, id);
    const edit = await joinTo(tx, merged, { leadId, isRead }, { actor, reason });
    const { decisionId } = await life.settle(tx, id, edit, { actor, reason, isSampled: !isRead });
    return decisionId!;
  }

  /** Before anybody decides on it. Answers whether anything changed. Idempotent. */
  async function reword(
    tx: Db,
    actor: Person,
    id: AlertId,
    { title, description, providerName }: Reworded,
    seen: string,
  ): Promise<boolean> {
    const { status, said } = await life.hold(tx, id);
    if (status !== 'pending') throw new AppError('ALREADY_DECIDED');
    const { statement } = said;
    // Of a provider in the register only a moderator of the register says the name.
    const named = providerName !== undefined && !statement.affectedProviderId;
    const edit = {
      description,
      ...(title !== undefined && { title }),
      ...(named && { affectedProviderName: providerName || null }),
    };
    if (Object.keys(differing<AlertStatement>(statement, edit)).length === 0) return false;
    filings.requireSeen(wordsOf(statement), seen);
    await life.change(tx, id, edit, { actor });
    return true;
  }

  /** What makes it part of the other, which is locked after it and has its countries by then. */
  async function joinTo(
    tx: Db,
    { said }: store.HeldAlert,
    { leadId, isRead }: { leadId: AlertId; isRead: boolean },
    by: Grounds & { actor: Person },
  ) {
    const lead = await life.hold(tx, leadId);
    if (lead.status !== 'approved') throw new AppError('ALREADY_DECIDED');
    // Before anything of its case is touched. Lock order, so that nothing deadlocks: the counts, then the grouping of cases.
    const affectedCountries = joined(lead.said.statement.affectedCountries, said.statement.affectedCountries);
    if (isRead) await life.change(tx, leadId, { affectedCountries }, by);
    return { status: 'merged', mergedInto: leadId, isMergedUnread: !isRead } as const;
  }

  /** Of the alerts of a case one is public: an edit that would publish a second makes it part of that one. */
  async function withOneOfCase(tx: Db, id: AlertId, edit: Edit, by: Grounds & { actor: Person }): Promise<Edit> {
    if (edit.status !== 'approved') return edit;
    const held = await life.hold(tx, id);
    const lead = held.status === 'approved' ? undefined : await cases.findPublicBeside(tx, id);
    if (!lead) return edit;
    if (held.status === 'merged') return { ...edit, status: 'merged' };
    return { ...edit, ...(await joinTo(tx, held, { leadId: lead.id, isRead: true }, by)) };
  }

  const decideAlone = (
    actor: UserActor,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason }: { reason?: string | undefined },
  ): Promise<AdminAlert> =>
    database.transaction(async (tx) => {
      const decisionId = await decide(tx, actor, id, status, { reason });
      return { ...(await showToAdmin(tx, id, actor)), decisionId, canUndo: true };
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
      await audit.record(tx, { actor: reporterOf(actor), action: 'alert.submitted', subject: id });
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
      const looker = lookerOf(actor);
      return { rows: rows.map((row) => presentFor(row, looker)), total: rows[0]?.total ?? 0 };
    },

    /** All of them in pages; the same rule about texts. */
    async listPublic(actor: Actor, query: QueryOf<typeof listAlerts>): Promise<{ rows: Alert[]; total: number }> {
      const { rows, total } = await listActiveAlerts(database, query, actor.kind === 'user' ? 'member' : 'visitor');
      const looker = lookerOf(actor);
      return { rows: rows.map((row) => presentFor(row, looker)), total };
    },

    /** What was never public is not there. */
    async getPublished(actor: Actor, id: AlertId): Promise<PublishedAlert> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const voices = row.status === 'approved' ? [id, ...(await store.listMerged(database.db, id))] : [];
      const named = await indicators.listPublished(database, voices);
      return presentPublished(row, { looker: lookerOf(actor), indicators: named });
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
      const rows = await store.listOwn(database, filings.tagsOf(user.id), limit, offset);
      return rows.map(presentOwn);
    },

    /** All alerts, with all that their reporters wrote but how to reach them. */
    listForAdmin,

    /** What waits among them counts as shown from then on: the answer holds all of its text, however much of it a screen cuts. */
    async listTo(
      actor: UserActor,
      query: QueryOf<typeof listAdminAlerts>,
    ): Promise<{ rows: AdminAlert[]; total: number }> {
      const { rows, total } = await listForAdmin(query, undefined, actor);
      const waiting = rows.filter(({ status }) => status === 'pending');
      await cases.claims.recordShown(
        database.db,
        actor.user.id,
        waiting.map(({ id }) => id),
      );
      return { rows, total };
    },

    readStatusCounts: () => readStatusCounts(database),

    approve: (actor: UserActor, id: AlertId, why: { reason?: string | undefined }) =>
      decideAlone(actor, id, 'approved', why),
    reject: (actor: UserActor, id: AlertId, why: { reason?: string | undefined }) =>
      decideAlone(actor, id, 'rejected', why),

    /** For bulk decisions: each alert in a transaction of its own, since two transactions that lock several could deadlock. */
    decide,
    merge,
    reword,

    /** An edit that would weaken a public alert changes nothing yet: all of it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: AlertId,
      { reason, evidence, ...edit }: BodyOf<typeof updateAlert>,
    ): Promise<AdminAlert> =>
      database.transaction(async (tx) => {
        const by = { actor, reason, evidence };
        const outcome = await life.attempt(tx, id, await withOneOfCase(tx, id, edit, by), by);
        return { ...(await showToAdmin(tx, id, actor)), ...outcome };
      }),

    /** How a public alert came about. Of one that was withdrawn, what it said and why it was published is no longer told. */
    async getHistory(id: AlertId): Promise<PublicDecision[]> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const history = await decisions.listPublic('alert', id);
      if (row.status === 'approved') return history;
      return history.map((one) => ({ ...one, changes: [], ...(one.to === 'approved' && { reason: null }) }));
    },

    /** What it is called, if everybody can read it. */
    async requirePublic(db: Db, id: AlertId): Promise<string> {
      const title = await store.findPublicTitle(db, id);
      if (title === undefined) throw notFound('ALERT_NOT_FOUND');
      return title;
    },

    /** For masks over private data: its own words, and those of what is counted into it, from which indicators are made. */
    masked: {
      async lock(tx: Db, id: string): Promise<MaskedThing | undefined> {
        const held = await store.holdAlert(tx, id as AlertId);
        if (held?.status !== 'approved') return undefined;
        const { title, description, advice, language, affectedProviderName } = held.said.statement;
        const texts: Record<string, string> = { title, description, ...(advice && { advice }) };
        for (const mergedId of await store.listMerged(tx, held.id)) {
          const merged = await life.hold(tx, mergedId);
          texts[`merged ${mergedId} title`] = merged.said.statement.title;
          texts[`merged ${mergedId} description`] = merged.said.statement.description;
        }
        const names = [held.listedName, affectedProviderName].filter((name) => name !== null);
        return { status: held.status, title, language, said: held.said, names, texts };
      },
      async write(tx: Db, id: string, texts: Readonly<Record<string, string>>): Promise<void> {
        const changes = new Map<string, Partial<Record<'title' | 'description' | 'advice', string>>>();
        for (const [place, text] of Object.entries(texts)) {
          const [, mergedId = id, field = place] = /^merged (\S+) (\w+)$/.exec(place) ?? [];
          changes.set(mergedId, { ...changes.get(mergedId), [field]: text });
        }
        for (const [alertId, changed] of changes) {
          const held = await life.hold(tx, alertId as AlertId);
          await store.setAlert(tx, held.id, changed);
          await followWords(tx, held, changed, true);
        }
      },
    },

    /** In the caller's own transaction. */
    attempt: life.attempt,
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

    /** Reconciles the maintained counts with a recount; answers the number of corrections. */
    reconcile: (tx: Db) => store.repairCounts(tx),
  };
}
