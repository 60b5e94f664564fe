/** Rotation of the application secret: counts data of the previous secret, and rewrites it with the current one. */
import type { RetainedPurpose } from './app-secret.ts';

export interface RotationCounts {
  /** Readable, but not with the current secret alone. */
  left: number;
  renewed: number;
  /** Not readable with any known secret; not waited for. */
  lost: number;
}

export interface KeyRotation {
  /** A plural noun for the operator. */
  what: string;
  /** Rewritten by us, expires by itself within a day, or a hash of unknown data, whose key is then retained. */
  ends: 'renewed' | 'expires' | 'kept';
  /** Only if the key is retained. */
  purpose?: RetainedPurpose;
  /** Works in small steps beside the normal operation; after an interruption the next run continues. */
  rotate: (shouldRenew: boolean) => Promise<RotationCounts>;
}

interface RotationSteps<Row extends { id: string }> {
  /** In the order of the ids. */
  readPage: (after: string | undefined) => Promise<Row[]>;
  /** `lost` if it cannot be read. */
  checkRow: (row: Row) => 'current' | 'older' | 'lost';
  /** Without it, rows expire by themselves. A row that changed meanwhile is handled by the next run. */
  renew?: (row: Row) => Promise<'renewed' | 'left' | 'lost'>;
}

export async function rotateRows<Row extends { id: string }>(
  { readPage, checkRow, renew }: RotationSteps<Row>,
  shouldRenew: boolean,
): Promise<RotationCounts> {
  const counts: RotationCounts = { left: 0, renewed: 0, lost: 0 };
  for (let after: string | undefined; ;) {
    const rows = await readPage(after);
    for (const row of rows) {
      const state = checkRow(row);
      if (state === 'lost') counts.lost += 1;
      if (state === 'older') counts[shouldRenew && renew ? await renew(row) : 'left'] += 1;
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return counts;
  }
}

/** Undefined if opening fails: for data that must be opened to be sealed again. */
export function tryOpen<Content>(open: () => Content): Content | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
