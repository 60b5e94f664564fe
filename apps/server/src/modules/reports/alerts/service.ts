/** Alerts: anyone can report one; it is public once the moderators have verified it. */
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
import { type AlertStatement, findChanges } from '@hakiki/contract/public-statements';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import { type AuditService, toAnonymousActor } from '../../audit/service.ts';
import type {
  CaseHooks,
  CaseSql,
  DecisionsService,
  Grounds,
  MaskableEntity,
  NoticeSql,
  PublicHistory,
  DecidingUser,
} from '../../moderation/workflow/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { FilingTexts, IntakeService } from '../../intake/service.ts';
import type { IndicatorsService } from '../../indicators/service.ts';
import { listAllAlerts, readStatusCounts } from './admin-lists.ts';
import { type AdminAlertRow, presentAdminAlert } from './admin-present.ts';
import { toLostCents } from './lost-amount.ts';
import { type Viewer, presentForViewer, presentMatch, presentOwn, presentPublished, presentTeaser } from './present.ts';
import { listActiveAlerts } from './public-list.ts';
import * as store from './store.ts';

interface Approval {
  reason?: string | undefined;
  /** Decided by sampling; not read individually. */
  isSampled?: boolean;
  advice?: string | undefined;
  /** Countries of the reports that are merged into it at the same time. */
  countries?: readonly string[];
}

export type AlertContent = Omit<NewAlert, 'proof' | 'language'>;

interface Deps {
  database: Database;
  audit: AuditService;
  cases: CaseHooks;
  caseSql: CaseSql;
  decisions: DecisionsService;
  directory: DirectoryService;
  intake: IntakeService;
  history: PublicHistory;
  indicators: IndicatorsService;
  noticeSql: NoticeSql;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

/** The fields that an administrator can edit, and those that a decision on a case sets. */
type AlertChanges = Omit<BodyOf<typeof updateAlert>, keyof Grounds | 'status'> & {
  status?: AlertStatus | undefined;
  affectedCountries?: string[];
  affectedProviderName?: string | null;
  mergedInto?: AlertId;
  isMergedUnread?: boolean;
};

/** The texts of the reporter that become public. */
const getFilingTexts = ({
  title,
  description,
  affectedProviderId,
  affectedProviderName,
}: AlertStatement): FilingTexts => ({
  title,
  description,
  providerName: affectedProviderId ? null : affectedProviderName,
});

/** The texts that a moderator can edit. */
export type EditedTexts = Pick<BodyOf<typeof rewordFiling>, 'title' | 'description' | 'providerName'>;

type Visibility = Pick<store.LockedAlert, 'status' | 'isMergedUnread'>;

/** Indicators of such an alert are public, on its own page or on that of the alert it was merged into. */
const isPubliclyVisible = ({ status, isMergedUnread }: Visibility): boolean =>
  status === 'approved' || (status === 'merged' && !isMergedUnread);

/** The limit of the contract's alert. */
const MAX_COUNTRIES = 30;
/** Drops countries that reporters typed freely: text of one person must not appear in the alert of another. */
const mergeCountries = (own: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...own, ...others.filter(isAfricanCountry)])].slice(0, MAX_COUNTRIES);

export function createAlertsService(deps: Deps) {
  const { database, audit, cases, decisions, directory, intake, history, indicators } = deps;
  const pages = store.createAlertPages(database, deps.noticeSql);
  const adminSource = store.createAdminSource(deps.caseSql);

  const toViewer = (actor: Actor): Viewer | undefined =>
    actor.kind === 'user' ? { id: actor.user.id, ownerTags: intake.tagsOf(actor.user.id) } : undefined;

  const presentForModerator = (row: AdminAlertRow, viewer: DecidingUser | undefined): AdminAlert =>
    presentAdminAlert(row, intake.openDetails(row.sealedDetails, row.id), viewer?.user.id);

  async function getForAdmin(db: Db, id: AlertId, viewer: DecidingUser): Promise<AdminAlert> {
    const row = await store.findForAdmin(db, adminSource, id);
    if (!row) throw notFound('ALERT_NOT_FOUND');
    return presentForModerator(row, viewer);
  }

  async function listForAdmin(
    query: QueryOf<typeof listAdminAlerts>,
    after?: LastRow,
    viewer?: DecidingUser,
  ): Promise<{ rows: AdminAlert[]; total: number }> {
    const { rows, total } = await listAllAlerts(database, adminSource, query, after);
    return { rows: rows.map((row) => presentForModerator(row, viewer)), total };
  }

  function computeChanges(
    { publicSnapshot: { statement } }: store.LockedAlert,
    requested: AlertChanges,
  ): store.AlertEdit {
    const { advice, mergedInto, isMergedUnread = false, ...edit } = requested;
    const adviceChange = advice !== undefined && { advice: advice || null };
    const changed: store.AlertEdit = findChanges<AlertStatement>(statement, { ...edit, ...adviceChange });
    return changed.status === 'merged' ? { ...changed, mergedInto: mergedInto!, isMergedUnread } : changed;
  }

  const getIndexedText = (
    { publicSnapshot: { statement }, ownCountries }: store.LockedAlert,
    changed: store.AlertEdit = {},
  ) => {
    const { title, description, advice } = { ...statement, ...changed };
    return { text: [title, description, advice ?? ''].join('\n'), countries: ownCountries };
  };

  /** Stores the reporter's original text, then re-extracts indicators and re-indexes the case from the new text. */
  async function afterTextChange(tx: Db, before: store.LockedAlert, changed: store.AlertEdit, isPublic: boolean) {
    const { title, description, advice, affectedProviderName } = changed;
    const { id, publicSnapshot } = before;
    if (title === undefined && description === undefined && advice === undefined && affectedProviderName === undefined)
      return;
    const isReporterText = title !== undefined || description !== undefined || affectedProviderName !== undefined;
    if (isReporterText) await intake.storeOriginalTexts(tx, id, getFilingTexts(publicSnapshot.statement));
    await indicators.reword(tx, id, { ...getIndexedText(before, changed), isPublic });
    const edited = { ...publicSnapshot.statement, ...changed };
    if (isReporterText) await cases.reindexText(tx, id, `${edited.title}\n${edited.description}`);
  }

  const workflow = decisions.createWorkflow<store.LockedAlert, AlertChanges, store.AlertEdit>({
    subject: 'alert',
    notFoundCode: 'ALERT_NOT_FOUND',
    undecidedStatus: 'pending',
    requiresReason: true,
    publishedTexts: 'statement',
    lockForUpdate: store.lockAlert,
    computeChanges,
    saveChanges: (tx, { id }, changed) => store.updateAlert(tx, id, changed),
    auditDetail: (
      { publicSnapshot: { statement } },
      { severity, title, description, advice, affectedProviderName },
    ) => ({
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...((title || description || advice !== undefined || affectedProviderName !== undefined) && { isReworded: true }),
    }),
    /** Applies a new status to the alert's case, to the indicators, and informs the reporter. */
    async afterChange(tx, before, { from, to: newStatus, changed, decisionId, context }) {
      const { id, mergedInto } = before;
      const wasVisible = isPubliclyVisible(before) && (!mergedInto || (await store.isApproved(tx, mergedInto)));
      await afterTextChange(tx, before, changed, wasVisible);
      const { status: to, isMergedUnread = false } = changed;
      // A claimed case fixes the text that its moderator was shown.
      if (!to)
        return from === 'pending'
          ? cases.assertClaimAllowsDecision(tx, id, { from, to: newStatus, context })
          : undefined;
      const isVisible = isPubliclyVisible({ status: to, isMergedUnread });
      // Alerts merged into this one change their visibility with it.
      const affectedIds = wasVisible === isVisible ? [] : [id, ...(await store.listMergedIds(tx, id))];
      for (const affectedId of affectedIds) {
        await (isVisible
          ? indicators.publish(tx, affectedId, changed.mergedInto ?? undefined)
          : indicators.retract(tx, affectedId));
      }
      // A merged alert that is pending again gets its own indicators back.
      if (mergedInto && to === 'pending')
        await indicators.reword(tx, id, { ...getIndexedText(before), isPublic: false });
      await intake.enqueueDecisionEmail(tx, id, to, decisionId);
      // Last, to hold the lock as briefly as possible: all decisions contend for the lock of the case grouping.
      await cases.assertClaimAllowsDecision(tx, id, { from, to, context });
    },
    undoEdit: { status: 'pending' },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.title,
      parseEdit: (changes) => updateAlert.body.parse(changes),
      preview: (actor, { id }, changed) => previewPage(actor, id, changed),
    },
  });

  /** Builds the page that an edit would produce; an alert merged into another has no page. */
  async function previewPage(
    actor: UserActor,
    id: AlertId,
    changed: store.AlertEdit,
  ): Promise<{ alert?: PublishedAlert }> {
    const row = await pages.find(id);
    if (!row) return {};
    const publicIndicators = await indicators.listPublished(database, [
      id,
      ...(await store.listMergedIds(database.db, id)),
    ]);
    const page = presentPublished(
      { ...row, ...changed, withdrawnAt: new Date() },
      { viewer: toViewer(actor), indicators: publicIndicators },
    );
    return { alert: page };
  }

  /** Decides a pending alert; of two concurrent decisions the second fails with a conflict. */
  async function decide(
    tx: Db,
    actor: DecidingUser,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason, advice, countries = [], isSampled = false }: Approval,
  ): Promise<DecisionId> {
    const lead = status === 'approved' ? await cases.findOtherPublicAlert(tx, id) : undefined;
    if (lead) return merge(tx, actor, id, { leadId: lead.id, isRead: true, reason });
    // An approval without advice leaves the earlier advice.
    const adviceChange = status === 'approved' && advice ? { advice } : {};
    const ownCountries =
      countries.length > 0 ? (await workflow.lockForUpdate(tx, id)).publicSnapshot.statement.affectedCountries : [];
    const countriesChange = countries.length > 0 ? { affectedCountries: mergeCountries(ownCountries, countries) } : {};
    const { decisionId } = await workflow.decideFirst(
      tx,
      id,
      { status, ...adviceChange, ...countriesChange },
      { actor, reason, isSampled },
    );
    return decisionId!;
  }

  /**
   * Merges a pending alert into the public alert about the same thing, which counts one more reporter. A report that
   * was read adds its countries and indicators; an unread one adds only the reporter. Locks this alert first, then the
   * public one: the same order as an undo.
   */
  async function merge(
    tx: Db,
    actor: DecidingUser,
    id: AlertId,
    { leadId, isRead, reason }: { leadId: AlertId; isRead: boolean; reason?: string | undefined },
  ): Promise<DecisionId> {
    const locked = await workflow.lockForUpdate(tx, id);
    const edit = await mergeIntoLead(tx, locked, { leadId, isRead }, { actor, reason });
    const { decisionId } = await workflow.decideFirst(tx, id, edit, { actor, reason, isSampled: !isRead });
    return decisionId!;
  }

  /** Edits the texts of an undecided alert. Returns whether anything changed. Idempotent. */
  async function reword(
    tx: Db,
    actor: DecidingUser,
    id: AlertId,
    { title, description, providerName }: EditedTexts,
    seenHash: string,
  ): Promise<boolean> {
    const { status, publicSnapshot } = await workflow.lockForUpdate(tx, id);
    if (status !== 'pending') throw new AppError('ALREADY_DECIDED');
    const { statement } = publicSnapshot;
    // The name of a listed provider is changed in the register only.
    const isNameEditable = providerName !== undefined && !statement.affectedProviderId;
    const edit = {
      description,
      ...(title !== undefined && { title }),
      ...(isNameEditable && { affectedProviderName: providerName || null }),
    };
    if (Object.keys(findChanges<AlertStatement>(statement, edit)).length === 0) return false;
    intake.assertTextUnchanged(getFilingTexts(statement), seenHash);
    await workflow.applyDirectly(tx, id, edit, { actor });
    return true;
  }

  /** Returns the edit that merges an alert into the lead. Locks the lead second and adds the countries to it. */
  async function mergeIntoLead(
    tx: Db,
    { publicSnapshot }: store.LockedAlert,
    { leadId, isRead }: { leadId: AlertId; isRead: boolean },
    context: Grounds & { actor: DecidingUser },
  ) {
    const lead = await workflow.lockForUpdate(tx, leadId);
    if (lead.status !== 'approved') throw new AppError('ALREADY_DECIDED');
    // Before the case is changed. Lock order against deadlocks: the counts, then the grouping of cases.
    const affectedCountries = mergeCountries(
      lead.publicSnapshot.statement.affectedCountries,
      publicSnapshot.statement.affectedCountries,
    );
    if (isRead) await workflow.applyDirectly(tx, leadId, { affectedCountries }, context);
    return { status: 'merged', mergedInto: leadId, isMergedUnread: !isRead } as const;
  }

  /** A case has at most one public alert: an edit that would publish a second one merges it into the first. */
  async function enforceOnePublicPerCase(
    tx: Db,
    id: AlertId,
    edit: AlertChanges,
    context: Grounds & { actor: DecidingUser },
  ): Promise<AlertChanges> {
    if (edit.status !== 'approved') return edit;
    const locked = await workflow.lockForUpdate(tx, id);
    const lead = locked.status === 'approved' ? undefined : await cases.findOtherPublicAlert(tx, id);
    if (!lead) return edit;
    if (locked.status === 'merged') return { ...edit, status: 'merged' };
    return { ...edit, ...(await mergeIntoLead(tx, locked, { leadId: lead.id, isRead: true }, context)) };
  }

  const decideOne = (
    actor: UserActor,
    id: AlertId,
    status: 'approved' | 'rejected',
    { reason }: { reason?: string | undefined },
  ): Promise<AdminAlert> =>
    database.transaction(async (tx) => {
      const decisionId = await decide(tx, actor, id, status, { reason });
      return { ...(await getForAdmin(tx, id, actor)), decisionId, canUndo: true };
    });

  return {
    /** Called once the sender has passed the bot check; the id may already be known to the sender. */
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
        // A form sends an empty string for a field that was left out.
        affectedProviderId: providerId || null,
        affectedProviderName: affectedProvider || null,
        lostCents: toLostCents(amountLost ?? ''),
      });
      const { contactEmail: email, contactPhone: phone, evidenceDescription, additionalDetails } = content;
      const receipt = await intake.createFiling(tx, {
        id,
        kind: 'alert',
        actor,
        language,
        contact: { email, phone },
        details: { amountLost, evidenceDescription, additionalDetails },
      });
      await audit.record(tx, { actor: toAnonymousActor(actor), action: 'alert.submitted', subject: id });
      return { item: presentOwn(row), receipt };
    },

    /** The stored report as its sender will see it. */
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

    /** Visitors get the beginning of each description; all visitors get the same response. */
    async listActive(actor: Actor): Promise<{ rows: Alert[]; total: number }> {
      if (actor.kind !== 'user') {
        const teasers = await store.listTeasers(database);
        return { rows: teasers.map(presentTeaser), total: teasers[0]?.total ?? 0 };
      }
      const rows = await store.listActive(database);
      const viewer = toViewer(actor);
      return { rows: rows.map((row) => presentForViewer(row, viewer)), total: rows[0]?.total ?? 0 };
    },

    /** All active alerts in pages, with the same rule for descriptions. */
    async listPublic(actor: Actor, query: QueryOf<typeof listAlerts>): Promise<{ rows: Alert[]; total: number }> {
      const { rows, total } = await listActiveAlerts(database, query, actor.kind === 'user' ? 'member' : 'visitor');
      const viewer = toViewer(actor);
      return { rows: rows.map((row) => presentForViewer(row, viewer)), total };
    },

    /** Fails with 404 for an alert that was never public. */
    async getPublished(actor: Actor, id: AlertId): Promise<PublishedAlert> {
      const row = await pages.find(id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const visibleIds = row.status === 'approved' ? [id, ...(await store.listMergedIds(database.db, id))] : [];
      const publicIndicators = await indicators.listPublished(database, visibleIds);
      return presentPublished(row, { viewer: toViewer(actor), indicators: publicIndicators });
    },

    /** The public fields of the alerts that match a search. */
    async listMatching(
      text: string,
      keys: readonly Buffer[],
      providerIds: readonly ProviderId[],
    ): Promise<LookupAlert[]> {
      const rows = await store.listMatching(database, text, keys, providerIds);
      return rows.map(presentMatch);
    },

    async listOwn({ user }: UserActor, { limit, offset }: QueryOf<typeof listMyReports>): Promise<MyReport[]> {
      const rows = await store.listOwn(database, intake.tagsOf(user.id), limit, offset);
      return rows.map(presentOwn);
    },

    /** All alerts with everything their reporters wrote, without contact data. */
    listForAdmin,

    /** Records the pending alerts as shown to the actor: the response holds their full text. */
    async listAndMarkShown(
      actor: UserActor,
      query: QueryOf<typeof listAdminAlerts>,
    ): Promise<{ rows: AdminAlert[]; total: number }> {
      const { rows, total } = await listForAdmin(query, undefined, actor);
      const pending = rows.filter(({ status }) => status === 'pending');
      await cases.claims.recordShown(
        database.db,
        actor.user.id,
        pending.map(({ id }) => id),
      );
      return { rows, total };
    },

    readStatusCounts: () => readStatusCounts(database),

    approve: (actor: UserActor, id: AlertId, grounds: { reason?: string | undefined }) =>
      decideOne(actor, id, 'approved', grounds),
    reject: (actor: UserActor, id: AlertId, grounds: { reason?: string | undefined }) =>
      decideOne(actor, id, 'rejected', grounds),

    /** Bulk decisions use one transaction per alert: two transactions that lock several could deadlock. */
    decide,
    merge,
    reword,

    /** An edit that would weaken a public alert becomes a proposal for a second administrator. */
    update: (
      actor: UserActor,
      id: AlertId,
      { reason, evidence, ...edit }: BodyOf<typeof updateAlert>,
    ): Promise<AdminAlert> =>
      database.transaction(async (tx) => {
        const context = { actor, reason, evidence };
        const outcome = await workflow.applyOrPropose(
          tx,
          id,
          await enforceOnePublicPerCase(tx, id, edit, context),
          context,
        );
        return { ...(await getForAdmin(tx, id, actor)), ...outcome };
      }),

    /** The public decision history. A withdrawn alert's omits its text and the reason of its publication. */
    async getHistory(id: AlertId): Promise<PublicDecision[]> {
      const row = await pages.find(id);
      if (!row) throw notFound('ALERT_NOT_FOUND');
      const entries = await history.listPublic('alert', id);
      if (row.status === 'approved') return entries;
      return entries.map((decision) => ({
        ...decision,
        changes: [],
        ...(decision.to === 'approved' && { reason: null }),
      }));
    },

    /** Returns the title of a public alert. */
    async requirePublic(db: Db, id: AlertId): Promise<string> {
      const title = await store.findPublicTitle(db, id);
      if (title === undefined) throw notFound('ALERT_NOT_FOUND');
      return title;
    },

    /** For masking private data in the alert's texts and in those merged into it, which its indicators come from. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const locked = await store.lockAlert(tx, id as AlertId);
        if (locked?.status !== 'approved') return undefined;
        const { title, description, advice, language, affectedProviderName } = locked.publicSnapshot.statement;
        const texts: Record<string, string> = { title, description, ...(advice && { advice }) };
        for (const mergedId of await store.listMergedIds(tx, locked.id)) {
          const merged = await workflow.lockForUpdate(tx, mergedId);
          texts[`merged ${mergedId} title`] = merged.publicSnapshot.statement.title;
          texts[`merged ${mergedId} description`] = merged.publicSnapshot.statement.description;
        }
        const names = [locked.listedName, affectedProviderName].filter((name) => name !== null);
        return { status: locked.status, title, language, publicSnapshot: locked.publicSnapshot, names, texts };
      },
      async write(tx: Db, id: string, texts: Readonly<Record<string, string>>): Promise<void> {
        const changes = new Map<string, Partial<Record<'title' | 'description' | 'advice', string>>>();
        for (const [key, text] of Object.entries(texts)) {
          const [, mergedId = id, field = key] = /^merged (\S+) (\w+)$/.exec(key) ?? [];
          changes.set(mergedId, { ...changes.get(mergedId), [field]: text });
        }
        for (const [alertId, changed] of changes) {
          const locked = await workflow.lockForUpdate(tx, alertId as AlertId);
          await store.updateAlert(tx, locked.id, changed);
          await afterTextChange(tx, locked, changed, true);
        }
      },
    },

    /** Runs in the caller's transaction. */
    applyOrPropose: workflow.applyOrPropose,
    lockOrThrow: (tx: Db, id: AlertId) => workflow.lockForUpdate(tx, id),

    moderationAdapter: {
      ...workflow.adapter,
      async undo(tx: Db, actor: DecidingUser, undone: { id: DecisionId; subjectId: string }) {
        // An undo would leave the alerts merged into it counted nowhere.
        if (await store.hasMerged(tx, undone.subjectId as AlertId)) throw new AppError('TOO_LATE');
        await workflow.adapter.undo?.(tx, actor, undone);
      },
    },

    async getPreferences({ user }: UserActor): Promise<AlertPreferences> {
      const stored = await store.findPreferences(database.db, user.id);
      return stored ?? { severities: [...announcedSeverities], countries: [] };
    },

    async setPreferences({ user }: UserActor, requested: AlertPreferences): Promise<AlertPreferences> {
      const preferences = {
        severities: announcedSeverities.filter((severity) => requested.severities.includes(severity)),
        countries: [...new Set(requested.countries.map(normaliseCountry).filter(Boolean))],
      };
      await store.upsertPreferences(database.db, user.id, preferences);
      return preferences;
    },

    listSitemapRanges: (size: number) => store.listSitemapRanges(database, size),
    listSitemapRange: (firstId: string, size: number) => store.listSitemapRange(database, firstId, size),

    /** Counts public alerts by severity and by country. */
    readCounts: () => store.readCounts(database),

    /** Reconciles the maintained counts with a recount; returns the number of corrections. */
    reconcile: (tx: Db) => store.repairCounts(tx),
  };
}
