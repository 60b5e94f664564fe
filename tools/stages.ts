/**
 * Runs commands as named stages and counts their results. A stage's tally is the last line `N passed, N failed` of its
 * output, or a runner's JSON report; a stage with neither counts as one check.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const root = join(import.meta.dirname, '..');
const compiled = join(root, 'node_modules/.cache/compiled');

interface Tally {
  passed: number;
  failed: number;
}

/** With the slowest files, so that a slow run shows where, and with the failures and their reasons. */
interface DetailedTally extends Tally {
  slowest: string[];
  failures: string[];
}

export interface Stage {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** Prints its output even if it passes. */
  showsOutput?: boolean;
  /** Environment variable or arguments that tell the runner where to write its report. */
  report?: (path: string) => {
    args?: readonly string[];
    env?: Record<string, string>;
    read: (report: string) => DetailedTally;
  };
}

export interface Outcome extends Tally {
  name: string;
  seconds: number;
  output: string;
  showsOutput?: boolean;
  slowest?: string[];
  failures?: string[];
}

interface Timed {
  file: string;
  seconds: number;
}

const MAX_SHOWN_FILES = 8;

function listSlowest(timed: readonly Timed[]): string[] {
  const byFile = new Map<string, number>();
  for (const { file, seconds } of timed) byFile.set(file, (byFile.get(file) ?? 0) + seconds);
  const ordered = [...byFile].toSorted(([, one], [, other]) => other - one);
  return ordered.slice(0, MAX_SHOWN_FILES).map(([file, seconds]) => `${file} ${seconds.toFixed(0)} s`);
}

/** One line each: of a long output often only the end is stored. */
function describeFailure(where: string, title: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const reason = lines.map((line) => line.trim()).filter(Boolean);
  return `${where} › ${title}: ${reason.slice(0, 4).join(' | ').slice(0, 400)}`;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** A file that could not be loaded has no failed test; it counts as one. */
export function parseVitestReport(report: string): DetailedTally {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const timed = testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  const failures = [
    ...unloaded.map(({ name, message }) => describeFailure(relative(root, name), 'could not be loaded', message)),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => describeFailure(relative(root, name), fullName, failureMessages?.[0])),
    ),
  ];
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, slowest: listSlowest(timed), failures };
}

interface PlaywrightSuite {
  file: string;
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

const listJourneys = ({ file, specs, suites = [] }: PlaywrightSuite): Timed[] => [
  ...specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file, seconds: duration / 1000 }))),
  ),
  ...suites.flatMap(listJourneys),
];

const listFailedJourneys = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => describeFailure(file, title, results.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap(listFailedJourneys),
];

export function parsePlaywrightReport(report: string): DetailedTally {
  const { stats, suites } = JSON.parse(report) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    slowest: listSlowest(suites.flatMap(listJourneys)),
    failures: suites.flatMap(listFailedJourneys),
  };
}

export function parseClosingLine(output: string): Tally | undefined {
  const match = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined;
}

/** The exit code decides: a run that exited with an error, or that ran nothing, has at least one failure. */
export function applyExitCode(tally: Tally | undefined, exitCode: number): Tally {
  if (!tally) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const isSound = exitCode === 0 && tally.passed > 0;
  return { passed: tally.passed, failed: isSound ? tally.failed : Math.max(1, tally.failed) };
}

export const script = (name: string, ...args: string[]): Stage => ({
  name,
  command: ['npm', 'run', '--silent', name, '--', ...args],
});

export const vitest = (name: string, args: readonly string[] = [], env: Record<string, string> = {}): Stage => ({
  name,
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', ...args],
  env,
  report: (path) => ({ args: [`--outputFile.json=${path}`], read: parseVitestReport }),
});

export async function runStage(stage: Stage): Promise<Outcome> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'hakiki-stage-'));
  const reportPath = join(folder, 'report.json');
  const report = stage.report?.(reportPath);
  const { exitCode, output } = await run([...stage.command, ...(report?.args ?? [])], { ...stage.env, ...report?.env });
  const reported =
    report &&
    (await readFile(reportPath, 'utf8').then(report.read, (): DetailedTally => ({
      passed: 0,
      failed: 1,
      slowest: [],
      failures: [],
    })));
  await rm(folder, { recursive: true });
  return {
    name: stage.name,
    seconds: (performance.now() - startedAt) / 1000,
    output,
    ...(stage.showsOutput && { showsOutput: true }),
    ...(reported && { slowest: reported.slowest, failures: reported.failures }),
    ...applyExitCode(reported ?? parseClosingLine(output), exitCode),
  };
}

function run([program = '', ...args]: readonly string[], env: Record<string, string>) {
  // The tools of the lockfile come first, with its Node.
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      // The tests start the product's processes many times; without a cache each would compile the same files again.
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    }
    child.on('error', (error) => resolve({ exitCode: 1, output: error.message }));
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output: chunks.join('') }));
  });
}

export function formatOutcome({ name, seconds, passed, failed }: Outcome): string {
  const mark = failed > 0 ? '✗' : '✓';
  const count = passed + failed > 1 ? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : '';
  return `${mark} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd();
}

function print(outcome: Outcome): void {
  const { failed, output, slowest = [], showsOutput } = outcome;
  console.log(formatOutcome(outcome));
  if (slowest.length > 0) console.log(`    slowest: ${slowest.join(', ')}`);
  if (failed > 0 || showsOutput) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
}

const addTallies = (outcomes: readonly Outcome[]): Tally => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
});

export function printResult(outcomes: readonly Outcome[]): void {
  const { passed, failed } = addTallies(outcomes);
  const broken = outcomes.filter((outcome) => outcome.failed > 0);
  for (const { name, failures = [] } of broken) for (const failure of failures) console.log(`${name}: ${failure}`);
  if (broken.length > 0) console.log(`failed: ${broken.map(({ name }) => name).join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** Runs the stages in `lanes` parallel lanes; after a failure no further one starts unless `keepGoing`. */
export async function runStages(
  stages: readonly Stage[],
  { lanes = 1, keepGoing = false, onOutcome = print },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...stages];
  const next = () => (keepGoing || addTallies(outcomes).failed === 0 ? waiting.shift() : undefined);
  const runLane = async (): Promise<void> => {
    for (let stage = next(); stage; stage = next()) {
      const outcome = await runStage(stage);
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return outcomes;
}
