import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as viteModule from 'vite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDevelopmentPort } from './dev-front.ts';
import { runWithRestarts } from './restart-on-change.ts';

vi.mock(import('vite'), { spy: true });

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hakiki-restarting-')));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
afterAll(() => rmSync(folder, { recursive: true }));

interface StartedVersion {
  word: string;
  loadedAt: number;
}

describe('a server whose code changes', () => {
  it('a changed server restarts with the changed modules, reuses the others, and keeps running when the new code fails', async () => {
    write('word.ts', `export const word: string = 'first';`);
    write('rest.ts', `export const loadedAt: number = performance.now();`);
    write(
      'entry.ts',
      `import { word } from './word.ts'; import { loadedAt } from './rest.ts'; export const output = { word, loadedAt };`,
    );
    const stopped: string[] = [];
    const started: Promise<StartedVersion>[] = [];
    const next = async (count: number) => {
      await expect.poll(() => started.length, { timeout: 10_000 }).toBe(count);
      return started[count - 1]!;
    };
    const running = await runWithRestarts<StartedVersion>({
      root: folder,
      entry: join(folder, 'entry.ts'),
      requiresRestart: () => false,
      start: (module) => Promise.resolve((module as { output: StartedVersion }).output),
      stop: (version) => Promise.resolve(void stopped.push(version.word)),
      onStart: (starting) => void started.push(starting),
    });
    const first = await next(1);
    expect(first.word).toBe('first');

    write('word.ts', `export const word: string = 'second';`);
    expect(await next(2)).toEqual({ word: 'second', loadedAt: first.loadedAt });
    await expect.poll(() => stopped).toEqual(['first']);

    write('word.ts', `throw new Error('no word');`);
    await expect(next(3)).rejects.toThrow('no word');
    expect(stopped).toEqual(['first']);

    write('word.ts', `export const word: string = 'fourth';`);
    expect((await next(4)).word).toBe('fourth');
    await expect.poll(() => stopped).toEqual(['first', 'second']);
    await running.stop();
    expect(stopped).toEqual(['first', 'second', 'fourth']);
  });
});

describe('two saves shortly after each other', () => {
  it('the second save runs in the end, also when the watcher misses it during the restart', async () => {
    const createServerOfVite = vi.spyOn(viteModule, 'createServer');
    const save = (word: string) => write('saved.ts', `export const word: string = '${word}';`);
    save('old');
    const running: string[] = [];
    const server = await runWithRestarts<string>({
      root: folder,
      entry: join(folder, 'saved.ts'),
      requiresRestart: () => false,
      start: async (module) => {
        const { word } = module as { word: string };
        if (word === 'first') {
          const { watcher } = await createServerOfVite.mock.results[0]!.value;
          watcher.removeAllListeners('all');
          await pause(100);
          save('second');
        }
        return word;
      },
      stop: () => Promise.resolve(),
      onStart: (starting) => void starting.then((word) => running.push(word)),
    });
    await expect.poll(() => running, { timeout: 10_000 }).toEqual(['old']);
    save('first');
    await expect.poll(() => running, { timeout: 10_000 }).toEqual(['old', 'first', 'second']);
    await server.stop();
  });
});

describe('the port of the development server', () => {
  it('the development port lets requests wait for the server behind it', async () => {
    const behind = createServer((request, response) => {
      response.setHeader('X-Asked', `${request.method} ${request.url}`);
      request.pipe(response);
    }).listen(0, '127.0.0.1');
    const site = Object.assign((_request: unknown, _response: unknown, pass: () => void) => pass(), {});
    const front = createDevelopmentPort(() => site as never);
    await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`;
    const ready = Promise.withResolvers<number>();
    front.pointAt(ready.promise);
    const early = fetch(`${url}/api/things?n=1`, { method: 'POST', body: 'hello' });
    expect(await Promise.race([early, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))])).toBe('waits');
    ready.resolve((behind.address() as AddressInfo).port);
    const answer = await early;
    expect([answer.headers.get('x-asked'), await answer.text()]).toEqual(['POST /api/things?n=1', 'hello']);
    front.pointAt(Promise.resolve(1));
    expect((await fetch(`${url}/page`)).status).toBe(502);
    front.server.close();
    behind.close();
  });
});
