/** Server context and language for tests. */
import { RouterContextProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import type { Language } from '../app/lib/language/language.ts';
import { notingOutages } from '../app/lib/errors/outage.ts';
import { apiContext, pageContext, type PageInMaking } from '../app/lib/pages/context.ts';
import { baseLocale, overwriteGetLocale } from '../app/paraglide/runtime.js';

/** The context that the server passes to a loader. */
export function serverContext(api: Api): { context: RouterContextProvider; page: PageInMaking } {
  const page: PageInMaking = { cache: 'shared' };
  const context = new RouterContextProvider();
  context.set(apiContext, notingOutages(page, api));
  context.set(pageContext, page);
  return { context, page };
}

/** Sets the language until the end of the test. */
export function speaking(language: Language): void {
  overwriteGetLocale(() => language);
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
}
