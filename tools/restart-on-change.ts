/**
 * Runs a module that is loaded through Vite and restarts it when a file that it imports changes. Only affected modules
 * are loaded again, which is much faster than a new process.
 */
import { statSync } from 'node:fs';
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

  const invalidate = (file: string): void => {
    // Vite does it, too, but maybe later.
    ssr.moduleGraph.onFileChange(file);
    for (const one of listAffectedFiles(ssr.moduleGraph.getModulesByFile(file) ?? [])) {
      for (const node of runner.evaluatedModules.getModulesByFile(one) ?? [])
        runner.evaluatedModules.invalidateModule(node);
    }
  };

  /** If the new one does not start, the previous one keeps running. */
  const restart = (): void => {
    const files = changed;
    changed = [];
    const before = current;
    let loadedAt = 0;
    const starting = before.then(async () => {
      // Only now: the restart before this one may have been loading the same files.
      for (const file of files) invalidate(file);
      loadedAt = Date.now();
      return start(await runner.import(entry));
    });
    const settled = starting.catch(() => before);
    current = settled;
    onStart(starting, files);
    void starting.then(
      async () => {
        const old = await before;
        if (old !== undefined) await stop(old);
      },
      () => undefined,
    );
    void settled.finally(() => {
      // The watcher may miss a change that closely follows another one.
      const missed = [...ssr.moduleGraph.fileToModulesMap.keys()].filter((file) => isNewer(file, loadedAt));
      if (current === settled) for (const file of missed) scheduleRestart(file);
    });
  };

  const scheduleRestart = (file: string): void => {
    if (changed.length === 0) setTimeout(restart, DEBOUNCE_MS);
    changed.push(file);
  };
  vite.watcher.on('all', (_event, file) => {
    if (requiresRestart(file) || ssr.moduleGraph.getModulesByFile(file)) scheduleRestart(file);
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

const isNewer = (file: string, time: number): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > time;

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
