/** Alerts: anyone can report one; it is public once the moderators have verified it. */
import type { AlertId, AlertWeek, MyReport, NewAlert } from '@hakiki/contract/alerts';
import type { AdminAlert, listAdminAlerts, updateAlert } from '@hakiki/contract/alerts-admin';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { listLimits } from '@hakiki/contract/limits';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { LastRow } from '../../../platform/db/newest-list.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { DecidingUser } from '../../moderation/workflow/service.ts';
import { acceptFiling, markShown, type ReportDeps } from '../report-steps.ts';
import { listAllAlerts, readStatusCounts } from './admin-lists.ts';
import { presentAdminAlert } from './admin-present.ts';
import * as decisions from './decisions.ts';
import { toLostCents } from './lost-amount.ts';
import { createMaskAdapter } from './masking.ts';
import * as pages from './pages.ts';
import { type MatchingAlert, presentMatch, presentOwn } from './present.ts';
import { getPreferences, setPreferences, stopEmails } from './preferences.ts';
import * as store from './store.ts';
import { type AlertWorkflow, createAlertWorkflow } from './workflow.ts';

export type { MatchingAlert };

export type AlertContent = Omit<NewAlert, 'proof' | 'language'>;

interface AlertDeps extends ReportDeps, pages.AlertPagesDeps {
  adminSource: store.AdminSource;
  workflow: AlertWorkflow;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

/** The id may already be known to the sender. */
async function accept(
  deps: AlertDeps,
  tx: Db,
  content: AlertContent,
  { id, actor, language }: { id: AlertId; actor: Actor; language: Language },
): Promise<{ item: MyReport; receipt: Receipt }> {
  const { title, description, alertType, severity, affectedCountries, affectedProvider, amountLost } = content;
  const providerId = affectedProvider && (await deps.directory.findByName(tx, affectedProvider));
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
  const receipt = await acceptFiling(deps, tx, {
    id,
    kind: 'alert',
    actor,
    language,
    contact: { email, phone },
    details: { amountLost, evidenceDescription, additionalDetails },
  });
  return { item: presentOwn(row), receipt };
}

/** The stored report as its sender will see it. */
const preview = ({ affectedProvider, ...content }: AlertContent, id: AlertId): MyReport =>
  presentOwn({
    ...content,
    id,
    affectedProviderName: affectedProvider || null,
    status: 'pending',
    reportCount: 1,
    mergedInto: null,
    createdAt: new Date(),
  });

const presentForModerator =
  ({ intake }: AlertDeps, viewer: DecidingUser | undefined) =>
  (row: Parameters<typeof presentAdminAlert>[0]): AdminAlert =>
    presentAdminAlert(row, intake.openDetails(row.sealedDetails, row.id), viewer?.user.id);

async function getForAdmin(deps: AlertDeps, db: Db, id: AlertId, viewer: DecidingUser): Promise<AdminAlert> {
  const row = await store.findForAdmin(db, deps.adminSource, id);
  if (!row) throw notFound('ALERT_NOT_FOUND');
  return presentForModerator(deps, viewer)(row);
}

/** All alerts with everything their reporters wrote, without contact data. */
async function listForAdmin(
  deps: AlertDeps,
  query: QueryOf<typeof listAdminAlerts>,
  after?: LastRow,
  viewer?: DecidingUser,
): Promise<{ rows: AdminAlert[]; total: number }> {
  const { rows, total } = await listAllAlerts(deps.database, deps.adminSource, query, after);
  return { rows: rows.map(presentForModerator(deps, viewer)), total };
}

const listAndMarkShown = (deps: AlertDeps, actor: UserActor, query: QueryOf<typeof listAdminAlerts>) =>
  markShown(deps, actor, listForAdmin(deps, query, undefined, actor));

const decideOne = (
  deps: AlertDeps,
  actor: UserActor,
  id: AlertId,
  status: 'approved' | 'rejected',
  { reason }: { reason?: string | undefined },
): Promise<AdminAlert> =>
  deps.database.transaction(async (tx) => {
    const decisionId = await decisions.decide(deps, tx, actor, id, status, { reason });
    return { ...(await getForAdmin(deps, tx, id, actor)), decisionId, canUndo: true };
  });

/** An edit that would weaken a public alert becomes a proposal for a second administrator. */
const update = (
  deps: AlertDeps,
  actor: UserActor,
  id: AlertId,
  { reason, evidence, ...edit }: BodyOf<typeof updateAlert>,
): Promise<AdminAlert> =>
  deps.database.transaction(async (tx) => {
    const context = { actor, reason, evidence };
    const allowedEdit = await decisions.enforceOnePublicPerCase(deps, tx, id, edit, context);
    const outcome = await deps.workflow.applyOrPropose(tx, id, allowedEdit, context);
    return { ...(await getForAdmin(deps, tx, id, actor)), ...outcome };
  });

/** The public fields of the alerts that match each search. */
async function listMatchingForEach(
  deps: AlertDeps,
  searches: readonly store.SearchedAlert[],
): Promise<MatchingAlert[][]> {
  const rowsBySearch = await store.listMatchingForEach(deps.database, searches);
  return rowsBySearch.map((rows) => rows.map(presentMatch));
}

async function listWeeks({ database }: AlertDeps, country: string | undefined): Promise<AlertWeek[]> {
  const rows = await store.countByWeek(database, listLimits.alertWeeks, normaliseCountry(country ?? ''));
  return rows.map(({ week, ...counts }) => ({ week, counts }));
}

/** Returns the title of a public alert. */
async function requirePublic(db: Db, id: AlertId): Promise<string> {
  const title = await store.findPublicTitle(db, id);
  if (title === undefined) throw notFound('ALERT_NOT_FOUND');
  return title;
}

export function createAlertsService(reportDeps: ReportDeps) {
  const { database } = reportDeps;
  const pagesDeps = { ...reportDeps, pages: store.createAlertPages(database, reportDeps.noticeSql) };
  const workflow = createAlertWorkflow(pagesDeps);
  const deps: AlertDeps = { ...pagesDeps, workflow, adminSource: store.createAdminSource(reportDeps.caseSql) };
  const { listActive, listPublic, getPublished, listOwn, getHistory } = pages;
  const { decide, merge, reword } = decisions;
  type Reason = { reason?: string | undefined };
  return {
    ...bindDeps(deps, { accept, listForAdmin, listAndMarkShown, update, listMatchingForEach }),
    ...bindDeps(deps, { getPreferences, setPreferences, stopEmails, listWeeks }),
    ...bindDeps(deps, { listActive, listPublic, getPublished, listOwn, getHistory }),
    /** Bulk decisions use one transaction per alert: two transactions that lock several could deadlock. */
    ...bindDeps(deps, { decide, merge, reword }),
    preview,
    requirePublic,
    approve: (actor: UserActor, id: AlertId, reason: Reason) => decideOne(deps, actor, id, 'approved', reason),
    reject: (actor: UserActor, id: AlertId, reason: Reason) => decideOne(deps, actor, id, 'rejected', reason),
    readStatusCounts: () => readStatusCounts(database),
    maskAdapter: createMaskAdapter(deps),
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
    listSitemapRanges: (size: number) => store.listSitemapRanges(database, size),
    listSitemapRange: (firstId: string, size: number) => store.listSitemapRange(database, firstId, size),
    /** Counts public alerts by severity and by country. */
    readCounts: () => store.readCounts(database),
    /** Reconciles the maintained counts with a recount; returns the number of corrections. */
    reconcile: (tx: Db) => store.repairCounts(tx),
  };
}
