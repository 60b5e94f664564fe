/** What lies under the application's secret: how much of it needs the one from before, and how it comes under the present one. */
import type { KeptPurpose } from './app-secret.ts';

export interface Walked {
  /** Can be read, and not with the present secret alone. */
  left: number;
  renewed: number;
  /** Read by no secret that is known: nothing waits for it. */
  lost: number;
}

export interface UnderSecret {
  /** In the plural, for the operator. */
  what: string;
  /** Written anew by us, over by itself within a day, or a hash of what nobody has: then its key alone is kept. */
  ends: 'renewed' | 'expires' | 'kept';
  /** Of what is kept. */
  purpose?: KeptPurpose;
  /** In small steps beside the daily work; stopped at any point, the next walk does what is left. */
  walk: (renews: boolean) => Promise<Walked>;
}

interface Steps<Row extends { id: string }> {
  /** In the order of the ids. */
  page: (after: string | undefined) => Promise<Row[]>;
  /** `lost` is what cannot be read. */
  look: (row: Row) => 'current' | 'older' | 'lost';
  /** Writes it under the present secret; without it, time does. What changed meanwhile is met again by the next walk. */
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

/** For what has to be opened to be sealed anew. */
export function opened<Content>(open: () => Content): Content | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
