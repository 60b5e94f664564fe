/**
 * Whatever a screen can be refused, it has words for: it learns those of its own part, which other pages do without. Each is in both
 * languages (`lib/errors/server-words.test.ts`).
 */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { readFieldError } from '@hakiki/contract/field-error';
import { errorsOfPrograms } from '@hakiki/contract/field-errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';

/** Every code that a schema can say about what it is given, at any depth. */
function codesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = '_zod' in schema ? (schema as z.core.$ZodType)._zod.def : schema;
  const { error } = def as { error?: (issue: { input: unknown }) => unknown };
  const message = typeof error === 'function' ? error({ input: '' }) : undefined;
  const own = typeof message === 'string' ? [readFieldError(message).code] : [];
  return [...own, ...Object.values(def).flatMap((inner) => codesIn(inner, seen))];
}

/** Which screen calls an endpoint, and so has to know what is refused there. */
const screens: [path: RegExp, screen: () => Promise<unknown>][] = [
  [/^\/api\/v1\//, () => Promise.reject(new Error('Called by programs alone.'))],
  [/^\/api\/admin\//, () => import('./screens/admin/parts/gate.tsx')],
  [/^\/api\/business\/invitations?\b/, () => import('./screens/business/join.tsx')],
  [/^\/api\/business\//, () => import('./screens/business/business.tsx')],
  [/^\/api\/(?:api-keys|webhooks)\b/, () => import('./screens/api/api.tsx')],
  [/^\/api\//, () => Promise.resolve()],
];
const screenOf = ({ path }: EndpointDefinition) => screens.find(([pattern]) => pattern.test(path))?.[1];

describe('a screen', () => {
  beforeEach(() => vi.resetModules());

  it.each(screens.slice(1))('knows words for all that the calls under %s can refuse it', async (_, screen) => {
    const called = (endpoints as readonly EndpointDefinition[]).filter((endpoint) => screenOf(endpoint) === screen);
    const codes = new Set(
      called.flatMap(({ errors: refusals, body, query }) => [...refusals, ...codesIn(body), ...codesIn(query)]),
    );
    await screen();
    const own = await import('./lib/errors/server-words.ts');
    const wordless = [...codes].filter(
      (code) => !(code in errorsOfPrograms) && !own.inWords(code, { max: 1, given: 2 }),
    );
    expect(codes.size).toBeGreaterThan(5);
    expect(wordless).toEqual([]);
  });
});
