/**
 * Asks the sources and keeps what they say. Nothing is published of a source that nobody has looked at yet, nor of a batch that is
 * odd: it is held. What was good stays as it is, whatever a source sends next.
 */
import type { Database } from '../../platform/db/database.ts';
import type { GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import type { Log } from '../../platform/log/log.ts';
import * as store from './importing-store.ts';
import { type Oddity, readFeed, type ReadItem, Unreadable } from './read-feed.ts';
import type { NewsSource } from './sources/source.ts';

const MINUTE = 60;
const PAUSE_SECONDS = 45 * MINUTE;
/** So that sources are not asked at the same minute each time, nor all at once. */
const JITTER_SECONDS = 10 * MINUTE;
const LONGEST_PAUSE_SECONDS = 24 * 60 * MINUTE;
/** So many batches of a source are looked at by a person before it is trusted. */
const LOOKED_AT = 3;
/** A source that sends ever new addresses fills no table. */
const MOST_HELD = 500;
/** More of what was known said otherwise is no correction. */
const MOST_CHANGED = 0.2;

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
    const answer = await fetch(source.address, { hosts: [source.host], remembered: state });
    if (answer.outcome === 'refused') return fail(state, answer.reason, answer.retryAfterSeconds);
    if (answer.outcome === 'unchanged') {
      await store.noteRun(database.db, source.id, pauseAfter(0), { failures: 0 });
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
      const titles = new Map(
        items.length === 0
          ? []
          : (
              await store.listKnown(
                tx,
                items.map(({ sourceUrl }) => sourceUrl),
              )
            ).map((one) => [one.sourceUrl, one.title]),
      );
      const isKnown = ({ sourceUrl }: ReadItem) => titles.has(sourceUrl);
      const changed = items.filter((item) => isKnown(item) && titles.get(item.sourceUrl) !== item.title);
      const isRewritten = changed.length > Math.max(1, titles.size * MOST_CHANGED);
      const odd = [...oddities, ...(isRewritten ? ['changed'] : [])];
      const isHeld = odd.length > 0 || state.releases < LOOKED_AT;
      const room = isHeld ? Math.max(0, MOST_HELD - (await store.countHeld(tx, source.id))) : items.length;
      const fresh = items.filter((item) => !isKnown(item)).slice(0, room);
      if (fresh.length > 0)
        await store.insertItems(
          tx,
          fresh.map((item) => stored(source, item, isHeld)),
        );
      if (odd.length === 0) for (const item of changed) await store.reword(tx, item, source.id);
      const fault = odd.length > 0 ? `odd: ${odd.join(', ')}` : null;
      // An odd batch is no failure of the line: it is not asked for less often, and it is not good.
      const failures = odd.length > 0 ? Math.max(1, state.failures) : 0;
      await store.noteRun(tx, source.id, pauseAfter(0), { ...remembered, fault, failures });
      if (fault) log.warn({ source: source.id, fault }, 'a batch of news is held');
    });

  return {
    /** Each source whose time has come, one after the other. */
    async runDue(): Promise<void> {
      await store.addSources(database.db, ids);
      for (;;) {
        const state = await store.claimNext(database.db, ids, PAUSE_SECONDS);
        const source = sources.find(({ id }) => id === state?.id);
        if (!state || !source) return;
        await run(source, state);
      }
    },
  };
}

const stored = (source: NewsSource, item: ReadItem, isHeld: boolean): store.NewItem => ({
  ...item,
  sourceId: source.id,
  sourceName: source.name,
  sourceCountry: source.country,
  language: source.language,
  state: isHeld ? 'held' : 'shown',
});
