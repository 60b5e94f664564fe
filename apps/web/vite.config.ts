import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { textsOfBuildFolder } from './compile-texts.ts';
import { draftedFiles } from './drafted-files.ts';
import { liveServerParts } from './live-server-parts.ts';
import { liveTexts } from './live-texts.ts';
import { oneLanguage } from './one-language.ts';
import { precompress } from './precompress.ts';

/**
 * Parts of libraries that every first visit would pay for and nobody uses here. Should a new version ask one for something else,
 * the build fails.
 */
const leftOut: readonly (readonly [file: string, instead: string])[] = [
  // Looks for the files of a late part a moment before the browser does it by itself.
  ['vite/preload-helper.js', 'export const __vitePreload = (load) => load();'],
  // Tells a listener what the router does; there is none.
  [
    'react-router/dist/production/lib/router/instrumentation.js',
    `const none = () => undefined;
     export { none as consumeInstrumentationClientResultMetaReceiver, none as getRouteInstrumentationUpdates };
     export { none as instrumentClientSideRouter, none as instrumentHandler };
     export { none as instrumentationResultMetaContext };`,
  ],
];

const withoutUnused = (): Plugin => ({
  name: 'hakiki:without-unused',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => leftOut.find(([file]) => id.endsWith(file))?.[1],
});

/** A build takes the texts that build.ts has compiled for it, wherever the code says `paraglide/`. */
const textsOfBuild = (): Plugin => ({
  name: 'hakiki:texts-of-build',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^(?:\.{1,2}\/)+(?:app\/)?paraglide\/(?=\w+\.js$)/,
          replacement: `${textsOfBuildFolder}/`,
        },
      ],
    },
  }),
});

const language = process.env['SITE_LANGUAGE'] ?? 'en';

export default defineConfig({
  plugins: [
    tailwindcss(),
    liveTexts(),
    liveServerParts(),
    textsOfBuild(),
    reactRouter(),
    oneLanguage(language),
    withoutUnused(),
    draftedFiles(),
    precompress(),
  ],
  // The server knows the site only through createWebHandler, so that is what the server build exports. It has all languages and is
  // built once; of the others only the manifest of their client files is wanted.
  environments: {
    ssr: {
      build: {
        rollupOptions: { input: language === 'en' ? './server/entry.ts' : 'virtual:react-router/server-manifest' },
      },
    },
  },
  // Asked for by every page: ready before the first one is opened.
  server: { warmup: { clientFiles: ['./app/entry.client.tsx', './app/root.tsx', './app/screens/home/home.tsx'] } },
  // Known beforehand, so that the first page in development does not reload after they were found.
  optimizeDeps: {
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', 'zod/mini', '@simplewebauthn/browser'],
  },
  build: { assetsInlineLimit: 0, sourcemap: false, cssMinify: true, modulePreload: false },
});
