/**
 * Runs chaos trials against the product on this machine. Prints one table and fails on any lost, duplicate, leaked or
 * delayed response, and on any 5xx other than 503.
 *
 *   npm run chaos [-- --short] [--seed N] [--only NAME]
 */
import { parseArgs } from 'node:util';
import { hasFailed, type Outcome, formatTable } from './outcome.ts';
import { trials } from './trials.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '12' },
    only: { type: 'string' },
  },
});
const chosen = Object.entries(trials).filter(([name]) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`There is no trial '${values.only}': ${Object.keys(trials).join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const outcomes: Outcome[] = [];
for (const [name, trial] of chosen) {
  const started = performance.now();
  outcomes.push(await trial({ seed: Number(values.seed), isShort: values.short }));
  console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(formatTable(outcomes));
const failed = outcomes.filter(hasFailed).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
