/** Alerts: reported by anyone, public once our team has verified them. */
import {
  type AdminAlert,
  type DecisionId,
  type listAdminAlerts,
  type PublicDecision,
  takesWarningAway,
  updateAlert,
} from '@hakiki/contract/admin';
import {
  type Alert,
  type AlertId,
  type AlertPreferences,
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
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { Accepted, Deciders, DecisionsService, Grounds, Undone } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { listAllAlerts, readStatusCounts } from './admin-lists.ts';
import { presentAdminAlert } from './admin-present.ts';
import { toLostCents } from './lost-amount.ts';
import { presentAlert, presentFor, presentMatch, presentOwn, presentPublished, presentTeaser } from './present.ts';
import { listActiveAlerts } from './public-list.ts';
import * as store from './store.ts';

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

type Status = Alert['status'];
type Edit = Omit<BodyOf<typeof updateAlert>, keyof Grounds>;

/** What an edit would really change. */
function differing(before: store.LockedAlert, { severity, status, title, description, advice }: Edit): store.AlertEdit {
  return {
    ...(severity && severity !== before.severity && { severity }),
    ...(status && status !== before.status && { status }),
    ...(title && title !== before.title && { title }),
    ...(description && description !== before.description && { description }),
    ...(advice !== undefined && advice !== (before.advice ?? '') && { advice: advice || null }),
  };
}

export function createAlertsService({ database, audit, cases, decisions, directory, filings, indicators }: Needs) {
  async function lock(tx: Db, id: string): Promise<store.LockedAlert> {
    const alert = await store.lockAlert(tx, id);
    if (!alert) throw notFound('ALERT_NOT_FOUND');
    return alert;
  }

  async function showToAdmin(db: Db, id: string): Promise<AdminAlert> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('ALERT_NOT_FOUND');
    return presentAdminAlert(row, filings.openDetails(row.sealedDetails, id));
  }

  /** What a new status brings with it, in its case, among the indicators and for its reporter. */
  async function follow(
    tx: Db,
    id: string,
    { from, to, decisionId }: { from: Status; to: Status; decisionId: DecisionId },
  ) {
    if (to === 'approved') await indicators.publish(tx, id);
    if (from === 'approved') await indicators.retract(tx, id);
    if (from === 'pending') await cases.settle(tx, id, true);
    if (to === 'pending') await cases.settle(tx, id, false);
    await filings.tellOfDecision(tx, id, to, decisionId);
  }

  /** The only way in which an alert changes. Answers the decision, if there was something to decide. */
  async function change(
    tx: Db,
    before: store.LockedAlert,
    edit: Edit,
    by: Deciders & Grounds & { reverses?: DecisionId },
  ): Promise<DecisionId | undefined> {
    const changed = differing(before, edit);
    if (Object.keys(changed).length === 0) return undefined;
    const { id, status: from, createdAt } = before;
    const to = changed.status ?? from;
    await store.setAlert(tx, id, changed);
    const decisionId = await decisions.record(tx, {
      ...by,
      subject: 'alert',
      subjectId: id,
      from,
      to,
      ...(from === 'pending' && to !== 'pending' && { arrivedAt: createdAt }),
      detail: {
        ...(changed.severity && { severityBefore: before.severity, severityAfter: changed.severity }),
        ...((changed.title || changed.description || changed.advice !== undefined) && { isReworded: true }),
      },
    });
    if (to !== from) await follow(tx, id, { from, to, decisionId });
    return decisionId;
  }

  /** Acts on what is pending: whoever comes second learns that somebody was quicker. */
  async function decide(
    tx: Db,
    actor: NonNullable<Deciders['actor']>,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason, advice }: { reason?: string; advice?: string | undefined } = {},
  ): Promise<DecisionId> {
    const before = await lock(tx, id);
    if (before.status !== 'pending') throw new AppError('ALREADY_DECIDED');
    // What nobody wrote leaves what was written before.
    const advised = status === 'approved' && advice ? { advice } : {};
    const decisionId = await change(tx, before, { status, ...advised }, { actor, reason });
    return decisionId!;
  }

  const decideAlone = (actor: UserActor, id: AlertId, status: 'approved' | 'rejected'): Promise<AdminAlert> =>
    database.transaction(async (tx) => {
      const decisionId = await decide(tx, actor, id, status);
      return { ...(await showToAdmin(tx, id)), decisionId };
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
      const named = row.status === 'approved' ? await indicators.listPublished(database, id) : [];
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

    /** An edit that would take a public alert back changes nothing yet: all of it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: AlertId,
      { reason, evidence, ...edit }: BodyOf<typeof updateAlert>,
    ): Promise<AdminAlert> =>
      database.transaction(async (tx) => {
        const before = await lock(tx, id);
        const [from, to] = [before.status, edit.status ?? before.status];
        if (takesWarningAway({ kind: 'alert', from, to })) {
          const waiting = {
            actor,
            subject: 'alert',
            subjectId: id,
            from,
            to,
            changes: edit,
            reason,
            evidence,
          } as const;
          const proposal = await decisions.propose(tx, waiting);
          return { ...(await showToAdmin(tx, id)), proposal };
        }
        const decisionId = await change(tx, before, edit, { actor, reason, evidence });
        const canUndo = decisionId && from === 'pending' && to !== from;
        return { ...(await showToAdmin(tx, id)), ...(canUndo && { decisionId }) };
      }),

    /** How a public alert came about. Of one that was withdrawn, why it was once published is no longer told. */
    async getHistory(id: AlertId): Promise<PublicDecision[]> {
      const row = await store.findPublished(database, id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const history = await decisions.listPublic('alert', id);
      if (row.status === 'approved') return history;
      return history.map((one) => (one.to === 'approved' ? { ...one, reason: null } : one));
    },

    /** In the caller's own transaction. */
    require: (tx: Db, id: AlertId) => lock(tx, id),

    /** For the desk. */
    decided: {
      lockStatus: (tx: Db, id: string) => store.lockAlert(tx, id).then((alert) => alert?.status),
      async carryOut(tx: Db, { subjectId, changes, grounds, deciders }: Accepted) {
        await change(tx, await lock(tx, subjectId), updateAlert.body.parse(changes), { ...grounds, ...deciders });
      },
      async takeBack(tx: Db, actor: UserActor, { id, subjectId }: Undone) {
        await change(tx, await lock(tx, subjectId), { status: 'pending' }, { actor, reverses: id });
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
