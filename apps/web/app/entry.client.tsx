import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { baseLocale, isLocale, overwriteGetLocale } from './paraglide/runtime.js';

// A change of language loads a new document, so the document's own language is the truth.
overwriteGetLocale(() => {
  const language = document.documentElement.lang;
  return isLocale(language) ? language : baseLocale;
});

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
