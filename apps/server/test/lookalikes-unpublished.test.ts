/** A look-alike is a hint and a task: no file, feed, list or public page names it, whatever a moderator decides. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import type { AdminLookalike } from '@hakiki/contract/lookalikes-admin';
import { expect, it } from 'vitest';
import { createPublisher } from '../src/modules/open-data/publisher.ts';
import { temporarySecret } from '../src/platform/config/settings.ts';
import { formatSigningKey } from '../src/platform/signing/signed-note.ts';
import { useDatabase } from './support/database.ts';
import { makeProvider } from './support/factories.ts';
import { useServer } from './support/server.ts';
import { createConsoleClient, makeAdmin } from './support/staff.ts';

const test = useDatabase();
const server = useServer(test, { settings: { appSecret: temporarySecret, replyCacheSeconds: 0 } });
const { post, getJson } = createConsoleClient(server);

const asked = ['kilimapay-asked.example', 'kilimapay-cleared.example', 'kilimapay-started.example'];
const published = 'kilimapay-published.example';

/** Everything that the worker publishes, as one text. */
async function readOpenData(folder: string): Promise<string> {
  await createPublisher({
    database: test.database,
    indicators: server.running.services.indicators,
    folder,
    signingKey: formatSigningKey('hakiki.test/open-data'),
    publicUrl: 'https://hakiki.test',
  }).publish(new Date());
  const current = join(folder, 'current');
  return readdirSync(current, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const content = readFileSync(join(parentPath, name));
      return `${name}\n${(name.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')}`;
    })
    .join('\n');
}

/** Range files hold the middle of each key instead of the value. */
function isInRanges(folder: string, host: string): boolean {
  const key = createHash('sha256').update(`website:${host}`).digest();
  const range = readFileSync(join(folder, 'ranges', key.toString('hex', 0, 2)));
  return range.includes(key.subarray(2, 10));
}

/** All lists and documents that a visitor can read without an id. */
async function readPublicApi(): Promise<string> {
  const paths = (endpoints as readonly EndpointDefinition[]).flatMap(({ method, path, access }) =>
    method === 'GET' && access === 'public' && !path.includes(':') ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(20);
  const replies = await Promise.all(paths.map(async (path) => `${path} ${await (await server.get(path)).text()}`));
  return replies.join('\n');
}

it('appears in no published file, list or feed before and after a moderator decides, unlike what reports name [CHECK-06]', async () => {
  const admin = await makeAdmin(test.database.db);
  await makeProvider(test.database.db, {
    name: 'Kilimapay',
    website: 'https://kilimapay.example',
    verificationStatus: 'Verified',
  });
  for (const host of asked) expect((await server.post('/api/check', { input: host })).status).toBe(200);
  const tasks = await getJson<AdminLookalike[]>(admin, '/api/admin/lookalikes');
  expect(tasks.map(({ host }) => host).toSorted()).toEqual(asked);
  const idOf = (host: string) => tasks.find((task) => task.host === host)!.id;
  const decide = (host: string, body: object) => post(admin, `/api/admin/lookalikes/${idOf(host)}/decision`, body);
  expect((await decide(asked[1]!, { outcome: 'cleared', reason: 'A club.' })).status).toBe(200);
  const report = { outcome: 'reported', reason: 'It asks for a recovery phrase.', country: 'kenya' };
  expect((await decide(asked[2]!, report)).status).toBe(200);
  await test.sql(
    `insert into indicators (key, kind, value) values
     (substring(sha256(convert_to('website:' || $1, 'UTF8')) for 16), 'website', $1)`,
    [published],
  );

  const folder = mkdtempSync(join(tmpdir(), 'hakiki-lookalikes-'));
  try {
    const everything = `${await readOpenData(folder)}\n${await readPublicApi()}`;
    expect([everything.includes(published), isInRanges(folder, published)]).toEqual([true, true]);
    for (const host of asked) {
      expect([everything.includes(host), isInRanges(folder, host)], host).toEqual([false, false]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
