/** What must hold before a change is shown to anyone. Prints a line per stage, and the output of those that failed. */
import { parseArgs } from 'node:util';
import { conclude, runStages, vitest, type Stage } from './stages.ts';

const { values } = parseArgs({ options: { 'keep-going': { type: 'boolean', default: false } } });

const script = (name: string, ...args: string[]): Stage => ({
  name,
  command: ['npm', 'run', '--silent', name, ...args],
});

/** The rest reads what these write: the compiled texts. */
const first = [script('texts')];

/** The slowest first, so that two lanes end together. */
const rest = [
  vitest('test'),
  script('types'),
  script('lint'),
  script('dead-code'),
  script('boundaries'),
  script('migrations'),
  script('format', '--', '--check'),
  script('lockfile'),
];

const keepGoing = values['keep-going'];
const prepared = await runStages(first, { keepGoing });
const isReady = keepGoing || prepared.every(({ failed }) => failed === 0);
conclude([...prepared, ...(isReady ? await runStages(rest, { lanes: 2, keepGoing }) : [])]);
