/**
 * Runs the stages of CI: `gate` before each merge, with everything that guards a person; `nightly` once a day, with the
 * trials of rare operations. A failed stage does not stop the next one, so that one run shows all failures.
 */
import { staticChecks, tests, texts } from './check.ts';
import {
  formatOutcome,
  type Outcome,
  parsePlaywrightReport,
  printResult,
  runStages,
  script,
  type Stage,
  vitest,
} from './stages.ts';

/** Stages that may run in parallel, in so many lanes. */
interface Phase {
  lanes: number;
  stages: readonly Stage[];
}

const build = script('build');

const e2e = (...args: string[]): Stage => ({
  ...script('e2e', '--reporter=line,json', ...args),
  report: (path) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path }, read: parsePlaywrightReport }),
});

/** Of the oldest PostgreSQL that we support. */
const oldestPostgres = { PG_BIN: '/usr/lib/postgresql/15/bin' };

const modes: Record<string, readonly Phase[]> = {
  gate: [
    { lanes: 1, stages: [texts] },
    { lanes: 2, stages: [build, ...staticChecks] },
    // One after the other: both compute most of the time, and side by side on two cores more tests miss their limits.
    {
      lanes: 2,
      stages: [
        tests,
        script('spec', '--claimed'),
        // The nightly run has all tests on it; a function that it lacks would stop every check until then.
        vitest('statements, PostgreSQL 15', ['--project=server', 'named-statements'], oldestPostgres),
      ],
    },
    { lanes: 2, stages: [e2e(), script('weigh', '--built')] },
    // Uses the whole machine.
    { lanes: 1, stages: [vitest('chaos, short', ['--config=chaos/vitest.config.ts'])] },
  ],
  nightly: [
    {
      lanes: 1,
      stages: [
        texts,
        build,
        { ...script('cost'), showsOutput: true },
        vitest('server, PostgreSQL 15', ['--project=server'], {
          ...oldestPostgres,
          SEQUENCES: '800',
        }),
        { ...e2e('--project=companies, desktop'), name: 'e2e, companies, desktop', env: { NIGHTLY: '1' } },
        { ...e2e('--project=phone', 'languages.spec.ts'), name: 'e2e, every language', env: { NIGHTLY: '1' } },
        { ...vitest('long tests', ['--config=vitest.nightly.config.ts']), showsOutput: true },
        { ...script('chaos'), showsOutput: true },
        { ...script('bench'), showsOutput: true },
      ],
    },
  ],
};

const phases = modes[process.argv[2] ?? ''];
if (!phases) throw new Error(`Usage: node tools/ci.ts ${Object.keys(modes).join('|')}`);

const startedAt = performance.now();
const outcomes: Outcome[] = [];
for (const { lanes, stages } of phases) outcomes.push(...(await runStages(stages, { lanes, keepGoing: true })));

console.log(outcomes.map(formatOutcome).join('\n'));
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
printResult(outcomes);
