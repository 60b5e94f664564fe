import { reactRouter } from '@react-router/dev/vite';
import { defaultLanguage, languages } from '@hakiki/contract/site';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { buildTextsFolder } from './compile-texts.ts';
import { sharedFilesPlugin } from './drafted-files.ts';
import { reloadServerParts } from './live-server-parts.ts';
import { reloadTextsPlugin } from './live-texts.ts';
import { singleLanguagePlugin } from './one-language.ts';
import { precompressPlugin } from './precompress.ts';

/**
 * Library modules that are not needed and are replaced by stubs. If a new version imports something else from them, the
 * build fails.
 */
const stubbedModules: readonly (readonly [file: string, stub: string])[] = [
  // Preloads the files of a lazy part, which the browser does anyway.
  ['vite/preload-helper.js', 'export const __vitePreload = (load) => load();'],
  // Reports router events to a listener; there is none.
  [
    'react-router/dist/production/lib/router/instrumentation.js',
    `const none = () => undefined;
     export { none as consumeInstrumentationClientResultMetaReceiver, none as getRouteInstrumentationUpdates };
     export { none as instrumentClientSideRouter, none as instrumentHandler };
     export { none as instrumentationResultMetaContext };`,
  ],
];

const stubUnusedModules = (): Plugin => ({
  name: 'hakiki:without-unused',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => stubbedModules.find(([file]) => id.endsWith(file))?.[1],
});

/** Uses the texts that build.ts has compiled for the build, wherever the code imports `paraglide/`. */
const buildTextsPlugin = (): Plugin => ({
  name: 'hakiki:texts-of-build',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^(?:\.{1,2}\/)+(?:app\/)?paraglide\/(?=\w+\.js$)/,
          replacement: `${buildTextsFolder}/`,
        },
      ],
    },
  }),
});

const language = languages.find((one) => one === process.env['SITE_LANGUAGE']) ?? defaultLanguage;

export default defineConfig({
  plugins: [
    tailwindcss(),
    reloadTextsPlugin(),
    reloadServerParts(),
    buildTextsPlugin(),
    reactRouter(),
    singleLanguagePlugin(language),
    stubUnusedModules(),
    sharedFilesPlugin(),
    precompressPlugin(),
  ],
  // The server uses the site only through createWebHandler, so that is what the server build exports. It has all
  // languages and is built once; for the other languages only the client manifest is needed.
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: language === defaultLanguage ? './server/entry.ts' : 'virtual:react-router/server-manifest',
        },
      },
    },
  },
  // Every page needs these: transformed before the first one is opened.
  server: { warmup: { clientFiles: ['./app/entry.client.tsx', './app/root.tsx', './app/screens/home/home.tsx'] } },
  // Known in advance, so that the first page in development does not reload after they were discovered.
  optimizeDeps: {
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', 'zod/mini', '@simplewebauthn/browser'],
  },
  build: { assetsInlineLimit: 0, sourcemap: false, cssMinify: true, modulePreload: false },
});
