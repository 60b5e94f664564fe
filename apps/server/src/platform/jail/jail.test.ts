import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { watchChildren } from '../../../test/children.ts';
import { makePng } from '../../../test/hostile-pictures.ts';
import { createJail, FileGivenUp } from './jail.ts';

const MB = 1024 * 1024;
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const limits = { memoryBytes: 220 * MB, cpuSeconds: 1, seconds: 9, resultBytes: MB };
const program = pathOf('../../../test/prisoner.mjs');
const jail = createJail({ program, uses: 'sharp', ...limits });
const nothing = new Uint8Array();

const why = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: Error) => `${error instanceof FileGivenUp ? 'given up' : 'failed'}: ${error.message.replace(program, '…')}`,
  );

describe('a program in the sandbox', () => {
  it('a program in the sandbox receives a file and returns a result', async () => {
    const file = Buffer.alloc(900_000, 'a file of a stranger');
    expect(await jail(file, ['answer'])).toEqual(file);
  });

  it('a program sees no secrets in the sandbox, and cannot read, write or start anything else [SAFE-06]', async () => {
    const path = join(tmpdir(), `hakiki-prisoner-${process.pid}`);
    const told = await jail(Buffer.from(path), ['tell']);
    expect(JSON.parse(told.toString())).toEqual({
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
      const watch = watchChildren('prisoner');
      expect(await why(jail(nothing, ['grow']))).toMatch(/^given up: ended by SIG/);
      expect(await why(jail(nothing, ['compute']))).toMatch(/^given up: ended by SIG/);
      expect(await why(jail(nothing, ['talk']))).toBe(`given up: more than ${MB} bytes came out`);
      const impatient = createJail({ program, uses: 'sharp', ...limits, seconds: 1 });
      expect(await why(impatient(nothing, ['sleep']))).toBe('failed: Nothing came out within 1 s.');
      expect(watch.stop().peakBytes).toBeLessThan(300 * MB);
    },
  );

  it('a program distinguishes an invalid file from an error of the program in the sandbox', async () => {
    expect(await why(jail(nothing, ['refuse']))).toBe('given up: not what it says it is');
    expect(await why(jail(nothing, ['fail']))).toBe('failed: The program … ended with 1.');
  });

  it('a program may exit in the sandbox before it has read the whole file', async () => {
    expect(await why(jail(new Uint8Array(10 * MB), ['refuse']))).toBe('given up: not what it says it is');
  });

  it("a program cannot decompress a picture beyond the sandbox's memory limit, even if its header was not checked [SAFE-06]", async () => {
    const redraw = createJail({
      program: pathOf('../../modules/filings/redraw-picture.mjs'),
      uses: 'sharp',
      ...limits,
      cpuSeconds: 6,
    });
    const picture = makePng({ width: 10_000, height: 10_800, depth: 16, colour: 6, isInterlaced: true });
    const watch = watchChildren('redraw-picture');
    expect(await why(redraw(picture, ['image/png', '110000000']))).toMatch(/^given up: /);
    expect(watch.stop().peakBytes).toBeLessThan(300 * MB);
  });
});
