import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { keepRoutesOf } from './language-routes.ts';

const manifest = {
  version: '1',
  routes: {
    root: { path: '' },
    frame: {},
    home: { path: ':locale?', index: true },
    provider: { path: ':locale?/provider/:id' },
    missing: { path: ':locale?/*' },
  },
};

const matchIn = (language: string, url: string): string | undefined => {
  const routes = Object.entries(keepRoutesOf(language, manifest).routes).map(([id, route]) => ({ id, ...route }));
  return matchRoutes(routes as RouteObject[], url)?.at(-1)?.route.id;
};

describe('the routes of one language', () => {
  it('are the English paths without a prefix for English', () => {
    expect(keepRoutesOf('en', manifest)).toEqual({
      version: '1',
      routes: {
        root: { path: '' },
        frame: {},
        home: { path: '/', index: true },
        provider: { path: 'provider/:id' },
        missing: { path: '*' },
      },
    });
  });

  it.each([
    ['en', '/', 'home'],
    ['en', '/provider/7', 'provider'],
    ['en', '/fr/provider/7', 'missing'],
    ['fr', '/fr', 'home'],
    ['fr', '/fr/provider/7', 'provider'],
    ['fr', '/fr/nothing', 'missing'],
  ])('match in %s the path %s with the page %s', (language, url, id) => {
    expect(matchIn(language, url)).toBe(id);
  });
});
