/** Moderation of news: state of the sources, held batches, and hiding of items. */
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { paging, textLimits } from '@hakiki/contract/limits';
import type { NewsId } from '@hakiki/contract/news';
import type { AdminNews, HeldBatch, listAdminNews, NewsBatchId, NewsSourceState } from '@hakiki/contract/news-admin';
import {
  requiredNewsReviews,
  newsAnomalies,
  newsSilenceLimits,
  type NewsSourceCondition,
} from '@hakiki/contract/news-values';
import * as z from 'zod';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { normalizeSearchText } from '../../../platform/db/newest-list.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { AuditService } from '../../audit/service.ts';
import { type DecisionsService, assertAcknowledged } from '../../moderation/workflow/service.ts';
import * as store from './moderation-store.ts';
import type { SourceState } from '../import/importing-store.ts';
import { findHeldBatch } from '../import/importing-store.ts';
import { listNewest } from '../listing.ts';
import { fetchNewsJob } from '../import/fetch-news-job.ts';
import { presentForStaff, withOtherSources } from '../present.ts';
import { toPublicTexts } from './private-details.ts';
import { newsSources } from '../sources/index.ts';
import type { NewsSource } from '../sources/source.ts';
import type { NewsRow } from '../store.ts';
import type { Rewording } from '../tables.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'listOpenProposals' | 'createWorkflow'>;
  settings: Pick<Settings, 'fetchesNews'>;
}

/** More than the import ever holds of one source. */
const MAX_HELD_ITEMS = 1000;
const stateEditSchema = z.object({ state: z.enum(['shown', 'hidden']) });
type StateEdit = z.infer<typeof stateEditSchema>;
type ModeratedItem = store.LockedItem & { status: string; createdAt: Date };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Since when a source has brought no usable or no new item, if that is longer than the limit. */
function findSilentSince(state: Pick<SourceState, 'addedAt' | 'lastGoodAt' | 'lastItemAt'>, now: number) {
  const good = state.lastGoodAt ?? state.addedAt;
  if (now - good.getTime() > newsSilenceLimits.hoursUnusable * HOUR_MS) return good;
  const news = state.lastItemAt ?? state.addedAt;
  return now - news.getTime() > newsSilenceLimits.daysWithoutNews * DAY_MS ? news : null;
}

function toCondition(state: SourceState | undefined, isHeld: boolean, isSilent: boolean): NewsSourceCondition {
  if (isSilent) return 'silent';
  if (isHeld) return 'held';
  if (state?.fault) return 'failing';
  return (state?.releases ?? 0) < requiredNewsReviews ? 'new' : 'good';
}

const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { database, decisions } = deps;
  const { db } = database;
  /** Hides or shows an item. Two people must hide an urgent item or one that mentions a provider. */
  const workflow = decisions.createWorkflow<ModeratedItem, StateEdit, Partial<StateEdit>>({
    subject: 'news',
    notFoundCode: 'NEWS_NOT_FOUND',
    undecidedStatus: null,
    async lockForUpdate(tx, id) {
      const item = await store.lockItem(tx, id);
      // Held items are decided with their batch.
      return item && item.state !== 'held' ? { ...item, status: item.state, createdAt: item.fetchedAt } : undefined;
    },
    computeChanges: ({ state }, edit) => (edit.state === state ? {} : edit),
    statusAfter: ({ state }, changed) => changed.state ?? state,
    saveChanges: (tx, { id }, { state }) => store.setState(tx, id, state!),
    publishedTexts: (item, { state }) => (state === 'shown' ? toPublicTexts(item) : []),
    proposalOptions: {
      getTitle: ({ title }) => title.slice(0, textLimits.title),
      parseEdit: (changes) => stateEditSchema.parse(changes),
      // A hidden item is on no page.
      preview: () => Promise.resolve({}),
    },
  });
  return { ...deps, db, workflow };
}

async function describeSources(
  { settings }: Context,
  from: Db,
  sources: readonly NewsSource[],
): Promise<NewsSourceState[]> {
  const states = new Map((await store.listStates(from)).map((state) => [state.id, state]));
  const held = await store.countHeldBySource(from);
  const sourcesWithBatch = new Set((await store.listHeldBatches(from)).map(({ sourceId }) => sourceId));
  const now = new Date();
  return sources.map(({ id, name, country, language, address }) => {
    const state = states.get(id);
    const silent = state ? findSilentSince(state, now.getTime()) : null;
    return {
      id,
      name,
      country,
      language,
      address,
      condition: toCondition(state, sourcesWithBatch.has(id), silent !== null),
      lastRunAt: toIso(state?.lastRunAt),
      nextRunAt: settings.fetchesNews ? toIso(state?.nextRunAt ?? now) : null,
      lastGoodAt: toIso(state?.lastGoodAt),
      lastItemAt: toIso(state?.lastItemAt),
      silentSince: toIso(silent),
      fault: state?.fault?.slice(0, 200) ?? null,
      failures: state?.failures ?? 0,
      releases: state?.releases ?? 0,
      held: held.get(id) ?? 0,
    };
  });
}

function getSource(id: string): NewsSource {
  const source = newsSources.find((candidate) => candidate.id === id);
  if (!source) throw new AppError('NEWS_SOURCE_NOT_FOUND');
  return source;
}

async function present(
  { decisions }: Context,
  from: Db,
  rows: readonly NewsRow[],
  viewer?: UserActor,
): Promise<AdminNews[]> {
  const proposals = await decisions.listOpenProposals(
    from,
    rows.map(({ id }) => id),
  );
  return withOtherSources(from, rows, presentForStaff(proposals, viewer?.user.id));
}

const changeState = (
  deps: Context,
  actor: UserActor,
  id: NewsId,
  state: StateEdit['state'],
  reason: string,
): Promise<AdminNews> =>
  deps.database.transaction(async (tx) => {
    const item = await deps.workflow.lockForUpdate(tx, id);
    if (item.state === state) throw new AppError('ALREADY_DECIDED');
    const outcome = await deps.workflow.applyOrPropose(tx, id, { state }, { actor, reason });
    const [shown] = await present(deps, tx, [(await store.lockItem(tx, id))!], actor);
    return { ...shown!, ...outcome };
  });

/** Checks all held texts, also those beyond the page that the screen shows. */
async function assertPrivateDataAcknowledged(
  tx: Db,
  actor: UserActor,
  { sourceId, rewordings }: { sourceId: string; rewordings: readonly Rewording[] },
): Promise<string | undefined> {
  const held = await store.listHeldItems(tx, sourceId, MAX_HELD_ITEMS);
  const texts = [...held.flatMap(toPublicTexts), ...rewordings.flatMap(toPublicTexts)];
  return assertAcknowledged(texts, actor.acknowledged);
}

const listSources = (deps: Context) => describeSources(deps, deps.db, newsSources);

/** Undefined when fetching is disabled. */
async function countSilent(deps: Context): Promise<number | undefined> {
  if (!deps.settings.fetchesNews) return undefined;
  return (await describeSources(deps, deps.db, newsSources)).filter((source) => source.silentSince !== null).length;
}

const runNow = (deps: Context, actor: UserActor, sourceId: string): Promise<NewsSourceState> =>
  deps.database.transaction(async (tx) => {
    const source = getSource(sourceId);
    if (!deps.settings.fetchesNews) throw new AppError('NEWS_NOT_FETCHED');
    await store.scheduleRunNow(tx, sourceId);
    await deps.queue.enqueue(tx, fetchNewsJob, {});
    await deps.audit.record(tx, {
      actor: { kind: 'user', id: actor.user.id },
      action: 'news.run-asked',
      subject: sourceId,
    });
    return (await describeSources(deps, tx, [source]))[0]!;
  });

async function getHeld(deps: Context, sourceId: string): Promise<HeldBatch> {
  const source = newsSources.find(({ id }) => id === sourceId);
  const batch = source && (await findHeldBatch(deps.db, sourceId));
  if (!batch) throw new AppError('NEWS_BATCH_NOT_FOUND');
  const rows = await store.listHeldItems(deps.db, sourceId, paging.maxLimit);
  const state = (await store.listStates(deps.db)).find(({ id }) => id === sourceId);
  return {
    id: batch.id,
    sourceId,
    sourceName: source.name,
    version: batch.version,
    anomalies: newsAnomalies.filter((anomaly) => batch.anomalies.includes(anomaly)),
    isEarly: (state?.releases ?? 0) < requiredNewsReviews,
    createdAt: batch.createdAt.toISOString(),
    total: (await store.countHeldBySource(deps.db)).get(sourceId) ?? 0,
    items: await present(deps, deps.db, rows),
    copies: await store.listHeldCopies(deps.db, sourceId, paging.maxLimit),
    rewordings: batch.rewordings.map(({ sourceUrl, before, title }) => ({ sourceUrl, before, title })),
  };
}

/** `version` is the batch as the moderator saw it; later items of the source change it. */
const decideBatch = (
  deps: Context,
  actor: UserActor,
  id: NewsBatchId,
  outcome: 'released' | 'discarded',
  { version, reason, leaveOut = [] }: { version: number; reason?: string; leaveOut?: readonly NewsId[] | undefined },
): Promise<NewsSourceState> =>
  deps.database.transaction(async (tx) => {
    const batchRow = await store.findBatch(tx, id);
    if (!batchRow) throw new AppError('NEWS_BATCH_NOT_FOUND');
    // Same lock order as the import.
    await store.lockSource(tx, batchRow.sourceId);
    const batch = await store.lockBatch(tx, id);
    if (batch.state !== 'held') throw new AppError('ALREADY_DECIDED');
    if (batch.version !== version) throw new AppError('NEWS_BATCH_CHANGED');
    const leftOut = await store.hideHeldItems(tx, batch.sourceId, leaveOut);
    const privateData = outcome === 'released' ? await assertPrivateDataAcknowledged(tx, actor, batch) : undefined;
    const items = await store.setHeldState(tx, batch.sourceId, outcome === 'released' ? 'shown' : 'hidden');
    await store.setBatchState(tx, id, outcome);
    if (outcome === 'released') {
      await store.recordRelease(tx, batch.sourceId);
      if (batch.rewordings.length > 0) await deps.queue.enqueue(tx, fetchNewsJob, {});
    }
    await deps.audit.record(tx, {
      actor: { kind: 'user', id: actor.user.id },
      action: `news.${outcome}`,
      subject: batch.sourceId,
      ...(reason && { reason }),
      detail: {
        batch: id,
        items,
        rewordings: batch.rewordings.length,
        ...(leftOut > 0 && { leftOut }),
        ...(privateData && { privateData }),
      },
    });
    return (await describeSources(deps, tx, [getSource(batch.sourceId)]))[0]!;
  });

async function list(
  deps: Context,
  actor: UserActor,
  query: QueryOf<typeof listAdminNews>,
): Promise<{ rows: AdminNews[]; total: number }> {
  const { limit, offset, category, state } = query;
  const search = normalizeSearchText(query.search);
  const filter = { country: normaliseCountry(query.country ?? ''), category, state, search };
  const { rows, total } = await listNewest(deps.database, filter, limit, offset);
  return { rows: await present(deps, deps.db, rows, actor), total };
}

const hide = (deps: Context, actor: UserActor, id: NewsId, reason: string) =>
  changeState(deps, actor, id, 'hidden', reason);

const showAgain = (deps: Context, actor: UserActor, id: NewsId, reason: string) =>
  changeState(deps, actor, id, 'shown', reason);

export function createNewsModeration(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, { listSources, countSilent, runNow, getHeld, decideBatch, list, hide, showAgain }),
    moderationAdapter: context.workflow.adapter,
  };
}
