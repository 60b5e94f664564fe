/**
 * A browser's page around the code of the server's build: one test reads what the server has rendered (`import.meta.env.SSR`), the next
 * clicks on it. What both sides have is Node's own: requests go to real servers, under no rules of a browser for other origins.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];

const shared = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
] as const;

const pageAndServer: Environment = {
  ...happyDom,
  name: 'page-and-server',
  viteEnvironment: 'ssr',
  async setup(global: typeof globalThis, options) {
    const own = Object.fromEntries(shared.map((name) => [name, global[name]]));
    const page = await happyDom.setup(global, options);
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return page;
  },
};

export default pageAndServer;
