/**
 * The objects of the TAXII collection in the order in which they were added or last changed, as the worker writes them
 * with each release: `.taxii-objects` has a line for each object, in the order of the keys; `.taxii-order` a record of
 * fixed length for each, sorted by time and key, so that a page is found without reading the rest; `.taxii-ids` the
 * places of the records by the first bytes of the object's id. All three are read by position.
 */
import { type FileHandle, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './entry.ts';
import { DEFINED_AT, type StixObject, toStixDefinitions, toStixIndicator } from './formats/stix.ts';
import { createOutputFile } from './output-file.ts';
import { currentOf } from './release-folder.ts';
import type { PublishedState } from './state-file.ts';
import type { Item } from './writer.ts';

const OBJECTS_NAME = '.taxii-objects';
const ORDER_NAME = '.taxii-order';
const IDS_NAME = '.taxii-ids';

/** Time, key, place and length of the line. */
const TIME_BYTES = 6;
const KEY_BYTES = 16;
const OFFSET_BYTES = 6;
const LENGTH_BYTES = 4;
const CURSOR_BYTES = TIME_BYTES + KEY_BYTES;
const RECORD_BYTES = CURSOR_BYTES + OFFSET_BYTES + LENGTH_BYTES;
const ID_PREFIXES = 65_536;
const PLACE_BYTES = 4;

/** The data of an indicator's object; a fifth of the size of the object. */
type Line = [
  key: string,
  state: PublishedState,
  tierCode: number,
  generation: number,
  createdAt: number,
  changedAt: number,
  kind: Item['kind'],
  value: string,
  sources: readonly string[] | null,
];

const toLine = ({ record, kind, value, entry }: Item): string => {
  const { key, state, tierCode, generation, createdAt, changedAt } = record;
  const line: Line = [
    key.toString('hex'),
    state,
    tierCode,
    generation,
    createdAt,
    changedAt,
    kind,
    value,
    entry?.sources ?? null,
  ];
  return `${JSON.stringify(line)}\n`;
};

function parseLine(text: string, publicUrl: string): StixObject {
  const line = JSON.parse(text) as Line | StixObject;
  if (!Array.isArray(line)) return line;
  const [key, state, tierCode, generation, createdAt, changedAt, kind, value, sources] = line;
  const record = { key: Buffer.from(key, 'hex'), state, tierCode, generation, createdAt, changedAt };
  return toStixIndicator({ record, kind, value, entry: sources ? ({ sources } as Entry) : undefined }, publicUrl);
}

const toIdPrefix = (id: string): number => Number.parseInt(id.slice(id.indexOf('--') + 2, id.indexOf('--') + 6), 16);

/** Part of the STIX writer, because it has the same objects. */
export async function createTaxiiWriter({ folder, publicUrl }: { folder: string; publicUrl: string }) {
  const objects = await createOutputFile(folder, OBJECTS_NAME);
  /** In each, the order of the keys. */
  const recordsByTime = new Map<number, Buffer[]>();
  const prefixesByTime = new Map<number, number[]>();
  let offset = 0;

  async function append(rows: readonly { time: number; key: Buffer; id: string; text: string }[]): Promise<void> {
    for (const [time, group] of Map.groupBy(rows, (row) => row.time)) {
      const records = Buffer.alloc(group.length * RECORD_BYTES);
      const prefixes = prefixesByTime.get(time) ?? [];
      for (const [index, { key, id, text }] of group.entries()) {
        const at = index * RECORD_BYTES;
        const length = Buffer.byteLength(text);
        records.writeUIntBE(time, at, TIME_BYTES);
        records.set(key, at + TIME_BYTES);
        records.writeUIntBE(offset, at + CURSOR_BYTES, OFFSET_BYTES);
        records.writeUInt32BE(length, at + CURSOR_BYTES + OFFSET_BYTES);
        prefixes.push(toIdPrefix(id));
        offset += length;
      }
      const earlier = recordsByTime.get(time);
      if (earlier) earlier.push(records);
      else recordsByTime.set(time, [records]);
      prefixesByTime.set(time, prefixes);
      await objects.write(group.map(({ text }) => text).join(''));
    }
  }

  const definitions = toStixDefinitions(publicUrl);
  await append(
    definitions
      .map((object) => ({
        time: Date.parse(DEFINED_AT),
        key: Buffer.from(object.id.slice(object.id.indexOf('--') + 2).replaceAll('-', ''), 'hex'),
        id: object.id,
        text: `${JSON.stringify(object)}\n`,
      }))
      .toSorted((one, other) => one.key.compare(other.key)),
  );

  return {
    /** The items with the ids of their objects. */
    write: (items: readonly Item[], ids: readonly string[]) =>
      append(
        items.map((item, place) => ({
          time: item.record.changedAt,
          key: item.record.key,
          id: ids[place]!,
          text: toLine(item),
        })),
      ),

    async finish(): Promise<void> {
      await objects.close();
      const times = [...recordsByTime.keys()].toSorted((one, other) => one - other);
      const order = await createOutputFile(folder, ORDER_NAME);
      for (const time of times) for (const records of recordsByTime.get(time)!) await order.write(records);
      await order.close();
      const ids = await createOutputFile(folder, IDS_NAME);
      await ids.write(sortPlaces(times.map((time) => prefixesByTime.get(time)!)));
      await ids.close();
    },
  };
}

/** For each prefix of an id where its places begin, then the places themselves. */
function sortPlaces(prefixes: readonly (readonly number[])[]): Buffer {
  const starts = new Uint32Array(ID_PREFIXES + 1);
  for (const group of prefixes) for (const prefix of group) starts[prefix + 1]! += 1;
  for (let prefix = 1; prefix <= ID_PREFIXES; prefix += 1) starts[prefix]! += starts[prefix - 1]!;
  const bytes = Buffer.alloc((starts.length + starts[ID_PREFIXES]!) * PLACE_BYTES);
  for (const [prefix, start] of starts.entries()) bytes.writeUInt32BE(start, prefix * PLACE_BYTES);
  const next = starts.slice();
  let place = 0;
  for (const group of prefixes) {
    for (const prefix of group) {
      bytes.writeUInt32BE(place, (starts.length + next[prefix]!) * PLACE_BYTES);
      next[prefix]! += 1;
      place += 1;
    }
  }
  return bytes;
}

export interface AddedObject {
  object: StixObject;
  addedAt: number;
  /** Where the next page begins: after this object. */
  cursor: string;
}

interface Found {
  added: AddedObject[];
  /** Whether objects follow. */
  more: boolean;
}

/** Lines that lie side by side are read at once. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Undefined before the first release with these files. */
export async function openTaxiiFiles(folder: string, publicUrl: string) {
  const handles: FileHandle[] = [];
  const close = () => Promise.all(handles.map((handle) => handle.close()));
  try {
    // All three of one release.
    const release = join(folder, await readlink(currentOf(folder)));
    for (const name of [OBJECTS_NAME, ORDER_NAME, IDS_NAME]) handles.push(await open(join(release, name)));
  } catch {
    await close();
    return undefined;
  }
  const [objects, order, ids] = handles as [FileHandle, FileHandle, FileHandle];
  const count = (await order.stat()).size / RECORD_BYTES;

  async function readRecords(start: number, end: number): Promise<AddedObject[]> {
    if (end <= start) return [];
    const bytes = await readAt(order, start * RECORD_BYTES, (end - start) * RECORD_BYTES);
    const records = Array.from({ length: bytes.length / RECORD_BYTES }, (_, index) => {
      const record = bytes.subarray(index * RECORD_BYTES, (index + 1) * RECORD_BYTES);
      return {
        cursor: record.toString('hex', 0, CURSOR_BYTES),
        addedAt: record.readUIntBE(0, TIME_BYTES),
        offset: record.readUIntBE(CURSOR_BYTES, OFFSET_BYTES),
        length: record.readUInt32BE(CURSOR_BYTES + OFFSET_BYTES),
      };
    });
    const added: AddedObject[] = [];
    for (let from = 0; from < records.length;) {
      let to = from + 1;
      while (to < records.length && records[to]!.offset === records[to - 1]!.offset + records[to - 1]!.length) to += 1;
      const last = records[to - 1]!;
      const start = records[from]!.offset;
      const text = await readAt(objects, start, last.offset + last.length - start);
      for (const { offset, length, addedAt, cursor } of records.slice(from, to)) {
        const line = text.toString('utf8', offset - start, offset - start + length);
        added.push({ object: parseLine(line, publicUrl), addedAt, cursor });
      }
      from = to;
    }
    return added;
  }

  /** The first record behind the cursor, by binary search. */
  async function findPlaceAfter(cursor: Buffer): Promise<number> {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = await readAt(order, middle * RECORD_BYTES, CURSOR_BYTES);
      if (record.compare(cursor) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    close,

    /** The objects behind the cursor, which is a time or the cursor of an object. */
    async listAfter(after: { time: number } | { cursor: string } | undefined, limit: number): Promise<Found> {
      const start = after ? await findPlaceAfter(toCursor(after)) : 0;
      const end = Math.min(count, start + limit);
      return { added: await readRecords(start, end), more: end < count };
    },

    async find(id: string): Promise<AddedObject | undefined> {
      const prefix = toIdPrefix(id);
      if (!Number.isInteger(prefix)) return undefined;
      const range = await readAt(ids, prefix * PLACE_BYTES, 2 * PLACE_BYTES);
      const [start, end] = [range.readUInt32BE(0), range.readUInt32BE(PLACE_BYTES)];
      const places = await readAt(ids, (ID_PREFIXES + 1 + start) * PLACE_BYTES, (end - start) * PLACE_BYTES);
      for (let at = 0; at < places.length; at += PLACE_BYTES) {
        const place = places.readUInt32BE(at);
        const [added] = await readRecords(place, place + 1);
        if (added?.object.id === id) return added;
      }
      return undefined;
    },
  };
}

/** Behind every key of the time. */
function toCursor(after: { time: number } | { cursor: string }): Buffer {
  if ('cursor' in after) return Buffer.from(after.cursor, 'hex');
  const bytes = Buffer.alloc(CURSOR_BYTES, 0xff);
  bytes.writeUIntBE(Math.min(Math.max(after.time, 0), 2 ** 47), 0, TIME_BYTES);
  return bytes;
}

/** Whether a client may have got it from a page. */
export const isCursor = (text: string): boolean => /^[0-9a-f]+$/.test(text) && text.length === 2 * CURSOR_BYTES;
