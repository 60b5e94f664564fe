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
      const { name, phrases, ...found } = await directory.lookUp(search);
      const providers = [...found.warned, ...found.named];
      const context = { country, isName: providers.some(({ match }) => match === 'whole') };
      const keys = indicators.computeSearchKeys(search, context);
      const [knownIndicators, matchingAlerts] = await Promise.all([
        indicators.listKnown(database, keys),
        alerts.listMatching({
          name,
          phrases,
          keys,
          providerIds: providers.map(({ id }) => id),
          printed: indicators.findPrintedIdentifiers(search, context),
        }),
      ]);
      return {
        ...found,
        alerts: matchingAlerts,
        indicators: knownIndicators.map(({ kind, reportCount, lastSeenAt }) => ({
          kind,
          reportCount,
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      };
    },
  };
}
