import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';
import { compileTexts, catalogueFolders, type CatalogueFolders, writeTranslationModules } from './compile-texts.ts';

/**
 * The file watcher reports the first write of a file and drops the others of the next 50 ms, so a file that is read
 * earlier may be incomplete and never be read again.
 */
const SETTLE_MS = 100;

/**
 * Development: compiles a changed text and shows it in every open page. The compiler writes several files; if each were
 * a change, a page would be reloaded in between with old texts. So these files are not watched: requests wait until all
 * are written, and then one reload is sent.
 */
export function reloadTextsPlugin(folders: CatalogueFolders = catalogueFolders): Plugin {
  let compiling: Promise<unknown> = Promise.resolve();
  const isCatalogueFile = (file: string) => path.dirname(file) === folders.messages && file.endsWith('.json');

  /** An incomplete file keeps the previous texts. */
  const recompile = async (server: ViteDevServer): Promise<void> => {
    const { logger } = server.config;
    const startedAt = performance.now();
    try {
      const outcome = await compileTexts(folders, true);
      if (outcome === 'unchanged') return;
      await reloadTexts(server, folders.compiled, outcome === 'all' ? isCompiledText : isChangedText);
    } catch (error) {
      logger.error(`texts: ${String(error)}`, { timestamp: true });
      return;
    }
    logger.info(`texts compiled in ${Math.round(performance.now() - startedAt)} ms`, { timestamp: true });
  };

  return {
    name: 'hakiki:live-texts',
    apply: 'serve',
    config: () => ({ server: { watch: { ignored: [`${folders.compiled}/**`] } } }),
    async configureServer(server) {
      await compileTexts(folders);
      await writeTranslationModules(folders.compiled);
      let isScheduled = false;
      const compileWhenSettled = async () => {
        await pause(SETTLE_MS);
        isScheduled = false;
        await recompile(server);
      };
      // Git deletes a file and creates it again, which can arrive as two events that are no change.
      server.watcher.on('all', (_event, file) => {
        if (!isCatalogueFile(file) || isScheduled) return;
        isScheduled = true;
        compiling = compiling.then(compileWhenSettled);
      });
      const waitForCompilation = async (next: () => void) => {
        await compiling;
        next();
      };
      server.middlewares.use((_request, _response, next) => void waitForCompilation(next));
    },
    hotUpdate: { order: 'pre', handler: ({ file }) => (isCatalogueFile(file) ? [] : undefined) },
  };
}

/** All compiled files except the ones that components import, which would reload the components, too. */
const isCompiledText = (name: string): boolean => name !== 'messages.js' && name !== 'runtime.js';
const isChangedText = (name: string): boolean => name === 'every-message.js' || name.startsWith('changed/');

/**
 * Reloads only the texts. Components read each text from `m`, so the server need not reload the whole site; an open
 * page is reloaded.
 */
async function reloadTexts(
  server: ViteDevServer,
  compiled: string,
  isAffected: (name: string) => boolean,
): Promise<void> {
  for (const { moduleGraph } of Object.values(server.environments)) {
    for (const [file, modules] of moduleGraph.fileToModulesMap) {
      if (!file.startsWith(`${compiled}/`) || !isAffected(path.relative(compiled, file))) continue;
      for (const moduleNode of modules) moduleGraph.invalidateModule(moduleNode);
    }
  }
  const load = (name: string) => server.ssrLoadModule(path.join(compiled, name));
  const { m } = (await load('messages.js')) as { m: object };
  Object.assign(m, await load('every-message.js'));
  server.environments.client.hot.send({ type: 'full-reload', path: '*' });
}
