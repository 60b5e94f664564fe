/** Lists of other sources: what they name, compared with what they named before, and merged into the indicators. */
import { isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import type { Db } from '../../../platform/db/database.ts';
import { computePublicKeyHex } from '../indicator-key.ts';
import * as store from './lists-store.ts';
import * as sourcesStore from './list-sources-store.ts';
import { type ListedEntry, readEntry, readSafeEntry } from './read-entry.ts';

export type { ListSourceRow, SourceDefinition } from './list-sources-store.ts';
export type { ListedEntry } from './read-entry.ts';

const BATCH_SIZE = 2000;
const MAX_NOTE_LENGTH = 200;

export interface Comparison extends store.Differences {
  /** Entries that are no indicator. */
  unreadable: number;
  listedBefore: number;
}

const toNote = (text: string | undefined): string | null => text?.slice(0, MAX_NOTE_LENGTH) ?? null;

const createBatch = (): store.StagedColumns => ({ key: [], kind: [], value: [], category: [], reference: [] });

export function createLists() {
  /** In batches: a list of a million entries never exists as a million objects. */
  async function stageEntries(tx: Db, isSafelist: boolean, entries: Iterable<ListedEntry>): Promise<number> {
    const read = isSafelist ? readSafeEntry : readEntry;
    let unreadable = 0;
    let batch = createBatch();
    for (const entry of entries) {
      const indicator = read(entry);
      if (!indicator || isHiddenIndicatorKind(indicator.kind)) unreadable += 1;
      else {
        batch.key.push(computePublicKeyHex(indicator));
        batch.kind.push(indicator.kind);
        batch.value.push(indicator.value);
        batch.category.push(toNote(entry.category));
        batch.reference.push(toNote(entry.reference));
      }
      if (batch.key.length === BATCH_SIZE) {
        await store.stage(tx, batch);
        batch = createBatch();
      }
    }
    if (batch.key.length > 0) await store.stage(tx, batch);
    return unreadable;
  }

  return {
    /** Undefined for what is no indicator. */
    read(entry: ListedEntry) {
      const indicator = readEntry(entry);
      return indicator && { ...indicator, key: computePublicKeyHex(indicator) };
    },

    /** Compares a list with what is stored; the rest of the transaction can read or merge the differences. */
    async compare(tx: Db, source: store.SourceRules, entries: Iterable<ListedEntry>): Promise<Comparison> {
      await store.lockLists(tx, source.id);
      await store.prepareStaging(tx);
      const unreadable = await stageEntries(tx, source.isSafelist, entries);
      await store.compareStaged(tx, source);
      const differences = await store.countDifferences(tx, source.isSafelist);
      const listedBefore = differences.entries - differences.added + differences.gone;
      return { ...differences, unreadable, listedBefore };
    },

    listSamples: (tx: Db, { isSafelist }: store.SourceRules, limit: number) => store.listSamples(tx, isSafelist, limit),

    /** Merges what `compare` found in this transaction. */
    merge: (tx: Db, source: store.SourceRules, listedAt: Date) => store.mergeTouched(tx, source, listedAt, 'withdrawn'),

    async removeAll(tx: Db, source: store.SourceRules, goneAs: 'withdrawn' | 'expired'): Promise<void> {
      await store.lockLists(tx, source.id);
      await store.prepareStaging(tx);
      const count = await store.touchAll(tx, source);
      if (count > 0) await store.mergeTouched(tx, source, new Date(), goneAs);
    },

    lock: store.lockLists,
    streamEntries: store.streamEntries,
    upsertSources: sourcesStore.upsertSources,
    listSources: sourcesStore.listSources,
    findSource: sourcesStore.findSource,
    claimDueSource: sourcesStore.claimDueSource,
    updateEnabledSource: sourcesStore.updateEnabledSource,
    updateSource: sourcesStore.updateSource,
    lockSource: sourcesStore.lockSource,
    listTurnedOff: sourcesStore.listTurnedOff,
    listExpired: sourcesStore.listExpired,
  };
}
