import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../pg.ts';
import { replaceRelease } from './replace-release.ts';

const place = mkdtempSync(join(tmpdir(), 'replace-release-'));
let first: Server;

beforeEach(async () => {
  for (const name of ['before', 'after']) {
    mkdirSync(join(place, name, 'apps/web/build/client/assets'), { recursive: true });
    mkdirSync(join(place, name, 'apps/server/src'), { recursive: true });
    writeFileSync(join(place, name, 'apps/server/src/main.ts'), '');
  }
  symlinkSync('before', join(place, 'hakiki'));
  first = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  rmSync(place, { recursive: true });
  await new Promise((resolve) => first.close(resolve));
});

it(
  'leaves the server that answers alone where the other answers with neither release [OPS-04]',
  { timeout: 60_000 },
  async () => {
    const [answering, silent] = [(first.address() as { port: number }).port, await freePort()];
    const restarted: (number | string)[] = [];
    const note = (one: number | string) => {
      restarted.push(one);
      return Promise.resolve();
    };
    const replaced = replaceRelease(
      join(place, 'after'),
      {},
      {
        link: join(place, 'hakiki'),
        ports: [answering, silent],
        migrate: () => Promise.resolve(),
        restartServer: note,
        restartWorker: () => note('worker'),
        renewEdge: () => Promise.resolve(),
        patienceMs: 400,
        say: () => {},
      },
    );
    await expect(replaced).rejects.toThrow(`The server on ${silent} answers with neither release: hakiki doctor`);
    expect(restarted).toEqual(['worker', answering, silent, silent]);
  },
);
