/** Entry point of the site for the server. Each request has its own language, API and nonce. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { cacheControl } from '@hakiki/contract/cache';
import { isPersonalPage, isSharePage } from '@hakiki/contract/pages';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { readFileSync } from 'node:fs';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { getPathLanguage, languages, type Language } from '../app/lib/language/language.ts';
import { recordOutages } from '../app/lib/errors/outage.ts';
import { keepRoutesOf } from '../language-routes.ts';
import { apiContext, nonceContext, pageContext, siteContext, type PageResponse } from '../app/lib/pages/context.ts';
import { baseLocale, overwriteGetLocale } from '../app/paraglide/runtime.js';

const currentLanguageStore = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => currentLanguageStore.getStore() ?? baseLocale);

/** Built pages have the routes and scripts of their language (build.ts); in development one client serves all. */
function createHandlers(): (pageLanguage: Language) => ReturnType<typeof createRequestHandler> {
  if (import.meta.env.DEV) {
    const handler = createRequestHandler(build, 'development');
    return () => handler;
  }
  const manifests = JSON.parse(readFileSync(new URL('./manifests.json', import.meta.url), 'utf8')) as Record<
    Language,
    ServerBuild['assets']
  >;
  const handlers = new Map(
    languages.map(
      (pageLanguage) =>
        [
          pageLanguage,
          createRequestHandler({ ...keepRoutesOf(pageLanguage, build), assets: manifests[pageLanguage] }, 'production'),
        ] as const,
    ),
  );
  return (pageLanguage) => handlers.get(pageLanguage)!;
}

export const createWebHandler: CreateWebHandler = ({ site }) => {
  const handlerFor = createHandlers();
  return (request, { nonce, api }) => {
    const { pathname, searchParams } = new URL(request.url);
    const pageLanguage = getPathLanguage(pathname);
    // The server has checked the origin. React Router would reject the one of another app.
    if (isSharePage(pathname)) request.headers.delete('origin');
    return currentLanguageStore.run(pageLanguage, async () => {
      // A URL with an emailed token is a secret: it must not be cached, not even as a key.
      const isPrivate = isPersonalPage(pathname) || searchParams.has('token');
      const page: PageResponse = { cache: isPrivate ? 'never' : 'shared' };
      const context = new RouterContextProvider();
      context.set(
        apiContext,
        recordOutages(page, (path, init) => api(new Request(new URL(path, request.url), init))),
      );
      context.set(siteContext, site);
      context.set(nonceContext, nonce);
      context.set(pageContext, page);
      const response = await handlerFor(pageLanguage)(request, context);
      const isCacheable = request.method === 'GET' && (response.status < 400 || response.status === 404);
      response.headers.set('Cache-Control', cacheControl(isCacheable ? page.cache : 'never'));
      return response;
    });
  };
};
