/** The outcome of a trial, and the table of all outcomes. */

export interface Outcome {
  trial: string;
  tried: number;
  /** Responses of 500 and more, other than 503 with Retry-After. */
  errors: number;
  /** Acknowledged writes that are missing. */
  lost: number;
  /** Duplicate writes, or writes that were not acknowledged. */
  doubled: number;
  /** Responses with data that the caller must not read. */
  leaked: number;
  /** Honest requests that took too long or were rejected. */
  delayed: number;
  /** Other remarks. */
  notes: string[];
  /** Problems, with the data to reproduce them. */
  findings: string[];
}

export const createOutcome = (trial: string): Outcome => ({
  trial,
  tried: 0,
  errors: 0,
  lost: 0,
  doubled: 0,
  leaked: 0,
  delayed: 0,
  notes: [],
  findings: [],
});

/** Formats counts such as of status codes: `200: 12, 503: 4`. */
export const formatCounts = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');

const countColumns = ['tried', 'errors', 'lost', 'doubled', 'leaked', 'delayed'] as const;
const columnTitles: Record<(typeof countColumns)[number], string> = {
  tried: 'tried',
  errors: '5xx',
  lost: 'lost',
  doubled: 'doubled',
  leaked: 'leaked',
  delayed: 'delayed',
};

/** A trial that could not run is no failure; it says why. */
export const hasFailed = ({ errors, lost, doubled, leaked, delayed, findings }: Outcome): boolean =>
  errors + lost + doubled + leaked + delayed + findings.length > 0;

const MAX_FINDINGS = 40;

export function formatTable(outcomes: readonly Outcome[]): string {
  const row = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    row(
      'trial',
      countColumns.map((column) => columnTitles[column]),
    ),
    ...outcomes.map((outcome) =>
      row(
        outcome.trial,
        countColumns.map((column) => outcome[column]),
      ),
    ),
    '',
    ...outcomes.flatMap(({ trial, notes, findings }) => [
      ...notes.map((note) => `${trial}: ${note}`),
      ...findings.slice(0, MAX_FINDINGS).map((finding) => `${trial}: FOUND ${finding}`),
      ...(findings.length > MAX_FINDINGS ? [`${trial}: and ${findings.length - MAX_FINDINGS} more`] : []),
    ]),
  ].join('\n');
}
