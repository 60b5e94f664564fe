import type { Plugin } from 'vite';

/**
 * Development: what only the server renders, as the still parts of the home page, is no module of the open page that could be replaced
 * there, so the page is loaded again.
 */
export const liveServerParts = (): Plugin => ({
  name: 'hakiki:live-server-parts',
  apply: 'serve',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0) return;
    const { moduleGraph, hot } = server.environments.client;
    // To Tailwind every file is a text that it looks for classes in: an entry without an id.
    const isInPage = [...(moduleGraph.getModulesByFile(file) ?? [])].some(({ id }) => id !== null);
    if (!isInPage) hot.send({ type: 'full-reload', path: '*' });
  },
});
