/** Reports of the same thing are one case. Examined after they arrived, one at a time, so that two of a kind never miss each other. */
import type { CaseDetail } from '@hakiki/contract/admin';
import type { Database, Db } from '../../platform/db/database.ts';
import type { FoundIndicator, IndicatorsService } from '../indicators/service.ts';
import { bandsOf } from './bands.ts';
import { type CaseKeys, caseKeysOf } from './case-keys.ts';
import * as store from './store.ts';
import { textKeyOf } from './text-key.ts';

interface Needs {
  database: Database;
  indicators: IndicatorsService;
}

export type CasesService = ReturnType<typeof createCasesService>;

/** What is known of a filing before it is grouped. */
interface Examined {
  found: FoundIndicator[];
  keys: CaseKeys;
  story: store.Story;
}

/** A few words are alike by chance. */
const SHORTEST_STORY = 30;

export function createCasesService({ database, indicators }: Needs) {
  /** Only what will be published is searched: what a reporter says in confidence stays unread. */
  function read(filed: store.FiledText): Examined {
    const { kind, words, countries, providerId, providerName, website } = filed;
    const sites = website ? indicators.findIn(website) : [];
    const textKey = textKeyOf(words);
    const isSubmission = kind === 'submission';
    // The address of an honest provider stands in many a report of somebody who used its name.
    const isHonest = ({ key }: FoundIndicator) => sites.some((site) => site.key.equals(key));
    const found = isSubmission
      ? []
      : indicators.findIn(words, { countries }).filter((indicator) => !isHonest(indicator));
    return {
      found,
      keys: caseKeysOf({ found: isSubmission ? sites : found, providerId, providerName }),
      story: { textKey, bands: bandsOf(textKey) },
    };
  }

  /** By what it names, then by whom it is about, then by how it is told. */
  async function findCase(tx: Db, { keys, story }: Examined): Promise<string | undefined> {
    const [nearest, ...others] = new Set([
      ...(await store.listByKeys(tx, keys)),
      ...(story.textKey.length < SHORTEST_STORY ? [] : await store.listAlike(tx, story)),
    ]);
    if (!nearest || others.length === 0) return nearest;
    // Two cases that a report connects are one if their stories are kindred too; otherwise one hostile report could join all.
    const kindred = await store.listKindred(tx, nearest, others);
    return kindred.length > 0 ? store.merge(tx, [nearest, ...kindred]) : nearest;
  }

  async function group(tx: Db, filingId: string, examined: Examined): Promise<void> {
    await store.lockGrouping(tx);
    const standing = await store.findStanding(tx, filingId);
    if (!standing || standing.isGrouped) return;
    const caseId = (await findCase(tx, examined)) ?? (await store.openCase(tx, filingId));
    await store.join(tx, caseId, filingId, standing);
    await store.addText(tx, caseId, filingId, examined.story);
    const keys = [...examined.keys.traces, ...examined.keys.providers];
    if (keys.length > 0) await store.addKeys(tx, caseId, keys);
    // It was approved before we got to it, and then there was nothing to publish yet.
    if (standing.isPublic) await indicators.publish(tx, filingId);
  }

  return {
    /** Finds the indicators of a filing and puts it into its case. May run twice. */
    async examine(filingId: string): Promise<void> {
      const filed = await store.findFiledText(database, filingId);
      if (!filed) return;
      const examined = read(filed);
      await database.transaction(async (tx) => {
        await indicators.keep(tx, filingId, examined.found);
        await group(tx, filingId, examined);
      });
    },

    /** When one of its filings was decided, or its decision was taken back. */
    async settle(tx: Db, filingId: string, isDecided: boolean): Promise<void> {
      await store.lockGrouping(tx);
      const found = await store.findCaseOf(tx, filingId);
      if (found) await store.moveUndecided(tx, found.caseId, isDecided ? -1 : 1);
    },

    /** What its reports name, and how often others have named it. */
    async listIndicators(caseId: string): Promise<CaseDetail['indicators']> {
      const rows = await store.listIndicators(database, caseId);
      return rows.map(({ kind, value, reportCount, isPublic }) => ({ kind, value, reportCount, isPublic }));
    },

    /** Earlier ones that are closed: by what they name, then by how they are told. */
    async listSimilar(caseId: string): Promise<CaseDetail['similar']> {
      const rows = await store.listSimilar(database, caseId);
      return rows.map(({ id, title, reportType, outcome, createdAt }) => ({
        id,
        title,
        reportType,
        outcome,
        createdAt: createdAt.toISOString(),
      }));
    },
  };
}
