/** Runs all CI stages. A failed stage does not stop the next one, so that one run shows all failures. */
import { check } from './check.ts';
import { printResult, runStages, type Stage, parsePlaywrightReport, vitest } from './stages.ts';

const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';

/** Long tests with the same result on every PostgreSQL; they already ran on the newest one. */
const sameOnEveryPostgres = [
  '**/accounts/{administration,factors.routes,cross-site-writes,password-guessing.routes,passwords,sign-in.routes,timing.routes}.*',
  '**/{access,burst,canary,client,graceful-stop,hakiki-setup,key-rotation,mail,mail-crash-recovery,outages,payments-crash-recovery,probe,random-admin-actions,replies,reports-crash-recovery,start,stored-text,traces}.test.ts',
  '**/billing/payfast/**',
  '**/filings/{evidence,hostile-files}.*',
  '**/indicators/find.*',
  '**/public-forms/{routes,reporting.routes}.*',
  '**/news/parse-feed.*',
  '**/v1/examples.*',
  '**/platform/{config,fetch,http,log,mail,sandbox,sealing,storage}/**',
  // Fifty people contend for the same rows against a time limit, so it must not run beside a build.
  '**/triage/concurrent-moderators.routes.*',
];

/** These run in parallel, because both wait often. */
const oldestAndBuild: Stage[] = [
  vitest('server, PostgreSQL 15', ['apps/server', ...sameOnEveryPostgres.map((one) => `--exclude=${one}`)], {
    PG_BIN: OLDEST_POSTGRES,
  }),
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
];

const stagesAfterBuild: Stage[] = [
  {
    name: 'e2e',
    // On a shared machine a few of the hundreds of e2e tests may need a retry; the tally limits and names them.
    command: ['npm', 'run', '--silent', 'e2e', '--', '--reporter=line,json', '--retries=1'],
    report: (path) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path }, read: parsePlaywrightReport }),
  },
  vitest('release', ['--config=tools/release/vitest.config.ts']),
  { name: 'weigh', command: ['node', 'tools/page-weight.ts', '--built'] },
  { name: 'spec', command: ['node', 'tools/spec.ts', '--claimed'] },
];

/** Runs alone, because it uses the whole machine. */
const chaosStages: Stage[] = [
  vitest('chaos', ['--config=chaos/vitest.config.ts']),
  vitest('cluster', ['--config=chaos/cluster/vitest.config.ts']),
];

const startedAt = performance.now();
const outcomes = [
  ...(await check(true)),
  ...(await runStages(oldestAndBuild, { lanes: 2, keepGoing: true })),
  ...(await runStages(stagesAfterBuild, { lanes: 2, keepGoing: true })),
  ...(await runStages(chaosStages, { keepGoing: true })),
];
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
printResult(outcomes);
