/** Lists the methods that a path under /api accepts. */
import { isApiKeyPath } from './api-key-calls.ts';
import type { Route } from './route.ts';

const segmentsOf = (path: string): string[] => path.split('/');

const matchesPattern = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]));

/** Returns an empty list for an unknown path. */
export function createMethodLister(routes: readonly Route[]): (path: string) => string[] {
  const patterns = routes.map(({ endpoint: { method, path } }) => ({ method, pattern: segmentsOf(path) }));
  const byLength = Map.groupBy(patterns, ({ pattern }) => pattern.length);
  return (path) => {
    const segments = segmentsOf(path);
    const matches = (byLength.get(segments.length) ?? []).filter(({ pattern }) => matchesPattern(pattern, segments));
    const methods = new Set(matches.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
    return methods.size > 0 && isApiKeyPath(path) ? [...methods, 'OPTIONS'] : [...methods];
  };
}
