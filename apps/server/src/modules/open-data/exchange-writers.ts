/** The writers of the formats that other platforms exchange: STIX, MISP and filters. */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from './entry.ts';
import { computeFilterCapacity, createFilter } from './formats/binary-fuse.ts';
import { eventEnd, eventStart, toAttribute, toDay, toEventId, toHashLine, toManifestEntry } from './formats/misp.ts';
import { toStixDefinitions, toStixIndicator } from './formats/stix.ts';
import { HAKIKI_NAMESPACE, uuidv5 } from './formats/uuid-v5.ts';
import { createOutputFile } from './output-file.ts';
import { createTaxiiWriter } from './taxii-files.ts';
import type { Item, ReleaseInfo, Writer } from './writer.ts';

export async function createStixWriter({ folder, publicUrl, sequence }: ReleaseInfo): Promise<Writer> {
  const bundle = await createOutputFile(folder, 'stix.json.gz');
  const taxii = await createTaxiiWriter({ folder, publicUrl });
  const definitions = toStixDefinitions(publicUrl).map((definition) => JSON.stringify(definition));
  await bundle.write(
    `{"type":"bundle","id":"bundle--${uuidv5(HAKIKI_NAMESPACE, `bundle:${sequence}`)}","objects":[\n${definitions.join(',\n')}`,
  );
  return {
    async write({ items, listed }) {
      const objects = items.map((item) => toStixIndicator(item, publicUrl));
      await bundle.write(objects.map((object) => `,\n${JSON.stringify(object)}`).join(''), listed.length);
      await taxii.write(
        items,
        objects.map(({ id }) => id),
      );
    },
    async finish() {
      await bundle.write('\n]}\n');
      // Not downloads: the server of TAXII reads them.
      await taxii.finish();
      return [await bundle.close()];
    },
  };
}

interface MispEvent {
  changedAt: number;
  attributes: number;
}

export async function createMispWriter({ folder }: ReleaseInfo): Promise<Writer> {
  const hashes = await createOutputFile(folder, 'misp/hashes.csv');
  const events = new Map<string, MispEvent>();
  // Collected here until the event's newest change is known.
  const draftsFolder = join(folder, '.misp');
  await mkdir(draftsFolder);

  async function append(day: string, items: readonly Item[]): Promise<void> {
    const event = events.get(day) ?? { changedAt: 0, attributes: 0 };
    const attributes = items.map((item) => JSON.stringify(toAttribute(item))).join(',\n');
    await appendFile(join(draftsFolder, day), event.attributes === 0 ? attributes : `,\n${attributes}`);
    events.set(day, {
      changedAt: items.reduce((latest, { record }) => Math.max(latest, record.changedAt), event.changedAt),
      attributes: event.attributes + items.length,
    });
  }

  return {
    async write({ items, listed }) {
      const byDay = Map.groupBy(items, ({ record }) => toDay(record.createdAt));
      for (const [day, itemsOfDay] of byDay) await append(day, itemsOfDay);
      await hashes.write(items.flatMap((item) => (item.entry ? toHashLine(item) : [])).join(''), listed.length);
    },
    async finish() {
      const days = [...events].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const written = [await hashes.close()];
      for (const [day, { changedAt, attributes }] of days) {
        const output = await createOutputFile(folder, `misp/${toEventId(day)}.json`);
        await output.write(eventStart(day));
        await output.write(await readFile(join(draftsFolder, day)), attributes);
        await output.write(eventEnd({ day, changedAt }));
        written.push(await output.close());
      }
      await rm(draftsFolder, { recursive: true });
      const manifest = await createOutputFile(folder, 'misp/manifest.json');
      const entries = days.map(([day, { changedAt }]) => [toEventId(day), toManifestEntry({ day, changedAt })]);
      await manifest.write(JSON.stringify(Object.fromEntries(entries)), entries.length);
      return [...written, await manifest.close()];
    },
  };
}

/** `core` is small enough for every phone: what authorities and moderators checked. `all` has the strongest entries. */
const CORE_BYTES = 50_000;
const ALL_BYTES = 1_000_000;
const CHECKED_TIER_CODES = 2;

export function createFilterWriter({ folder }: ReleaseInfo): Promise<Writer> {
  const candidates: { key: Buffer; tierCode: number; changedAt: number }[] = [];
  const select = (maxBytes: number, weakestTier: number) =>
    candidates
      .filter(({ tierCode }) => tierCode <= weakestTier)
      .toSorted((one, other) => one.tierCode - other.tierCode || other.changedAt - one.changedAt)
      .slice(0, computeFilterCapacity(maxBytes))
      .map(({ key }) => key);
  return Promise.resolve({
    write({ items }) {
      for (const { record, entry } of items) {
        if (!entry) continue;
        candidates.push({ key: Buffer.from(record.key), tierCode: record.tierCode, changedAt: record.changedAt });
      }
      return Promise.resolve();
    },
    async finish() {
      const filters = [
        { name: 'filters/core.bin', keys: select(CORE_BYTES, CHECKED_TIER_CODES) },
        { name: 'filters/all.bin', keys: select(ALL_BYTES, Infinity) },
      ];
      return Promise.all(
        filters.map(async ({ name, keys }) => {
          const output = await createOutputFile(folder, name);
          await output.write(createFilter(Buffer.concat(keys), KEY_BYTES), keys.length);
          return output.close();
        }),
      );
    },
  });
}
