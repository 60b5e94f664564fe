/**
 * Range files of hidden kinds: they contain tags, which only a browser and the server together can compute of a number
 * (`indicators/blind-tags.ts`), so that the files can be public and the server does not learn what is looked up.
 */
import type { Database, Db } from '../../platform/db/database.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { blindRanges, computeSlots } from './formats/ranges.ts';
import { createRangeWriter } from './range-folder.ts';
import * as store from './store.ts';

export type BlindIndicators = Pick<IndicatorsService, 'computeBlindTags' | 'getBlindKeyIds'>;

const BATCH_SIZE = 50;
/** About ten seconds of work: after a change of the key, releases do not wait for all of them. */
export const MAX_TAGS_PER_RELEASE = 500;

/** Computes missing tags from the texts of reports. Returns how many indicators it has looked at. */
export async function tagHidden({ db }: Database, indicators: BlindIndicators): Promise<number> {
  const { current } = indicators.getBlindKeyIds();
  let looked = 0;
  while (looked < MAX_TAGS_PER_RELEASE) {
    const rows = await store.listUntagged(db, current, BATCH_SIZE);
    if (rows.length > 0)
      await store.saveTags(
        db,
        current,
        rows.map((row) => tag(row, indicators)),
      );
    looked += rows.length;
    if (rows.length < BATCH_SIZE) break;
  }
  return looked;
}

function tag({ key, texts }: store.HiddenRow, indicators: BlindIndicators): store.TriedTag {
  for (const { text, countries } of texts) {
    const [found] = indicators.computeBlindTags(text, countries, [key]);
    if (found) return found;
  }
  return { key, tag: null };
}

/** A new folder each time: 256 files. Call `finish` when the release is complete. */
export async function writeBlindRanges(tx: Db, indicators: BlindIndicators, folder: string, sequence: number) {
  const { all } = indicators.getBlindKeyIds();
  const slots = computeSlots(await store.countTagsByPrefix(tx, all));
  const newFolder = `${blindRanges.name}-${slots}-${sequence}`;
  const writer = await createRangeWriter({ layout: blindRanges, folder, slots, newFolder });
  for await (const rows of store.streamBlindTags(tx, all)) {
    await writer.add(
      rows.map(({ tag: key, kind }) => ({ key, entry: { key, kind, tier: 'checked' }, isChanged: true })),
    );
  }
  return { slots, finish: () => writer.finish() };
}
