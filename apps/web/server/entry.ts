/** Entry point of the site for the server. Each request has its own language, API and nonce. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { cacheControl } from '@hakiki/contract/cache';
import { isPersonalPage } from '@hakiki/contract/pages';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { readFileSync } from 'node:fs';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { languageOfPath, languages, type Language } from '../app/lib/language/language.ts';
import { notingOutages } from '../app/lib/errors/outage.ts';
import { apiContext, nonceContext, pageContext, siteContext, type PageInMaking } from '../app/lib/pages/context.ts';
import { baseLocale, overwriteGetLocale } from '../app/paraglide/runtime.js';

const language = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => language.getStore() ?? baseLocale);

/** Built pages load the scripts of their language (build.ts); in development one client serves all. */
function handlersByLanguage(): (of: Language) => ReturnType<typeof createRequestHandler> {
  if (import.meta.env.DEV) {
    const handler = createRequestHandler(build, 'development');
    return () => handler;
  }
  const manifests = JSON.parse(readFileSync(new URL('./manifests.json', import.meta.url), 'utf8')) as Record<
    Language,
    ServerBuild['assets']
  >;
  const handlers = new Map(
    languages.map((of) => [of, createRequestHandler({ ...build, assets: manifests[of] }, 'production')] as const),
  );
  return (of) => handlers.get(of)!;
}

export const createWebHandler: CreateWebHandler = ({ site }) => {
  const handlerFor = handlersByLanguage();
  return (request, { nonce, api }) => {
    const { pathname, searchParams } = new URL(request.url);
    const of = languageOfPath(pathname);
    return language.run(of, async () => {
      // A URL with an emailed token is a secret: it must not be cached, not even as a key.
      const isPrivate = isPersonalPage(pathname) || searchParams.has('token');
      const page: PageInMaking = { cache: isPrivate ? 'never' : 'shared' };
      const context = new RouterContextProvider();
      context.set(
        apiContext,
        notingOutages(page, (path, init) => api(new Request(new URL(path, request.url), init))),
      );
      context.set(siteContext, site);
      context.set(nonceContext, nonce);
      context.set(pageContext, page);
      const response = await handlerFor(of)(request, context);
      const isKept = request.method === 'GET' && (response.status < 400 || response.status === 404);
      response.headers.set('Cache-Control', cacheControl(isKept ? page.cache : 'never'));
      return response;
    });
  };
};
