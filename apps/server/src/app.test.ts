/** Properties of all endpoints of the product. */
import { areas } from '@hakiki/contract/areas';
import { type Access, endpoint, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { list, queryInteger } from '@hakiki/contract/schema';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  findListViolations,
  getEndpointName,
  listAccessStatuses,
  findRouteViolations,
} from '../test/support/contract-rules.ts';
import { type ActorName, actors } from '../test/support/actors.ts';
import { createLimiter, createRoutes, createServices } from './app.ts';
import { readSettings } from './platform/config/settings.ts';
import type { Database } from './platform/db/database.ts';
import { readContractNames } from './platform/http/openapi/names.ts';
import { handle } from './platform/http/route.ts';
import { createLog } from './platform/log/log.ts';

const settings = readSettings({ NODE_ENV: 'test' });
const log = createLog('silent');
const database = {} as Database;
const limiter = createLimiter({ database, log, settings });
const queue = { enqueue: () => Promise.resolve() };
const routes = createRoutes(createServices({ database, queue, limiter, log, settings }));

const createSampleEndpoint = (overrides: Partial<EndpointDefinition> = {}) =>
  endpoint({
    method: 'GET',
    path: '/api/sample',
    summary: 'A sample.',
    access: 'public',
    reply: z.null(),
    errors: [],
    cache: 'never',
    rateLimit: 'read',
    ...overrides,
  });

const allPrincipals = Object.keys(actors) as ActorName[];
const people: ActorName[] = [
  'free',
  'premium',
  'api',
  'enterprise',
  'business',
  'regtech',
  'moderator without second factor',
  'moderator not stepped up',
  'moderator',
  'admin without second factor',
  'admin not stepped up',
  'admin',
];
const administrators: ActorName[] = ['admin not stepped up', 'admin'];
const staff: ActorName[] = ['moderator not stepped up', 'moderator', ...administrators];
/** Staff may change credentials only right after the second factor; staff without one can enrol it. */
const withRecentSecondFactor = people.filter((name) => !name.endsWith('not stepped up'));
const keys = allPrincipals.filter((name) => name.startsWith('key '));

/** A row of the matrix: 200 for allowed callers, 403 for known callers without the right, 401 for all others. */
const row = (allowed: readonly ActorName[], forbidden: readonly ActorName[] = []) =>
  Object.fromEntries(
    allPrincipals.map((name) => [name, allowed.includes(name) ? 200 : forbidden.includes(name) ? 403 : 401]),
  );

describe('access to endpoints', () => {
  /** Each rule is tested for each kind of caller below; after a review, record a change with `vitest -u`. */
  it('gives every endpoint the access rule that was reviewed [SHAPE-02] [VERD-10] [SAFE-10]', async () => {
    const rules = (endpoints as readonly EndpointDefinition[]).map((one) => {
      const stepUp = one.stepUp === true ? ' + second factor' : one.stepUp ? ' + second factor of staff' : '';
      return `${one.access}${stepUp}: ${getEndpointName(one)}\n`;
    });
    await expect(rules.toSorted().join('')).toMatchFileSnapshot('../test/endpoint-access.txt');
  });

  const rowsByAccess: Record<Access, Record<string, number>> = {
    public: row(allPrincipals),
    'signed-in': row(people),
    business: row(['business'], people),
    moderator: row(staff, people),
    admin: row(administrators, people),
    'entitled:reviews': row(['premium'], people),
    'entitled:analysis': row(['premium'], people),
    'entitled:regtech': row(['premium', 'business', 'regtech'], people),
    'entitled:apiKeys': row(['api', 'enterprise'], people),
    'entitled:apiLink': row(['premium', 'api', 'enterprise'], people),
    'key:read:providers': row(['key read:providers'], keys),
    'key:read:compliance': row(['key read:compliance'], keys),
    'key:read:reviews': row(['key read:reviews'], keys),
    'key:write:reports': row(['key write:reports'], keys),
  };

  it.each(Object.entries(rowsByAccess) as [Access, Record<string, number>][])(
    'allows exactly the intended callers for the access rule %s [SHAPE-02]',
    (access, reception) => {
      expect(listAccessStatuses(createSampleEndpoint({ access }), actors)).toEqual(reception);
    },
  );

  it('asks staff for the second factor again at endpoints that require it [SAFE-10]', () => {
    expect(listAccessStatuses(createSampleEndpoint({ access: 'admin', stepUp: true }), actors)).toEqual(
      row(['admin'], people),
    );
    expect(listAccessStatuses(createSampleEndpoint({ access: 'moderator', stepUp: true }), actors)).toEqual(
      row(['moderator', 'admin'], people),
    );
    expect(listAccessStatuses(createSampleEndpoint({ access: 'signed-in', stepUp: 'staff' }), actors)).toEqual(
      row(withRecentSecondFactor, people),
    );
  });

  it('lists the error for a missing second factor in the contract exactly where an endpoint requires it [SAFE-10]', () => {
    const all: readonly EndpointDefinition[] = endpoints;
    expect(all.filter(({ errors }) => errors.includes('STEP_UP_REQUIRED')).map(getEndpointName)).toEqual(
      all.filter(({ stepUp }) => stepUp).map(getEndpointName),
    );
  });

  it('detects an endpoint that is opened or closed by mistake', () => {
    const opened = listAccessStatuses(createSampleEndpoint({ access: 'public' }), actors);
    expect(opened).not.toEqual(row(people));
    const closed = listAccessStatuses(createSampleEndpoint({ access: 'admin' }), actors);
    expect(closed).not.toEqual(row(allPrincipals));
  });
});

describe('routes of the server', () => {
  it('routes have a handler for every endpoint of the contract and no others', () => {
    expect(findRouteViolations(endpoints, routes)).toEqual([]);
  });

  it('detects an endpoint without handler, a handler without endpoint, and a duplicate handler', () => {
    const extra = createSampleEndpoint();
    expect(findRouteViolations([...endpoints, extra], routes)).toEqual(['GET /api/sample has no handler']);
    const route = handle(extra, () => null);
    expect(findRouteViolations(endpoints, [...routes, route])).toEqual(['GET /api/sample is not in the contract']);
    expect(findRouteViolations([...endpoints, extra], [...routes, route, route])).toEqual([
      'GET /api/sample is handled twice',
    ]);
  });
});

describe('OpenAPI documents', () => {
  const all: readonly EndpointDefinition[] = endpoints;
  const { findCallName } = readContractNames(areas);

  it('OpenAPI documents find the name of each endpoint in the contract: a new contract file must be added to areas.ts', () => {
    expect(all.filter((one) => !findCallName(one)).map(getEndpointName)).toEqual([]);
    expect(findCallName(createSampleEndpoint())).toBeUndefined();
  });

  it('OpenAPI documents give each endpoint a unique operation id', () => {
    const names = all.map((one) => findCallName(one)?.operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('lists in replies', () => {
  it('all lists in replies have a maximum length [DEC-56]', () => {
    expect((endpoints as readonly EndpointDefinition[]).flatMap(findListViolations)).toEqual([]);
  });

  it('detects a list without a maximum length, at any depth', () => {
    const nested = z.object({ rows: list(z.object({ tags: z.array(z.string()) }), 5) });
    expect(findListViolations(createSampleEndpoint({ reply: z.array(z.string()) }))).toEqual([
      'GET /api/sample: reply has no bound',
    ]);
    expect(findListViolations(createSampleEndpoint({ reply: nested }))).toEqual([
      'GET /api/sample: reply.properties.rows[].properties.tags has no bound',
    ]);
  });

  it('detects a page size that exceeds the maximum length of the reply', () => {
    const paged = (limit: number) =>
      createSampleEndpoint({
        reply: list(z.string(), 100),
        totalCount: true,
        query: z.object({ limit: queryInteger(1, limit, 10) }),
      });
    expect(findListViolations(paged(100))).toEqual([]);
    expect(findListViolations(paged(101))).toEqual(['GET /api/sample: limit may exceed the reply']);
    const offsetOnly = z.object({ offset: queryInteger(0, 10, 0) });
    expect(
      findListViolations(createSampleEndpoint({ reply: list(z.string(), 100), totalCount: true, query: offsetOnly })),
    ).toHaveLength(1);
  });

  it('accepts a list that shows only the first rows and the total, without paging', () => {
    expect(findListViolations(createSampleEndpoint({ reply: list(z.string(), 100), totalCount: true }))).toEqual([]);
  });
});
