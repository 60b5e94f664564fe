/**
 * The routes of one language. With an optional language in front of each path, the client would flatten and rank each
 * route twice before it can hydrate, though it only ever opens its own paths. Server and client must match in the same
 * way, or a page that does not exist is rendered twice.
 */
import { defaultLanguage } from '@hakiki/contract/site';

const ANY_LANGUAGE = /^:locale\?\/?/;

export interface RouteManifest {
  routes: Record<string, { path?: string | undefined } | undefined>;
}

export function keepRoutesOf<Manifest extends RouteManifest>(language: string, manifest: Manifest): Manifest {
  const prefix = language === defaultLanguage ? [] : [language];
  const toOwnPath = (path: string): string =>
    [...prefix, path.replace(ANY_LANGUAGE, '')].filter(Boolean).join('/') || '/';
  return {
    ...manifest,
    routes: Object.fromEntries(
      Object.entries(manifest.routes).map(([id, route]) => [
        id,
        route?.path !== undefined && ANY_LANGUAGE.test(route.path) ? { ...route, path: toOwnPath(route.path) } : route,
      ]),
    ),
  };
}
