/**
 * Brings a list of another source into the indicators: fetched or from a snapshot file, compared with the list before,
 * and applied or quarantined with its bytes. The last good list stays until another one is applied.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import { sourceLimits, type SnapshotReason } from '@hakiki/contract/source-values';
import type { Database, Db } from '../../platform/db/database.ts';
import type { GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordList } from '../families/service.ts';
import type { Comparison, IndicatorsService, ListedEntry, ListSourceRow } from '../indicators/service.ts';
import { findReasons } from './gate.ts';
import { type ListSource, toDefinition } from './list-sources.ts';
import { parsers, UnreadableListError } from './parsers.ts';
import { parseSnapshotEntries } from './snapshot-entries.ts';
import * as store from './store.ts';
import type { SnapshotFormat, SnapshotSamples } from './tables.ts';

/** A list of a million hosts has about 30 MB. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;
const compress = promisify(zstdCompress);

interface Deps {
  database: Database;
  indicators: Pick<IndicatorsService, 'lists'>;
  log: Log;
  sources: readonly ListSource[];
}

export interface ReceivedList {
  content: Buffer;
  sha256: string;
  format: SnapshotFormat;
  /** When the source had this content. */
  listedAt: Date;
  etag?: string | null;
  lastModified?: string | null;
}

/** `known`: it is the list that is in use, or one that an administrator refused. */
export type ImportOutcome = 'applied' | 'quarantined' | 'known' | 'older' | 'off';

const empty: Comparison = { entries: 0, added: 0, gone: 0, conflicts: 0, unreadable: 0, listedBefore: 0 };

export type Importing = ReturnType<typeof createImporting>;

export function createImporting({ database, indicators: { lists }, log, sources }: Deps) {
  const slugs = sources.map(({ slug }) => slug);

  const parse = ({ parser }: ListSource, { content, format }: Pick<ReceivedList, 'content' | 'format'>) =>
    format === 'snapshot' ? parseSnapshotEntries(content) : parsers[parser](content);

  /** Undefined for a file in another layout. */
  async function compare(tx: Db, row: ListSourceRow, entries: () => Iterable<ListedEntry>) {
    try {
      return await lists.compare(tx, row, entries());
    } catch (error) {
      if (error instanceof UnreadableListError) return undefined;
      throw error;
    }
  }

  async function apply(
    tx: Db,
    source: ListSource,
    row: ListSourceRow,
    comparison: Comparison,
    list: ReceivedList,
  ): Promise<void> {
    const { sha256, listedAt, etag = null, lastModified = null } = list;
    if (comparison.added + comparison.gone > 0) await lists.merge(tx, row, listedAt);
    // A snapshot file names no sites.
    if (source.referencesAreSites && list.format === 'source')
      await recordList(tx, { lists }, row.id, parse(source, list));
    const isOn = await lists.updateEnabledSource(tx, row.id, {
      lastOkAt: listedAt,
      lastError: null,
      etag,
      lastModified,
      bodyHash: sha256,
    });
    if (!isOn) throw new TurnedOffError();
  }

  async function receive(tx: Db, source: ListSource, list: ReceivedList): Promise<ImportOutcome> {
    const row = await findEnabled(tx, source);
    if (!row) return 'off';
    const { sha256, listedAt, content, format } = list;
    if (row.lastOkAt && row.lastOkAt > listedAt) return 'older';
    const waiting = await store.findWaiting(tx, row.id);
    const isKnown =
      sha256 === row.bodyHash || sha256 === waiting?.sha256 || (await store.findRefused(tx, row.id, sha256));
    if (sha256 === row.bodyHash) await lists.updateEnabledSource(tx, row.id, { lastOkAt: listedAt, lastError: null });
    if (isKnown) return 'known';
    const comparison = await compare(tx, row, () => parse(source, list));
    const reasons: SnapshotReason[] = comparison ? findReasons(source, comparison) : ['unreadable'];
    const { added, gone, entries, unreadable, conflicts, listedBefore } = comparison ?? empty;
    const snapshot = {
      ...{ sourceId: row.id, sha256, bytes: content.length, format, listedAt },
      ...{ added, gone, entries, unreadable, conflicts, listedBefore },
    };
    await store.refuseWaiting(tx, row.id);
    if (comparison && reasons.length === 0) {
      await apply(tx, source, row, comparison, list);
      await store.insertSnapshot(tx, { ...snapshot, state: 'applied' });
      return 'applied';
    }
    const samples: SnapshotSamples = comparison
      ? await lists.listSamples(tx, row, sourceLimits.sample)
      : { added: [], gone: [], conflicts: [] };
    await store.insertSnapshot(tx, {
      ...snapshot,
      state: 'quarantined',
      reason: reasons.join(' '),
      samples,
      content: await compress(content),
    });
    await lists.updateEnabledSource(tx, row.id, { lastError: null });
    log.warn({ source: source.slug, fault: reasons.join(' ') }, 'a list was quarantined');
    return 'quarantined';
  }

  async function findEnabled(tx: Db, { slug }: ListSource): Promise<ListSourceRow | undefined> {
    const found = await lists.findSource(tx, slug);
    if (!found) return undefined;
    await lists.lock(tx, found.id);
    const row = await lists.findSource(tx, slug);
    return row?.isEnabled ? row : undefined;
  }

  const importList = (source: ListSource, list: ReceivedList): Promise<ImportOutcome> =>
    database
      .transaction((tx) => receive(tx, source, list))
      .catch((error: unknown) => {
        if (error instanceof TurnedOffError) return 'off';
        throw error;
      });

  async function fetchList(fetch: GuardedFetch, source: ListSource, row: ListSourceRow): Promise<void> {
    const { fileUrl } = source;
    const response = await fetch(fileUrl, {
      hosts: [new URL(fileUrl).hostname],
      validators: row,
      maxBytes: MAX_LIST_BYTES,
    });
    if (response.outcome === 'refused') {
      const { reason, retryAfterSeconds = 0 } = response;
      log.warn({ source: source.slug, fault: reason }, 'a list could not be fetched');
      const nextRunAt = new Date(Date.now() + Math.max(retryAfterSeconds * 1000, HOUR_MS));
      await lists.updateEnabledSource(database.db, row.id, { lastError: reason, nextRunAt });
      return;
    }
    if (response.outcome === 'unchanged') {
      // The source has the last good list again, so what it sent in between is out of date.
      await store.refuseWaiting(database.db, row.id);
      await lists.updateEnabledSource(database.db, row.id, { lastError: null, lastOkAt: new Date() });
      return;
    }
    const { body: content, bodyHash: sha256, etag, lastModified } = response;
    await importList(source, { content, sha256, format: 'source', listedAt: new Date(), etag, lastModified });
  }

  /** Applies one decided snapshot; false if there is none. It was compared with what people saw before they decided. */
  const applyNextDecided = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const snapshot = await store.lockDecided(tx);
      if (!snapshot) return false;
      const row = (await lists.listSources(tx, slugs)).find(({ id }) => id === snapshot.sourceId);
      const source = sources.find(({ slug }) => slug === row?.slug);
      const isOutdated = !row?.isEnabled || (row.lastOkAt !== null && row.lastOkAt > snapshot.listedAt);
      if (!source || isOutdated) {
        await store.updateSnapshot(tx, snapshot.id, { state: 'refused', content: null, samples: null });
        return true;
      }
      const { sha256, format, listedAt } = snapshot;
      const content = zstdDecompressSync(snapshot.content!, { maxOutputLength: MAX_LIST_BYTES });
      const list = { content, sha256, format, listedAt, etag: row.etag, lastModified: row.lastModified };
      const comparison = await lists.compare(tx, row, parse(source, list));
      await apply(tx, source, row, comparison, list);
      const { added, gone } = comparison;
      await store.updateSnapshot(tx, snapshot.id, { state: 'applied', added, gone, content: null, samples: null });
      return true;
    });

  /** Forgets what was fetched, so that the same file counts as a new one. */
  const removeEntries = (row: ListSourceRow, goneAs: 'withdrawn' | 'expired') =>
    database.transaction(async (tx) => {
      await lists.removeAll(tx, row, goneAs);
      await recordList(tx, { lists }, row.id, []);
      await lists.updateSource(tx, row.id, { lastOkAt: null, etag: null, lastModified: null, bodyHash: null });
      log.warn({ source: row.slug, fault: goneAs }, 'the entries of a list are removed');
    });

  return {
    importList,

    upsertSources: () => lists.upsertSources(database.db, sources.map(toDefinition)),

    /** Decisions of administrators: snapshots to apply, sources to turn off. */
    async applyDecisions(): Promise<void> {
      while (await applyNextDecided());
      for (const row of await lists.listTurnedOff(database.db)) await removeEntries(row, 'withdrawn');
    },

    /** Fetches each due source, one after the other. */
    async fetchDue(fetch: GuardedFetch): Promise<void> {
      for (;;) {
        const row = await lists.claimDueSource(database.db, slugs);
        const source = sources.find(({ slug }) => slug === row?.slug);
        if (!row || !source) return;
        await fetchList(fetch, source, row);
      }
    },

    /** Entries of lists that were not read for too long. */
    async expire(): Promise<void> {
      for (const row of await lists.listExpired(database.db)) await removeEntries(row, 'expired');
    },
  };
}

class TurnedOffError extends Error {}
