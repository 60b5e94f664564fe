/**
 * Fetches the sources and stores their items. Items of a new source or of an odd batch are held until a moderator has
 * checked them. Published items stay unchanged, whatever a source sends next.
 */
import { newsLooksNeeded } from '@hakiki/contract/news-values';
import type { Database, Db } from '../../platform/db/database.ts';
import type { GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import type { Log } from '../../platform/log/log.ts';
import * as store from './importing-store.ts';
import { findMentions } from './mentions.ts';
import { type Oddity, readFeed, type ReadItem, Unreadable } from './read-feed.ts';
import { hasPrivateDetails } from './private-details.ts';
import { textKeyOf } from './same-text.ts';
import type { NewsSource } from './sources/source.ts';
import type { Rewording } from './tables.ts';

const MINUTE = 60;
const PAUSE_SECONDS = 45 * MINUTE;
/** Spreads the requests over time. */
const JITTER_SECONDS = 10 * MINUTE;
const LONGEST_PAUSE_SECONDS = 24 * 60 * MINUTE;
/** Limits the items of a source that keeps sending new addresses. */
const MOST_HELD = 500;
/** With more changed items the batch is odd: that is no correction. */
const MOST_CHANGED = 0.2;
const MOST_REWORDED = 200;
const ODD = 'odd: ';

interface Needs {
  database: Database;
  fetch: GuardedFetch;
  log: Log;
  sources: readonly NewsSource[];
}

export function createImporting({ database, fetch, log, sources }: Needs) {
  const ids = sources.map(({ id }) => id);

  const pauseAfter = (failures: number, asked = 0) =>
    Math.max(asked, Math.min(PAUSE_SECONDS * 2 ** Math.min(failures, 5), LONGEST_PAUSE_SECONDS)) +
    Math.floor(Math.random() * JITTER_SECONDS);

  async function fail(state: store.SourceState, fault: string, retryAfterSeconds?: number): Promise<void> {
    const failures = state.failures + 1;
    log.warn({ source: state.id, fault }, 'a source of news brought nothing');
    await store.noteRun(database.db, state.id, pauseAfter(failures, retryAfterSeconds), { fault, failures });
  }

  async function run(source: NewsSource, state: store.SourceState): Promise<void> {
    const answer = await fetch(source.address, { hosts: [source.host], validators: state });
    if (answer.outcome === 'refused') return fail(state, answer.reason, answer.retryAfterSeconds);
    if (answer.outcome === 'unchanged') {
      // An odd response does not become good by repetition.
      const failures = state.fault?.startsWith(ODD) ? Math.max(1, state.failures) : 0;
      await store.noteRun(database.db, source.id, pauseAfter(0), { failures });
      return undefined;
    }
    try {
      const { items, oddities } = readFeed(source, answer.body, answer.contentType, new Date());
      const { etag, lastModified, bodyHash } = answer;
      return await keep(source, items, oddities, { etag, lastModified, bodyHash });
    } catch (error) {
      if (error instanceof Unreadable) return fail(state, `unreadable: ${error.message}`);
      throw error;
    }
  }

  const keep = (
    source: NewsSource,
    items: readonly ReadItem[],
    oddities: readonly Oddity[],
    remembered: Pick<store.SourceState, 'etag' | 'lastModified' | 'bodyHash'>,
  ) =>
    database.transaction(async (tx) => {
      const state = await store.findStateForUpdate(tx, source.id);
      if (!state) return;
      const urls = items.map(({ sourceUrl }) => sourceUrl);
      const known = urls.length === 0 ? new Map<string, string | undefined>() : await store.listKnown(tx, urls);
      const changed = items.filter(({ sourceUrl, title }) => (known.get(sourceUrl) ?? title) !== title);
      const isNew = ({ sourceUrl }: ReadItem) => !known.has(sourceUrl);
      // Items of a trusted source are published without a check, so possible private details are held.
      const isPrivate = items.some((item) => (isNew(item) || changed.includes(item)) && hasPrivateDetails(item));
      const isRewritten = changed.length > Math.max(1, known.size * MOST_CHANGED);
      const odd = [
        ...oddities,
        ...(isRewritten ? (['changed'] as const) : []),
        ...(isPrivate ? (['private'] as const) : []),
      ];
      const isHeld = odd.length > 0 || state.releases < newsLooksNeeded;
      const room = isHeld ? Math.max(0, MOST_HELD - (await store.countHeld(tx, source.id))) : items.length;
      const fresh = items.filter(isNew).slice(0, room);
      if (fresh.length > 0) await add(tx, source, fresh, isHeld);
      const isOdd = odd.length > 0;
      if (!isOdd) for (const item of changed) await store.reword(tx, worded(item), source.id);
      await hold(tx, source.id, {
        odd,
        added: isHeld ? fresh.length : 0,
        // A moderator may be looking at the old text, so the batch gets a new version.
        reworded: isOdd ? 0 : changed.length,
        changed: isOdd ? changed : [],
        known,
      });
      const fault = isOdd ? ODD + odd.join(', ') : null;
      // An odd batch is no network failure: the interval stays the same, and the run does not count as good.
      const failures = isOdd ? Math.max(1, state.failures) : 0;
      await store.noteRun(tx, source.id, pauseAfter(0), { ...remembered, fault, failures, hasNews: fresh.length > 0 });
      if (fault) log.warn({ source: source.id, fault }, 'a batch of news is held');
    });

  return {
    /** Runs each due source, one after the other. */
    async runDue(): Promise<void> {
      await store.addSources(database.db, ids);
      for (;;) {
        const state = await store.claimNext(database.db, ids, PAUSE_SECONDS);
        const source = sources.find(({ id }) => id === state?.id);
        if (!state || !source) return;
        await run(source, state);
      }
    },

    /** Applies rewordings that a moderator released. Only the worker may write items. */
    rewordReleased: (): Promise<void> =>
      database.transaction(async (tx) => {
        for (const { id, sourceId, rewordings } of await store.takeReworded(tx)) {
          for (const item of rewordings) await store.reword(tx, worded(item), sourceId);
          await store.clearRewordings(tx, id);
        }
      }),
  };
}

const hostOf = (url: string) => new URL(url).host;

/** Inserts new addresses as items, or as copies of the same text on another host. */
async function add(tx: Db, source: NewsSource, fresh: readonly ReadItem[], isHeld: boolean): Promise<void> {
  const keyed = fresh.map((item) => ({ item, key: textKeyOf(item.title, item.summary) }));
  const keys = keyed.flatMap(({ key }) => key ?? []);
  const twins = keys.length === 0 ? [] : await store.listTwins(tx, keys, source.id);
  const items: store.NewItem[] = [];
  const copies: Parameters<typeof store.insertCopies>[1] = [];
  for (const { item, key } of keyed) {
    // A held item may never be shown, so an item of a trusted source is not attached to it.
    const twin = twins.find(
      ({ textKey, sourceUrl, state }) =>
        textKey === key && hostOf(sourceUrl) !== hostOf(item.sourceUrl) && (isHeld || state !== 'held'),
    );
    if (!twin) items.push({ ...stored(source, item, isHeld), textKey: key });
    else {
      const { id: sourceId, name: sourceName } = source;
      const state = isHeld ? ('held' as const) : ('shown' as const);
      copies.push({ sourceUrl: item.sourceUrl, itemId: twin.id, sourceId, sourceName, state });
    }
  }
  if (items.length > 0) await findMentions(tx, await store.insertItems(tx, items));
  if (copies.length > 0) await store.insertCopies(tx, copies);
}

interface Found {
  odd: readonly string[];
  added: number;
  reworded: number;
  changed: readonly ReadItem[];
  known: ReadonlyMap<string, string | undefined>;
}

/** Opens or extends the held batch. Items that are held already change nothing. */
async function hold(tx: Db, sourceId: string, { odd, added, reworded, changed, known }: Found): Promise<void> {
  const said = changed.slice(0, MOST_REWORDED).map(({ sourceUrl, title, summary }): Rewording => ({
    sourceUrl,
    before: known.get(sourceUrl)!,
    title,
    summary,
  }));
  const batch = await store.findHeldBatch(tx, sourceId);
  if (!batch) {
    if (added > 0 || said.length > 0) await store.openBatch(tx, sourceId, [...odd], said);
    return;
  }
  const before = new Map(batch.rewordings.map((one) => [one.sourceUrl, one]));
  const isNew = said.some(({ sourceUrl, title }) => before.get(sourceUrl)?.title !== title);
  if (added === 0 && reworded === 0 && !isNew) return;
  for (const one of said) before.set(one.sourceUrl, one);
  await store.addToBatch(tx, batch.id, {
    oddities: [...new Set([...batch.oddities, ...odd])],
    rewordings: [...before.values()].slice(-MOST_REWORDED),
  });
}

const worded = ({ sourceUrl, title, summary }: Pick<ReadItem, 'sourceUrl' | 'title' | 'summary'>) => ({
  sourceUrl,
  title,
  summary,
  textKey: textKeyOf(title, summary),
});

const stored = (source: NewsSource, item: ReadItem, isHeld: boolean): store.NewItem => ({
  ...item,
  sourceId: source.id,
  sourceName: source.name,
  sourceCountry: source.country,
  language: source.language,
  state: isHeld ? 'held' : 'shown',
});
