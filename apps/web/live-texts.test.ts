import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { languages } from '@hakiki/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reloadTextsPlugin } from './live-texts.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'hakiki-live-texts-')));
const folders = { messages: path.join(folder, 'messages'), compiled: path.join(folder, 'compiled') };
const english = path.join(folders.messages, 'en.json');
const toJson = (hello: string) => JSON.stringify({ hello, rest: 'x'.repeat(300_000) }, null, 2);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.test', ...args], { cwd: folder });
let server: ViteDevServer;

/** Reads the text as the server renders it. */
async function readShownText(): Promise<string> {
  const module = await server.ssrLoadModule(path.join(folders.compiled, 'messages.js'));
  return (module as { m: { hello: () => string } }).m.hello();
}

beforeAll(async () => {
  mkdirSync(folders.messages);
  for (const language of languages.slice(1)) {
    writeFileSync(path.join(folders.messages, `${language}.json`), toJson('Bonjour'));
  }
  git('init', '--quiet', '--initial-branch=old');
  for (const branch of ['old', 'new']) {
    writeFileSync(english, toJson(`Hello from ${branch}`));
    git('checkout', '--quiet', '-B', branch);
    git('add', '.');
    git('commit', '--quiet', '--message', branch);
  }
  server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    plugins: [reloadTextsPlugin(folders)],
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('shows the texts of the branch after each of six checkouts', async () => {
  for (const branch of ['old', 'new', 'old', 'new', 'old', 'new']) {
    git('checkout', '--quiet', branch);
    await expect.poll(readShownText, { timeout: 10_000 }).toBe(`Hello from ${branch}`);
  }
});

it.each([0, 20, 40, 120])('shows the new text of a file whose second half is written %i ms later', async (delayMs) => {
  const text = toJson(`Hello after ${delayMs}`);
  const file = openSync(english, 'w');
  writeSync(file, text.slice(0, 1000));
  await pause(delayMs);
  writeSync(file, text.slice(1000));
  closeSync(file);
  await expect.poll(readShownText, { timeout: 10_000 }).toBe(`Hello after ${delayMs}`);
});
