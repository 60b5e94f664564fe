/** Answers a check from directory, licences, alerts and indicators. Stores nothing about the question. */
import { setImmediate } from 'node:timers/promises';
import type { CheckAnswer, checkInput, CheckProvider, evaluateBlind, SimilarProvider } from '@hakiki/contract/check';
import { isPublicIndicatorKind } from '@hakiki/contract/check-values';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { checkV1Inputs } from '@hakiki/contract/v1';
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
  alerts: Pick<AlertsService, 'listMatchingForEach'>;
  directory: Pick<DirectoryService, 'lookUpForEach' | 'findNewestChange' | 'listVerifiedNames'>;
  indicators: Pick<
    IndicatorsService,
    'readInput' | 'readValue' | 'listByKeys' | 'listCleared' | 'findPrintedIdentifiers' | 'evaluateBlinded'
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
}

type Lookup = Awaited<ReturnType<DirectoryService['lookUpForEach']>>[number];

/** A question with what the directory knows of the names in it. */
interface LookedUp extends Question, Lookup {
  isName: boolean;
  keys: Buffer[];
}

function toLookedUp(question: Question, lookup: Lookup): LookedUp {
  const isName = [...lookup.warned, ...lookup.named].some(({ match }) => match === 'whole');
  const readings = question.readings.filter(({ why }) => !isName || why !== 'singleWord');
  return { ...question, ...lookup, isName, keys: readings.flatMap((reading) => reading.keys) };
}

const listProviderIds = ({ warned, named }: Pick<Lookup, 'warned' | 'named'>) =>
  [...warned, ...named].map(({ id }) => id);

/** Between so many answers others get a turn: each one takes a part of a millisecond. */
const ANSWERS_PER_TURN = 50;

type Similar = Lookup['similar'][number];
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

  /** Reads what is known for all questions together, so that many cost hardly more statements than one. */
  async function answerAll(questions: readonly Question[], country: string | undefined): Promise<CheckAnswer[]> {
    const lookups = await directory.lookUpForEach(questions.map(({ namesIn }) => namesIn));
    const asked = questions.map((question, place) => toLookedUp(question, lookups[place]!));
    const [stored, licencesById, lookalikes, alertsFound] = await Promise.all([
      indicators.listByKeys(
        database,
        asked.flatMap(({ keys }) => keys),
      ),
      licences.listForLookup([...new Set(asked.flatMap(listProviderIds))], country),
      listLookalikes(questions.flatMap(({ readings }) => readings)),
      alerts.listMatchingForEach(
        asked.map(({ input, name, mentioned, phrases, warned, named, keys, isName }) => ({
          name,
          mentioned,
          phrases,
          keys,
          providerIds: listProviderIds({ warned, named }),
          printed: indicators.findPrintedIdentifiers(input, { country, isName }),
        })),
      ),
    ]);
    const storedByKey = new Map(stored.map((indicator) => [indicator.key.toString('hex'), indicator]));
    const withLicences = (provider: Omit<CheckProvider, 'licences'>): CheckProvider => ({
      ...provider,
      licences: licencesById.get(provider.id) ?? [],
    });
    const today = new Date(clock()).toISOString().slice(0, 10);
    const answers: CheckAnswer[] = [];
    for (const [place, { input, readings, question, keys, warned, named, similar }] of asked.entries()) {
      if (place > 0 && place % ANSWERS_PER_TURN === 0) await setImmediate();
      answers.push(
        toAnswer({
          input,
          readings,
          question,
          stored: keys.flatMap((key) => storedByKey.get(key.toString('hex')) ?? []),
          lookalikes: lookalikes.filter(({ reading }) => readings.includes(reading)),
          warned: warned.map(withLicences),
          named: named.map(withLicences),
          alerts: alertsFound[place]!,
          similar: similar.map(toSimilar),
          promisesProfit: promisesProfit(input),
          asksForSecret: asksForSecret(input),
          asksForFee: asksForFee(input),
          today,
        }),
      );
    }
    return answers;
  }

  const toQuestion = (input: string, context: Parameters<typeof indicators.readInput>[1]): Question => {
    const { readings, bareNumber } = indicators.readInput(input, context);
    return { input, namesIn: input, readings, question: bareNumber ?? null };
  };

  return {
    async check({ input, ...context }: BodyOf<typeof checkInput>): Promise<CheckAnswer> {
      const [answer] = await answerAll([toQuestion(input, context)], context.country);
      return answer!;
    },

    /** One answer for each input, in their order. */
    async checkAll({ inputs, ...context }: BodyOf<typeof checkV1Inputs>): Promise<CheckAnswer[]> {
      const questions: Question[] = [];
      for (const [place, input] of inputs.entries()) {
        if (place > 0 && place % ANSWERS_PER_TURN === 0) await setImmediate();
        questions.push(toQuestion(input, context));
      }
      return answerAll(questions, context.country);
    },

    /** The answer about one public indicator, in the spelling in which it is stored. */
    async checkIndicator(kind: IndicatorKind, value: string, country?: string): Promise<CheckAnswer> {
      const reading = isPublicIndicatorKind(kind) ? indicators.readValue(kind, value) : undefined;
      if (!reading) throw notFound('NOT_FOUND');
      const namesIn = kind === 'website' ? value : '';
      const [answer] = await answerAll([{ input: value, namesIn, readings: [reading], question: null }], country);
      return answer!;
    },

    /** The server's part of a check of a number that it does not learn. */
    evaluateBlind({ element }: BodyOf<typeof evaluateBlind>): ReplyOf<typeof evaluateBlind> {
      const evaluations = indicators.evaluateBlinded(Buffer.from(element, 'hex'));
      return { evaluations: evaluations.map((evaluation) => evaluation.toString('hex')) };
    },
  };
}
