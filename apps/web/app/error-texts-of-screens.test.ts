/**
 * Every screen has a text for each error that its calls can return: it registers the texts of its own area, which other
 * pages do not load. Each text is in both languages (`lib/errors/server-error-texts.test.ts`).
 */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { parseFieldError } from '@hakiki/contract/field-error';
import { programErrors } from '@hakiki/contract/field-errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';

/** All error codes of a schema, at any depth. */
function collectCodes(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = '_zod' in schema ? (schema as z.core.$ZodType)._zod.def : schema;
  const { error } = def as { error?: (issue: { input: unknown }) => unknown };
  const message = typeof error === 'function' ? error({ input: '' }) : undefined;
  const ownCodes = typeof message === 'string' ? [parseFieldError(message).code] : [];
  return [...ownCodes, ...Object.values(def).flatMap((inner) => collectCodes(inner, seen))];
}

/** The screen that calls an endpoint, and therefore needs its error texts. */
const screensByPath: [path: RegExp, screen: () => Promise<unknown>][] = [
  [/^\/api\/v1\//, () => Promise.reject(new Error('Only API clients call this.'))],
  [/^\/api\/admin\//, () => import('./screens/admin/parts/gate.tsx')],
  [/^\/api\/business\/invitations?\b/, () => import('./screens/business/join.tsx')],
  [/^\/api\/business\//, () => import('./screens/business/business.tsx')],
  [/^\/api\/(?:api-keys|webhooks)\b/, () => import('./screens/api/api.tsx')],
  [/^\/api\//, () => Promise.resolve()],
];
const findScreen = ({ path }: EndpointDefinition) => screensByPath.find(([pattern]) => pattern.test(path))?.[1];

describe("a screen's error texts", () => {
  beforeEach(() => vi.resetModules());

  it.each(screensByPath.slice(1))('cover all errors of the calls under %s', async (_, screen) => {
    const calledEndpoints = (endpoints as readonly EndpointDefinition[]).filter(
      (endpoint) => findScreen(endpoint) === screen,
    );
    const codes = new Set(
      calledEndpoints.flatMap(({ errors: refusals, body, query }) => [
        ...refusals,
        ...collectCodes(body),
        ...collectCodes(query),
      ]),
    );
    await screen();
    const own = await import('./lib/errors/server-error-texts.ts');
    const codesWithoutText = [...codes].filter(
      (code) => !(code in programErrors) && !own.getErrorText(code, { max: 1, given: 2 }),
    );
    expect(codes.size).toBeGreaterThan(5);
    expect(codesWithoutText).toEqual([]);
  });
});
