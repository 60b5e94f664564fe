import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { watchChildProcesses } from '../../../test/support/child-processes.ts';
import { makePng } from '../../../test/support/hostile-images.ts';
import { createSandbox, FileRejected } from './sandbox.ts';

const MB = 1024 * 1024;
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const limits = { memoryBytes: 220 * MB, cpuSeconds: 1, seconds: 9, resultBytes: MB };
const program = pathOf('../../../test/prisoner.mjs');
const sandbox = createSandbox({ program, usedPackage: 'sharp', ...limits });
const emptyFile = new Uint8Array();

const describeOutcome = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: Error) =>
      `${error instanceof FileRejected ? 'given up' : 'failed'}: ${error.message.replace(program, '…')}`,
  );

describe('a program in the sandbox', () => {
  it('a program in the sandbox receives a file and returns a result', async () => {
    const file = Buffer.alloc(900_000, 'a file of a stranger');
    expect(await sandbox(file, ['answer'])).toEqual(file);
  });

  it('a program sees no secrets in the sandbox, and cannot read, write or start anything else [SAFE-06]', async () => {
    const path = join(tmpdir(), `hakiki-prisoner-${process.pid}`);
    const output = await sandbox(Buffer.from(path), ['tell']);
    expect(JSON.parse(output.toString())).toEqual({
      environment: ['MALLOC_ARENA_MAX', 'PWD', 'UV_THREADPOOL_SIZE'],
      read: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      start: 'ERR_ACCESS_DENIED',
    });
    expect(existsSync(path)).toBe(false);
  });

  it(
    'a program is killed in the sandbox when it uses too much memory, time or output [SAFE-06]',
    { timeout: 40_000 },
    async () => {
      const watch = watchChildProcesses('prisoner');
      expect(await describeOutcome(sandbox(emptyFile, ['grow']))).toMatch(/^given up: ended by SIG/);
      expect(await describeOutcome(sandbox(emptyFile, ['compute']))).toMatch(/^given up: ended by SIG/);
      expect(await describeOutcome(sandbox(emptyFile, ['talk']))).toBe(`given up: more than ${MB} bytes came out`);
      const impatientSandbox = createSandbox({ program, usedPackage: 'sharp', ...limits, seconds: 1 });
      expect(await describeOutcome(impatientSandbox(emptyFile, ['sleep']))).toBe(
        'failed: Nothing came out within 1 s.',
      );
      expect(watch.stop().peakBytes).toBeLessThan(300 * MB);
    },
  );

  it('a program distinguishes an invalid file from an error of the program in the sandbox', async () => {
    expect(await describeOutcome(sandbox(emptyFile, ['refuse']))).toBe('given up: not what it says it is');
    expect(await describeOutcome(sandbox(emptyFile, ['fail']))).toBe('failed: The program … ended with 1.');
  });

  it('a program may exit in the sandbox before it has read the whole file', async () => {
    expect(await describeOutcome(sandbox(new Uint8Array(10 * MB), ['refuse']))).toBe(
      'given up: not what it says it is',
    );
  });

  it("a program cannot decompress a picture beyond the sandbox's memory limit, even if its header was not checked [SAFE-06]", async () => {
    const redraw = createSandbox({
      program: pathOf('../../modules/evidence/redraw-picture.mjs'),
      usedPackage: 'sharp',
      ...limits,
      cpuSeconds: 6,
    });
    const picture = makePng({ width: 10_000, height: 10_800, depth: 16, colour: 6, isInterlaced: true });
    const watch = watchChildProcesses('redraw-picture');
    expect(await describeOutcome(redraw(picture, ['image/png', '110000000']))).toMatch(/^given up: /);
    expect(watch.stop().peakBytes).toBeLessThan(300 * MB);
  });
});
