/** Indicators of scams: extracted from reports, public after approval. */
import { setTimeout } from 'node:timers/promises';
import { isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import type { Database, Db } from '../../platform/db/database.ts';
import { type AppSecret, deriveFirstKey, deriveKeys } from '../../platform/app-secret.ts';
import type { KeyRotation } from '../../platform/key-rotation.ts';
import { findPrintedIdentifiers, findSearchedIndicators } from './search-indicators.ts';
import { type BlindKey, computeBlindTag, evaluateBlinded, toBlindKey } from './blind-tags.ts';
import { findIndicators, type Indicator } from './find.ts';
import { computeIndicatorKey } from './indicator-key.ts';
import { createLists } from './lists/lists.ts';
import { type Reading, readInput, readValue } from './readings.ts';
import * as store from './store.ts';
import { isMistypedWallet } from './wallets.ts';

export type { Comparison, ListedEntry, ListSourceRow, SourceDefinition } from './lists/lists.ts';
export type { StoredIndicator } from './store.ts';

export interface FoundIndicator {
  key: Buffer;
  kind: Indicator['kind'];
  /** Normalised; null for a hidden kind, such as a phone number, which is only a keyed hash. */
  value: string | null;
}

/** An indicator of a filing. `isWithheld`: its text does not name it any more. */
export interface NamedIndicator extends FoundIndicator {
  filingId: string;
  isWithheld: boolean;
}

const SETTLE_ATTEMPTS = 50;
const SETTLE_PAUSE_MS = 100;

/** With the keys under which it may be stored. */
export type KeyedReading = Omit<Reading, 'spellings'> & { keys: Buffer[] };

/** Of a hidden indicator in a text. */
export interface BlindTag {
  /** Of the indicator. */
  key: Buffer;
  tag: Buffer;
}

/** What a higher module does when indicators change, in the same transaction. */
export interface IndicatorHooks {
  /** The public indicators of the filing changed, or whether it is public. */
  filingChanged: (tx: Db, filingId: string, isPublic: boolean) => Promise<void>;
  stateDecided: (tx: Db, keys: readonly Buffer[]) => Promise<void>;
}

interface Deps {
  settings: { appSecret: AppSecret; indicatorKeys?: readonly Buffer[] };
  hooks?: IndicatorHooks;
}

export type IndicatorsService = ReturnType<typeof createIndicatorsService>;

export function createIndicatorsService({ settings, hooks }: Deps) {
  const { indicatorKeys = [] } = settings;
  const keys = indicatorKeys.length > 0 ? indicatorKeys : [deriveFirstKey(settings.appSecret, 'indicator-phone')];
  // Hashes of values that are stored nowhere cannot be renewed and must stay comparable: the first key of all.
  const hiddenKey = keys.at(-1)!;
  let blindKeys: readonly BlindKey[] | undefined;
  /** The newest first. Derived when first needed, because that takes milliseconds in every process. */
  const getBlindKeys = () => (blindKeys ??= keys.map(toBlindKey));

  const toFoundIndicator = (indicator: Indicator): FoundIndicator => ({
    key: computeIndicatorKey(indicator, hiddenKey),
    kind: indicator.kind,
    value: isHiddenIndicatorKind(indicator.kind) ? null : indicator.value,
  });

  const withKeys = ({ spellings, ...reading }: Reading): KeyedReading => ({
    ...reading,
    keys: spellings.map((spelling) => computeIndicatorKey(spelling, hiddenKey)),
  });

  return {
    lists: createLists(),

    /** Reads everything in a question. */
    readInput(...input: Parameters<typeof readInput>) {
      const { readings, bareNumber } = readInput(...input);
      return { readings: readings.map(withKeys), bareNumber };
    },

    /** Undefined for a value in another spelling than the stored one. */
    readValue(kind: Indicator['kind'], value: string): KeyedReading | undefined {
      const reading = readValue(kind, value);
      return reading && withKeys(reading);
    },

    /** Reads the stored indicators with these keys. */
    listByKeys: (database: Database, keys: readonly Buffer[]) =>
      keys.length > 0 ? store.listByKeys(database, keys) : Promise.resolve([]),

    /** Those of the keys that no hint may accuse: on the safelist, or withdrawn by a decision. */
    async listCleared(database: Database, keys: readonly Buffer[]): Promise<Buffer[]> {
      return keys.length > 0 ? (await store.listCleared(database, keys)).map(({ key }) => key) : [];
    },

    /** Extracts each indicator once, at most 50. A number without country code is read in the only known country. */
    extractFrom: (text: string, { countries = [] }: { countries?: readonly string[] } = {}): FoundIndicator[] =>
      findIndicators(text, countries).map(toFoundIndicator),

    /** The keys under which the indicators of a search query may be stored. */
    computeSearchKeys: (...query: Parameters<typeof findSearchedIndicators>): Buffer[] =>
      findSearchedIndicators(...query).map((indicator) => computeIndicatorKey(indicator, hiddenKey)),

    /** Evaluates a blinded element under each key. The number behind it is not known to us. */
    evaluateBlinded: (element: Uint8Array): Buffer[] => evaluateBlinded(getBlindKeys(), element),

    /** Of the key under which tags are computed now, and of those whose tags can still be found. */
    getBlindKeyIds: (): { current: Buffer; all: Buffer[] } => ({
      current: getBlindKeys()[0]!.id,
      all: getBlindKeys().map(({ id }) => id),
    }),

    /** The tags of those hidden indicators in the text whose key is wanted. For the worker: each takes milliseconds. */
    computeBlindTags: (text: string, countries: readonly string[], wanted: readonly Buffer[]): BlindTag[] =>
      findIndicators(text, countries).flatMap((indicator) => {
        if (!isHiddenIndicatorKind(indicator.kind)) return [];
        const key = computeIndicatorKey(indicator, hiddenKey);
        return wanted.some((one) => one.equals(key))
          ? [{ key, tag: computeBlindTag(indicator, getBlindKeys()[0]!) }]
          : [];
      }),

    /** What a typed link, number or name may mean, in order of likelihood. */
    listReadings: (...query: Parameters<typeof findSearchedIndicators>): FoundIndicator[] =>
      findSearchedIndicators(...query).map(toFoundIndicator),

    /** Those of the keys that are stored, in any state. */
    listStoredKeys: (db: Db, keys: readonly Buffer[]) => store.listStoredKeys(db, keys),

    findPrintedIdentifiers,

    isMistypedWallet,

    /** The public ones among the keys, most often reported first. */
    listKnown: (database: Database, keys: readonly Buffer[]) =>
      keys.length > 0 ? store.listKnown(database, keys) : Promise.resolve([]),

    /** Adds to the indicators that the filing already has. Idempotent. */
    async addToFiling(
      tx: Db,
      filingId: string,
      found: readonly FoundIndicator[],
      { isFromAnswer = false }: { isFromAnswer?: boolean } = {},
    ): Promise<void> {
      await store.lockFiling(tx, filingId);
      if (found.length > 0) await store.insertFound(tx, filingId, found, isFromAnswer);
    },

    listByFilings: (db: Db, filingIds: readonly string[]): Promise<NamedIndicator[]> =>
      store.listByFilings(db, filingIds),

    /** The public indicators of the filings. */
    listPublished: (database: Database, filingIds: readonly string[]) =>
      filingIds.length > 0 ? store.listPublished(database, filingIds) : Promise.resolve([]),

    /**
     * Counts the indicators of an approved filing publicly; called once per approval. For a filing that is merged into
     * another, withholds the indicators that were removed from the text of the other.
     */
    async publish(tx: Db, filingId: string, leadId?: string): Promise<void> {
      await store.lockFiling(tx, filingId);
      if (leadId) await store.withholdSameAs(tx, filingId, leadId);
      await store.incrementCounts(tx, filingId);
      await store.clearOverruled(tx, filingId);
      await store.updateStatesOfFiling(tx, filingId);
      await hooks?.filingChanged(tx, filingId, true);
    },

    /** After a text edit: withholds indicators that the text no longer names, and restores those it names again. */
    async reword(
      tx: Db,
      filingId: string,
      { text, countries, isPublic }: { text: string; countries: readonly string[]; isPublic: boolean },
    ): Promise<void> {
      await store.lockFiling(tx, filingId);
      const keys = findIndicators(text, countries).map((indicator) => computeIndicatorKey(indicator, hiddenKey));
      if (isPublic) await store.decrementCounts(tx, filingId);
      await store.withholdExcept(tx, filingId, keys);
      await store.clearFromAnswer(tx, filingId, keys);
      if (!isPublic) return;
      await store.incrementCounts(tx, filingId);
      await store.updateStatesOfFiling(tx, filingId);
      await hooks?.filingChanged(tx, filingId, true);
    },

    keyRotations: (database: Database): KeyRotation[] => [
      {
        what: 'reports that name a phone number, till or email address',
        ends: 'kept',
        purpose: 'indicator-phone',
        rotate: async () => ({
          left:
            indicatorKeys.length > 0 || hiddenKey.equals(deriveKeys(settings.appSecret, 'indicator-phone').current.key)
              ? 0
              : await store.countWithHidden(database.db),
          renewed: 0,
          lost: 0,
        }),
      },
    ],

    /** Locks the indicators of the filing until the end of the caller's transaction. */
    lock: (tx: Db, filingId: string) => store.lockFiling(tx, filingId),

    /** Called when an approval is undone. */
    async retract(tx: Db, filingId: string): Promise<void> {
      await store.lockFiling(tx, filingId);
      await store.decrementCounts(tx, filingId);
      await store.updateStatesOfFiling(tx, filingId);
      await hooks?.filingChanged(tx, filingId, false);
    },

    /** Withdraws it and remembers the decision, also about something that no report named, such as a look-alike. */
    async overrule(tx: Db, indicator: FoundIndicator): Promise<void> {
      await store.insertWithdrawn(tx, indicator);
      await store.setState(tx, [indicator.key], 'withdrawn');
      await hooks?.stateDecided(tx, [indicator.key]);
    },

    /**
     * Silences the hint for something that nobody warns of, such as a look-alike. Returns false, and changes nothing,
     * if there is a warning.
     */
    async clear(tx: Db, indicator: FoundIndicator): Promise<boolean> {
      await store.insertWithdrawn(tx, indicator);
      return store.overruleWithdrawn(tx, indicator.key);
    },

    /**
     * Applies a decision: a dispute is opened (`disputed`), rejected (`active`) or upheld (`withdrawn`, which lists do
     * not undo). The change is recorded in `indicator_changes` by a trigger. Returns the keys that changed.
     */
    async setIndicatorState(tx: Db, keys: readonly Buffer[], state: 'active' | 'disputed' | 'withdrawn') {
      if (keys.length === 0) return [];
      const changed = await store.setState(tx, keys, state);
      await hooks?.stateDecided(tx, changed);
      return changed;
    },

    /**
     * The highest `seq` of `indicator_changes` below which no row can appear any more: it waits for the transactions
     * that were writing. Undefined if one takes too long; ask again later.
     */
    async findSettledSequence(database: Database): Promise<number | undefined> {
      const { sequence, transaction } = await store.readLastSequence(database.db);
      for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
        if (await store.haveEndedBefore(database.db, transaction)) return sequence;
        await setTimeout(SETTLE_PAUSE_MS);
      }
      return undefined;
    },
  };
}
