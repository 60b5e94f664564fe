/** Answers a lookup from the register, the alerts and the indicators of verified reports. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { Lookup, lookUp } from '@hakiki/contract/lookup';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../platform/db/database.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { LicencesService } from '../licences/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';

interface Deps {
  database: Database;
  licences: Pick<LicencesService, 'listForLookup'>;
  alerts: AlertsService;
  directory: DirectoryService;
  indicators: IndicatorsService;
}

export type LookupService = ReturnType<typeof createLookupService>;

export function createLookupService({ database, alerts, directory, indicators, licences }: Deps) {
  return {
    async lookUp({ search, country }: QueryOf<typeof lookUp>): Promise<Lookup> {
      const { name, mentioned, phrases, ...found } = await directory.lookUp(search);
      const providers = [...found.warned, ...found.named];
      const context = { country, isName: providers.some(({ match }) => match === 'whole') };
      const keys = indicators.computeSearchKeys(search, context);
      const [knownIndicators, statesById, [matchingAlerts]] = await Promise.all([
        indicators.listKnown(database, keys),
        licences.listForLookup(
          providers.map(({ id }) => id),
          country,
        ),
        alerts.listMatchingForEach([
          {
            name,
            mentioned,
            phrases,
            keys,
            providerIds: providers.map(({ id }) => id),
            printed: indicators.findPrintedIdentifiers(search, context),
          },
        ]),
      ]);
      const withLicences = <Provider extends { id: ProviderId; checkedOn: string }>({
        checkedOn: _,
        ...provider
      }: Provider) => ({
        ...provider,
        licences: statesById.get(provider.id) ?? [],
      });
      return {
        ...found,
        isMistypedWallet: indicators.isMistypedWallet(search),
        warned: found.warned.map(withLicences),
        named: found.named.map(withLicences),
        alerts: matchingAlerts!.map(({ keys: _, ...alert }) => alert),
        indicators: knownIndicators.map(({ kind, reportCount, lastSeenAt }) => ({
          kind,
          reportCount,
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      };
    },
  };
}
