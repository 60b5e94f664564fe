/** Two providers differ only in what they pay: every public reply about them must stay the same. */
import type { UserId } from '@hakiki/contract/accounts';
import type { InvoiceId } from '@hakiki/contract/billing';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { providerSorts } from '@hakiki/contract/directory-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { expect, it } from 'vitest';
import { invoices, invoiceStatuses } from '../src/modules/billing/tables.ts';
import { uuidv7 } from '../src/platform/db/uuid.ts';
import { useDatabase } from './support/database.ts';
import { makePayment, makeProvider, makeReview, makeUser } from './support/factories.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
/**
 * Each server caches its replies for seconds, so a state before and a state after a payment are read from different
 * servers.
 */
const servers = { before: useServer(test), first: useServer(test), second: useServer(test) };
const db = () => test.database.db;

/** Paths that a visitor can read without a parameter, each list in each order, and the two providers. */
function listPathsAbout(ids: readonly ProviderId[], names: readonly string[]): string[] {
  const open = (endpoints as readonly EndpointDefinition[])
    .filter(
      ({ method, access, cache, path }) =>
        `${method} ${access}` === 'GET public' && cache !== 'never' && !path.includes(':'),
    )
    .map(({ path }) => path);
  return [
    ...open,
    ...providerSorts.map((sort) => `/api/providers?sort=${sort}`),
    '/api/providers?country=kenya',
    ...names.flatMap((name) => [
      `/api/lookup?search=${encodeURIComponent(name)}`,
      `/api/providers?search=${encodeURIComponent(name)}`,
    ]),
    ...ids.flatMap((id) => [
      `/api/providers/${id}`,
      `/api/providers/${id}/similar`,
      `/api/providers/${id}/reviews`,
      `/api/providers/${id}/reviews/summary`,
    ]),
  ];
}

async function readAll(server: keyof typeof servers, paths: readonly string[]): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown> = {};
  for (const path of paths) {
    const response = await servers[server].get(path);
    if (path.includes('?') || path.includes('/providers/')) expect(response.status, path).toBe(200);
    bodies[path] = { status: response.status, body: await response.text() };
  }
  return bodies;
}

/** Pays the most expensive plan for a year and an annual listing with a paid invoice, all in the company's name. */
async function payForEverything(userId: UserId, businessName: string) {
  await test.sql(
    `update users set subscription_tier = 'enterprise', subscription_status = 'active', user_type = 'business', business_name = $2
     where id = $1`,
    [userId, businessName],
  );
  for (let month = 1; month <= 12; month += 1) {
    await makePayment(db(), { userId, status: 'confirmed', amountCents: 25_000, decidedAt: new Date() });
  }
  const party = { name: businessName, address: 'Long Street', vatNumber: null };
  for (const kind of ['listing', 'api'] as const) {
    const id = uuidv7<InvoiceId>();
    await db()
      .insert(invoices)
      .values({
        id,
        number: `TEST-${userId}-${kind}`,
        kind,
        userId,
        supplier: party,
        recipient: party,
        description: `Annual ${kind} of ${businessName}`,
        totalCents: 10_000_000,
        issuedOn: '2026-11-01',
      });
    await db().insert(invoiceStatuses).values({ invoiceId: id, status: 'paid', paidAt: new Date() });
  }
}

it('payments change no public reply about two equal providers, whichever of them pays [VERD-12]', async () => {
  const names = ['Demo Twin Exchange One', 'Demo Twin Exchange Two'];
  const twins: { id: ProviderId; userId: UserId }[] = [];
  for (const name of names) {
    const { id } = await makeProvider(db(), { name, countries: ['kenya'] });
    await makeReview(db(), { providerId: id, rating: 4 });
    twins.push({ id, userId: (await makeUser(db(), { userType: 'business', businessName: name })).id });
  }
  const paths = listPathsAbout(
    twins.map(({ id }) => id),
    names,
  );
  const before = await readAll('before', paths);
  const listPositions = (body: string) => names.map((name) => body.indexOf(name));
  const list = before['/api/providers?sort=relevance'] as { body: string };
  expect(listPositions(list.body).every((at) => at >= 0)).toBe(true);

  const [one, two] = twins;
  // The provider that is listed last pays first.
  await payForEverything(two!.userId, names[1]!);
  expect(await readAll('first', paths)).toEqual(before);
  await payForEverything(one!.userId, names[0]!);
  expect(await readAll('second', paths)).toEqual(before);
});
