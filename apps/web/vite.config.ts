import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { oneLanguage } from './one-language.ts';
import { paraglideOptions } from './paraglide.config.ts';
import { precompress } from './precompress.ts';

/**
 * Few files instead of many: some thirty texts and parts in files of their own cost 5 kB and twenty requests. The libraries stay
 * apart, so that a changed text or another language does not make anyone download them again.
 */
const chunks = {
  groups: [
    { name: 'libraries', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//, priority: 2 },
    { name: 'site', test: /apps\/web\/app\/(?:components|lib|paraglide)\//, minShareCount: 2, priority: 1 },
  ],
};

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin(paraglideOptions),
    reactRouter(),
    oneLanguage(process.env['SITE_LANGUAGE'] ?? 'en'),
    precompress(),
  ],
  // The server knows the site only through createWebHandler, so that is what the server build exports.
  environments: {
    client: { build: { rollupOptions: { output: { advancedChunks: chunks } } } },
    ssr: { build: { rollupOptions: { input: './server/entry.ts' } } },
  },
  // Known beforehand, so that the first page in development does not reload after they were found.
  optimizeDeps: {
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', 'zod/mini', '@simplewebauthn/browser'],
  },
  build: { assetsInlineLimit: 0, sourcemap: false, cssMinify: true },
});
