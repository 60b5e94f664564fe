/**
 * A browser page for code of the server build: one test reads the server-rendered page (`import.meta.env.SSR`), the
 * next clicks on it. Requests use Node's own classes, without CORS rules.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];

const nodeGlobals = [
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
    const nodeValues = Object.fromEntries(nodeGlobals.map((name) => [name, global[name]]));
    const page = await happyDom.setup(global, options);
    for (const [name, value] of Object.entries(nodeValues))
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return page;
  },
};

export default pageAndServer;
