/** What came of the drill, and whether it may be called a success. */

/** Kinds of writes that need nothing but the database: these have to be back soon. */
export const kinds = ['report', 'review', 'decision', 'payment'] as const;
export type Kind = (typeof kinds)[number] | 'evidence';

/** A write that somebody was told of, with when it was first sent, when the try was sent that was answered, and when that was. */
export interface Told {
  kind: Kind;
  /** By what it can be found again. */
  mark: string;
  firstSent: number;
  sent: number;
  answered: number;
}

export interface Read {
  at: number;
  isAnswered: boolean;
  path: string;
}

export interface Loss {
  what: string;
  at: number;
  /** When everything was back in its place. */
  until: number;
}

export interface Seen {
  losses: Loss[];
  told: Told[];
  reads: Read[];
  /** How many there are of each mark, of each kind. */
  found: Record<Kind, Map<string, number>>;
  /** What else is wrong, in words. */
  faults: string[];
}

const BACK_WITHIN_SECONDS = 30;

interface Row {
  what: string;
  /** Until writes of all kinds that were sent afterwards were acknowledged. Infinite when one was not any more. */
  back: number;
  /** The longest that somebody waited for a write, with all tries. */
  slowest: number;
  writes: number;
  reads: number;
  failedReads: number;
}

function rowOf({ what, at, until }: Loss, { told, reads }: Seen): Row {
  const backOf = (kind: Kind) =>
    Math.min(...told.filter((one) => one.kind === kind && one.sent >= at).map(({ answered }) => answered - at));
  const meanwhile = told.filter((one) => one.answered >= at && one.firstSent <= until);
  const asked = reads.filter((one) => one.at >= at && one.at <= until);
  return {
    what,
    back: Math.max(...kinds.map(backOf)) / 1000,
    slowest:
      Math.max(0, ...meanwhile.filter(isOfDatabase).map(({ firstSent, answered }) => answered - firstSent)) / 1000,
    writes: meanwhile.length,
    reads: asked.length,
    failedReads: asked.filter(({ isAnswered }) => !isAnswered).length,
  };
}

const isOfDatabase = ({ kind }: Told): boolean => kind !== 'evidence';

/** Nothing for a good end. */
export function faultsOf(seen: Seen): string[] {
  const { told, found, reads, losses } = seen;
  const faults = [...seen.faults];
  for (const [kind, counts] of Object.entries(found)) {
    const marks = told.filter((one) => one.kind === kind).map(({ mark }) => mark);
    if (marks.length === 0) faults.push(`nothing was acknowledged of the kind ${kind}`);
    const lost = marks.filter((mark) => !counts.has(mark));
    const doubled = [...counts].filter(([, count]) => count > 1).map(([mark]) => mark);
    if (lost.length > 0) faults.push(`${lost.length} of ${marks.length} lost, ${kind}: ${lost[0]}`);
    if (doubled.length > 0) faults.push(`${doubled.length} doubled, ${kind}: ${doubled[0]}`);
  }
  const failed = reads.filter(({ isAnswered }) => !isAnswered);
  if (reads.length === 0) faults.push('nobody read anything');
  if (failed.length > 0)
    faults.push(`${failed.length} of ${reads.length} reads failed at both edges: ${failed[0]!.path}`);
  if (losses.length === 0) faults.push('nothing was killed');
  // Writes may still succeed for a moment before they stop, so whoever waited longest counts too.
  for (const { what, back, slowest } of losses.map((loss) => rowOf(loss, seen)))
    if (Math.max(back, slowest) > BACK_WITHIN_SECONDS)
      faults.push(`${what}: writes were not back within ${BACK_WITHIN_SECONDS} s`);
  return faults;
}

export function tableOf(seen: Seen): string {
  const cells = (row: readonly (string | number)[]) =>
    String(row[0]).padEnd(34) +
    row
      .slice(1)
      .map((cell) => String(cell).padStart(14))
      .join('');
  const rows = seen.losses.map((loss) => rowOf(loss, seen));
  return [
    cells(['lost', 'writes back', 'slowest write', 'writes', 'reads', 'failed reads']),
    ...rows.map(({ what, back, slowest, writes, reads, failedReads }) =>
      cells([what, `${back.toFixed(1)} s`, `${slowest.toFixed(1)} s`, writes, reads, failedReads]),
    ),
  ].join('\n');
}
