/** Runs the checks that must pass before a review. Prints a line per stage, and the output of the failed ones. */
import { printResult, type Outcome, runStages, type Stage, vitest } from './stages.ts';

const script = (name: string, ...args: string[]): Stage => ({
  name,
  command: ['npm', 'run', '--silent', name, '--', ...args],
});

/** Runs before the others, which read its output. */
const firstStages = [script('texts')];

/** The slowest first, so that two lanes end together. */
const parallelStages = [
  vitest('test'),
  script('types'),
  script('lint'),
  script('dead-code'),
  script('boundaries'),
  script('migrations'),
  script('format', '--check'),
  script('lockfile'),
  script('advisories'),
  script('release-age'),
];

export async function check(keepGoing: boolean): Promise<Outcome[]> {
  const prepared = await runStages(firstStages, { keepGoing });
  const isReady = keepGoing || prepared.every(({ failed }) => failed === 0);
  return isReady ? [...prepared, ...(await runStages(parallelStages, { lanes: 2, keepGoing }))] : prepared;
}

if (import.meta.main) printResult(await check(process.argv.includes('--keep-going')));
