import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  root,
  runStage,
  runStages,
  applyExitCode,
  parseClosingLine,
  parsePlaywrightReport,
  parseVitestReport,
} from './stages.ts';

const node = (script: string) => ['node', '--eval', script];

describe('counting', () => {
  it('counts by the last line of the output only', () => {
    expect(parseClosingLine('table\n12 passed, 3 failed\n')).toEqual({ passed: 12, failed: 3 });
    expect(parseClosingLine('12 passed, 3 failed\nmore')).toBeUndefined();
  });

  it('counts a test file that could not be loaded as a failure', () => {
    const testResults = [
      {
        name: join(root, 'a.test.ts'),
        startTime: 0,
        endTime: 2400,
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'takes away',
            failureMessages: ['Error: \u001B[31m3\u001B[39m is not 2\n\n  at a'],
          },
        ],
      },
      { name: join(root, 'b.test.ts'), startTime: 0, endTime: 5000, status: 'failed', assertionResults: [] },
    ];
    const report = JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults });
    expect(parseVitestReport(report)).toEqual({
      passed: 1,
      failed: 2,
      slowest: ['b.test.ts 5 s', 'a.test.ts 2 s'],
      failures: ['b.test.ts › could not be loaded: ', 'a.test.ts › takes away: Error: 3 is not 2 | at a'],
    });
  });

  it('counts failed e2e tests, with the reason', () => {
    const results = [{ duration: 3000, error: { message: 'Timed out' } }];
    const specs = [{ title: 'walks', tests: [{ status: 'unexpected', results }] }];
    const suites = [{ file: 'a.spec.ts', specs, suites: [{ file: 'a.spec.ts', specs }] }];
    expect(parsePlaywrightReport(JSON.stringify({ stats: { expected: 5, unexpected: 2 }, suites }))).toEqual({
      passed: 5,
      failed: 2,
      slowest: ['a.spec.ts 6 s'],
      failures: ['a.spec.ts › walks: Timed out', 'a.spec.ts › walks: Timed out'],
    });
  });

  it('trusts the exit code over the count', () => {
    expect(applyExitCode({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 });
    expect(applyExitCode({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
    expect(applyExitCode(undefined, 0)).toEqual({ passed: 1, failed: 0 });
  });
});

describe('running a stage', () => {
  it('uses the Node of the lockfile', async () => {
    const { output } = await runStage({ name: 'version', command: node('console.log(process.version)') });
    expect(output.trim()).toBe(process.version);
  });

  it('keeps the output of a command that failed', async () => {
    const outcome = await runStage({ name: 'broken', command: node('console.error("why"); process.exit(3)') });
    expect(outcome).toMatchObject({ name: 'broken', passed: 0, failed: 1, output: 'why\n' });
  });

  it('fails a stage whose program does not exist', async () => {
    expect(await runStage({ name: 'gone', command: ['no-such-program'] })).toMatchObject({ passed: 0, failed: 1 });
  });

  it('fails a runner that wrote no report', async () => {
    const report = () => ({ read: parseVitestReport });
    expect(await runStage({ name: 'silent', command: node(''), report })).toMatchObject({ passed: 0, failed: 1 });
  });

  it('starts nothing after a failure, unless told to keep going', async () => {
    const stages = [
      { name: 'a', command: node('process.exit(1)') },
      { name: 'b', command: node('') },
    ];
    const names = async (keepGoing: boolean) =>
      (await runStages(stages, { keepGoing, onOutcome: () => {} })).map(({ name }) => name);
    expect(await names(false)).toEqual(['a']);
    expect(await names(true)).toEqual(['a', 'b']);
  });
});
