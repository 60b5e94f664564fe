/** What came of a trial, and all of them as one table. */

export interface Outcome {
  trial: string;
  tried: number;
  /** Answers of 500 and more, other than 503 with Retry-After. */
  errors: number;
  /** Acknowledged and not there, or not there any more. */
  lost: number;
  /** There more than once, or without having been acknowledged. */
  doubled: number;
  /** Answers that hold what whoever asked must not read. */
  leaked: number;
  /** Honest people who waited longer than they should, or were turned away. */
  delayed: number;
  /** What else is worth saying. */
  notes: string[];
  /** What was found wrong, with what it takes to try it again. */
  findings: string[];
}

export const outcomeOf = (trial: string): Outcome => ({
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

const counted = ['tried', 'errors', 'lost', 'doubled', 'leaked', 'delayed'] as const;
const words: Record<(typeof counted)[number], string> = {
  tried: 'tried',
  errors: '5xx',
  lost: 'lost',
  doubled: 'doubled',
  leaked: 'leaked',
  delayed: 'delayed',
};

/** One that could not be made is no failure; it says why. */
export const hasFailed = ({ errors, lost, doubled, leaked, delayed, findings }: Outcome): boolean =>
  errors + lost + doubled + leaked + delayed + findings.length > 0;

const MOST_FINDINGS = 40;

export function tableOf(outcomes: readonly Outcome[]): string {
  const row = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    row(
      'trial',
      counted.map((column) => words[column]),
    ),
    ...outcomes.map((outcome) =>
      row(
        outcome.trial,
        counted.map((column) => outcome[column]),
      ),
    ),
    '',
    ...outcomes.flatMap(({ trial, notes, findings }) => [
      ...notes.map((note) => `${trial}: ${note}`),
      ...findings.slice(0, MOST_FINDINGS).map((finding) => `${trial}: FOUND ${finding}`),
      ...(findings.length > MOST_FINDINGS ? [`${trial}: and ${findings.length - MOST_FINDINGS} more`] : []),
    ]),
  ].join('\n');
}
