/** Every read of the console on an installation without any data but its first administrator. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { useDatabase } from './support/database.ts';
import { useServer } from './support/server.ts';
import { createConsoleClient, makeAdmin } from './support/staff.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { getJson } = createConsoleClient(server);

it('answers each list of the console with an empty list, except those of the administrator, the known news sources, the rescue contacts and the kinds of work [FILL-04]', async () => {
  const admin = await makeAdmin(test.database.db);
  const staffLists = (endpoints as readonly EndpointDefinition[]).filter(
    ({ method, path, access, query, reply }) =>
      method === 'GET' &&
      !path.includes(':') &&
      (access === 'admin' || access === 'moderator') &&
      (!query || z.core.safeParse(query, {}).success) &&
      (reply as z.core.$ZodTypes)._zod.def.type === 'array',
  );
  expect(staffLists.length).toBeGreaterThan(15);
  const filled: Record<string, number> = {};
  for (const { path } of staffLists) {
    const reply = await getJson<unknown[]>(admin, path);
    expect(reply, path).toBeInstanceOf(Array);
    if (reply.length > 0) filled[path] = reply.length;
  }
  expect(Object.keys(filled).toSorted()).toEqual([
    '/api/admin/news-sources',
    '/api/admin/rescue-contacts',
    '/api/admin/users',
    '/api/admin/work',
  ]);
});
