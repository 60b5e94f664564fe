/** What the public and the members see of alerts. */
import type { Alert, AlertId, listAlerts, listMyReports, MyReport, PublishedAlert } from '@hakiki/contract/alerts';
import type { PublicDecision } from '@hakiki/contract/decisions';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { notFound } from '../../../platform/app-error.ts';
import type { Actor, UserActor } from '../../../platform/http/actor.ts';
import type { ReportDeps } from '../report-steps.ts';
import { presentForMember, presentOwn, presentPublic, presentPublished, presentTeaser } from './present.ts';
import { listActiveAlerts } from './public-list.ts';
import * as store from './store.ts';

export interface AlertPagesDeps extends Pick<ReportDeps, 'database' | 'history' | 'indicators' | 'intake'> {
  pages: ReturnType<typeof store.createAlertPages>;
}

async function getRow({ pages }: AlertPagesDeps, id: AlertId) {
  const row = await pages.find(id);
  if (!row) throw notFound('ALERT_NOT_FOUND');
  return row;
}

const listWithMerged = async ({ database }: AlertPagesDeps, id: AlertId): Promise<AlertId[]> => [
  id,
  ...(await store.listMergedIdsOfPage(database, id)),
];

/** Visitors get the beginning of each description; all visitors get the same response. */
export async function listActive(deps: AlertPagesDeps, actor: Actor): Promise<{ rows: Alert[]; total: number }> {
  const { database, intake } = deps;
  if (actor.kind !== 'user') {
    const teasers = await store.listTeasers(database);
    return { rows: teasers.map(presentTeaser), total: teasers[0]?.total ?? 0 };
  }
  const rows = await store.listActive(database);
  const viewer = { id: actor.user.id, ownerTags: intake.tagsOf(actor.user.id) };
  return { rows: rows.map((row) => presentForMember(row, viewer)), total: rows[0]?.total ?? 0 };
}

/** All active alerts in pages, in full and the same for everyone. */
export async function listPublic(
  { database }: AlertPagesDeps,
  query: QueryOf<typeof listAlerts>,
): Promise<{ rows: Alert[]; total: number }> {
  const { rows, total } = await listActiveAlerts(database, query);
  return { rows: rows.map(presentPublic), total };
}

/** The same for everyone. Fails with 404 for an alert that was never public. */
export async function getPublished(deps: AlertPagesDeps, id: AlertId): Promise<PublishedAlert> {
  const row = await getRow(deps, id);
  const visibleIds = row.status === 'approved' ? await listWithMerged(deps, id) : [];
  const indicators = await deps.indicators.listPublished(deps.database, visibleIds);
  return presentPublished(row, indicators);
}

/** Builds the page that an edit would produce; an alert merged into another has no page. */
export async function previewPage(
  deps: AlertPagesDeps,
  id: AlertId,
  changed: store.AlertEdit,
): Promise<{ alert?: PublishedAlert }> {
  const row = await deps.pages.find(id);
  if (!row) return {};
  const indicators = await deps.indicators.listPublished(deps.database, await listWithMerged(deps, id));
  return { alert: presentPublished({ ...row, ...changed, withdrawnAt: new Date() }, indicators) };
}

export async function listOwn(
  { database, intake }: AlertPagesDeps,
  { user }: UserActor,
  { limit, offset }: QueryOf<typeof listMyReports>,
): Promise<MyReport[]> {
  const rows = await store.listOwn(database, intake.tagsOf(user.id), limit, offset);
  return rows.map(presentOwn);
}

/** The public decision history. A withdrawn alert's omits its text and the reason of its publication. */
export async function getHistory(deps: AlertPagesDeps, id: AlertId): Promise<PublicDecision[]> {
  const { status } = await getRow(deps, id);
  const entries = await deps.history.listPublic('alert', id);
  if (status === 'approved') return entries;
  return entries.map((decision) => ({
    ...decision,
    changes: [],
    ...(decision.to === 'approved' && { reason: null }),
  }));
}
