import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { oneLanguage } from './one-language.ts';
import { paraglideOptions } from './paraglide.config.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin(paraglideOptions),
    reactRouter(),
    oneLanguage(process.env['SITE_LANGUAGE'] ?? 'en'),
    precompress(),
  ],
  // The server knows the site only through createWebHandler, so that is what the server build exports.
  environments: { ssr: { build: { rollupOptions: { input: './server/entry.ts' } } } },
  // Known beforehand, so that the first page in development does not reload after they were found.
  optimizeDeps: { include: ['react', 'react-dom/client', 'react-router', 'react-router/dom'] },
  build: { assetsInlineLimit: 0, sourcemap: false, cssMinify: true },
});
