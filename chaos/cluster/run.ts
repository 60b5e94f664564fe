/**
 * Loses each part of the reference deployment (docs/runbooks/cluster.md) under load, in turn and then at random, and
 * checks the acknowledged writes. Needs the built site, nginx, redis-server, Debian's PostgreSQL 15 and access to
 * Debian's packages.
 *
 *   npm run cluster [-- --seconds 600] [--only leader,\ silent] [--seed N]
 */
import { parseArgs } from 'node:util';
import { runDrill } from './drill.ts';
import { kinds } from '../crowd.ts';
import { formatDrillTable, listProblems } from './drill-result.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '5' },
    /** Only these losses. */
    only: { type: 'string', multiple: true },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const startedAt = performance.now();
const say = (message: string) =>
  console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${message}`);
const { only } = values;
const result = await runDrill(
  { seconds: Number(values.seconds), seed: Number(values.seed), ...(only && { only }) },
  say,
);
console.log(`\n${formatDrillTable(result)}\n`);
const counts = [...kinds, 'evidence'].map(
  (kind) => `${result.acknowledged.filter((one) => one.kind === kind).length} ${kind}`,
);
console.log(`acknowledged: ${counts.join(', ')}; read: ${result.reads.length} pages`);
const problems = listProblems(result);
for (const problem of problems.slice(0, 40)) console.log(`FOUND ${problem}`);
console.log(
  problems.length === 0
    ? 'Nothing that was acknowledged is lost or doubled, and every page was answered.'
    : `FAILED: ${problems.length} faults`,
);
process.exit(problems.length === 0 ? 0 : 1);
