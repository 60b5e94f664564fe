/**
 * Runs a module that is loaded through Vite and restarts it when a file that it imports changes. Only affected modules
 * are loaded again, which is much faster than a new process.
 */
import { createServer, createServerModuleRunner, type EnvironmentModuleNode } from 'vite';

export interface RestartingModule {
  stop: () => Promise<void>;
}

interface Options<Started> {
  /** Watched folder, besides all imported files. */
  root: string;
  entry: string;
  /** Files that no module imports but that also require a restart. */
  requiresRestart: (file: string) => boolean;
  start: (module: unknown) => Promise<Started>;
  stop: (started: Started) => Promise<void>;
  onStart: (starting: Promise<Started>, changed: readonly string[]) => void;
}

/**
 * Changes within this time cause one restart. The file watcher drops a second change of the same file within 50 ms, so
 * a shorter delay would load the first version and miss the second one.
 */
const DEBOUNCE_MS = 60;

export async function runWithRestarts<Started>(options: Options<Started>): Promise<RestartingModule> {
  const { root, entry, requiresRestart, start, stop, onStart } = options;
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const { ssr } = vite.environments;
  const runner = createServerModuleRunner(ssr, { hmr: false });
  let current: Promise<Started | undefined> = Promise.resolve(undefined);
  let changed: string[] = [];

  /** If the new one does not start, the previous one keeps running. */
  const restart = (): void => {
    const files = changed;
    changed = [];
    const before = current;
    for (const file of files) {
      for (const one of listAffectedFiles(ssr.moduleGraph.getModulesByFile(file) ?? [])) {
        for (const node of runner.evaluatedModules.getModulesByFile(one) ?? [])
          runner.evaluatedModules.invalidateModule(node);
      }
    }
    const starting = before.then(async () => start(await runner.import(entry)));
    current = starting.catch(() => before);
    onStart(starting, files);
    void starting.then(
      async () => {
        const old = await before;
        if (old !== undefined) await stop(old);
      },
      () => undefined,
    );
  };

  vite.watcher.on('all', (_event, file) => {
    if (!requiresRestart(file) && !ssr.moduleGraph.getModulesByFile(file)) return;
    if (changed.length === 0) setTimeout(restart, DEBOUNCE_MS);
    changed.push(file);
  });
  restart();

  return {
    stop: async () => {
      const started = await current;
      if (started !== undefined) await stop(started);
      await runner.close();
      await vite.close();
    },
  };
}

/** The files of the modules and of all their importers. */
function listAffectedFiles(
  modules: Iterable<EnvironmentModuleNode>,
  found = new Set<EnvironmentModuleNode>(),
): Set<string> {
  for (const one of modules) {
    if (found.has(one)) continue;
    found.add(one);
    listAffectedFiles(one.importers, found);
  }
  return new Set([...found].flatMap(({ file }) => file ?? []));
}
