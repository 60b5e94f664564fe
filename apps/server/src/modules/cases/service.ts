/**
 * Reports of the same thing are one case. A job examines them after they arrived. Grouping is serialised by a lock, so that two
 * reports of one thing cannot race into two cases.
 */
import type { CaseId } from '@hakiki/contract/cases';
import type { CaseDetail, Sorting } from '@hakiki/contract/triage-admin';
import { caseSizes, type QuestionState } from '@hakiki/contract/admin-values';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { FoundIndicator, IndicatorsService } from '../indicators/service.ts';
import { bandsOf } from './bands.ts';
import { type CaseKeys, caseKeysOf } from './case-keys.ts';
import { honour } from './claims.ts';
import * as claims from './claims-store.ts';
import * as putOffs from './put-off-store.ts';
import * as regroup from './regroup-store.ts';
import * as sorting from './sorting-store.ts';
import * as store from './store.ts';
import { textKeyOf } from './text-key.ts';

export { type Held, presentClaim } from './present.ts';

interface Needs {
  database: Database;
  indicators: IndicatorsService;
}

export type CasesService = ReturnType<typeof createCasesService>;

/** What is known of a filing before it is grouped. */
interface Examined {
  found: FoundIndicator[];
  /** What only the reporter's answers name. */
  fromAnswers: FoundIndicator[];
  keys: CaseKeys;
  story: store.Story;
}

/** A few words are alike by chance. */
const SHORTEST_STORY = 30;

const storyOf = (told: string): store.Story => {
  const textKey = textKeyOf(told);
  return { textKey, bands: bandsOf(textKey) };
};

export function createCasesService({ database, indicators }: Needs) {
  /** What will be published, and what the reporter answered; what else they say in confidence stays unread. */
  function read(filed: store.FiledText, answers: readonly string[]): Examined {
    const { kind, words: told, countries, providerId, providerName, website } = filed;
    const sites = website ? indicators.findIn(website) : [];
    const isSubmission = kind === 'submission';
    // The address of an honest provider stands in many a report of somebody who used its name.
    const isAmong = (some: readonly FoundIndicator[], { key }: FoundIndicator) =>
      some.some((one) => one.key.equals(key));
    const findIn = (text: string) =>
      isSubmission ? [] : indicators.findIn(text, { countries }).filter((indicator) => !isAmong(sites, indicator));
    const found = findIn(told);
    const fromAnswers = findIn(answers.join('\n')).filter((indicator) => !isAmong(found, indicator));
    return {
      found,
      fromAnswers,
      keys: caseKeysOf({ found: isSubmission ? sites : [...found, ...fromAnswers], providerId, providerName }),
      story: storyOf(told),
    };
  }

  /**
   * Two cases that a report connects are one if their stories are kindred too; otherwise one hostile report could join all. What a
   * person told apart stays apart, and what somebody works on stays in their hands: the others join it.
   */
  async function connect(tx: Db, nearest: string, others: readonly string[]): Promise<string> {
    const kindred = others.length > 0 ? await store.listKindred(tx, nearest, others) : [];
    if (kindred.length === 0) return nearest;
    const locked = await regroup.lockCases(tx, [nearest, ...kindred]);
    const apart = await regroup.listApart(tx, [nearest, ...kindred]);
    const isApart = (one: string, other: string) => apart.some((pair) => pair.includes(one) && pair.includes(other));
    const together = locked.filter(({ id }) => id === nearest);
    for (const one of locked) {
      if (one.id === nearest || together.some(({ id }) => isApart(id, one.id))) continue;
      if (!one.isHeld || together.every(({ isHeld }) => !isHeld)) together.push(one);
    }
    const kept = locked.find((one) => together.includes(one));
    const rest = together.filter((one) => one !== kept).map(({ id }) => id);
    if (!kept || rest.length === 0) return nearest;
    await regroup.merge(tx, kept.id, rest);
    return kept.id;
  }

  /** Two cases that a person told apart may share what a report names: then it belongs to the one that is told more like it. */
  async function listSharing(tx: Db, { keys, story }: Examined): Promise<string[]> {
    const sharing = await store.listByKeys(tx, keys);
    const [most] = sharing;
    const tied = sharing.filter((one) => one.traces === most?.traces && one.keys === most.keys).map(({ id }) => id);
    const apart = tied.length > 1 ? await regroup.listApart(tx, tied) : [];
    const rivals = apart.filter((pair) => pair.includes(most!.id)).flat();
    const likest = rivals.length > 0 ? await store.findLikest(tx, rivals, story) : undefined;
    return [...(likest ? [likest.id] : []), ...sharing.map(({ id }) => id)];
  }

  /** By what it names, then by whom it is about, then by how it is told. */
  async function listCandidates(tx: Db, examined: Examined): Promise<string[]> {
    const { story } = examined;
    const found = new Set([
      ...(await listSharing(tx, examined)),
      ...(story.textKey.length < SHORTEST_STORY ? [] : await store.listAlike(tx, story)),
    ]);
    return [...found];
  }

  async function findCase(tx: Db, examined: Examined): Promise<string | undefined> {
    const [nearest, ...others] = await listCandidates(tx, examined);
    return nearest && connect(tx, nearest, others);
  }

  /** What an answer names leads to the case from now on, and may show that another one is the same. */
  async function followAnswers(tx: Db, filingId: string, { fromAnswers }: Examined): Promise<void> {
    const found = fromAnswers.length > 0 ? await store.findCaseOf(tx, filingId) : undefined;
    if (!found) return;
    const { traces } = caseKeysOf({ found: fromAnswers, providerId: null, providerName: null });
    const others = await store.listByKeys(tx, { traces, providers: [] });
    await store.addKeys(tx, found.caseId, traces);
    await connect(
      tx,
      found.caseId,
      others.map(({ id }) => id).filter((id) => id !== found.caseId),
    );
  }

  /**
   * One that is in a case by itself since nobody could look into it. As long as it is alone there and nobody works on it, it goes
   * where it would have gone; otherwise its case stays, and may turn out to be the same as others.
   */
  async function groupLate(tx: Db, filingId: string, { isDecided }: store.Standing, examined: Examined): Promise<void> {
    const own = (await store.findCaseOf(tx, filingId))!.caseId;
    const { story, keys } = examined;
    const others = isDecided ? [] : (await listCandidates(tx, examined)).filter((id) => id !== own);
    const [nearest] = others;
    const locked = nearest ? await regroup.lockCases(tx, [own, nearest]) : [];
    const isUntouched = locked.some(({ id, filingCount, isHeld }) => id === own && filingCount === 1 && !isHeld);
    const isApart = nearest && isUntouched && (await regroup.listApart(tx, [own, nearest])).length > 0;
    const caseId = nearest && isUntouched && !isApart ? nearest : own;
    if (caseId !== own) await regroup.merge(tx, caseId, [own]);
    await store.addText(tx, caseId, filingId, story);
    await store.addKeys(tx, caseId, [...keys.traces, ...keys.providers]);
    if (caseId === own && nearest) await connect(tx, own, others);
  }

  async function group(tx: Db, filingId: string, examined: Examined, wasUnexamined: boolean): Promise<void> {
    await store.lockGrouping(tx);
    const standing = await store.findStanding(tx, filingId);
    if (standing?.isGrouped && wasUnexamined) {
      await groupLate(tx, filingId, standing, examined);
      if (standing.isPublic) await indicators.publish(tx, filingId);
      return;
    }
    if (standing?.isGrouped && !standing.isDecided) await followAnswers(tx, filingId, examined);
    if (!standing || standing.isGrouped) return;
    const caseId = (await findCase(tx, examined)) ?? (await store.openCase(tx, filingId));
    await store.join(tx, caseId, filingId, standing);
    await store.addText(tx, caseId, filingId, examined.story);
    await store.addKeys(tx, caseId, [...examined.keys.traces, ...examined.keys.providers]);
    // It was approved before we got to it, and then there was nothing to publish yet.
    if (standing.isPublic) await indicators.publish(tx, filingId);
  }

  /** All keys by which the reports of the case could be found. */
  async function keysOf(tx: Db, caseId: string): Promise<Buffer[]> {
    const { found, about } = await regroup.listNamed(tx, caseId);
    return [
      caseKeysOf({ found, providerId: null, providerName: null }),
      ...about.map(({ providerId, providerName, website }) =>
        caseKeysOf({ found: website ? indicators.findIn(website) : [], providerId, providerName }),
      ),
    ].flatMap(({ traces, providers }) => [...traces, ...providers]);
  }

  /** Each of two cases is found by what its own reports name, and by both if both name it. */
  async function shareKeys(tx: Db, caseIds: readonly string[]): Promise<void> {
    const led = new Map((await regroup.listKeys(tx, caseIds)).map((key) => [key.toString('hex'), key]));
    for (const caseId of caseIds) {
      const own = new Set((await keysOf(tx, caseId)).map((key) => key.toString('hex')));
      const keys = [...led].flatMap(([hex, key]) => (own.has(hex) ? [key] : []));
      await regroup.setKeys(tx, caseId, keys);
    }
  }

  /** A case that lost how it is told is told as its first report tells it. */
  async function keepTold(tx: Db, caseId: string): Promise<void> {
    if (await regroup.hasText(tx, caseId)) return;
    const lead = await store.findLeadText(tx, caseId);
    if (lead) await store.addText(tx, caseId, lead.leadId, storyOf(lead.words));
  }

  /** Out of one case into another: from now on they are told apart. */
  async function move(tx: Db, from: regroup.LockedCase, to: string, filingIds: readonly string[]): Promise<void> {
    await regroup.moveFilings(tx, from.id, to, filingIds);
    if (from.filingCount === filingIds.length) {
      await shareKeys(tx, [to, from.id]);
      await regroup.removeEmptied(tx, from.id, to);
      return;
    }
    await regroup.tellApart(tx, from.id, to);
    await shareKeys(tx, [from.id, to]);
    for (const caseId of [from.id, to]) await keepTold(tx, caseId);
  }

  /** Open ones, locked until the end of the transaction. */
  async function lockOpen(tx: Db, caseIds: readonly string[]): Promise<regroup.LockedCase[]> {
    await store.lockGrouping(tx);
    const locked = await regroup.lockCases(tx, caseIds);
    if (locked.length < new Set(caseIds).size || locked.some(({ isOpen }) => !isOpen)) throw notFound('CASE_NOT_FOUND');
    return locked;
  }

  return {
    /** In the transaction of its filing. */
    expect: (tx: Db, filingId: string) => sorting.noteUnsorted(tx, filingId),

    /**
     * Finds the indicators of a filing and puts it into its case; also those of its reporter's answers. An appeal has neither.
     * Idempotent.
     */
    async examine(filingId: string, answers: readonly string[] = []): Promise<void> {
      await database.transaction(async (tx) => {
        // Read under the lock: what somebody takes out of its words meanwhile is not found here, or is taken out afterwards.
        await indicators.lock(tx, filingId);
        await sorting.forgetUnsorted(tx, filingId);
        const wasUnexamined = await sorting.forgetUnexamined(tx, filingId);
        const filed = await store.findFiledText(tx, filingId);
        if (!filed || filed.kind === 'appeal') return;
        // What is decided stays as it was read.
        const standing = await store.findStanding(tx, filingId);
        if (standing?.isGrouped && standing.isDecided && !wasUnexamined) return;
        const examined = read(filed, answers);
        await indicators.keep(tx, filingId, examined.found);
        await indicators.keep(tx, filingId, examined.fromAnswers, { isFromAnswer: true });
        await group(tx, filingId, examined, wasUnexamined);
      });
    },

    /** Into a case by itself, for what could not be examined: what was acknowledged reaches a moderator. Idempotent. */
    async takeUnexamined(filingId: string): Promise<void> {
      await database.transaction(async (tx) => {
        await store.lockGrouping(tx);
        await sorting.forgetUnsorted(tx, filingId);
        const standing = await store.findStanding(tx, filingId);
        if (!standing || standing.isGrouped) return;
        await store.join(tx, await store.openCase(tx, filingId), filingId, standing);
        await sorting.noteUnexamined(tx, filingId);
      });
    },

    /** What is in no case although it should be, whatever became of its job. */
    listLate: () => sorting.listLate(database.db),

    /** What is in a case unexamined, when it is time to look into it again. */
    listToTryAgain: () => sorting.listToTryAgain(database.db),
    noteTried: (filingId: string) => sorting.noteTried(database.db, filingId),

    /** When its words are others now. What it named still leads to its case; the words that were taken out are not kept. */
    async retell(tx: Db, filingId: string, words: string): Promise<void> {
      await store.lockGrouping(tx);
      const textKey = textKeyOf(words);
      await store.setText(tx, filingId, { textKey, bands: bandsOf(textKey) });
    },

    honour,

    /** Who holds which case, and what was shown to whom. */
    claims: {
      take: claims.claim,
      renew: claims.renew,
      release: claims.release,
      releaseAll: claims.releaseAll,
      recordShown: claims.recordShown,
      listUnshown: claims.listUnshown,
      listHeldByOthers: claims.listHeldByOthers,
    },

    /** When a proposed provider was decided, or its decision was taken back. */
    async settle(tx: Db, filingId: string, isDecided: boolean): Promise<void> {
      await store.lockGrouping(tx);
      const found = await store.findCaseOf(tx, filingId);
      if (found) await store.moveUndecided(tx, found.caseId, isDecided ? -1 : 1);
    },

    /** When its reporter was asked something, or has answered: an answer brings back what was put off. */
    async noteQuestion(tx: Db, filingId: string, state: QuestionState): Promise<void> {
      const found = await putOffs.setQuestion(tx, filingId, state);
      if (found && state === 'answered') await putOffs.wake(tx, found.caseId);
    },

    /** What its reports name, and how often others have named it. */
    async listIndicators(caseId: string): Promise<CaseDetail['indicators']> {
      const rows = await store.listIndicators(database, caseId);
      return rows.map(({ kind, value, reportCount, isPublic, isFromAnswer }) => ({
        kind,
        value,
        reportCount,
        isPublic,
        isFromAnswer,
      }));
    },

    /** What everybody can read about it. */
    findPublicAlert: (caseId: string) => store.findPublicAlert(database, caseId),
    /** What else everybody can read about the case of this one. */
    findPublicBeside: claims.findPublicBeside,

    /** Earlier ones that are closed: by what they name, then by how they are told. */
    async listSimilar(caseId: string): Promise<CaseDetail['similar']> {
      const rows = await store.listSimilar(database, caseId);
      return rows.map(({ id, title, reportType, outcome, createdAt, isOfSameTraces, alertId, alertTitle }) => ({
        id,
        title,
        reportType,
        outcome,
        createdAt: createdAt.toISOString(),
        isOfSameTraces,
        publicAlert: alertId && { id: alertId, title: alertTitle ?? '' },
      }));
    },

    /** Open ones that look alike. */
    listNeighbours: (caseId: string): Promise<string[]> => store.listNeighbours(database, caseId),

    /** Where a case is now that was made part of another; itself if it was not. */
    follow: async (db: Db, id: CaseId): Promise<CaseId> => (await regroup.findMergedInto(db, id))?.id ?? id,

    lockGrouping: (tx: Db) => store.lockGrouping(tx),

    lockOpen,

    /** The older one stays, with its place in the queue. */
    async merge(tx: Db, locked: readonly regroup.LockedCase[]): Promise<{ keptId: CaseId; moved: string[] }> {
      const byAge = locked.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
      const [kept, gone] = byAge.map(({ id }) => id as CaseId);
      const moved = await regroup.listUndecidedUpTo(tx, gone!, caseSizes.decidedAtOnce);
      await regroup.forgetApart(tx, kept!, gone!);
      await regroup.merge(tx, kept!, [gone!]);
      return { keptId: kept!, moved };
    },

    /** Some reports of a case become one of their own. Idempotent: a repeated call answers the case that they became. */
    async split(tx: Db, id: CaseId, filingIds: readonly string[]): Promise<{ caseId: CaseId; isNew: boolean }> {
      const [from] = await lockOpen(tx, [id]);
      const movable = await regroup.listMovable(tx, id, filingIds);
      if (movable.length === 0) {
        const [became, ...others] = await regroup.listCasesOf(tx, filingIds);
        const apart = became && others.length === 0 ? await regroup.listApart(tx, [id, became]) : [];
        if (became && apart.length > 0) return { caseId: became as CaseId, isNew: false };
      }
      if (movable.length === 0 || movable.length < new Set(filingIds).size) throw new AppError('FILING_NOT_IN_CASE');
      if (movable.length === from!.filingCount) throw new AppError('NOTHING_LEFT_BEHIND');
      const caseId = await store.openCase(tx, movable[0]!);
      await move(tx, from!, caseId, movable);
      return { caseId: caseId as CaseId, isNew: true };
    },

    /** The case that a filing is in; before anything is locked. */
    findCaseOf: async (db: Db, filingId: string): Promise<CaseId | undefined> =>
      (await store.findCaseOf(db, filingId))?.caseId as CaseId | undefined,

    /** One report into another open case; both are locked. */
    async moveFiling(
      tx: Db,
      locked: readonly regroup.LockedCase[],
      { from, to, filingId }: { from: CaseId; to: CaseId; filingId: string },
    ): Promise<{ isEmptied: boolean }> {
      const source = locked.find(({ id }) => id === from)!;
      const [movable] = await regroup.listMovable(tx, from, [filingId]);
      if (!movable) throw new AppError('FILING_NOT_IN_CASE');
      await move(tx, source, to, [filingId]);
      await putOffs.wake(tx, to);
      return { isEmptied: source.filingCount === 1 };
    },

    /** Out of the queue until a day begins or an answer comes. Idempotent. */
    async putOff(
      tx: Db,
      id: CaseId,
      { day, userId, note }: { day: string | undefined; userId: string; note: string | null },
    ): Promise<Date> {
      const until = day === undefined ? undefined : await putOffs.findDay(tx, day);
      if (day !== undefined && !until) throw invalid({ until: 'PUT_OFF_DAY' });
      if (!until && !(await putOffs.hasOpenQuestion(tx, id))) throw new AppError('NOTHING_ASKED');
      return putOffs.putOff(tx, id, { until, userId, note });
    },

    /** As long as it is. */
    findPutOff: (tx: Db, id: CaseId) => putOffs.findPutOff(tx, id),

    /** False when it was not put off. */
    wake: (tx: Db, id: CaseId): Promise<boolean> => putOffs.wake(tx, id),

    countPutOff: (): Promise<number> => putOffs.countPutOff(database),

    /** What was filed and is in no case yet; the same for the console and for whoever watches the worker. */
    readSorting: async (): Promise<Sorting & { ageSeconds: number | null }> => {
      const { count, since, isLate, ageSeconds } = await sorting.readSorting(database);
      return { count, since: since?.toISOString() ?? null, isLate, ageSeconds };
    },
  };
}
