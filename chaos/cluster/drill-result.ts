/** Evaluates the results of a drill. */

import {
  type AcknowledgedWrite,
  compareWithDatabase,
  type FoundCounts,
  type Kind,
  kinds,
  type Read,
} from '../crowd.ts';

export interface Loss {
  what: string;
  at: number;
  /** When everything was restored. */
  until: number;
}

export interface DrillResult {
  losses: Loss[];
  acknowledged: AcknowledgedWrite[];
  reads: Read[];
  foundCounts: FoundCounts;
  /** Other problems. */
  problems: string[];
}

const MAX_RECOVERY_SECONDS = 30;

interface Row {
  what: string;
  /** Seconds until writes of all kinds that were sent afterwards were acknowledged. Infinity if one never was. */
  recoverySeconds: number;
  /** Longest time until a write was acknowledged, with all attempts. */
  slowestWriteSeconds: number;
  writes: number;
  reads: number;
  failedReads: number;
}

function createRow({ what, at, until }: Loss, { acknowledged, reads }: DrillResult): Row {
  const computeRecoveryMs = (kind: Kind) =>
    Math.min(
      ...acknowledged
        .filter((one) => one.kind === kind && one.sentAt >= at)
        .map(({ acknowledgedAt }) => acknowledgedAt - at),
    );
  const writesMeanwhile = acknowledged.filter((one) => one.acknowledgedAt >= at && one.firstSentAt <= until);
  const readsMeanwhile = reads.filter((one) => one.at >= at && one.at <= until);
  return {
    what,
    recoverySeconds: Math.max(...kinds.map(computeRecoveryMs)) / 1000,
    slowestWriteSeconds:
      Math.max(
        0,
        ...writesMeanwhile
          .filter(needsOnlyDatabase)
          .map(({ firstSentAt, acknowledgedAt }) => acknowledgedAt - firstSentAt),
      ) / 1000,
    writes: writesMeanwhile.length,
    reads: readsMeanwhile.length,
    failedReads: readsMeanwhile.filter(({ isAnswered }) => !isAnswered).length,
  };
}

const needsOnlyDatabase = ({ kind }: AcknowledgedWrite): boolean => kind !== 'evidence';

/** Empty if the drill passed. */
export function listProblems(result: DrillResult): string[] {
  const { acknowledged, foundCounts, reads, losses } = result;
  const problems = [...result.problems];
  for (const { kind, marks, lost, doubled } of compareWithDatabase(acknowledged, foundCounts)) {
    if (marks.length === 0) problems.push(`nothing was acknowledged of the kind ${kind}`);
    if (lost.length > 0) problems.push(`${lost.length} of ${marks.length} lost, ${kind}: ${lost[0]}`);
    if (doubled.length > 0) problems.push(`${doubled.length} doubled, ${kind}: ${doubled[0]}`);
  }
  const failed = reads.filter(({ isAnswered }) => !isAnswered);
  if (reads.length === 0) problems.push('nobody read anything');
  if (failed.length > 0)
    problems.push(`${failed.length} of ${reads.length} reads failed at both edges: ${failed[0]!.path}`);
  if (losses.length === 0) problems.push('nothing was killed');
  // Writes may still succeed for a moment before they stop, so the longest wait counts too.
  for (const { what, recoverySeconds, slowestWriteSeconds } of losses.map((loss) => createRow(loss, result)))
    if (Math.max(recoverySeconds, slowestWriteSeconds) > MAX_RECOVERY_SECONDS)
      problems.push(`${what}: writes were not back within ${MAX_RECOVERY_SECONDS} s`);
  return problems;
}

export function formatDrillTable(result: DrillResult): string {
  const cells = (row: readonly (string | number)[]) =>
    String(row[0]).padEnd(34) +
    row
      .slice(1)
      .map((cell) => String(cell).padStart(14))
      .join('');
  const rows = result.losses.map((loss) => createRow(loss, result));
  return [
    cells(['lost', 'writes back', 'slowest write', 'writes', 'reads', 'failed reads']),
    ...rows.map(({ what, recoverySeconds, slowestWriteSeconds, writes, reads, failedReads }) =>
      cells([
        what,
        `${recoverySeconds.toFixed(1)} s`,
        `${slowestWriteSeconds.toFixed(1)} s`,
        writes,
        reads,
        failedReads,
      ]),
    ),
  ].join('\n');
}
