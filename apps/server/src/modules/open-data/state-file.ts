/**
 * What the last release contained, sorted by key: the next one is compared with it, so that every entry that is added,
 * removed or changes its tier is announced exactly once, whatever the reason in the database was. Entries that went
 * stay here, because STIX needs their ids.
 */
import { type Entry, KEY_BYTES, toTierCode } from './entry.ts';

/**
 * A removed entry was withdrawn (by a decision or by its source), waits for the decision on a dispute, or has expired.
 */
export const publishedStates = ['listed', 'withdrawn', 'disputed', 'expired'] as const;
export type PublishedState = (typeof publishedStates)[number];

export interface PublishedRecord {
  key: Buffer;
  state: PublishedState;
  tierCode: number;
  /** How often it was withdrawn before: an id that STIX has revoked must not come back. */
  generation: number;
  createdAt: number;
  changedAt: number;
}

const TIME_BYTES = 6;
const RECORD_BYTES = KEY_BYTES + 3 + 2 * TIME_BYTES;

export function encodeRecords(records: readonly PublishedRecord[]): Buffer {
  const bytes = Buffer.alloc(records.length * RECORD_BYTES);
  for (const [index, record] of records.entries()) {
    let at = index * RECORD_BYTES;
    bytes.set(record.key, at);
    at += KEY_BYTES;
    bytes[at] = publishedStates.indexOf(record.state);
    bytes[at + 1] = record.tierCode;
    bytes[at + 2] = Math.min(record.generation, 255);
    bytes.writeUIntBE(record.createdAt, at + 3, TIME_BYTES);
    bytes.writeUIntBE(record.changedAt, at + 3 + TIME_BYTES, TIME_BYTES);
  }
  return bytes;
}

function decodeRecord(bytes: Buffer, index: number): PublishedRecord {
  const start = index * RECORD_BYTES;
  const at = start + KEY_BYTES;
  return {
    key: bytes.subarray(start, at),
    state: publishedStates[bytes[at]!] ?? 'withdrawn',
    tierCode: bytes[at + 1]!,
    generation: bytes[at + 2]!,
    createdAt: bytes.readUIntBE(at + 3, TIME_BYTES),
    changedAt: bytes.readUIntBE(at + 3 + TIME_BYTES, TIME_BYTES),
  };
}

export interface Step {
  record: PublishedRecord;
  /** Undefined for an entry that is not listed now. */
  entry: Entry | undefined;
  change: 'added' | 'tier' | 'gone' | undefined;
}

/** Merges the previous records with the entries that are listed now; both sorted by key. Call `push` in order. */
export function createComparison(previous: Buffer, now: number) {
  const count = previous.length / RECORD_BYTES;
  let position = 0;

  function takeGone(until: Buffer | undefined, steps: Step[]): PublishedRecord | undefined {
    while (position < count) {
      const record = decodeRecord(previous, position);
      const order = until ? record.key.compare(until) : -1;
      if (order > 0) return undefined;
      position += 1;
      if (order === 0) return record;
      const isNewlyGone = record.state === 'listed';
      steps.push({
        // The caller names the reason.
        record: isNewlyGone ? { ...record, state: 'withdrawn', changedAt: now } : record,
        entry: undefined,
        change: isNewlyGone ? 'gone' : undefined,
      });
    }
    return undefined;
  }

  const toStep = (entry: Entry, before: PublishedRecord | undefined): Step => {
    const { key } = entry;
    const tierCode = toTierCode(entry.tier);
    if (before?.state === 'listed') {
      const isSame = before.tierCode === tierCode;
      return {
        record: isSame ? before : { ...before, tierCode, changedAt: now },
        entry,
        change: isSame ? undefined : 'tier',
      };
    }
    // After a dispute that was rejected, the same object continues; a withdrawal ended it.
    const continues = before?.state === 'disputed';
    return {
      record: {
        key,
        state: 'listed',
        tierCode,
        generation: before ? before.generation + (continues ? 0 : 1) : 0,
        createdAt: continues ? before.createdAt : now,
        changedAt: now,
      },
      entry,
      change: 'added',
    };
  };

  return {
    /** The entries of a batch, with those removed before the last of them. */
    push(entries: readonly Entry[]): Step[] {
      const steps: Step[] = [];
      for (const entry of entries) {
        const before = takeGone(entry.key, steps);
        steps.push(toStep(entry, before));
      }
      return steps;
    },
    finish(): Step[] {
      const steps: Step[] = [];
      takeGone(undefined, steps);
      return steps;
    },
  };
}
