/** Lists the methods that a path under /api accepts. */
import { isKeyedPath } from './keyed.ts';
import type { Route } from './route.ts';

const segmentsOf = (path: string): string[] => path.split('/');

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.every((segment, place) => (segment.startsWith(':') ? path[place] !== '' : segment === path[place]));

/** Returns an empty list for an unknown path. */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const known = routes.map(({ endpoint: { method, path } }) => ({ method, pattern: segmentsOf(path) }));
  const byLength = Map.groupBy(known, ({ pattern }) => pattern.length);
  return (path) => {
    const asked = segmentsOf(path);
    const found = (byLength.get(asked.length) ?? []).filter(({ pattern }) => fits(pattern, asked));
    const methods = new Set(found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
    return methods.size > 0 && isKeyedPath(path) ? [...methods, 'OPTIONS'] : [...methods];
  };
}
