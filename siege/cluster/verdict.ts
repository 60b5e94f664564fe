/** Evaluates the results of a drill. */

/** Writes that need only the database: these must recover soon. */
export const kinds = ['report', 'review', 'decision', 'payment'] as const;
export type Kind = (typeof kinds)[number] | 'evidence';

/** An acknowledged write, with the times of the first attempt, of the successful attempt and of its response. */
export interface Told {
  kind: Kind;
  /** Text or id to find it in the database. */
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
  /** When everything was restored. */
  until: number;
}

export interface Seen {
  losses: Loss[];
  told: Told[];
  reads: Read[];
  /** Number of rows per mark, by kind. */
  found: Record<Kind, Map<string, number>>;
  /** Other problems. */
  faults: string[];
}

const BACK_WITHIN_SECONDS = 30;

interface Row {
  what: string;
  /** Seconds until writes of all kinds that were sent afterwards were acknowledged. Infinity if one never was. */
  back: number;
  /** Longest time until a write was acknowledged, with all attempts. */
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

/** Empty if the drill passed. */
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
  // Writes may still succeed for a moment before they stop, so the longest wait counts too.
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
