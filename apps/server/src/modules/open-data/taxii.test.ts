/** The TAXII server over the files of a release, as a client of TAXII 2.1 uses it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TAXII_TYPE, taxiiCollectionId, taxiiDiscoveryPath } from '@hakiki/contract/taxii-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { temporarySecret } from '../../platform/config/settings.ts';
import { formatSigningKey } from '../../platform/signing/signed-note.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createPublisher } from './publisher.ts';

const test = useDatabase();
// In memory if possible: the folder has 65,536 range files.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-taxii-'));
const server = useServer(test, { settings: { openData: { folder, signingKey: undefined } } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const indicators = createIndicatorsService({ settings: { appSecret: temporarySecret } });
const START = Date.parse('2026-11-20T10:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);
const toKey = (value: string) => createHash('sha256').update(`website:${value}`).digest().subarray(0, 16);
const publisher = createPublisher({
  get database() {
    return test.database;
  },
  indicators,
  folder,
  signingKey: formatSigningKey('hakiki.test/open-data'),
  publicUrl: 'http://hakiki.test',
});
const addReported = (values: readonly string[]) =>
  test.sql(
    `insert into indicators (key, kind, value, report_count, tier, first_seen_at, last_seen_at)
     select key, 'website', value, 2, 'checked', '2026-10-05', '2026-10-06'
     from unnest($1::bytea[], $2::text[]) as one (key, value)`,
    [values.map(toKey), values],
  );
const withdraw = (value: string) =>
  test.database.transaction((tx) => indicators.setIndicatorState(tx, [toKey(value)], 'withdrawn'));

const root = '/api/taxii2/';
const collection = `${root}collections/${taxiiCollectionId}/`;
interface Envelope {
  more: boolean;
  next?: string;
  objects?: { id: string; name?: string; type: string; modified: string; revoked?: true }[];
}
/** Not from the cache, which keeps a page for some seconds. */
async function read<Body = Envelope>(path: string): Promise<{ body: Body; headers: Headers; status: number }> {
  server.running.cache.clear();
  const response = await server.get(path, { headers: { accept: TAXII_TYPE } });
  return { body: (await response.json()) as Body, headers: response.headers, status: response.status };
}
const namesOf = ({ objects = [] }: Envelope) => objects.map(({ name }) => name!.replace('website: ', ''));
/** All pages, as a client fetches them. */
async function readAll(query: string, from?: string): Promise<{ names: string[]; pages: number; last: string | null }> {
  const names: string[] = [];
  let pages = 0;
  let last: string | null = null;
  let next = from;
  do {
    const { body, headers } = await read(`${collection}objects/?${query}${next ? `&next=${next}` : ''}`);
    names.push(...namesOf(body));
    last = headers.get('x-taxii-date-added-last') ?? last;
    pages += 1;
    expect(body.more).toBe(body.next !== undefined);
    next = body.next;
  } while (next);
  return { names, pages, last };
}

const first = Array.from({ length: 25 }, (_, n) => `first-${n}.example`);
const definitions = ['Hakiki', 'Wallets, chat names and apps'];
const sorted = (names: readonly string[]) => names.toSorted();

beforeAll(async () => {
  await addReported(first);
  await publisher.publish(at(0));
});

describe('the TAXII server', () => {
  it('the TAXII server is at /taxii2/, with one API root and one read-only collection', async () => {
    const discovery = await read<{ api_roots: string[]; default: string }>(taxiiDiscoveryPath);
    expect(discovery.headers.get('content-type')).toBe(TAXII_TYPE);
    expect(discovery.body).toEqual({
      title: 'Hakiki',
      description: 'Indicators of scams with crypto and mobile money in Africa.',
      contact: 'http://hakiki.test/contact',
      default: `http://hakiki.test${root}`,
      api_roots: [`http://hakiki.test${root}`],
    });
    const api = await read(root);
    expect(api.headers.get('content-type')).toBe(TAXII_TYPE);
    expect(api.body).toEqual({ title: 'Hakiki', versions: [TAXII_TYPE], max_content_length: 262_144 });
    const { body } = await read<{ collections: object[] }>(`${root}collections/`);
    expect(body.collections).toEqual([
      expect.objectContaining({
        id: taxiiCollectionId,
        can_read: true,
        can_write: false,
        media_types: ['application/stix+json;version=2.1'],
      }),
    ]);
    expect((await read(collection)).body).toEqual(body.collections[0]);
    expect((await read(`${root}collections/91a7b528-80eb-42ed-a74d-c6fbd5a26116/`)).status).toBe(404);
    expect((await server.post(`${collection}objects/`, { objects: [] })).status).toBe(405);
  });

  it('gives every object once, page after page, in the order in which they were added', async () => {
    const whole = await read(`${collection}objects/`);
    expect(whole.headers.get('content-type')).toBe(TAXII_TYPE);
    expect(whole.headers.get('x-taxii-date-added-first')).toBe('2026-11-19T00:00:00.000Z');
    expect(whole.headers.get('x-taxii-date-added-last')).toBe(at(0).toISOString());
    expect(whole.body.more).toBe(false);
    expect(sorted(namesOf(whole.body))).toEqual(sorted([...definitions, ...first]));
    const paged = await readAll('limit=4');
    expect([paged.names, paged.pages]).toEqual([namesOf(whole.body), 7]);
  });

  it('gives a client only what is new since its last visit, a withdrawal as revoked [CHECK-11]', async () => {
    const { last } = await readAll('limit=10');
    expect(await readAll(`added_after=${last}`)).toEqual({ names: [], pages: 1, last: null });
    await addReported(['second.example']);
    await withdraw('first-3.example');
    await publisher.publish(at(60));
    const news = await read(`${collection}objects/?added_after=${last}`);
    const changes = news.body.objects!.map(({ name, modified, revoked }) => `${name} ${modified} ${revoked}`);
    expect(sorted(changes)).toEqual([
      `website: first-3.example ${at(60).toISOString()} true`,
      `website: second.example ${at(60).toISOString()} undefined`,
    ]);
    expect(news.headers.get('x-taxii-date-added-first')).toBe(at(60).toISOString());
    expect((await readAll('limit=7')).names).toHaveLength(28);
  });

  it('continues a listing that began before the newest release without losing an object', async () => {
    const begun = await read(`${collection}objects/?limit=5`);
    await addReported(['third.example']);
    await withdraw('first-4.example');
    await publisher.publish(at(120));
    const names = namesOf(begun.body);
    names.push(...(await readAll('limit=5', begun.body.next)).names);
    expect(new Set([...names, 'first-4.example'])).toEqual(
      new Set([...definitions, ...first, 'second.example', 'third.example']),
    );
  });

  it('finds objects by id, type and version, and says which versions there are', async () => {
    const [identity] = (await read(`${collection}objects/?match[type]=identity`)).body.objects!;
    expect([identity!.type, identity!.name]).toEqual(['identity', 'Hakiki']);
    const all = (await read(`${collection}objects/?match[type]=indicator`)).body.objects!;
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['indicator']));
    for (const object of all) {
      expect((await read(`${collection}objects/${object.id}/`)).body).toEqual({ more: false, objects: [object] });
    }
    const ids = all.slice(0, 3).map(({ id }) => id);
    const byId = await read(`${collection}objects/?match[id]=${ids.join(',')}`);
    expect(byId.body.objects!.map(({ id }) => id)).toEqual(ids);
    const { modified, id } = all.at(-1)!;
    expect((await read(`${collection}objects/${id}/versions/`)).body).toEqual({ more: false, versions: [modified] });
    expect((await read(`${collection}objects/${id}/?match[version]=${modified}`)).body.objects).toHaveLength(1);
    expect((await read(`${collection}objects/${id}/?match[version]=2020-01-01T00:00:00Z`)).body).toEqual({
      more: false,
    });
    expect((await read(`${collection}objects/?match[spec_version]=2.0`)).body.objects).toBeUndefined();
    expect((await read(`${collection}objects/indicator--00000000-0000-4000-8000-000000000000/`)).status).toBe(404);
  });

  it('lists in the manifest the id, day and version of each object', async () => {
    const { body: objects } = await read(`${collection}objects/`);
    const { body, headers } = await read<{ more: boolean; objects: { id: string; version: string }[] }>(
      `${collection}manifest/`,
    );
    expect(body.objects.map(({ id, version }) => [id, version])).toEqual(
      objects.objects!.map(({ id, modified }) => [id, modified]),
    );
    expect(body.objects.at(-1)).toEqual({
      id: objects.objects!.at(-1)!.id,
      date_added: at(120).toISOString(),
      version: at(120).toISOString(),
      media_type: 'application/stix+json;version=2.1',
    });
    expect(headers.get('x-taxii-date-added-last')).toBe(at(120).toISOString());
  });

  it('rejects a broken page, a wrong time and unknown filters', async () => {
    for (const query of ['next=abc', 'next=zz', 'added_after=yesterday', 'colour=red']) {
      expect((await read(`${collection}objects/?${query}`)).status, query).toBe(400);
    }
  });
});
