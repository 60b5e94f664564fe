/**
 * Groups reports of the same scam into one case. A job does this after they arrive. A lock serialises the grouping, so
 * that two concurrent reports of one scam cannot open two cases.
 */
import type { CaseId } from '@hakiki/contract/cases';
import type { CaseDetail, Sorting } from '@hakiki/contract/triage-admin';
import { caseSizes, type QuestionState } from '@hakiki/contract/admin-values';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { FoundIndicator, IndicatorsService } from '../indicators/service.ts';
import { bandsOf } from './bands.ts';
import { type CaseKeys, caseKeysOf } from './case-keys.ts';
import * as claimRules from './claims.ts';
import * as claims from './claims-store.ts';
import * as putOffs from './put-off-store.ts';
import * as regroup from './regroup-store.ts';
import * as sorting from './sorting-store.ts';
import * as store from './store.ts';
import { textKeyOf } from './text-key.ts';

export * from './present.ts';

interface Needs {
  database: Database;
  indicators: IndicatorsService;
}

export type CasesService = ReturnType<typeof createCasesService>;

/** What was extracted from a filing for grouping. */
interface Examined {
  found: FoundIndicator[];
  /** Named only in the reporter's answers. */
  fromAnswers: FoundIndicator[];
  keys: CaseKeys;
  story: store.Story;
}

/** Shorter texts are similar by chance. */
const SHORTEST_STORY = 30;

const storyOf = (told: string): store.Story => {
  const textKey = textKeyOf(told);
  return { textKey, bands: bandsOf(textKey) };
};

export function createCasesService({ database, indicators }: Needs) {
  /** Reads the text to publish and the reporter's answers; other confidential details are not analysed. */
  function read(filed: store.FiledText, answers: readonly string[]): Examined {
    const { kind, words: told, countries, providerId, providerName, website } = filed;
    const sites = website ? indicators.findIn(website) : [];
    const isSubmission = kind === 'submission';
    // The website of a genuine provider also stands in reports about scammers who use its name.
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
   * Merges two cases that a report connects, if their texts are similar too; otherwise one hostile report could merge
   * all cases. Cases that a moderator split stay apart. A claimed case remains, and the others are merged into it.
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
      if (!one.isClaimed || together.every(({ isClaimed }) => !isClaimed)) together.push(one);
    }
    const kept = locked.find((one) => together.includes(one));
    const rest = together.filter((one) => one !== kept).map(({ id }) => id);
    if (!kept || rest.length === 0) return nearest;
    await regroup.merge(tx, kept.id, rest);
    return kept.id;
  }

  /** Two cases that a moderator split may share keys: then the one with the closest text comes first. */
  async function listSharing(tx: Db, { keys, story }: Examined): Promise<string[]> {
    const sharing = await store.listByKeys(tx, keys);
    const [most] = sharing;
    const tied = sharing
      .filter((one) => one.indicatorCount === most?.indicatorCount && one.keyCount === most.keyCount)
      .map(({ id }) => id);
    const apart = tied.length > 1 ? await regroup.listApart(tx, tied) : [];
    const rivals = apart.filter((pair) => pair.includes(most!.id)).flat();
    const likest = rivals.length > 0 ? await store.findLikest(tx, rivals, story) : undefined;
    return [...(likest ? [likest.id] : []), ...sharing.map(({ id }) => id)];
  }

  /** Ordered by shared indicators, then by provider, then by similar text. */
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

  /** Adds what an answer names to the case's keys, and merges cases that this connects. */
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
   * Groups a filing that was put into a case of its own because its analysis had failed. If it is still the only one
   * there and the case is unclaimed, it moves to its proper case; otherwise its case stays and may be merged with
   * others.
   */
  async function groupLate(tx: Db, filingId: string, { isDecided }: store.Standing, examined: Examined): Promise<void> {
    const own = (await store.findCaseOf(tx, filingId))!.caseId;
    const { story, keys } = examined;
    const others = isDecided ? [] : (await listCandidates(tx, examined)).filter((id) => id !== own);
    const [nearest] = others;
    const locked = nearest ? await regroup.lockCases(tx, [own, nearest]) : [];
    const isUntouched = locked.some(({ id, filingCount, isClaimed }) => id === own && filingCount === 1 && !isClaimed);
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
    // It was approved before this job ran, when it had no indicators to publish yet.
    if (standing.isPublic) await indicators.publish(tx, filingId);
  }

  async function keysOf(tx: Db, caseId: string): Promise<Buffer[]> {
    const { found, about } = await regroup.listNamed(tx, caseId);
    return [
      caseKeysOf({ found, providerId: null, providerName: null }),
      ...about.map(({ providerId, providerName, website }) =>
        caseKeysOf({ found: website ? indicators.findIn(website) : [], providerId, providerName }),
      ),
    ].flatMap(({ traces, providers }) => [...traces, ...providers]);
  }

  /** Gives each case the keys that its own filings name; both cases get a key that both name. */
  async function shareKeys(tx: Db, caseIds: readonly string[]): Promise<void> {
    const led = new Map((await regroup.listKeys(tx, caseIds)).map((key) => [key.toString('hex'), key]));
    for (const caseId of caseIds) {
      const own = new Set((await keysOf(tx, caseId)).map((key) => key.toString('hex')));
      const keys = [...led].flatMap(([hex, key]) => (own.has(hex) ? [key] : []));
      await regroup.setKeys(tx, caseId, keys);
    }
  }

  /** Restores the case text from its first filing after a move has removed it. */
  async function keepTold(tx: Db, caseId: string): Promise<void> {
    if (await regroup.hasText(tx, caseId)) return;
    const lead = await store.findLeadText(tx, caseId);
    if (lead) await store.addText(tx, caseId, lead.leadId, storyOf(lead.words));
  }

  /** Moves filings and records the split, so that automatic grouping does not merge the cases again. */
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

  /** Returns open cases, locked until the end of the transaction. */
  async function lockOpen(tx: Db, caseIds: readonly string[]): Promise<regroup.LockedCase[]> {
    await store.lockGrouping(tx);
    const locked = await regroup.lockCases(tx, caseIds);
    if (locked.length < new Set(caseIds).size || locked.some(({ isOpen }) => !isOpen)) throw notFound('CASE_NOT_FOUND');
    return locked;
  }

  return {
    /** Call it in the transaction that stores the filing. */
    expect: (tx: Db, filingId: string) => sorting.noteUnsorted(tx, filingId),

    /** Extracts the indicators of a filing and its answers, and puts it into its case. Skips appeals. Idempotent. */
    async examine(filingId: string, answers: readonly string[] = []): Promise<void> {
      await database.transaction(async (tx) => {
        // Read after locking, so that an indicator removed from the text by a concurrent edit is not stored.
        await indicators.lock(tx, filingId);
        await sorting.forgetUnsorted(tx, filingId);
        const wasUnexamined = await sorting.forgetUnexamined(tx, filingId);
        const filed = await store.findFiledText(tx, filingId);
        if (!filed || filed.kind === 'appeal') return;
        // A decided filing stays as it was when it was read.
        const standing = await store.findStanding(tx, filingId);
        if (standing?.isGrouped && standing.isDecided && !wasUnexamined) return;
        const examined = read(filed, answers);
        await indicators.keep(tx, filingId, examined.found);
        await indicators.keep(tx, filingId, examined.fromAnswers, { isFromAnswer: true });
        await group(tx, filingId, examined, wasUnexamined);
      });
    },

    /** Puts a filing whose analysis failed into a case of its own, so that a moderator sees it. Idempotent. */
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

    /** Filings that are in no case although they should be, for example because their job was lost. */
    listLate: () => sorting.listLate(database.db),

    /** Filings whose failed analysis is due for a retry. */
    listToTryAgain: () => sorting.listToTryAgain(database.db),
    noteTried: (filingId: string) => sorting.noteTried(database.db, filingId),

    /** Call it after an edit of the text. The keys stay; the removed text is not stored. */
    async retell(tx: Db, filingId: string, words: string): Promise<void> {
      await store.lockGrouping(tx);
      const textKey = textKeyOf(words);
      await store.setText(tx, filingId, { textKey, bands: bandsOf(textKey) });
    },

    honour: claimRules.honour,

    claims: {
      take: claims.claim,
      renew: claims.renew,
      release: claims.release,
      releaseAll: claims.releaseAll,
      recordShown: claims.recordShown,
      listUnshown: claims.listUnshown,
      listHeldByOthers: claims.listHeldByOthers,
    },

    /** Call it when a proposed provider was decided, or its decision was undone. */
    async settle(tx: Db, filingId: string, isDecided: boolean): Promise<void> {
      await store.lockGrouping(tx);
      const found = await store.findCaseOf(tx, filingId);
      if (found) await store.moveUndecided(tx, found.caseId, isDecided ? -1 : 1);
    },

    /** Call it when the reporter was asked or has answered. An answer ends the snooze of the case. */
    async noteQuestion(tx: Db, filingId: string, state: QuestionState): Promise<void> {
      const found = await putOffs.setQuestion(tx, filingId, state);
      if (found && state === 'answered') await putOffs.wake(tx, found.caseId);
    },

    /** Indicators in its filings, with the number of reports in other cases that name them. */
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

    findPublicAlert: (caseId: string) => store.findPublicAlert(database, caseId),
    /** Another public alert about the case of this filing. */
    findPublicBeside: claims.findPublicBeside,

    /** Closed cases, ordered by shared indicators, then by similar text. */
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

    listNeighbours: (caseId: string): Promise<string[]> => store.listNeighbours(database, caseId),

    /** Returns the case that this one was merged into, otherwise the case itself. */
    follow: async (db: Db, id: CaseId): Promise<CaseId> => (await regroup.findMergedInto(db, id))?.id ?? id,

    lockGrouping: (tx: Db) => store.lockGrouping(tx),

    lockOpen,

    /** The older case remains, with its position in the queue. */
    async merge(tx: Db, locked: readonly regroup.LockedCase[]): Promise<{ keptId: CaseId; moved: string[] }> {
      const byAge = locked.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
      const [kept, gone] = byAge.map(({ id }) => id as CaseId);
      const moved = await regroup.listUndecidedUpTo(tx, gone!, caseSizes.decidedAtOnce);
      await regroup.forgetApart(tx, kept!, gone!);
      await regroup.merge(tx, kept!, [gone!]);
      return { keptId: kept!, moved };
    },

    /** Moves some filings into a new case. Idempotent: a repeated call returns that case. */
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

    /** Call it before locking anything. */
    findCaseOf: async (db: Db, filingId: string): Promise<CaseId | undefined> =>
      (await store.findCaseOf(db, filingId))?.caseId as CaseId | undefined,

    /** Moves one filing into another open case. Both cases must be locked. */
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

    /** Hides the case from the queue until a day or until an answer arrives. Idempotent. */
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

    findPutOff: (tx: Db, id: CaseId) => putOffs.findPutOff(tx, id),

    /** False when the case was not snoozed. */
    wake: (tx: Db, id: CaseId): Promise<boolean> => putOffs.wake(tx, id),

    countPutOff: (): Promise<number> => putOffs.countPutOff(database),

    /** Filings that are in no case yet; read by the console and by the health check of the worker. */
    readSorting: async (): Promise<Sorting & { ageSeconds: number | null }> => {
      const { count, since, isLate, ageSeconds } = await sorting.readSorting(database);
      return { count, since: since?.toISOString() ?? null, isLate, ageSeconds };
    },
  };
}
