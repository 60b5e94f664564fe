import type { Plugin } from 'vite';

/**
 * Development: a module that only the server renders, e.g. static parts of the home page, is not in the open page and
 * cannot be replaced there, so the page is reloaded.
 */
export const reloadServerParts = (): Plugin => ({
  name: 'hakiki:live-server-parts',
  apply: 'serve',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0) return;
    const { moduleGraph, hot } = server.environments.client;
    // Tailwind adds every scanned file to the module graph as an entry without an id.
    const isInPage = [...(moduleGraph.getModulesByFile(file) ?? [])].some(({ id }) => id !== null);
    if (!isInPage) hot.send({ type: 'full-reload', path: '*' });
  },
});
