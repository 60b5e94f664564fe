/**
 * Fetches the sources and stores their items. Items of a new source or of an unusual batch are held until a moderator
 * has checked them. Published items stay unchanged, whatever a source sends next.
 */
import { requiredNewsReviews } from '@hakiki/contract/news-values';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { GuardedFetch } from '../../../platform/fetch/guarded-fetch.ts';
import type { Log } from '../../../platform/log/log.ts';
import * as store from './importing-store.ts';
import { detectMentions } from '../moderation/mentions.ts';
import { type FeedAnomaly, parseSourceFeed, type ParsedItem, UnreadableError } from './parse-feed.ts';
import { hasPrivateDetails } from '../moderation/private-details.ts';
import { computeTextKey } from './same-text.ts';
import type { NewsSource } from '../sources/source.ts';
import type { Rewording } from '../tables.ts';

const MINUTE = 60;
const RUN_INTERVAL_SECONDS = 45 * MINUTE;
/** Spreads the requests over time. */
const JITTER_SECONDS = 10 * MINUTE;
const MAX_INTERVAL_SECONDS = 24 * 60 * MINUTE;
/** Limits the items of a source that keeps sending new addresses. */
const MAX_HELD_ITEMS = 500;
/** With more changed items the batch is unusual: that is no correction. */
const MAX_CHANGED_RATIO = 0.2;
const MAX_REWORDINGS = 200;
const ODD_PREFIX = 'odd: ';

interface Deps {
  database: Database;
  fetch: GuardedFetch;
  log: Log;
  sources: readonly NewsSource[];
}

export function createImporting({ database, fetch, log, sources }: Deps) {
  const ids = sources.map(({ id }) => id);

  const computeDelay = (failures: number, requestedSeconds = 0) =>
    Math.max(requestedSeconds, Math.min(RUN_INTERVAL_SECONDS * 2 ** Math.min(failures, 5), MAX_INTERVAL_SECONDS)) +
    Math.floor(Math.random() * JITTER_SECONDS);

  async function recordFailure(state: store.SourceState, fault: string, retryAfterSeconds?: number): Promise<void> {
    const failures = state.failures + 1;
    log.warn({ source: state.id, fault }, 'a news source could not be read');
    await store.recordRun(database.db, state.id, computeDelay(failures, retryAfterSeconds), { fault, failures });
  }

  async function run(source: NewsSource, state: store.SourceState): Promise<void> {
    const response = await fetch(source.address, { hosts: [source.host], validators: state });
    if (response.outcome === 'refused') return recordFailure(state, response.reason, response.retryAfterSeconds);
    if (response.outcome === 'unchanged') {
      // An unusual response does not become good by repetition.
      const failures = state.fault?.startsWith(ODD_PREFIX) ? Math.max(1, state.failures) : 0;
      await store.recordRun(database.db, source.id, computeDelay(0), { failures });
      return undefined;
    }
    try {
      const { items, anomalies } = parseSourceFeed(source, response.body, response.contentType, new Date());
      const { etag, lastModified, bodyHash } = response;
      return await storeItems(source, items, anomalies, { etag, lastModified, bodyHash });
    } catch (error) {
      if (error instanceof UnreadableError) return recordFailure(state, `unreadable: ${error.message}`);
      throw error;
    }
  }

  const storeItems = (
    source: NewsSource,
    items: readonly ParsedItem[],
    feedAnomalies: readonly FeedAnomaly[],
    validators: Pick<store.SourceState, 'etag' | 'lastModified' | 'bodyHash'>,
  ) =>
    database.transaction(async (tx) => {
      const state = await store.lockState(tx, source.id);
      if (!state) return;
      const urls = items.map(({ sourceUrl }) => sourceUrl);
      const knownTitles =
        urls.length === 0 ? new Map<string, string | undefined>() : await store.listKnownTitles(tx, urls);
      const changed = items.filter(({ sourceUrl, title }) => (knownTitles.get(sourceUrl) ?? title) !== title);
      const isNew = ({ sourceUrl }: ParsedItem) => !knownTitles.has(sourceUrl);
      // Items of a trusted source are published without a check, so possible private details are held.
      const isPrivate = items.some((item) => (isNew(item) || changed.includes(item)) && hasPrivateDetails(item));
      const isRewritten = changed.length > Math.max(1, knownTitles.size * MAX_CHANGED_RATIO);
      const anomalies = [
        ...feedAnomalies,
        ...(isRewritten ? (['changed'] as const) : []),
        ...(isPrivate ? (['private'] as const) : []),
      ];
      const isHeld = anomalies.length > 0 || state.releases < requiredNewsReviews;
      const freeSlots = isHeld ? Math.max(0, MAX_HELD_ITEMS - (await store.countHeld(tx, source.id))) : items.length;
      const newItems = items.filter(isNew).slice(0, freeSlots);
      if (newItems.length > 0) await addItems(tx, source, newItems, isHeld);
      const isUnusual = anomalies.length > 0;
      if (!isUnusual) for (const item of changed) await store.updateText(tx, toUpdatedText(item), source.id);
      await updateHeldBatch(tx, source.id, {
        anomalies,
        added: isHeld ? newItems.length : 0,
        // A moderator may be looking at the old text, so the batch gets a new version.
        reworded: isUnusual ? 0 : changed.length,
        changed: isUnusual ? changed : [],
        knownTitles,
      });
      const fault = isUnusual ? ODD_PREFIX + anomalies.join(', ') : null;
      // An unusual batch is no network failure: the interval stays the same, and the run does not count as good.
      const failures = isUnusual ? Math.max(1, state.failures) : 0;
      await store.recordRun(tx, source.id, computeDelay(0), {
        ...validators,
        fault,
        failures,
        hasNews: newItems.length > 0,
      });
      if (fault) log.warn({ source: source.id, fault }, 'a batch of news is held');
    });

  return {
    /** Runs each due source, one after the other. */
    async runDue(): Promise<void> {
      await store.addSources(database.db, ids);
      for (;;) {
        const state = await store.claimNext(database.db, ids, RUN_INTERVAL_SECONDS);
        const source = sources.find(({ id }) => id === state?.id);
        if (!state || !source) return;
        await run(source, state);
      }
    },

    /** Applies rewordings that a moderator released. Only the worker may write items. */
    applyReleasedRewordings: (): Promise<void> =>
      database.transaction(async (tx) => {
        for (const { id, sourceId, rewordings } of await store.lockReleasedRewordings(tx)) {
          for (const item of rewordings) await store.updateText(tx, toUpdatedText(item), sourceId);
          await store.clearRewordings(tx, id);
        }
      }),
  };
}

const hostOf = (url: string) => new URL(url).host;

/** Inserts new addresses as items, or as copies of the same text on another host. */
async function addItems(tx: Db, source: NewsSource, newItems: readonly ParsedItem[], isHeld: boolean): Promise<void> {
  const keyed = newItems.map((item) => ({ item, key: computeTextKey(item.title, item.summary) }));
  const keys = keyed.flatMap(({ key }) => key ?? []);
  const duplicates = keys.length === 0 ? [] : await store.listDuplicates(tx, keys, source.id);
  const items: store.NewItem[] = [];
  const copies: Parameters<typeof store.insertCopies>[1] = [];
  for (const { item, key } of keyed) {
    // A held item may never be shown, so an item of a trusted source is not attached to it.
    const duplicate = duplicates.find(
      ({ textKey, sourceUrl, state }) =>
        textKey === key && hostOf(sourceUrl) !== hostOf(item.sourceUrl) && (isHeld || state !== 'held'),
    );
    if (!duplicate) items.push({ ...toNewItem(source, item, isHeld), textKey: key });
    else {
      const { id: sourceId, name: sourceName } = source;
      const state = isHeld ? ('held' as const) : ('shown' as const);
      copies.push({ sourceUrl: item.sourceUrl, itemId: duplicate.id, sourceId, sourceName, state });
    }
  }
  if (items.length > 0) await detectMentions(tx, await store.insertItems(tx, items));
  if (copies.length > 0) await store.insertCopies(tx, copies);
}

interface HeldChanges {
  anomalies: readonly string[];
  added: number;
  reworded: number;
  changed: readonly ParsedItem[];
  knownTitles: ReadonlyMap<string, string | undefined>;
}

/** Opens or extends the held batch. Items that are held already change nothing. */
async function updateHeldBatch(
  tx: Db,
  sourceId: string,
  { anomalies, added, reworded, changed, knownTitles }: HeldChanges,
): Promise<void> {
  const rewordings = changed.slice(0, MAX_REWORDINGS).map(({ sourceUrl, title, summary }): Rewording => ({
    sourceUrl,
    before: knownTitles.get(sourceUrl)!,
    title,
    summary,
  }));
  const batch = await store.findHeldBatch(tx, sourceId);
  if (!batch) {
    if (added > 0 || rewordings.length > 0) await store.openBatch(tx, sourceId, [...anomalies], rewordings);
    return;
  }
  const before = new Map(batch.rewordings.map((rewording) => [rewording.sourceUrl, rewording]));
  const isNew = rewordings.some(({ sourceUrl, title }) => before.get(sourceUrl)?.title !== title);
  if (added === 0 && reworded === 0 && !isNew) return;
  for (const rewording of rewordings) before.set(rewording.sourceUrl, rewording);
  await store.addToBatch(tx, batch.id, {
    anomalies: [...new Set([...batch.anomalies, ...anomalies])],
    rewordings: [...before.values()].slice(-MAX_REWORDINGS),
  });
}

const toUpdatedText = ({ sourceUrl, title, summary }: Pick<ParsedItem, 'sourceUrl' | 'title' | 'summary'>) => ({
  sourceUrl,
  title,
  summary,
  textKey: computeTextKey(title, summary),
});

const toNewItem = (source: NewsSource, item: ParsedItem, isHeld: boolean): store.NewItem => ({
  ...item,
  sourceId: source.id,
  sourceName: source.name,
  sourceCountry: source.country,
  language: source.language,
  state: isHeld ? 'held' : 'shown',
});
