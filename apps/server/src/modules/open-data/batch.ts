/** Converts compared entries into the input of the formats: removed ones with kind, value and reason. */
import type { Db } from '../../platform/db/database.ts';
import { type Entry, toTier } from './entry.ts';
import type { Change } from './formats/records.ts';
import type { PublishedRecord, PublishedState, Step } from './state-file.ts';
import * as store from './store.ts';
import type { Batch, Item } from './writer.ts';

const DAY_MS = 24 * 3_600_000;
/** How long formats that need it list an entry as removed. */
const GONE_DAYS = 90;

/**
 * A withdrawal is final: the entry can only be listed again as a new one. Disputed and expired entries may come
 * back. What is active without being listed lost its licence or is on the safelist.
 */
function toGoneState(before: PublishedState, row: store.GoneRow | undefined): PublishedState {
  if (before === 'withdrawn' || !row) return before;
  return row.state === 'disputed' || row.state === 'expired' ? row.state : 'withdrawn';
}

export interface RecordedBatch extends Batch {
  records: PublishedRecord[];
}

export async function toBatch(
  tx: Db,
  steps: readonly Step[],
  ownFile: readonly Entry[],
  now: Date,
): Promise<RecordedBatch> {
  const gone = await findGone(tx, steps, now);
  const batch = { items: [] as Item[], changes: [] as Change[], records: [] as PublishedRecord[] };
  for (const step of steps) {
    const { entry } = step;
    const goneRow = entry ? undefined : gone.get(step.record.key.toString('hex'));
    const { record, change } = entry
      ? { record: step.record, change: step.change === 'gone' ? undefined : step.change }
      : toGoneRecord(step, goneRow, now);
    batch.records.push(record);
    const row = entry ?? goneRow;
    if (!row) continue;
    const { kind, value } = row;
    batch.items.push({ record, kind, value, entry });
    if (change) batch.changes.push({ at: now, change, key: record.key, kind, value, tier: toTier(record.tierCode) });
  }
  return { ...batch, ownFile, listed: steps.flatMap(({ entry }) => entry ?? []) };
}

async function findGone(tx: Db, steps: readonly Step[], now: Date): Promise<Map<string, store.GoneRow>> {
  const keys = steps.flatMap(({ record, entry }) =>
    entry || now.getTime() - record.changedAt >= GONE_DAYS * DAY_MS ? [] : [record.key],
  );
  const rows = keys.length > 0 ? await store.listGone(tx, keys) : [];
  return new Map(rows.map((row) => [row.key.toString('hex'), row]));
}

function toGoneRecord({ record, change }: Step, row: store.GoneRow | undefined, now: Date) {
  const before = change === 'gone' ? 'listed' : record.state;
  const state = toGoneState(before, row);
  if (state === before) return { record, change: undefined };
  // Without its row only its removal is known.
  const newState = state === 'listed' ? 'withdrawn' : state;
  return { record: { ...record, state: newState, changedAt: now.getTime() }, change: newState } as const;
}
