/**
 * Command: measures the speed as ratios. Everything is compared with a minimal baseline that does the same work on the
 * same machine in the same minutes, because absolute values of a shared machine say little.
 *
 *   npm run bench -- [--only reads|capacity|intake|admin|check] [--sizes 1000,100000,1000000]
 *     [--users 1000,10000000] [--indicators 100000,10000000] [--seconds 5] [--rounds 3] [--data FOLDER]
 *
 * Needs wrk and nginx, and for reads and capacity the built site (npm run build). Capacity and intake are measured at
 * the first of the sizes. `--data` keeps the filled databases for the next run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nginxBinary } from '../ops/nginx/edge.ts';
import { findFreePort, startPostgres, startTemporaryPostgres } from '../tools/pg.ts';
import { measureCapacity } from './capacity.ts';
import { measureCheck } from './check.ts';
import { measureIntake } from './intake.ts';
import { measureLists } from './lists.ts';
import type { Run } from './processes.ts';
import { measureReads } from './reads.ts';
import { replaceMeasured, type ResultTable } from './report.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    users: { type: 'string', default: '1000,10000000' },
    indicators: { type: 'string', default: '100000,10000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string' },
    only: { type: 'string' },
  },
});
const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`'${text}' is not a whole number above 0.`);
  return Number(text);
};
const wholeNumbers = (text: string) => text.split(',').map(wholeNumber) as [number, ...number[]];
const pace = { seconds: wholeNumber(options.seconds), rounds: wholeNumber(options.rounds) };
const users = wholeNumbers(options.users);
const indicators = wholeNumbers(options.indicators);
const medians = `Medians of ${pace.rounds} rounds of ${pace.seconds} s, taken in turn.`;

const parts: Record<string, { method: string; needsSite?: true; measure: (run: Run) => Promise<ResultTable> }> = {
  reads: { method: medians, needsSite: true, measure: measureReads },
  capacity: {
    method: `CPU time for each request, over ${pace.seconds} s.`,
    needsSite: true,
    measure: measureCapacity,
  },
  intake: { method: medians, measure: measureIntake },
  admin: { method: medians, measure: (run) => measureLists(run, users) },
  check: { method: medians, measure: (run) => measureCheck(run, indicators) },
};
const selected = Object.entries(parts).filter(([part]) => options.only === undefined || options.only === part);
if (selected.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}.`);
const site = join(import.meta.dirname, '../apps/web/build/server/index.js');
if (selected.some(([, { needsSite }]) => needsSite) && !existsSync(site)) {
  throw new Error('The site is not built: run npm run build first.');
}

/** The kind of machine of the measurements, without identifying it. */
function describeMachine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const nginx = /nginx\/([\d.]+)/.exec(spawnSync(nginxBinary, ['-v'], { encoding: 'utf8' }).stderr)?.[1];
  return (
    `${day}, ${platform()} ${arch()}, ${cpus().length} cores shared by load, server and database, ${memory} GB of memory; ` +
    `Node ${process.versions.node}, nginx ${nginx}.`
  );
}

const folder = mkdtempSync(join(tmpdir(), 'hakiki-bench-'));
const cluster = options.data
  ? await startPostgres({ dataDir: options.data, port: await findFreePort(), durable: false })
  : await startTemporaryPostgres('bench');
try {
  const run: Run = {
    cluster,
    sizes: wholeNumbers(options.sizes),
    pace,
    folder,
    say: (text) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`),
  };
  const results = join(import.meta.dirname, 'RESULTS.md');
  for (const [part, { method, measure }] of selected) {
    const table = (await measure(run)).table();
    console.log(table);
    const measured = `${describeMachine()} ${method}\n\n${table}`;
    writeFileSync(results, replaceMeasured(readFileSync(results, 'utf8'), part, measured));
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
