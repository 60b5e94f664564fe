import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type HotPayload, normalizePath, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadServerParts } from './live-server-parts.ts';

let folder: string;
let server: ViteDevServer;
const sentPayloads: HotPayload[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hakiki-live-'));
  await writeFile(join(folder, 'still.js'), 'export const still = 1;');
  await writeFile(join(folder, 'lively.js'), 'export const lively = 1; import.meta.hot?.accept();');
  server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    plugins: [reloadServerParts()],
  });
  sentPayloads.length = 0;
  vi.spyOn(server.environments.client.hot, 'send').mockImplementation((...payload: unknown[]) => {
    sentPayloads.push(payload[0] as HotPayload);
  });
  for (const name of ['/still.js', '/lively.js']) await server.ssrLoadModule(name);
  await server.environments.client.transformRequest('/lively.js');
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const emitChange = (name: string) => server.watcher.emit('change', normalizePath(join(folder, name)));

it('reloads an open page when a module changes that only the server renders', async () => {
  emitChange('still.js');
  await vi.waitFor(() => expect(sentPayloads).toEqual([{ type: 'full-reload', path: '*' }]));
});

it('leaves a module to hot module replacement if the page has it', async () => {
  emitChange('lively.js');
  await vi.waitFor(() => expect(sentPayloads.map(({ type }) => type)).toEqual(['update']));
});
