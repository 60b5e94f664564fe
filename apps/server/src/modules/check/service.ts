/**
 * Answers a check from directory, licences, alerts and indicators. Of the question only a host that looks like a
 * protected name is stored, for moderators, and nothing about who asked.
 */
import { setImmediate } from 'node:timers/promises';
import type { CheckAnswer, checkInput, CheckProvider, evaluateBlind, SimilarProvider } from '@hakiki/contract/check';
import { isPublicIndicatorKind, type ReadingKind } from '@hakiki/contract/check-values';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { checkV1Inputs } from '@hakiki/contract/v1';
import { notFound } from '../../platform/app-error.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AuditService } from '../audit/service.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { FamiliesService } from '../families/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { LicencesService } from '../licences/service.ts';
import type { IndicatorsService, KeyedReading } from '../indicators/service.ts';
import { type FoundLookalike, toAnswer, readSite } from './answer.ts';
import * as tasks from './lookalike-tasks.ts';
import { createNoticer } from './lookalike-tasks.ts';
import { createProtectedNames } from './protected-names.ts';
import * as names from './protected-names-admin.ts';
import { readNameQuestion } from './name-question.ts';
import { findSigns } from './signs.ts';

interface Deps {
  database: Database;
  licences: Pick<LicencesService, 'listForLookup' | 'listRegulators'>;
  alerts: Pick<AlertsService, 'listMatchingForEach' | 'accept'>;
  audit: AuditService;
  directory: Pick<DirectoryService, 'lookUpForEach' | 'findNewestChange' | 'listVerifiedNames'>;
  families: Pick<FamiliesService, 'listForEach'>;
  indicators: Pick<
    IndicatorsService,
    'readInput' | 'readValue' | 'listByKeys' | 'listCleared' | 'findPrintedIdentifiers' | 'clear' | 'evaluateBlinded'
  >;
  log: Log;
  clock?: Clock;
}

const walletKinds: ReadonlySet<ReadingKind> = new Set(['bitcoin', 'evm', 'tron', 'solana', 'ton', 'litecoin', 'xrp']);

/** Whether it is a wallet or a phone number and nothing else: no name has to be looked for in it. */
const isNameless = (input: string, readings: readonly KeyedReading[]): boolean =>
  readings.length > 0 &&
  (/^[+\d\s().-]+$/.test(input) || (!/\s/.test(input.trim()) && readings.every(({ kind }) => walletKinds.has(kind))));

/** Without its ending, it is still the name that somebody asks about. */
const HALF_HOST = /^\s*(?:https?:\/\/)?www\.([^\s.]+)\s*$/i;

export type CheckService = ReturnType<typeof createCheckService>;

interface Question {
  input: string;
  /** The text in which names of providers are looked for. */
  namesIn: string;
  /** The input, or the name that it asks about. */
  subject: string;
  /** Chosen by the person, or named beside the name. */
  country: string | undefined;
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

interface Answered {
  answer: CheckAnswer;
  lookalikes: FoundLookalike[];
}

export function createCheckService(deps: Deps) {
  const { database, alerts, audit, directory, families, indicators, licences, clock = systemClock } = deps;
  const { findLookalikes, findKnown, invalidate } = createProtectedNames({ database, directory, licences });
  const taskDeps = { ...deps, clock };
  const notice = createNoticer(taskDeps);
  const nameDeps = { database, audit, onChange: invalidate };

  /** The readings that look like a protected name, unless the safelist or an accepted dispute cleared them. */
  async function listLookalikes(readings: readonly KeyedReading[]): Promise<FoundLookalike[]> {
    // A common service, such as a large exchange that is not listed, has no key and imitates nobody.
    const websites = readings.filter(({ kind, keys }) => kind === 'website' && keys.length > 0);
    const matches = await findLookalikes(websites.map(({ value }) => value.split('/')[0]!));
    const found = websites.flatMap((reading, place) => (matches[place] ? [{ reading, match: matches[place] }] : []));
    const safe = await indicators.listCleared(
      database,
      found.flatMap(({ reading }) => reading.keys),
    );
    return found.filter(({ reading }) => !reading.keys.some((key) => safe.some((one) => one.equals(key))));
  }

  /** Reads what is known for all questions together, so that many cost hardly more statements than one. */
  async function answerAll(questions: readonly Question[], country: string | undefined): Promise<Answered[]> {
    const [lookups, lookalikes] = await Promise.all([
      directory.lookUpForEach(questions.map(({ namesIn }) => namesIn)),
      listLookalikes(questions.flatMap(({ readings }) => readings)),
    ]);
    const asked = questions.map((question, place) => toLookedUp(question, lookups[place]!));
    const [stored, traces, licencesById, alertsFound] = await Promise.all([
      indicators.listByKeys(
        database,
        asked.flatMap(({ keys }) => keys),
      ),
      families.listForEach(asked.map(({ keys }) => keys)),
      licences.listForLookup([...new Set(asked.flatMap(listProviderIds))], country),
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
    const answers: Answered[] = [];
    for (const [place, { input, subject, readings, question, keys, warned, named, similar }] of asked.entries()) {
      if (place > 0 && place % ANSWERS_PER_TURN === 0) await setImmediate();
      const ownLookalikes = lookalikes.filter(({ reading }) => readings.includes(reading));
      const answer = toAnswer({
        subject,
        readings,
        question,
        known: await findKnown(readings.length === 1 ? (readSite(readings[0]!) ?? subject) : subject),
        stored: keys.flatMap((key) => storedByKey.get(key.toString('hex')) ?? []),
        traces: traces[place]!,
        lookalikes: ownLookalikes,
        warned: warned.map(withLicences),
        named: named.map(withLicences),
        alerts: alertsFound[place]!,
        similar: similar.map(toSimilar),
        signs: findSigns(input),
        today,
      });
      answers.push({ answer, lookalikes: ownLookalikes });
    }
    return answers;
  }

  const toQuestion = (
    input: string,
    { country: chosen, numberIs }: Pick<BodyOf<typeof checkInput>, 'country' | 'numberIs'>,
  ): Question => {
    const asked = readNameQuestion(input);
    const country = chosen ?? asked?.country;
    const { readings, bareNumber } = indicators.readInput(input, { country, numberIs });
    const subject = asked?.name ?? input.trim();
    const namesIn = isNameless(input, readings) ? '' : subject.replace(HALF_HOST, '$1');
    return { input, subject, country, namesIn, readings, question: bareNumber ?? null };
  };

  /** Those that nothing else is known about. */
  const listHints = ({ answer: { readings }, lookalikes }: Answered) =>
    lookalikes
      .filter(({ reading }) =>
        readings.some(
          ({ kind, value, verdict }) => kind === reading.kind && value === reading.value && verdict === 'looksLike',
        ),
      )
      .map(({ match }) => match);

  return {
    async check({ input, ...context }: BodyOf<typeof checkInput>): Promise<CheckAnswer> {
      const question = toQuestion(input, context);
      const [answered] = await answerAll([question], question.country);
      await notice(listHints(answered!));
      return answered!.answer;
    },

    /** One answer for each input, in their order. None becomes a task: customers check whole lists. */
    async checkAll({ inputs, ...context }: BodyOf<typeof checkV1Inputs>): Promise<CheckAnswer[]> {
      const questions: Question[] = [];
      for (const [place, input] of inputs.entries()) {
        if (place > 0 && place % ANSWERS_PER_TURN === 0) await setImmediate();
        questions.push(toQuestion(input, context));
      }
      return (await answerAll(questions, context.country)).map(({ answer }) => answer);
    },

    /** The answer about one public indicator, in the spelling in which it is stored. */
    async checkIndicator(kind: IndicatorKind, value: string, country?: string): Promise<CheckAnswer> {
      const reading = isPublicIndicatorKind(kind) ? indicators.readValue(kind, value) : undefined;
      if (!reading) throw notFound('NOT_FOUND');
      const namesIn = kind === 'website' ? value : '';
      // Not for moderators: a search engine asks for pages, too.
      const [answered] = await answerAll(
        [{ input: value, subject: value, country, namesIn, readings: [reading], question: null }],
        country,
      );
      return answered!.answer;
    },

    /** The server's part of a check of a number that it does not learn. */
    evaluateBlind({ element }: BodyOf<typeof evaluateBlind>): ReplyOf<typeof evaluateBlind> {
      const evaluations = indicators.evaluateBlinded(Buffer.from(element, 'hex'));
      return { evaluations: evaluations.map((evaluation) => evaluation.toString('hex')) };
    },

    lookalikes: bindDeps(taskDeps, { list: tasks.list, decide: tasks.decide }),
    protectedNames: bindDeps(nameDeps, {
      list: names.list,
      add: names.add,
      addMissing: names.addMissing,
      remove: names.remove,
    }),
  };
}
