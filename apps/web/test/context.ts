/** Server context and language for tests. */
import { RouterContextProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import type { Language } from '../app/lib/language/language.ts';
import { recordOutages } from '../app/lib/errors/outage.ts';
import { apiContext, pageContext, type PageResponse } from '../app/lib/pages/context.ts';
import { baseLocale, overwriteGetLocale } from '../app/paraglide/runtime.js';

/** The context that the server passes to a loader. */
export function createServerContext(api: Api): { context: RouterContextProvider; page: PageResponse } {
  const page: PageResponse = { cache: 'shared' };
  const context = new RouterContextProvider();
  context.set(apiContext, recordOutages(page, api));
  context.set(pageContext, page);
  return { context, page };
}

/** Sets the language until the end of the test. */
export function setTestLanguage(language: Language): void {
  overwriteGetLocale(() => language);
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
}
