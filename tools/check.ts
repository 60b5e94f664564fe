/** Runs the checks that must pass before a review. Prints a line per stage, and the output of the failed ones. */
import { printResult, runStages, script, vitest } from './stages.ts';

/** Runs before the others, which read its output. */
export const texts = script('texts');

export const tests = vitest('test');

/** The slowest first, so that two lanes end together. */
export const staticChecks = [
  script('types'),
  script('lint'),
  script('dead-code'),
  script('boundaries'),
  script('migrations'),
  script('format', '--check'),
  script('lockfile'),
  script('advisories'),
];

if (import.meta.main) {
  const keepGoing = process.argv.includes('--keep-going');
  const prepared = await runStages([texts], { keepGoing });
  const isReady = keepGoing || prepared.every(({ failed }) => failed === 0);
  printResult([...prepared, ...(isReady ? await runStages([tests, ...staticChecks], { lanes: 2, keepGoing }) : [])]);
}
