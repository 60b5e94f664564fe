/** Answers a lookup from the register, the alerts and the indicators of verified reports. */
import type { Lookup, lookUp } from '@hakiki/contract/lookup';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../platform/db/database.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';

interface Deps {
  database: Database;
  alerts: AlertsService;
  directory: DirectoryService;
  indicators: IndicatorsService;
}

export type LookupService = ReturnType<typeof createLookupService>;

export function createLookupService({ database, alerts, directory, indicators }: Deps) {
  return {
    async lookUp({ search, country }: QueryOf<typeof lookUp>): Promise<Lookup> {
      const keys = indicators.computeSearchKeys(search, country);
      const [{ name, matches, warned, similar }, knownIndicators] = await Promise.all([
        directory.lookUp(search),
        indicators.listKnown(database, keys),
      ]);
      return {
        matches,
        warned,
        alerts: await alerts.listMatching(
          name,
          keys,
          warned.map(({ id }) => id),
        ),
        indicators: knownIndicators.map(({ kind, reportCount, lastSeenAt }) => ({
          kind,
          reportCount,
          lastSeenAt: lastSeenAt.toISOString(),
        })),
        similar,
      };
    },
  };
}
