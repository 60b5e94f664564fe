import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { endpoint, type EndpointDefinition, listParameters } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { fieldError } from './field-error.ts';
import { toSentence } from './field-errors.ts';
import { TAXII_PAGE_SIZE, taxiiRootPath } from './taxii-values.ts';

it('an endpoint without access, cache policy or rate-limit class does not compile', () => {
  const otherFields = { method: 'GET', path: '/api/x', summary: '', reply: z.null(), errors: [] } as const;
  // @ts-expect-error access is missing
  endpoint({ ...otherFields, cache: 'never', rateLimit: 'read' });
  // @ts-expect-error the cache policy is missing
  endpoint({ ...otherFields, access: 'public', rateLimit: 'read' });
  // @ts-expect-error the rate-limit class is missing
  endpoint({ ...otherFields, access: 'public', cache: 'never' });
  // @ts-expect-error there is no such access
  endpoint({ ...otherFields, access: 'everyone', cache: 'never', rateLimit: 'read' });
  expect(endpoint({ ...otherFields, access: 'public', cache: 'never', rateLimit: 'read' }).access).toBe('public');
});

it('no response of the console can be cached, not even by the browser of a moderator [SAFE-07]', () => {
  const staffEndpoints = endpoints.filter(({ access }) => access === 'admin' || access === 'moderator');
  expect(staffEndpoints.length).toBeGreaterThan(50);
  expect(staffEndpoints.filter(({ cache }) => cache !== 'never').map(({ path }) => path)).toEqual([]);
});

it('every list rejects an offset above 10,000 with a message [SAFE-07] [DEC-56]', () => {
  const allEndpoints: readonly EndpointDefinition[] = endpoints;
  const pagedEndpoints = allEndpoints.filter((endpoint) => listParameters(endpoint).includes('offset'));
  expect(pagedEndpoints.length).toBeGreaterThan(15);
  for (const { path, query } of pagedEndpoints) {
    const getMessages = (queryInput: object) =>
      z.core.safeParse(query!, queryInput).error?.issues.map(({ message }) => message);
    expect(getMessages({ offset: '10000', limit: '1' }), path).toBeUndefined();
    expect(getMessages({ offset: '10001', limit: '1' }), path).toEqual([fieldError('TOO_DEEP', { max: 10_000 })]);
  }
  expect(toSentence({ code: 'TOO_DEEP', params: { max: 10_000 } })).toBe(
    'Lists can be read to entry 10,000. Please use filters to see more',
  );
});

it('every list has 100 items by default, except these, and never more than 200, except the pages of TAXII [DEC-56]', () => {
  const allEndpoints: readonly EndpointDefinition[] = endpoints;
  const otherDefaults: Record<string, unknown> = {};
  for (const endpoint of allEndpoints.filter((one) => listParameters(one).includes('limit'))) {
    const parse = (input: object) => z.core.safeParse(endpoint.query!, input);
    const { limit } = parse({}).data as { limit: number };
    if (limit !== 100) otherDefaults[endpoint.path] = limit;
    expect(parse({ limit: '200' }).success || limit !== 100, endpoint.path).toBe(true);
    const max = endpoint.path.startsWith(taxiiRootPath) ? TAXII_PAGE_SIZE : 200;
    expect(parse({ limit: `${max + 1}` }).success, endpoint.path).toBe(false);
  }
  expect(otherDefaults).toEqual({
    '/api/business/replies': 20,
    '/api/decision-log': 50,
    '/api/experiences': 3,
    '/api/fraud-alerts': 20,
    '/api/my-filings': 20,
    '/api/regtech/reports': 20,
    '/api/taxii2/collections/:collection/manifest/': 1000,
    '/api/taxii2/collections/:collection/objects/': 1000,
    '/api/taxii2/collections/:collection/objects/:objectId/': 1000,
    '/api/taxii2/collections/:collection/objects/:objectId/versions/': 1000,
    '/api/v1/alerts': 20,
    '/api/webhooks/:id/deliveries': 20,
  });
});
