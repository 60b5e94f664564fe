/** What points to a scam, found in the texts of reports and public after approval. */
import type { IndicatorKind } from '@hakiki/contract/alert-values';
import type { Database, Db } from '../../platform/db/database.ts';

export interface FoundIndicator {
  key: Buffer;
  kind: IndicatorKind;
  /** Normalised; absent for a phone number, which stays a keyed hash. */
  value: string | null;
}

interface Needs {
  database: Database;
  settings: { appSecret: string };
}

export type IndicatorsService = ReturnType<typeof createIndicatorsService>;

export function createIndicatorsService(_needs: Needs) {
  return {
    /** All indicators named in a text, each once, at most 50. */
    findIn: (_text: string): FoundIndicator[] => [],
    keep: (_tx: Db, _filingId: string, _found: readonly FoundIndicator[]): Promise<void> => Promise.resolve(),
    listOf: (_db: Db, _filingId: string): Promise<FoundIndicator[]> => Promise.resolve([]),
    /** When the thing was approved: what its report named counts for everybody from now on. */
    publish: (_tx: Db, _filingId: string): Promise<void> => Promise.resolve(),
    /** When an approval was taken back. */
    retract: (_tx: Db, _filingId: string): Promise<void> => Promise.resolve(),
  };
}
