import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../pg.ts';
import { isCrashLoop, type Machine, replaceRelease } from './replace-release.ts';

const testFolder = mkdtempSync(join(tmpdir(), 'replace-release-'));
let first: Server;

beforeEach(async () => {
  for (const name of ['before', 'after']) {
    mkdirSync(join(testFolder, name, 'apps/web/build/client/assets'), { recursive: true });
    mkdirSync(join(testFolder, name, 'apps/server/src'), { recursive: true });
    writeFileSync(join(testFolder, name, 'apps/server/src/main.ts'), '');
  }
  symlinkSync('before', join(testFolder, 'hakiki'));
  first = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  rmSync(testFolder, { recursive: true });
  await new Promise((resolve) => first.close(resolve));
});

/** A machine that records restarts instead of executing them. */
function createMachine(overrides: Partial<Machine> & Pick<Machine, 'ports'>) {
  const restarted: (number | string)[] = [];
  const note = (one: number | string) => {
    restarted.push(one);
    return Promise.resolve();
  };
  const machine: Machine = {
    link: join(testFolder, 'hakiki'),
    migrate: () => Promise.resolve(),
    restartServer: note,
    restartWorker: () => note('worker'),
    hasCrashed: () => Promise.resolve(false),
    applyEdgeConfig: () => Promise.resolve(),
    timeoutMs: 400,
    say: () => {},
    ...overrides,
  };
  return { machine, restarted };
}

it(
  'does not touch the running server if the other one responds with neither release [OPS-04]',
  { timeout: 60_000 },
  async () => {
    const [answering, silent] = [(first.address() as { port: number }).port, await findFreePort()];
    const { machine, restarted } = createMachine({ ports: [answering, silent] });
    await expect(replaceRelease(join(testFolder, 'after'), {}, machine)).rejects.toThrow(
      `The server on ${silent} does not respond with either release. Run hakiki doctor.`,
    );
    expect(restarted).toEqual(['worker', answering, silent, silent]);
  },
);

it(
  'restores the previous release without waiting if the new server has crashed [OPS-04]',
  { timeout: 40_000 },
  async () => {
    const port = (first.address() as { port: number }).port;
    await new Promise((resolve) => first.close(resolve));
    let starts = 0;
    const { machine, restarted } = createMachine({
      ports: [port],
      timeoutMs: 600_000,
      hasCrashed: () => Promise.resolve(starts === 1),
      restartServer: async () => {
        starts += 1;
        if (starts === 2) await new Promise<void>((resolve) => first.listen(port, '127.0.0.1', resolve));
      },
    });
    await expect(replaceRelease(join(testFolder, 'after'), {}, machine)).rejects.toThrow(
      `The new server on ${port} did not respond. ${join(testFolder, 'before')} is running again. Run hakiki doctor.`,
    );
    expect(starts).toBe(2);
    expect(restarted).toEqual(['worker', 'worker']);
  },
);

it.each([
  ['ActiveState=active\nNRestarts=0\n', false],
  ['ActiveState=activating\nNRestarts=1\n', false],
  ['ActiveState=activating\nNRestarts=2\n', true],
  ['NRestarts=0\nActiveState=failed\n', true],
])('tells by what systemd says whether a server comes up and ends again and again: %j [OPS-04]', (shown, expected) => {
  expect(isCrashLoop(shown)).toBe(expected);
});
