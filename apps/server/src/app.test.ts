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
  /** A new access right must be added here. */
  const expected: Record<string, Record<string, number>> = {
    'GET /api/auth/user': row(people),
    'POST /api/auth/signup': row(allPrincipals),
    'POST /api/auth/verify-email': row(allPrincipals),
    'POST /api/auth/resend-verification': row(allPrincipals),
    'POST /api/auth/login': row(allPrincipals),
    'POST /api/auth/login/second-factor': row(allPrincipals),
    'POST /api/auth/passkey/challenge': row(allPrincipals),
    'POST /api/auth/passkey/login': row(allPrincipals),
    'POST /api/auth/forgot-password': row(allPrincipals),
    'POST /api/auth/reset-password': row(allPrincipals),
    'POST /api/auth/confirm-email-change': row(allPrincipals),
    'POST /api/auth/keep-factor': row(allPrincipals),
    'POST /api/admin/login': row(allPrincipals),
    'GET /api/login': row(allPrincipals),
    'GET /api/logout': row(allPrincipals),
    'GET /api/admin/login/google': row(allPrincipals),
    'GET /api/admin/login/google/callback': row(allPrincipals),
    'GET /api/account': row(people),
    'POST /api/account/password': row(withRecentSecondFactor, people),
    'POST /api/account/email': row(withRecentSecondFactor, people),
    'GET /api/account/sessions': row(people),
    'DELETE /api/account/sessions/:id': row(people),
    'DELETE /api/account/sessions': row(people),
    'POST /api/account/authenticator-app': row(withRecentSecondFactor, people),
    'POST /api/account/authenticator-app/confirm': row(withRecentSecondFactor, people),
    'POST /api/account/authenticator-app/remove': row(withRecentSecondFactor, people),
    'POST /api/account/backup-codes': row(withRecentSecondFactor, people),
    'POST /api/account/passkeys/challenge': row(withRecentSecondFactor, people),
    'POST /api/account/passkeys': row(withRecentSecondFactor, people),
    'POST /api/account/passkeys/:id/remove': row(withRecentSecondFactor, people),
    'GET /api/account/data': row(people),
    'POST /api/account/delete': row(withRecentSecondFactor, people),
    'GET /api/account/invoices': row(people),
    'GET /api/account/invoices/:id/file': row(people),
    'GET /api/admin/access': row(staff, people),
    'POST /api/account/step-up': row(staff, people),
    'POST /api/account/step-up/passkey': row(staff, people),
    'GET /api/stats': row(allPrincipals),
    'GET /api/providers': row(allPrincipals),
    'GET /api/providers/:id': row(allPrincipals),
    'GET /api/providers/:id/similar': row(allPrincipals),
    'GET /api/providers/:id/evidence': row(allPrincipals),
    'GET /api/providers/:id/reviews': row(allPrincipals),
    'GET /api/providers/:id/reviews/summary': row(allPrincipals),
    'POST /api/providers/:id/reviews': row(['premium'], people),
    'GET /api/stats/countries': row(allPrincipals),
    'GET /api/lookup': row(allPrincipals),
    'GET /api/decision-log': row(allPrincipals),
    'GET /api/decision-log/index': row(allPrincipals),
    'GET /api/transparency': row(allPrincipals),
    'GET /api/fraud-alerts/active': row(allPrincipals),
    'GET /api/fraud-alerts': row(allPrincipals),
    'GET /api/fraud-alerts/:id': row(allPrincipals),
    'POST /api/fraud-alerts': row(allPrincipals),
    'GET /api/fraud-alerts/my-reports': row(people),
    'PUT /api/admin/fraud-alerts/:id/approve': row(administrators, people),
    'PUT /api/admin/fraud-alerts/:id/reject': row(administrators, people),
    'GET /api/alert-preferences': row(['premium'], people),
    'PUT /api/alert-preferences': row(['premium'], people),
    'POST /api/reports': row(allPrincipals),
    'GET /api/reports': row(allPrincipals),
    'GET /api/reports/figures': row(allPrincipals),
    'POST /api/providers': row(allPrincipals),
    'POST /api/filings/look-up': row(allPrincipals),
    'GET /api/my-filings': row(people),
    'POST /api/filings/answers': row(allPrincipals),
    'POST /api/filings/evidence': row(allPrincipals),
    'PUT /api/evidence/:id': row(allPrincipals),
    'GET /api/evidence/:id': row(allPrincipals),
    'GET /api/dashboard/summary': row(people),
    'GET /api/referrals/stats': row(people),
    'GET /api/referrals/my-referrals': row(people),
    'POST /api/referrals/generate-code': row(people),
    'GET /api/compliance-news': row(people),
    'GET /api/news-preferences': row(people),
    'PUT /api/news-preferences/filter': row(people),
    'PUT /api/news-preferences/letter': row(['premium'], people),
    'POST /api/news-letter/leave/:key': row(allPrincipals),
    'POST /api/news-feed': row(people),
    'DELETE /api/news-feed': row(people),
    'GET /api/news-feed/:token/rss': row(allPrincipals),
    'GET /api/news-feed/:token/json': row(allPrincipals),
    'GET /api/providers/:id/news': row(allPrincipals),
    'GET /api/admin/news-mentions': row(staff, people),
    'POST /api/admin/news-mentions/:itemId/:providerId': row(staff, people),
    'GET /api/admin/news-sources': row(staff, people),
    'POST /api/admin/news-sources/:sourceId/run': row(staff, people),
    'GET /api/admin/news-sources/:sourceId/held': row(staff, people),
    'POST /api/admin/news-batches/:id/release': row(staff, people),
    'POST /api/admin/news-batches/:id/discard': row(staff, people),
    'GET /api/admin/masks': row(staff, people),
    'GET /api/admin/masks/:subject/:subjectId': row(staff, people),
    'POST /api/admin/masks': row(staff, people),
    'POST /api/admin/masks/:id/confirm': row(staff, people),
    'POST /api/admin/masks/:id/take-back': row(staff, people),
    'GET /api/admin/news': row(staff, people),
    'POST /api/admin/news/:id/hide': row(staff, people),
    'POST /api/admin/news/:id/show': row(staff, people),
    'GET /api/webhooks': row(['api', 'enterprise'], people),
    'POST /api/webhooks': row(['api', 'enterprise'], people),
    'PUT /api/webhooks/:id': row(['api', 'enterprise'], people),
    'DELETE /api/webhooks/:id': row(['api', 'enterprise'], people),
    'POST /api/webhooks/:id/rotate': row(['api', 'enterprise'], people),
    'POST /api/webhooks/:id/test': row(['api', 'enterprise'], people),
    'GET /api/webhooks/:id/deliveries': row(['api', 'enterprise'], people),
    'POST /api/webhooks/:id/deliveries/:deliveryId/replay': row(['api', 'enterprise'], people),
    'POST /api/webhooks/:id/replay': row(['api', 'enterprise'], people),
    'GET /api/regtech/metrics': row(['premium', 'business', 'regtech'], people),
    'GET /api/regtech/reports/:id/file': row(['premium', 'business', 'regtech'], people),
    'GET /api/regtech/reports': row(['premium', 'business', 'regtech'], people),
    'GET /api/regtech/alerts': row(['premium', 'business', 'regtech'], people),
    'GET /api/business/account': row(['business'], people),
    'PUT /api/business/account': row(['business'], people),
    'GET /api/business/profile': row(['business'], people),
    'PUT /api/business/profile': row(['business'], people),
    'GET /api/business/documents': row(['business'], people),
    'POST /api/business/documents': row(['business'], people),
    'GET /api/business/members': row(['business'], people),
    'POST /api/business/invitations': row(['business'], people),
    'DELETE /api/business/invitations/:id': row(['business'], people),
    'POST /api/business/invitations/accept': row(['business'], people),
    'PUT /api/business/members/:id/role': row(['business'], people),
    'DELETE /api/business/members/:id': row(['business'], people),
    'GET /api/business/claim': row(['business'], people),
    'POST /api/business/claim': row(['business'], people),
    'POST /api/business/claim/check': row(['business'], people),
    'DELETE /api/business/claim': row(['business'], people),
    'GET /api/admin/listing-claims': row(administrators, people),
    'PUT /api/admin/listing-claims/:id/approve': row(administrators, people),
    'PUT /api/admin/listing-claims/:id/reject': row(administrators, people),
    'GET /api/business/analytics': row(['business'], people),
    'GET /api/business/invoices': row(['business'], people),
    'GET /api/business/replies': row(['business'], people),
    'POST /api/business/replies': row(['business'], people),
    'DELETE /api/business/replies/:id': row(['business'], people),
    'POST /api/subscription/upgrade': row(people),
    'POST /api/subscription/cancel': row(people),
    'GET /api/subscription': row(people),
    'POST /api/subscription/refund': row(people),
    'GET /api/site-info/payment': row(people),
    'POST /api/payment/generate-payfast': row(allPrincipals),
    'POST /api/payment/payfast/notify': row(allPrincipals),
    'PUT /api/providers/:id/visit': row(['premium'], people),
    'GET /api/admin/stats': row(administrators, people),
    'GET /api/admin/users': row(administrators, people),
    'PUT /api/admin/users/:userId': row(administrators, people),
    'PUT /api/admin/users/:userId/role': row(['admin'], people),
    'GET /api/admin/providers': row(administrators, people),
    'POST /api/admin/providers': row(administrators, people),
    'PUT /api/admin/providers/:providerId': row(administrators, people),
    'GET /api/admin/fraud-alerts': row(administrators, people),
    'GET /api/admin/fraud-alerts/counts': row(administrators, people),
    'PUT /api/admin/fraud-alerts/:alertId': row(administrators, people),
    'GET /api/admin/reports': row(administrators, people),
    'POST /api/admin/reports': row(administrators, people),
    'PUT /api/admin/reports/:reportId': row(administrators, people),
    'GET /api/admin/decisions': row(administrators, people),
    'POST /api/admin/decisions/:id/undo': row(staff, people),
    'GET /api/providers/:id/history': row(allPrincipals),
    'GET /api/fraud-alerts/:id/history': row(allPrincipals),
    'GET /api/reports/:id/history': row(allPrincipals),
    'GET /api/admin/proposals': row(administrators, people),
    'GET /api/admin/proposals/:id': row(administrators, people),
    'POST /api/admin/proposals/:id/confirm': row(['admin'], people),
    'POST /api/admin/proposals/:id/withdraw': row(administrators, people),
    'GET /api/admin/contact-messages': row(administrators, people),
    'PUT /api/admin/contact-messages/:id/done': row(administrators, people),
    'GET /api/admin/reviews': row(administrators, people),
    'PUT /api/admin/reviews/:id/approve': row(administrators, people),
    'PUT /api/admin/reviews/:id/reject': row(administrators, people),
    'GET /api/admin/watches': row(staff, people),
    'PUT /api/admin/watches/:id/approve': row(staff, people),
    'PUT /api/admin/watches/:id/reject': row(staff, people),
    'GET /api/admin/experiences': row(administrators, people),
    'PUT /api/admin/experiences/:id/approve': row(administrators, people),
    'PUT /api/admin/experiences/:id/reject': row(administrators, people),
    'GET /api/admin/payments': row(administrators, people),
    'PUT /api/admin/payments/:id/confirm': row(['admin'], people),
    'PUT /api/admin/payments/:id/decline': row(administrators, people),
    'GET /api/admin/payments/matches': row(administrators, people),
    'GET /api/admin/refunds': row(administrators, people),
    'PUT /api/admin/refunds/:id/pay': row(['admin'], people),
    'PUT /api/admin/refunds/:id/decline': row(['admin'], people),
    'GET /api/admin/referral-looks': row(administrators, people),
    'PUT /api/admin/referral-looks/:id/count': row(administrators, people),
    'PUT /api/admin/referral-looks/:id/refuse': row(administrators, people),
    'GET /api/admin/differences': row(administrators, people),
    'PUT /api/admin/differences/:id/settle': row(administrators, people),
    'GET /api/admin/money': row(administrators, people),
    'GET /api/admin/invoices': row(administrators, people),
    'POST /api/admin/invoices': row(['admin'], people),
    'PUT /api/admin/invoices/:id/pay': row(['admin'], people),
    'GET /api/admin/profile-changes': row(administrators, people),
    'PUT /api/admin/profile-changes/:id/approve': row(administrators, people),
    'PUT /api/admin/profile-changes/:id/reject': row(administrators, people),
    'GET /api/admin/documents': row(administrators, people),
    'GET /api/admin/documents/:id/file': row(administrators, people),
    'PUT /api/admin/documents/:id/approve': row(administrators, people),
    'PUT /api/admin/documents/:id/reject': row(administrators, people),
    'GET /api/admin/replies': row(administrators, people),
    'PUT /api/admin/replies/:id/approve': row(administrators, people),
    'PUT /api/admin/replies/:id/reject': row(administrators, people),
    'GET /api/admin/cases': row(staff, people),
    'POST /api/admin/cases/next': row(staff, people),
    'POST /api/admin/cases/:id/claim': row(staff, people),
    'POST /api/admin/cases/:id/release': row(staff, people),
    'POST /api/admin/cases/:id/filings': row(staff, people),
    'POST /api/admin/cases/:id/samples': row(staff, people),
    'POST /api/admin/samples/:id/filings': row(staff, people),
    'POST /api/admin/cases/:id/decide': row(staff, people),
    'PUT /api/admin/filings/:id/words': row(staff, people),
    'POST /api/admin/cases/:id/put-off': row(staff, people),
    'POST /api/admin/cases/:id/take-back': row(staff, people),
    'GET /api/admin/cases/:id/neighbours': row(staff, people),
    'POST /api/admin/cases/:id/merge': row(staff, people),
    'POST /api/admin/cases/:id/split': row(staff, people),
    'POST /api/admin/filings/:id/move': row(staff, people),
    'GET /api/admin/sorting': row(staff, people),
    'POST /api/admin/filings/:id/questions': row(staff, people),
    'POST /api/admin/filings/:id/contact': row(administrators, people),
    'GET /api/admin/contact-openings/:id': row(administrators, people),
    'GET /api/admin/templates': row(staff, people),
    'POST /api/admin/templates': row(administrators, people),
    'DELETE /api/admin/templates/:id': row(administrators, people),
    'GET /api/admin/views': row(staff, people),
    'POST /api/admin/views': row(staff, people),
    'DELETE /api/admin/views/:id': row(staff, people),
    'GET /api/admin/overview': row(administrators, people),
    'POST /api/admin/exports': row(['admin'], people),
    'POST /api/admin/bulk/preview': row(administrators, people),
    'POST /api/admin/bulk': row(['admin'], people),
    'GET /api/admin/tasks/:id': row(staff, people),
    'GET /api/admin/tasks/:id/file': row(administrators, people),
    'POST /api/appeals': row(allPrincipals),
    'GET /api/appeals/against/:subject/:subjectId': row(allPrincipals),
    'GET /api/admin/appeals': row(administrators, people),
    'GET /api/admin/appeals/:id': row(administrators, people),
    'POST /api/admin/appeals': row(administrators, people),
    'POST /api/admin/appeals/:id/decision': row(administrators, people),
    'GET /api/experiences': row(allPrincipals),
    'POST /api/experiences': row(allPrincipals),
    'POST /api/contact': row(allPrincipals),
    'GET /api/site-info': row(allPrincipals),
    'GET /api/proof-of-work': row(allPrincipals),
    'POST /api/confirm-submission': row(allPrincipals),
    'GET /api/api-keys': row(['api', 'enterprise'], people),
    'POST /api/api-keys': row(['api', 'enterprise'], people),
    'DELETE /api/api-keys/:id': row(['api', 'enterprise'], people),
    'POST /api/api-keys/:id/rotate': row(['api', 'enterprise'], people),
    'GET /api/api-keys/usage': row(['api', 'enterprise'], people),
    'GET /api/v1/providers': row(['key read:providers'], keys),
    'GET /api/v1/providers/:id': row(['key read:providers'], keys),
    'GET /api/v1/providers/:id/compliance': row(['key read:compliance'], keys),
    'GET /api/v1/providers/:id/reviews': row(['key read:reviews'], keys),
    'POST /api/v1/reports': row(['key write:reports'], keys),
  };

  it('allows each kind of caller exactly the endpoints listed here [SHAPE-02] [VERD-10] [SAFE-10]', () => {
    const matrix = Object.fromEntries(endpoints.map((one) => [getEndpointName(one), listAccessStatuses(one, actors)]));
    expect(matrix).toEqual(expected);
  });

  it('lists all public endpoints', () => {
    const open = (endpoints as readonly EndpointDefinition[])
      .filter(({ access }) => access === 'public')
      .map(getEndpointName);
    expect(open).toEqual([
      'POST /api/auth/signup',
      'POST /api/auth/verify-email',
      'POST /api/auth/resend-verification',
      'POST /api/auth/login',
      'POST /api/auth/login/second-factor',
      'POST /api/auth/passkey/challenge',
      'POST /api/auth/passkey/login',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/confirm-email-change',
      'POST /api/auth/keep-factor',
      'POST /api/admin/login',
      'GET /api/login',
      'GET /api/logout',
      'GET /api/admin/login/google',
      'GET /api/admin/login/google/callback',
      'GET /api/stats',
      'GET /api/providers',
      'GET /api/providers/:id',
      'GET /api/providers/:id/similar',
      'GET /api/providers/:id/evidence',
      'GET /api/providers/:id/reviews',
      'GET /api/providers/:id/reviews/summary',
      'GET /api/stats/countries',
      'GET /api/lookup',
      'GET /api/fraud-alerts/active',
      'GET /api/fraud-alerts',
      'POST /api/fraud-alerts',
      'GET /api/fraud-alerts/:id',
      'POST /api/reports',
      'GET /api/reports',
      'GET /api/reports/figures',
      'POST /api/providers',
      'POST /api/filings/look-up',
      'POST /api/filings/answers',
      'POST /api/filings/evidence',
      'PUT /api/evidence/:id',
      'GET /api/evidence/:id',
      'POST /api/payment/generate-payfast',
      'POST /api/payment/payfast/notify',
      'GET /api/decision-log',
      'GET /api/decision-log/index',
      'GET /api/transparency',
      'POST /api/news-letter/leave/:key',
      'GET /api/news-feed/:token/rss',
      'GET /api/news-feed/:token/json',
      'GET /api/providers/:id/news',
      'GET /api/providers/:id/history',
      'GET /api/fraud-alerts/:id/history',
      'GET /api/reports/:id/history',
      'POST /api/appeals',
      'GET /api/appeals/against/:subject/:subjectId',
      'GET /api/experiences',
      'POST /api/experiences',
      'POST /api/contact',
      'GET /api/site-info',
      'GET /api/proof-of-work',
      'POST /api/confirm-submission',
    ]);
  });

  it.each<[Access, Record<string, number>]>([
    ['public', row(allPrincipals)],
    ['signed-in', row(people)],
    ['moderator', row(staff, people)],
    ['admin', row(administrators, people)],
    ['entitled:reviews', row(['premium'], people)],
    ['entitled:analysis', row(['premium'], people)],
    ['entitled:regtech', row(['premium', 'business', 'regtech'], people)],
    ['entitled:apiKeys', row(['api', 'enterprise'], people)],
    ['entitled:apiLink', row(['premium', 'api', 'enterprise'], people)],
    ['key:read:providers', row(['key read:providers'], keys)],
    ['key:read:compliance', row(['key read:compliance'], keys)],
    ['key:read:reviews', row(['key read:reviews'], keys)],
    ['key:write:reports', row(['key write:reports'], keys)],
  ])('allows exactly the intended callers for the access rule %s [SHAPE-02]', (access, reception) => {
    expect(listAccessStatuses(createSampleEndpoint({ access }), actors)).toEqual(reception);
  });

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
