/** Reports of the same thing are one case. Examined after they arrived, one at a time, so that two of a kind never miss each other. */
import type { Database, Db } from '../../platform/db/database.ts';
import type { IndicatorsService } from '../indicators/service.ts';

interface Needs {
  database: Database;
  indicators: IndicatorsService;
}

export type CasesService = ReturnType<typeof createCasesService>;

export function createCasesService(_needs: Needs) {
  return {
    /** Finds the indicators of a filing and puts it into its case. May run twice. */
    examine: (_filingId: string): Promise<void> => Promise.resolve(),
    /** When one of its filings was decided, or its decision was taken back. */
    settle: (_tx: Db, _filingId: string, _isDecided: boolean): Promise<void> => Promise.resolve(),
  };
}
