/** Every read of the console on an installation without any data but its first administrator. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import type { FirstSteps } from '@hakiki/contract/overview-admin';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createFirstSteps } from '../src/first-steps.ts';
import { newsSources } from '../src/modules/news/sources/index.ts';
import { recordBackup } from '../src/platform/storage/backup-age.ts';
import { useDatabase } from './support/database.ts';
import { makeProvider, makeUser } from './support/factories.ts';
import { useServer } from './support/server.ts';
import { createConsoleClient, makeAdmin } from './support/staff.ts';

const test = useDatabase();
const backupFolder = mkdtempSync(join(tmpdir(), 'hakiki-backups-'));
const server = useServer(test, { settings: { rateLimitScale: 1000, backupFolder, fetchesNews: true } });
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

it('tells an administrator which first steps are done, one after the other [FILL-04]', async () => {
  const { db } = test.database;
  const admin = await makeAdmin(db);
  await test.sql('delete from users where id <> $1', [admin.id]);
  const read = () => getJson<FirstSteps>(admin, '/api/admin/first-steps');
  const expected: FirstSteps = {
    mail: false,
    backup: false,
    people: false,
    starter: false,
    providers: false,
    news: false,
  };
  expect(await read()).toEqual(expected);

  const person = await makeUser(db);
  await test.sql(`update users set email_verified_at = created_at + interval '1 minute' where id = $1`, [person.id]);
  expect(await read()).toEqual(Object.assign(expected, { mail: true }));
  await recordBackup(backupFolder);
  expect(await read()).toEqual(Object.assign(expected, { backup: true }));
  await makeAdmin(db);
  expect(await read()).toEqual(Object.assign(expected, { people: true }));
  await test.sql(
    `insert into indicator_sources (slug, name, kind, url, licence, may_show, may_republish, tier, parser, fetch_every_hours, is_enabled)
     values ('spmedia', 'A list', 'open_list', 'https://list.example', 'MIT', true, true, 'community', 'spmedia', 24, true)`,
  );
  expect(await read()).toEqual(Object.assign(expected, { starter: true }));
  await makeProvider(db);
  expect(await read()).toEqual(Object.assign(expected, { providers: true }));
  await test.sql('insert into news_source_states (id, last_good_at) values ($1, now())', [newsSources[0]!.id]);
  expect(await read()).toEqual(Object.assign(expected, { news: true }));
  const { accounts, directory, news, sources } = server.running.services;
  const withoutNews = createFirstSteps({
    ...{ accounts, directory, news, sources },
    settings: { backupFolder, fetchesNews: false },
  });
  expect(await withoutNews.read()).toEqual({ ...expected, news: false });
});
