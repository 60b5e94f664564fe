import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { cacheGuidesOffline } from './lib/browser/cache-guides.ts';
import { createTrustedTypesPolicy } from './lib/browser/trusted-types.ts';
import { openLinksAsDocumentsOffline } from './lib/pages/preload-on-intent.ts';
import { baseLocale, isLocale, overwriteGetLocale } from './paraglide/runtime.js';

createTrustedTypesPolicy();
openLinksAsDocumentsOffline();

// Changing the language loads a new document, so the document's language is authoritative.
overwriteGetLocale(() => {
  const language = document.documentElement.lang;
  return isLocale(language) ? language : baseLocale;
});

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

// Not in development, where the files of a page change while it is open.
if (import.meta.env.PROD) cacheGuidesOffline();
