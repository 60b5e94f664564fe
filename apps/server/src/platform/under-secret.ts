/** Rotation of the application secret: counts data of the previous secret, and rewrites it with the current one. */
import type { KeptPurpose } from './app-secret.ts';

export interface Walked {
  /** Readable, but not with the current secret alone. */
  left: number;
  renewed: number;
  /** Not readable with any known secret; not waited for. */
  lost: number;
}

export interface UnderSecret {
  /** A plural noun for the operator. */
  what: string;
  /** Rewritten by us, expires by itself within a day, or a hash of unknown data, whose key is then retained. */
  ends: 'renewed' | 'expires' | 'kept';
  /** Only if the key is retained. */
  purpose?: KeptPurpose;
  /** Works in small steps beside the normal operation; after an interruption the next run continues. */
  walk: (renews: boolean) => Promise<Walked>;
}

interface Steps<Row extends { id: string }> {
  /** In the order of the ids. */
  page: (after: string | undefined) => Promise<Row[]>;
  /** `lost` if it cannot be read. */
  look: (row: Row) => 'current' | 'older' | 'lost';
  /** Without it, rows expire by themselves. A row that changed meanwhile is handled by the next run. */
  renew?: (row: Row) => Promise<'renewed' | 'left' | 'lost'>;
}

export async function walkThrough<Row extends { id: string }>(
  { page, look, renew }: Steps<Row>,
  renews: boolean,
): Promise<Walked> {
  const walked: Walked = { left: 0, renewed: 0, lost: 0 };
  for (let after: string | undefined; ;) {
    const rows = await page(after);
    for (const row of rows) {
      const state = look(row);
      if (state === 'lost') walked.lost += 1;
      if (state === 'older') walked[renews && renew ? await renew(row) : 'left'] += 1;
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return walked;
  }
}

/** Undefined if opening fails: for data that must be opened to be sealed again. */
export function opened<Content>(open: () => Content): Content | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
