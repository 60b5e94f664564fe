import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { mayContain } from '../../../test/support/filter-reader.ts';
import { temporarySecret } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { formatSigningKey, parseSigningKey } from '../../platform/signing/signed-note.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { countFiles, ranges } from './formats/ranges.ts';
import { checkFile, type Manifest, type ManifestError, openManifest } from './manifest.ts';
import { formatPublicKey, SignatureError } from '../../platform/signing/minisign.ts';
import { createPublisher, type PublishingStep, publishingSteps, startPublishing } from './publisher.ts';
import { createOpenDataService } from './service.ts';

const test = useDatabase();
const indicators = createIndicatorsService({ settings: { appSecret: temporarySecret } });
const signingKey = formatSigningKey('hakiki.test/open-data');
const publicKey = formatPublicKey(parseSigningKey(signingKey));
let folder: string;

const toKey = (kind: string, value: string) => createHash('sha256').update(`${kind}:${value}`).digest().subarray(0, 16);

const START = new Date('2026-11-01T10:00:00Z');
const seconds = (count: number) => new Date(START.getTime() + count * 1000);

let publisher: ReturnType<typeof createPublisher>;
const startPublisher = (onStep?: (step: PublishingStep) => void) =>
  createPublisher({
    database: test.database,
    indicators,
    folder,
    signingKey,
    publicUrl: 'https://hakiki.test',
    ...(onStep && { onStep }),
  });
const publishAt = (now: Date) => publisher.publish(now);

async function addSource(slug: string, overrides: Record<string, unknown> = {}): Promise<number> {
  const values = { mayRepublish: true, needsOwnFile: false, tier: 'trusted', ...overrides };
  const [row] = await test.sql(
    `insert into indicator_sources (slug, name, kind, url, licence, may_show, may_republish, needs_own_file, tier, parser)
     values ($1, $1, 'open_list', 'https://list.example', 'MIT', true, $2, $3, $4, 'lines') returning id`,
    [slug, values.mayRepublish, values.needsOwnFile, values.tier],
  );
  return Number(row!['id']);
}

async function addListed(sourceId: number, entries: readonly (readonly [kind: string, value: string])[]) {
  const keys = entries.map(([kind, value]) => toKey(kind, value));
  await test.sql(
    `insert into indicators (key, kind, value, report_count, source_count, tier)
     select key, kind, value, 0, 1, (select tier from indicator_sources where id = $4)
     from unnest($1::bytea[], $2::text[], $3::text[]) as one (key, kind, value) on conflict do nothing`,
    [keys, entries.map(([kind]) => kind), entries.map(([, value]) => value), sourceId],
  );
  await test.sql(
    `insert into indicator_sightings (key, source_id, first_seen_at, last_seen_at)
     select key, $2, '2026-09-01', '2026-10-01' from unnest($1::bytea[]) as one (key)`,
    [keys, sourceId],
  );
}

const addReported = (kind: string, value: string | null, key = toKey(kind, value!)) =>
  test.sql(
    `insert into indicators (key, kind, value, report_count, tier, first_seen_at, last_seen_at)
     values ($1, $2, $3, 2, 'checked', '2026-10-05', '2026-10-06')`,
    [key, kind, value],
  );

/** A list says that both sites print the wallet. */
async function addLink(sourceId: number, [one, other]: [string, string]) {
  const [a, b] = [toKey('website', one), toKey('website', other)].toSorted((x, y) => x.compare(y));
  await test.sql('insert into family_links (a, b, is_shared) values ($1, $2, true)', [a, b]);
  await test.sql(
    `insert into family_traces (indicator, trace, kind, source_id, seen_at, is_applied)
     select thing, $2, 'wallet', $3, '2026-10-06', true from unnest($1::bytea[]) as thing`,
    [[a, b], toKey('evm', ETH), sourceId],
  );
}

const setState = (value: string, state: 'active' | 'disputed' | 'withdrawn', kind = 'website') =>
  test.database.transaction((tx) => indicators.setIndicatorState(tx, [toKey(kind, value)], state));

const listNames = (of: string, prefix = ''): string[] =>
  readdirSync(of, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? listNames(join(of, one.name), `${prefix}${one.name}/`) : `${prefix}${one.name}`,
  );
const readPublished = (name: string) => {
  const content = readFileSync(join(folder, 'current', name));
  return (name.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
};
const readJsonLines = (name: string) =>
  readPublished(name)
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []));

/** Everything that a client can download, as text. */
function readAllFiles(): Map<string, string> {
  const names = listNames(join(folder, 'current')).filter((name) => !name.startsWith('.'));
  return new Map(names.map((name) => [name, readPublished(name)]));
}
const readRange = (key: Buffer) => readFileSync(join(folder, 'ranges', key.toString('hex', 0, 2)));
const isInRange = (key: Buffer) => {
  const file = readRange(key);
  const suffixes = Array.from({ length: file.length / RANGE_SLOT_BYTES }, (_, slot) =>
    file.subarray(slot * RANGE_SLOT_BYTES, slot * RANGE_SLOT_BYTES + 8),
  );
  return suffixes.some((suffix) => suffix.equals(key.subarray(2, 10)));
};
/** In which downloads a text or its key is named; those that announce a removal do not count. */
const findListing = (value: string, kind = 'website') => [
  ...[...readAllFiles()].flatMap(([name, text]) =>
    name.startsWith('changes/') || !text.includes(value) || isRevokedIn(name, text, value) ? [] : name,
  ),
  ...(isInRange(toKey(kind, value)) ? ['range'] : []),
];
/** STIX and MISP repeat removed entries, marked as such. */
function isRevokedIn(name: string, text: string, value: string): boolean {
  const objects = text.split(/(?=\{"type":"indicator")|(?=\{"uuid")/).filter((object) => object.includes(value));
  return (
    name.startsWith('withdrawn.') ||
    ((name.startsWith('stix') || name.startsWith('misp/')) &&
      objects.length > 0 &&
      objects.every((object) => /"revoked":true|"deleted":true|"valid_until"/.test(object)))
  );
}

const openPublished = (lastSequence?: number, now = START): Manifest =>
  openManifest(readFileSync(join(folder, 'current/manifest.json')), readPublished('manifest.json.minisig'), {
    publicKey,
    lastSequence,
    now,
  });

const readCurrentManifest = () => JSON.parse(readPublished('manifest.json')) as Manifest;

beforeEach(async () => {
  // In memory if possible: each folder has 65,536 range files.
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-open-data-'));
  publisher = startPublisher();
  await test.sql('truncate indicator_sightings, family_links, family_traces');
  await test.deleteAllRows('safelist');
  await test.sql('delete from indicators');
  await test.sql('delete from indicator_sources');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ETH = '0x52908400098527886e0f7030069857d2e4169ee7';

describe('the published files', () => {
  it('published files contain the indicators of reports and free lists with tier, days and sources, and a signed manifest [CHECK-15]', async () => {
    const list = await addSource('free-list');
    await addListed(list, [
      ['website', 'listed-demo.example'],
      ['website', 'reported-demo.example'],
      ['website', 'shared.example/page'],
    ]);
    await addReported('evm', ETH);
    await test.sql(
      `update indicators set report_count = 1, tier = 'checked', first_seen_at = '2026-10-05' where value = 'reported-demo.example'`,
    );
    const manifest = await publishAt(START);
    expect(
      readJsonLines('indicators.jsonl.gz').toSorted((a, b) => (String(a['value']) < String(b['value']) ? -1 : 1)),
    ).toEqual([
      {
        id: toKey('evm', ETH).toString('hex'),
        kind: 'evm',
        value: ETH,
        tier: 'checked',
        firstSeen: '2026-10-05',
        lastSeen: '2026-10-06',
        sources: ['hakiki'],
      },
      expect.objectContaining({
        value: 'listed-demo.example',
        tier: 'trusted',
        firstSeen: '2026-09-01',
        sources: ['free-list'],
      }),
      expect.objectContaining({ value: 'reported-demo.example', tier: 'checked', sources: ['hakiki', 'free-list'] }),
      expect.objectContaining({ value: 'shared.example/page' }),
    ]);
    const hosts = ['listed-demo.example', 'reported-demo.example'];
    const linesOf = (name: string) =>
      readPublished(name)
        .split('\n')
        .filter((line) => /demo\.example/.test(line))
        .toSorted();
    expect(linesOf('domains.txt')).toEqual(hosts);
    expect(linesOf('hosts.txt')).toEqual(hosts.map((host) => `0.0.0.0 ${host}`));
    expect(linesOf('adguard.txt')).toEqual(hosts.map((host) => `||${host}^`));
    expect(linesOf('dnsmasq.conf')).toEqual(hosts.map((host) => `local=/${host}/`));
    expect(linesOf('rpz.zone')).toEqual([
      ...hosts.map((host) => `*.${host} CNAME .`),
      ...hosts.map((host) => `${host} CNAME .`),
    ]);
    expect(readPublished('addresses.csv')).toBe(
      `chain,address,tier,first_seen,last_seen,sources,reference\nevm,${ETH},checked,2026-10-05,2026-10-06,hakiki,https://hakiki.test/check/evm/${ETH}\n`,
    );
    expect(openPublished()).toEqual(manifest);
    for (const file of manifest!.files) checkFile(file, readFileSync(join(folder, 'current', file.name)));
    const served = listNames(join(folder, 'current')).filter((name) => !name.startsWith('.'));
    expect(manifest!.files.map(({ name }) => name)).toEqual(
      served.filter((name) => !['manifest.json', 'manifest.json.minisig', 'minisign.pub'].includes(name)).toSorted(),
    );
  });

  it('published files contain no guessable number, not even as a hash [CHECK-08]', async () => {
    const key = createHash('sha256').update('a keyed hash').digest().subarray(0, 16);
    await addReported('phone', null, key);
    await addReported('website', 'named-demo.example');
    await publishAt(START);
    for (const [name, text] of readAllFiles()) expect(text, name).not.toContain(key.toString('hex'));
    expect(isInRange(key)).toBe(false);
    expect(findListing('named-demo.example')).toContain('range');
  });

  it('published files omit 1,000 safelisted entries, parents of safe hosts, and 1,000 entries whose licence forbids publication [CHECK-12]', async () => {
    const [free, closed, gpl] = [
      await addSource('free-list'),
      await addSource('closed-list', { mayRepublish: false, tier: 'official' }),
      await addSource('gpl-list', { needsOwnFile: true }),
    ];
    const named = (prefix: string) =>
      Array.from({ length: 1000 }, (_, n) => ['website', `${prefix}-${n}.example`] as const);
    const safe = named('planted-safe');
    await addListed(free, [...safe, ['website', 'free-demo.example'], ['website', 'parent-of-safe.example']]);
    await addListed(closed, [...named('planted-closed'), ['evm', ETH]]);
    await addListed(gpl, [
      ['website', 'planted-gpl.example'],
      ['website', 'free-demo.example'],
    ]);
    await test.sql(
      `insert into safelist (key, kind, value, reason, source)
       select key, 'website', value, 'planted', 'test' from unnest($1::bytea[], $2::text[]) as one (key, value)`,
      [
        [...safe.map(([kind, value]) => toKey(kind, value)), toKey('website', 'safe.parent-of-safe.example')],
        [...safe.map(([, value]) => value), 'safe.parent-of-safe.example'],
      ],
    );
    await publishAt(START);
    const files = readAllFiles();
    const countIn = (pattern: RegExp) => [...files].filter(([, text]) => pattern.test(text)).map(([name]) => name);
    expect(countIn(/planted-safe|planted-closed|parent-of-safe/)).toEqual([]);
    expect(countIn(new RegExp(ETH))).toEqual([]);
    expect(countIn(/closed-list/)).toEqual([]);
    expect(countIn(/planted-gpl/)).toEqual(['gpl3/indicators.jsonl.gz']);
    for (const [kind, value] of [...safe, ...named('planted-closed'), ['evm', ETH] as const]) {
      expect(isInRange(toKey(kind, value)), value).toBe(false);
    }
    // The licence of one list does not apply to what another one says.
    expect(readJsonLines('indicators.jsonl.gz')).toEqual([
      expect.objectContaining({ value: 'free-demo.example', sources: ['free-list'], tier: 'trusted' }),
    ]);
  });

  it('published files drop a withdrawn entry everywhere, announce a dispute, and restore the entry after a refused dispute [CHECK-11]', async () => {
    for (const name of ['wrong', 'disputed', 'stays']) await addReported('website', `${name}-demo.example`);
    await publishAt(START);
    const everywhere = findListing('stays-demo.example');
    expect(everywhere).toEqual(
      expect.arrayContaining([
        'stix.json.gz',
        'domains.txt',
        'hosts.txt',
        'adguard.txt',
        'dnsmasq.conf',
        'rpz.zone',
        'range',
      ]),
    );
    expect(findListing('wrong-demo.example')).toEqual(everywhere);
    expect(await publishAt(seconds(10))).toBeUndefined();

    const readFeed = (name: string) =>
      (JSON.parse(readPublished(name)) as { items: { title: string; content_text: string; date_published: string }[] })
        .items;
    expect(readFeed('withdrawn.json')).toEqual([]);
    await setState('wrong-demo.example', 'withdrawn');
    await setState('disputed-demo.example', 'disputed');
    await publishAt(seconds(20));
    // A dispute may be wrong, so only what was withdrawn is announced.
    expect(readFeed('withdrawn.json')).toEqual([
      {
        id: toKey('website', 'wrong-demo.example').toString('hex'),
        url: 'https://hakiki.test/check/website/wrong-demo.example',
        title: 'website: wrong-demo.example',
        content_text: 'withdrawn: there is no warning about it any more',
        date_published: seconds(20).toISOString(),
        tags: ['website', 'withdrawn'],
      },
    ]);
    expect(readPublished('withdrawn.xml')).toContain('<title>website: wrong-demo.example</title>');
    expect(readFeed('feed.json').map(({ title }) => title)).toEqual(['website: stays-demo.example']);
    expect(findListing('wrong-demo.example')).toEqual([]);
    expect(findListing('disputed-demo.example')).toEqual([]);
    expect(findListing('stays-demo.example')).toEqual(everywhere);

    await setState('disputed-demo.example', 'active');
    await publishAt(seconds(40));
    expect(findListing('disputed-demo.example')).toEqual(everywhere);
    await setState('disputed-demo.example', 'disputed');
    await publishAt(seconds(60));
    await setState('disputed-demo.example', 'withdrawn');
    const manifest = await publishAt(seconds(70));
    expect(findListing('disputed-demo.example')).toEqual([]);
    const changes = readJsonLines('changes/2026-11-01.jsonl');
    expect(changes.filter(({ value }) => value === 'disputed-demo.example').map(({ change }) => change)).toEqual([
      'added',
      'disputed',
      'added',
      'disputed',
      'withdrawn',
    ]);
    expect(changes.filter(({ value }) => value === 'wrong-demo.example')).toEqual([
      expect.objectContaining({ change: 'added', at: START.toISOString() }),
      {
        at: seconds(20).toISOString(),
        change: 'withdrawn',
        id: toKey('website', 'wrong-demo.example').toString('hex'),
        kind: 'website',
        value: 'wrong-demo.example',
        tier: 'checked',
      },
    ]);
    expect(manifest!.errors).toEqual({ listed: 1, overruled: 2, days: 90 });
  });

  it('STIX and MISP files show listed, withdrawn and disputed entries under stable ids [CHECK-11]', async () => {
    await addReported('evm', ETH);
    for (const name of ['wrong', 'disputed']) await addReported('website', `${name}-demo.example`);
    await publishAt(START);
    const readObjects = () => {
      const { objects } = JSON.parse(readPublished('stix.json.gz')) as { objects: Record<string, unknown>[] };
      return new Map(objects.map((object) => [object['name'], object]));
    };
    const first = readObjects();
    const created = START.toISOString();
    expect(first.get(`evm: ${ETH}`)).toEqual({
      type: 'indicator',
      spec_version: '2.1',
      id: expect.stringMatching(/^indicator--[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      created_by_ref: first.get('Hakiki')!['id'],
      created,
      modified: created,
      name: `evm: ${ETH}`,
      indicator_types: ['malicious-activity'],
      labels: ['checked', 'source:hakiki'],
      confidence: 85,
      pattern: `[x-hakiki-wallet:chain = 'evm' AND x-hakiki-wallet:value = '${ETH}']`,
      pattern_type: 'stix',
      valid_from: created,
      external_references: [{ source_name: 'Hakiki', url: `https://hakiki.test/check/evm/${ETH}` }],
    });
    await setState('wrong-demo.example', 'withdrawn');
    await setState('disputed-demo.example', 'disputed');
    await publishAt(seconds(20));
    const second = readObjects();
    const [wrong, disputed] = ['website: wrong-demo.example', 'website: disputed-demo.example'];
    const modified = seconds(20).toISOString();
    expect(second.get(wrong)).toMatchObject({ id: first.get(wrong)!['id'], created, modified, revoked: true });
    expect(second.get(disputed)).toMatchObject({ id: first.get(disputed)!['id'], modified, valid_until: modified });
    expect(second.get(disputed)).not.toHaveProperty('revoked');
    await setState('disputed-demo.example', 'active');
    await setState('wrong-demo.example', 'active');
    await publishAt(seconds(40));
    const third = readObjects();
    expect(third.get(disputed)).toMatchObject({ id: first.get(disputed)!['id'], created });
    expect(third.get(disputed)).not.toHaveProperty('valid_until');
    // STIX forbids a new version of a revoked object.
    expect(third.get(wrong)!['id']).not.toBe(first.get(wrong)!['id']);

    const events = JSON.parse(readPublished('misp/manifest.json')) as Record<string, unknown>;
    const [eventId] = Object.keys(events);
    expect(events[eventId!]).toMatchObject({ date: '2026-11-01', Orgc: { name: 'Hakiki' } });
    const { Event } = JSON.parse(readPublished(`misp/${eventId!}.json`)) as { Event: { Attribute: object[] } };
    expect(Event.Attribute).toContainEqual({
      uuid: String(third.get(disputed)!['id']).replace('indicator--', ''),
      type: 'hostname',
      category: 'Network activity',
      value: 'disputed-demo.example',
      to_ids: true,
      comment: 'website, checked, hakiki',
      timestamp: String(seconds(40).getTime() / 1000),
    });
    expect(readPublished('misp/hashes.csv').split('\n').filter(Boolean).toSorted()).toEqual(
      [ETH, 'wrong-demo.example', 'disputed-demo.example']
        .map((value) => `${createHash('md5').update(value).digest('hex')},${eventId!}`)
        .toSorted(),
    );
  });

  it('a change of only the safelist or a licence leads to a new release [CHECK-12]', async () => {
    const list = await addSource('free-list');
    await addListed(list, [
      ['website', 'listed-demo.example'],
      ['website', 'later-safe.example'],
    ]);
    await publishAt(START);
    expect(findListing('later-safe.example')).toContain('domains.txt');
    await test.sql(
      `insert into safelist (key, kind, value, reason, source) values ($1, 'website', 'later-safe.example', 'x', 'test')`,
      [toKey('website', 'later-safe.example')],
    );
    await publishAt(seconds(10));
    expect(findListing('later-safe.example')).toEqual([]);
    await test.sql(`update indicator_sources set may_republish = false`);
    await publishAt(seconds(20));
    expect(findListing('listed-demo.example')).toEqual([]);
  });
});

/** Parses a file of each format for these entries. A format without a parser here fails the test below. */
const tracked = { website: 'tracked-demo.example', wallet: ETH, own: 'tracked-gpl.example' };
const trackedValues = [
  ['website', tracked.website],
  ['evm', tracked.wallet],
  ['website', tracked.own],
] as const;
interface Attribute {
  value: string;
  deleted?: boolean;
  to_ids: boolean;
}
const formatReaders: Record<string, { files: RegExp; isListed: (name: string) => boolean }> = {
  hosts: {
    files: /^(?:domains\.txt|hosts\.txt|adguard\.txt|dnsmasq\.conf|rpz\.zone)$/,
    isListed: (name) => readPublished(name).includes(tracked.website),
  },
  addresses: { files: /^addresses\.csv$/, isListed: (name) => readPublished(name).includes(tracked.wallet) },
  records: { files: /^indicators\.jsonl\.gz$/, isListed: (name) => readPublished(name).includes(tracked.website) },
  links: { files: /^links\.jsonl\.gz$/, isListed: (name) => readPublished(name).includes(tracked.website) },
  ownLicence: { files: /^gpl3\//, isListed: (name) => readPublished(name).includes(tracked.own) },
  changes: {
    files: /^changes\//,
    isListed: (name) => readJsonLines(name).findLast(({ value }) => value === tracked.website)?.['change'] === 'added',
  },
  feeds: { files: /^feed\.(?:json|xml)$/, isListed: (name) => readPublished(name).includes(tracked.website) },
  stix: {
    files: /^stix\.json\.gz$/,
    isListed: (name) => {
      const { objects } = JSON.parse(readPublished(name)) as { objects: Record<string, unknown>[] };
      return objects.some(
        (object) =>
          object['name'] === `website: ${tracked.website}` && !object['revoked'] && object['valid_until'] === undefined,
      );
    },
  },
  mispHashes: {
    files: /^misp\/hashes\.csv$/,
    isListed: (name) => readPublished(name).includes(createHash('md5').update(tracked.website).digest('hex')),
  },
  mispEvents: {
    files: /^misp\/[0-9a-f-]{36}\.json$/,
    isListed: (name) => {
      const { Event } = JSON.parse(readPublished(name)) as { Event: { Attribute: Attribute[] } };
      return Event.Attribute.some(
        ({ value, deleted, to_ids: isUsed }) => value === tracked.website && !deleted && isUsed,
      );
    },
  },
  filters: {
    files: /^filters\//,
    isListed: (name) => mayContain(readFileSync(join(folder, 'current', name)), toKey('website', tracked.website)),
  },
};
/** They name sources and events, but no entry. */
const filesWithoutEntries: ReadonlySet<string> = new Set(['sources.json', 'misp/manifest.json']);
/** They name what was withdrawn, and nothing else. */
const withdrawals: ReadonlySet<string> = new Set(['withdrawn.json', 'withdrawn.xml']);

/** Whether each feed of withdrawals names the tracked website. */
const readWithdrawals = () =>
  [...withdrawals].map((name) => readPublished(name).includes(`/check/website/${tracked.website}`));

/** Whether each file that the manifest names lists the tracked entries, and the range files. */
function readStateByFile(manifest: Manifest): Record<string, boolean> {
  const names = manifest.files
    .map(({ name }) => name)
    .filter((name) => !filesWithoutEntries.has(name) && !withdrawals.has(name));
  const states = names.map((name) => {
    const reader = Object.values(formatReaders).find(({ files }) => files.test(name));
    if (!reader) throw new Error(`${name} is a new format: say above how it shows that an entry is listed.`);
    return [name, reader.isListed(name)] as const;
  });
  return { ...Object.fromEntries(states), ranges: isInRange(toKey('website', tracked.website)) };
}

describe('links by shared traces', () => {
  it('links are in the file of their licence, with both items, the trace and its day, until one of them is withdrawn [FAM-03]', async () => {
    await addReported('evm', ETH);
    const gpl = await addSource('gpl-list', { needsOwnFile: true });
    const free = await addSource('free-list');
    await addListed(free, [
      ['website', 'one.example'],
      ['website', 'two.example'],
    ]);
    await addListed(gpl, [
      ['website', 'three.example'],
      ['website', 'four.example'],
    ]);
    await addLink(free, ['one.example', 'two.example']);
    await addLink(gpl, ['three.example', 'four.example']);
    await publishAt(START);
    const named = (...values: string[]) => ({
      sites: values.toSorted(),
      traces: [{ kind: 'wallet', value: ETH, seen: '2026-10-06' }],
    });
    const readLinks = (name: string) =>
      readJsonLines(name).map(({ a, b, traces }) => ({
        sites: [a, b].map((one) => (one as { value: string }).value).toSorted(),
        traces,
      }));
    expect(readLinks('links.jsonl.gz')).toEqual([named('one.example', 'two.example')]);
    expect(readLinks('gpl3/links.jsonl.gz')).toEqual([named('three.example', 'four.example')]);
    await setState('two.example', 'withdrawn');
    await publishAt(seconds(20));
    expect(readLinks('links.jsonl.gz')).toEqual([]);
  });
});

describe('every format that the manifest names', () => {
  const setTracked = async (state: 'active' | 'disputed' | 'withdrawn') => {
    for (const [kind, value] of trackedValues) await setState(value, state, kind);
  };
  const report = async () => {
    for (const [kind, value] of trackedValues.slice(0, 2)) await addReported(kind, value);
    const [free, gpl] = [await addSource('free-list'), await addSource('gpl-list', { needsOwnFile: true })];
    await addListed(gpl, [
      ['website', tracked.own],
      ['website', 'partner-gpl.example'],
    ]);
    await addListed(free, [['website', 'partner-demo.example']]);
    await addLink(free, [tracked.website, 'partner-demo.example']);
    await addLink(gpl, [tracked.own, 'partner-gpl.example']);
  };

  it('every format contains a decision, an open and a settled dispute and a withdrawal in the next release [CHECK-11]', async () => {
    await report();
    const steps = [
      [undefined, true],
      ['disputed', false],
      ['active', true],
      ['withdrawn', false],
    ] as const;
    for (const [place, [state, isListed]] of steps.entries()) {
      if (state) await setTracked(state);
      const manifest = await publishAt(seconds(place * 20));
      const states = readStateByFile(manifest!);
      expect(Object.keys(states).length).toBeGreaterThan(15);
      expect(states, state ?? 'added').toEqual(Object.fromEntries(Object.keys(states).map((name) => [name, isListed])));
      // A dispute may be wrong, so it is not announced.
      const isWithdrawn = state === 'withdrawn';
      expect(readWithdrawals(), state ?? 'added').toEqual([isWithdrawn, isWithdrawn]);
    }
  });

  it('every format contains a change within 60 seconds when the worker publishes on its own [CHECK-11]', async () => {
    await publisher.publish();
    const publishing = startPublishing({
      database: test.database,
      indicators,
      folder,
      signingKey,
      publicUrl: 'https://hakiki.test',
      log: createLog('silent'),
    });
    try {
      const measure = async (change: () => Promise<unknown>, isListed: boolean) => {
        await change();
        const start = Date.now();
        const { sequence } = readCurrentManifest();
        await expect
          .poll(() => readCurrentManifest().sequence, { timeout: 60_000, interval: 200 })
          .toBeGreaterThan(sequence);
        const states = Object.values(readStateByFile(readCurrentManifest()));
        expect(new Set(states)).toEqual(new Set([isListed]));
        expect(readWithdrawals()).toEqual([!isListed, !isListed]);
        return Date.now() - start;
      };
      expect(await measure(report, true)).toBeLessThan(60_000);
      expect(await measure(() => setTracked('withdrawn'), false)).toBeLessThan(60_000);
    } finally {
      await publishing.stop();
    }
  }, 150_000);
});

describe('a worker that is killed while it publishes', () => {
  it('a killed worker leaves complete files and loses no change, at any point of publishing [CHECK-11]', async () => {
    await addReported('website', 'old-demo.example');
    await publishAt(START);
    for (const [index, step] of publishingSteps.entries()) {
      const [added, wrong] = [`new-${step}.example`, `wrong-${step}.example`];
      await addReported('website', wrong);
      await publishAt(seconds(index * 100 + 10));
      const before = readAllFiles();
      await addReported('website', added);
      await setState(wrong, 'withdrawn');
      const killed = startPublisher((at) => {
        if (at === step) throw new Error('killed');
      });
      await expect(killed.publish(seconds(index * 100 + 20))).rejects.toThrow('killed');
      const manifest = openPublished();
      for (const file of manifest.files) checkFile(file, readFileSync(join(folder, 'current', file.name)));
      const isReleased = step === 'released' || step === 'cleaned';
      if (!isReleased) expect(readAllFiles(), step).toEqual(before);

      publisher = startPublisher();
      await publishAt(seconds(index * 100 + 30));
      expect(findListing(added), step).toEqual(findListing('old-demo.example'));
      expect(findListing(wrong), step).toEqual([]);
      const changes = readJsonLines('changes/2026-11-01.jsonl').filter(
        ({ value }) => value === added || value === wrong,
      );
      expect(changes.map(({ change, value }) => `${String(change)} ${String(value)}`).toSorted(), step).toEqual([
        `added ${added}`,
        `added ${wrong}`,
        `withdrawn ${wrong}`,
      ]);
    }
    expect(readdirSync(join(folder, 'releases')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('after a killed worker, range files contain nothing that was withdrawn before the next release [CHECK-11]', async () => {
    await addReported('website', 'old-demo.example');
    await publishAt(START);
    await addReported('website', 'brief-demo.example');
    const killed = startPublisher((at) => {
      if (at === 'ranges') throw new Error('killed');
    });
    await expect(killed.publish(seconds(10))).rejects.toThrow('killed');
    // It was never in a release, so the next one has no change to announce.
    await setState('brief-demo.example', 'withdrawn');
    publisher = startPublisher();
    await publishAt(seconds(20));
    expect(isInRange(toKey('website', 'brief-demo.example'))).toBe(false);
    expect(isInRange(toKey('website', 'old-demo.example'))).toBe(true);
  });

  it('the worker keeps at most three releases, which share the files of earlier days', async () => {
    await addReported('website', 'old-demo.example');
    for (let day = 0; day < 5; day += 1) await publishAt(new Date(START.getTime() + day * 86_400_000));
    expect(readdirSync(join(folder, 'releases'))).toHaveLength(3);
    const firstDay = join(folder, 'current/changes/2026-11-01.jsonl');
    expect(readJsonLines('changes/2026-11-01.jsonl')).toHaveLength(1);
    expect(statSync(firstDay).nlink).toBe(3);
  });
});

describe('a change in a transaction that is still open', () => {
  it('a change is published when its transaction commits, even if later changes were published before', async () => {
    await addReported('website', 'first-demo.example');
    await publishAt(START);
    const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = test.database.transaction(async (tx) => {
      await indicators.setIndicatorState(tx, [toKey('website', 'first-demo.example')], 'withdrawn');
      changed.resolve();
      await mayCommit.promise;
    });
    await changed.promise;
    await addReported('website', 'second-demo.example');
    await publishAt(seconds(10));
    expect(findListing('second-demo.example')).toContain('domains.txt');
    expect(findListing('first-demo.example')).toContain('domains.txt');
    mayCommit.resolve();
    await open;
    // The position that was not certain is looked at again.
    await publishAt(seconds(20));
    expect(findListing('first-demo.example')).toEqual([]);
  }, 30_000);
});

describe('a client that verifies releases', () => {
  it('a client rejects an older, an expired and a changed release, and one signed with another key [CHECK-15]', async () => {
    await addReported('website', 'old-demo.example');
    const first = await publishAt(START);
    const content = readFileSync(join(folder, 'current/manifest.json'));
    const signature = readPublished('manifest.json.minisig');
    await addReported('website', 'new-demo.example');
    const second = await publishAt(seconds(10));
    expect(second!.sequence).toBeGreaterThan(first!.sequence);
    const open = (trust: Partial<Parameters<typeof openManifest>[2]>, changed = content) =>
      openManifest(changed, signature, { publicKey, now: seconds(11), ...trust });
    expect(open({ lastSequence: first!.sequence })).toEqual(first);
    expect(() => open({ lastSequence: second!.sequence })).toThrow(
      expect.objectContaining({ reason: 'rollBack' }) as ManifestError,
    );
    expect(() => open({ now: seconds(24 * 3600) })).toThrow(
      expect.objectContaining({ reason: 'expired' }) as ManifestError,
    );
    expect(() => open({}, Buffer.from(content.toString().replace('"version": 1', '"version":  1')))).toThrow(
      SignatureError,
    );
    const otherKey = formatPublicKey(parseSigningKey(formatSigningKey('hakiki.test/open-data')));
    expect(() => open({ publicKey: otherKey })).toThrow('another key');
    const file = second!.files.find(({ name }) => name === 'domains.txt');
    expect(() => checkFile(file!, Buffer.from('evil.example\n'))).toThrow(
      expect.objectContaining({ reason: 'changedFile' }) as ManifestError,
    );
  });

  it('a client gets a new manifest twice a day even if nothing has changed [CHECK-15]', async () => {
    await addReported('website', 'old-demo.example');
    await publishAt(START);
    expect(await publishAt(seconds(11 * 3600))).toBeUndefined();
    const renewed = await publishAt(seconds(12 * 3600));
    expect(openPublished(renewed!.sequence, seconds(35 * 3600))).toEqual(renewed);
  });

  it('a client gets a higher sequence after the folder was lost [CHECK-15]', async () => {
    await addReported('website', 'old-demo.example');
    const first = await publishAt(START);
    rmSync(folder, { recursive: true });
    publisher = startPublisher();
    expect((await publishAt(seconds(10)))!.sequence).toBeGreaterThan(first!.sequence);
  });
});

describe('range files', () => {
  const findSizes = () =>
    new Set(readdirSync(join(folder, 'ranges')).map((name) => statSync(join(folder, 'ranges', name)).size));

  it('range files exist for every prefix, all with the same length, also when the length changes [CHECK-09]', async () => {
    await addReported('website', 'old-demo.example');
    const first = await publishAt(START);
    const names = readdirSync(join(folder, 'ranges'));
    expect(names).toHaveLength(countFiles(ranges));
    expect([...findSizes()]).toEqual([first!.ranges.bytes]);
    // Twenty keys with the same prefix do not fit into the sixteen slots of an almost empty installation.
    const prefix = toKey('website', 'old-demo.example').subarray(0, 2);
    for (let n = 0; n < 20; n += 1) {
      const key = Buffer.concat([prefix, createHash('sha256').update(`tail ${n}`).digest().subarray(0, 14)]);
      await addReported('website', `crowd-${n}.example`, key);
    }
    const second = await publishAt(seconds(10));
    expect(second!.ranges.bytes).toBeGreaterThan(first!.ranges.bytes);
    expect([...findSizes()]).toEqual([second!.ranges.bytes]);
    expect(readdirSync(join(folder, 'ranges'))).toHaveLength(countFiles(ranges));
    expect(readdirSync(folder).filter((name) => name.startsWith('ranges-'))).toEqual([
      readlinkSync(join(folder, 'ranges')),
    ]);
    expect(isInRange(toKey('website', 'old-demo.example'))).toBe(true);
  });

  it('range files are rebuilt when one was truncated by a power cut [CHECK-09]', async () => {
    await addReported('website', 'old-demo.example');
    await publishAt(START);
    const damaged = join(folder, 'ranges', toKey('website', 'old-demo.example').toString('hex', 0, 2));
    rmSync(damaged);
    writeFileSync(damaged, '');
    publisher = startPublisher();
    await addReported('website', 'new-demo.example');
    const manifest = await publishAt(seconds(10));
    expect(statSync(damaged).size).toBe(manifest!.ranges.bytes);
    expect(isInRange(toKey('website', 'old-demo.example'))).toBe(true);
  });
});

describe('the release that the site shows', () => {
  it('the site shows the newest release with its key and sources, and none before the first release', async () => {
    const service = createOpenDataService({ folder, publicUrl: 'https://hakiki.test' });
    expect(await service.getOverview()).toEqual({ release: null });
    await addSource('free-list');
    await addReported('website', 'old-demo.example');
    const manifest = await publishAt(START);
    const { version: _, ranges: __, blindRanges: ___, ...shown } = manifest!;
    expect(await service.getOverview()).toEqual({
      release: {
        ...shown,
        publicKey,
        sources: [expect.objectContaining({ name: 'free-list', licence: 'MIT', url: 'https://list.example' })],
      },
    });
    expect((await service.readFile('/feeds/v1/domains.txt'))?.content.toString()).toContain('old-demo.example');
    for (const path of [
      '/feeds/v1/.state',
      '/feeds/v1/../../ranges/0000',
      '/feeds/v1/missing.txt',
      '/check/ranges/16/zzzz',
    ]) {
      expect(await service.readFile(path), path).toBeUndefined();
    }
    expect(await service.measureAgeHours(seconds(7200))).toBe(2);
    expect(existsSync(join(folder, 'current/.state'))).toBe(true);
  });
});
