/** What points to a scam, found in the texts of reports and public after approval. */
import { createHash, createHmac } from 'node:crypto';
import type { Db } from '../../platform/db/database.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { findIndicators, type Indicator } from './find.ts';
import * as store from './store.ts';

export interface FoundIndicator {
  key: Buffer;
  kind: Indicator['kind'];
  /** Normalised; absent for a phone number, which stays a keyed hash. */
  value: string | null;
}

interface Needs {
  settings: { appSecret: string };
}

const KEY_BYTES = 16;

export type IndicatorsService = ReturnType<typeof createIndicatorsService>;

export function createIndicatorsService({ settings }: Needs) {
  const phoneKey = deriveKey(settings.appSecret, 'indicator-phone');

  function identify({ kind, value }: Indicator): FoundIndicator {
    // There are few enough telephone numbers to try them all against a plain hash.
    const hash = kind === 'phone' ? createHmac('sha256', phoneKey) : createHash('sha256');
    const key = hash.update(`${kind}:${value}`).digest().subarray(0, KEY_BYTES);
    return { key, kind, value: kind === 'phone' ? null : value };
  }

  return {
    /** All indicators named in a text, each once, at most 50. A number without country code is read in the only known country. */
    findIn: (text: string, { countries = [] }: { countries?: readonly string[] } = {}): FoundIndicator[] =>
      findIndicators(text, countries).map(identify),

    /** Beside what the filing has already; the same again changes nothing. */
    async keep(tx: Db, filingId: string, found: readonly FoundIndicator[]): Promise<void> {
      await store.lockFiling(tx, filingId);
      if (found.length > 0) await store.insertFound(tx, filingId, found);
    },

    listOf: (db: Db, filingId: string): Promise<FoundIndicator[]> => store.listOf(db, filingId),

    /** When the thing was approved: what its report named counts for everybody from now on. Once for each approval. */
    async publish(tx: Db, filingId: string): Promise<void> {
      await store.lockFiling(tx, filingId);
      await store.countUp(tx, filingId);
    },

    /** When an approval was taken back. */
    async retract(tx: Db, filingId: string): Promise<void> {
      await store.lockFiling(tx, filingId);
      await store.countDown(tx, filingId);
    },
  };
}
