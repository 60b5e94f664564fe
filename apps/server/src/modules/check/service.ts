/** Answers a check from directory, licences, alerts and indicators. Stores nothing about the question. */
import type { CheckAnswer, checkInput, CheckProvider, SimilarProvider } from '@hakiki/contract/check';
import { isPublicIndicatorKind } from '@hakiki/contract/check-values';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { notFound } from '../../platform/app-error.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { LicencesService } from '../licences/service.ts';
import type { IndicatorsService, KeyedReading } from '../indicators/service.ts';
import { type FoundLookalike, toAnswer } from './answer.ts';
import { createProtectedNames } from './protected-names.ts';
import { asksForFee, asksForSecret, promisesProfit } from './signs.ts';

interface Deps {
  database: Database;
  licences: Pick<LicencesService, 'listForLookup'>;
  alerts: Pick<AlertsService, 'listMatching'>;
  directory: Pick<DirectoryService, 'lookUp' | 'findNewestChange' | 'listVerifiedNames'>;
  indicators: Pick<
    IndicatorsService,
    'readInput' | 'readValue' | 'listByKeys' | 'listCleared' | 'findPrintedIdentifiers'
  >;
  clock?: Clock;
}

export type CheckService = ReturnType<typeof createCheckService>;

interface Question {
  input: string;
  /** The text in which names of providers are looked for. */
  namesIn: string;
  readings: KeyedReading[];
  question: CheckAnswer['question'];
  country: string | undefined;
}

type Similar = Awaited<ReturnType<DirectoryService['lookUp']>>['similar'][number];
const toSimilar = ({ id, name, type, website, verificationStatus, countries }: Similar): SimilarProvider => ({
  id,
  name,
  type,
  website,
  verificationStatus,
  countries,
});

export function createCheckService({ database, alerts, directory, indicators, licences, clock = systemClock }: Deps) {
  const findLookalikes = createProtectedNames({ directory });

  /** The readings that look like a protected name, unless the safelist or an accepted dispute cleared them. */
  async function listLookalikes(readings: readonly KeyedReading[]): Promise<FoundLookalike[]> {
    const websites = readings.filter(({ kind }) => kind === 'website');
    const matches = await findLookalikes(websites.map(({ value }) => value.split('/')[0]!));
    const found = websites.flatMap((reading, place) => (matches[place] ? [{ reading, match: matches[place] }] : []));
    const safe = await indicators.listCleared(
      database,
      found.flatMap(({ reading }) => reading.keys),
    );
    return found.filter(({ reading }) => !reading.keys.some((key) => safe.some((one) => one.equals(key))));
  }

  async function answer({ input, namesIn, readings, question, country }: Question): Promise<CheckAnswer> {
    const { name, mentioned, phrases, warned, named, similar } = await directory.lookUp(namesIn);
    const providers = [...warned, ...named];
    const isName = providers.some(({ match }) => match === 'whole');
    const keys = readings.filter(({ why }) => !isName || why !== 'singleWord').flatMap((reading) => reading.keys);
    const providerIds = providers.map(({ id }) => id);
    const [stored, licencesById, lookalikes, matchingAlerts] = await Promise.all([
      indicators.listByKeys(database, keys),
      licences.listForLookup(providerIds, country),
      listLookalikes(readings),
      alerts.listMatching({
        name,
        mentioned,
        phrases,
        keys,
        providerIds,
        printed: indicators.findPrintedIdentifiers(input, { country, isName }),
      }),
    ]);
    const withLicences = (provider: Omit<CheckProvider, 'licences'>): CheckProvider => ({
      ...provider,
      licences: licencesById.get(provider.id) ?? [],
    });
    return toAnswer({
      input,
      readings,
      question,
      stored,
      lookalikes,
      warned: warned.map(withLicences),
      named: named.map(withLicences),
      alerts: matchingAlerts,
      similar: similar.map(toSimilar),
      promisesProfit: promisesProfit(input),
      asksForSecret: asksForSecret(input),
      asksForFee: asksForFee(input),
      today: new Date(clock()).toISOString().slice(0, 10),
    });
  }

  return {
    async check({ input, country, numberIs }: BodyOf<typeof checkInput>): Promise<CheckAnswer> {
      const { readings, bareNumber } = indicators.readInput(input, { country, numberIs });
      return answer({ input, namesIn: input, readings, question: bareNumber ?? null, country });
    },

    /** The answer about one public indicator, in the spelling in which it is stored. */
    async checkIndicator(kind: IndicatorKind, value: string, country?: string): Promise<CheckAnswer> {
      const reading = isPublicIndicatorKind(kind) ? indicators.readValue(kind, value) : undefined;
      if (!reading) throw notFound('NOT_FOUND');
      const namesIn = kind === 'website' ? value : '';
      return answer({ input: value, namesIn, readings: [reading], question: null, country });
    },
  };
}
