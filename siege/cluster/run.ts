/**
 * Loses each part of the reference deployment (docs/runbooks/cluster.md) under load, in turn and then at random, and
 * checks the acknowledged writes. Needs the built site, nginx, redis-server, Debian's PostgreSQL 15 and access to
 * Debian's packages.
 *
 *   npm run cluster [-- --seconds 600] [--only leader,\ silent] [--seed N]
 */
import { parseArgs } from 'node:util';
import { drill } from './drill.ts';
import { faultsOf, kinds, tableOf } from './verdict.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '5' },
    /** Only these losses. */
    only: { type: 'string', multiple: true },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const began = performance.now();
const say = (words: string) =>
  console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${words}`);
const { only } = values;
const seen = await drill({ seconds: Number(values.seconds), seed: Number(values.seed), ...(only && { only }) }, say);
console.log(`\n${tableOf(seen)}\n`);
const counts = [...kinds, 'evidence'].map((kind) => `${seen.told.filter((one) => one.kind === kind).length} ${kind}`);
console.log(`acknowledged: ${counts.join(', ')}; read: ${seen.reads.length} pages`);
const faults = faultsOf(seen);
for (const fault of faults.slice(0, 40)) console.log(`FOUND ${fault}`);
console.log(
  faults.length === 0
    ? 'Nothing that was acknowledged is lost or doubled, and every page was answered.'
    : `FAILED: ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
