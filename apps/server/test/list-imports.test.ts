/**
 * Lists over real connections to a server on loopback: good, unexpected, hostile and repeated ones, and their effects.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import { temporarySecret } from '../src/platform/config/settings.ts';
import { createGuardedFetch } from '../src/platform/fetch/guarded-fetch.ts';
import { createLog } from '../src/platform/log/log.ts';
import { formatSigningKey } from '../src/platform/signing/signed-note.ts';
import { createIndicatorsService } from '../src/modules/indicators/service.ts';
import { createPublisher } from '../src/modules/open-data/publisher.ts';
import { createImporting } from '../src/modules/sources/importing.ts';
import type { ListSource } from '../src/modules/sources/list-sources.ts';

const test = useDatabase();
const indicators = createIndicatorsService({ settings: { appSecret: temporarySecret } });

const aSource: ListSource = {
  slug: 'demo-list',
  name: 'Demo list',
  kind: 'open_list',
  url: 'https://list.example',
  fileUrl: 'https://list.example/list.json',
  licence: 'MIT',
  licenceUrl: null,
  attribution: null,
  mayShow: true,
  mayRepublish: true,
  needsOwnFile: false,
  isSafelist: false,
  tier: 'community',
  parser: 'hostArray',
  fetchEveryHours: 24,
  expiresAfterDays: 180,
  minEntries: 1,
  maxEntries: 100_000,
};
const secondList: ListSource = {
  ...aSource,
  slug: 'second-list',
  name: 'Second list',
  fileUrl: 'https://second.example/l',
  tier: 'trusted',
};
const closedList: ListSource = {
  ...aSource,
  slug: 'closed-list',
  fileUrl: 'https://closed.example/l',
  mayRepublish: false,
};
const gplList: ListSource = {
  ...aSource,
  slug: 'gpl-list',
  fileUrl: 'https://gpl.example/l',
  licence: 'GPL-3.0',
  needsOwnFile: true,
};
const safeList: ListSource = {
  ...aSource,
  slug: 'safe-list',
  name: 'Safe list',
  fileUrl: 'https://safe.example/l',
  isSafelist: true,
  mayShow: false,
  expiresAfterDays: null,
  parser: 'mispWarningList',
};
const sources = [safeList, aSource, secondList, closedList, gplList];

type Respond = (response: ServerResponse, headers: IncomingHttpHeaders) => void;
const responders = new Map<string, Respond>();
const requests: string[] = [];
const upstream = createServer((request, response) => {
  response.on('error', () => undefined);
  const host = String(request.headers.host).split(':')[0]!;
  requests.push(host);
  responders.get(host)?.(response, request.headers);
});
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const send =
  (body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response
      .writeHead(200, { 'Content-Type': 'text/plain', ...headers })
      .end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body));
const answer = ({ fileUrl }: ListSource, respond: Respond) => responders.set(new URL(fileUrl).hostname, respond);
const hosts = (count: number, name = 'listed', from = 0) =>
  Array.from({ length: count }, (_, n) => `${name}-${from + n}-demo.example`);

const createImport = () => createImporting({ database: test.database, indicators, log: createLog('silent'), sources });
const guardedFetch = () =>
  createGuardedFetch({
    contact: 'https://hakiki.example/contact',
    isProduction: false,
    testInternet: { port: (upstream.address() as AddressInfo).port, addressesOf: () => ['196.25.1.1'] },
    timeoutMs: 5000,
  });

const turnOn = (...lists: ListSource[]) =>
  test.sql('update indicator_sources set is_enabled = true, next_run_at = now() where slug = any($1)', [
    lists.map(({ slug }) => slug),
  ]);
/** One run of the job, with these sources due. */
async function runJob(...due: ListSource[]) {
  const run = createImport();
  await test.sql(
    `update indicator_sources set next_run_at = now() + case when slug = any($1) then '0' else '1 day' end::interval`,
    [due.map(({ slug }) => slug)],
  );
  await run.applyDecisions();
  await run.fetchDue(guardedFetch());
}
async function fetchList(source: ListSource, body: unknown) {
  answer(source, send(body));
  await turnOn(source);
  await runJob(source);
}

const listSnapshots = async ({ slug }: ListSource) =>
  (
    await test.sql(
      `select snapshot.state, reason, entries, added, gone, conflicts
       from source_snapshots snapshot join indicator_sources source on source.id = source_id
       where slug = $1 order by snapshot.created_at, snapshot.id`,
      [slug],
    )
  ).map(({ state, reason, entries, added, gone }) => [state, reason, entries, added, gone]);
const readSource = async ({ slug }: ListSource) =>
  (await test.sql('select * from indicator_sources where slug = $1', [slug]))[0]!;
const countStates = async () =>
  Object.fromEntries(
    (await test.sql('select state, count(*)::int as n from indicators group by state')).map(({ state, n }) => [
      state,
      n,
    ]),
  );
const readIndicator = async (value: string) =>
  (await test.sql('select state, tier, source_count, report_count from indicators where value = $1', [value]))[0];
/** Everything that an import could change. */
const readAll = async () =>
  Promise.all([
    test.sql('select * from indicators order by key'),
    test.sql('select * from indicator_sightings order by key, source_id'),
    test.sql('select * from indicator_changes order by seq'),
    test.sql('select * from safelist order by key'),
  ]);
const countChanges = async () =>
  Number((await test.sql('select coalesce(max(seq), 0) as seq from indicator_changes'))[0]!['seq']);
const listChangesAfter = async (seq: number) =>
  (
    await test.sql(
      `select value, change from indicator_changes one join indicators i on i.key = one.key where seq > $1 order by seq`,
      [seq],
    )
  ).map(({ value, change }) => `${String(value)} ${String(change)}`);
const decide = ({ slug }: ListSource) =>
  test.sql(
    `update source_snapshots set decided_by = gen_random_uuid(), decided_at = now()
     where state = 'quarantined' and source_id = (select id from indicator_sources where slug = $1)`,
    [slug],
  );

beforeEach(async () => {
  responders.clear();
  requests.length = 0;
  await test.sql('truncate indicator_sightings');
  await test.sql('delete from source_snapshots');
  await test.deleteAllRows('safelist');
  await test.sql('delete from indicators');
  await test.sql('delete from indicator_sources');
  await createImport().upsertSources();
});

describe('a source that is turned off', () => {
  it('a disabled source is never requested, and an enabled one once per interval', async () => {
    await runJob(...sources);
    expect(requests).toEqual([]);
    await fetchList(aSource, hosts(3));
    expect(requests).toEqual(['list.example']);
    await createImport().fetchDue(guardedFetch());
    expect(requests).toEqual(['list.example']);
    expect(await countStates()).toEqual({ active: 3 });
  });
});

describe('a good list', () => {
  it('an import adds, keeps, withdraws and restores indicators, and records each change once [CHECK-13]', async () => {
    await fetchList(aSource, hosts(10));
    const seq = await countChanges();
    await fetchList(aSource, [...hosts(9), 'new-demo.example']);
    expect(await readIndicator('listed-9-demo.example')).toEqual({
      state: 'withdrawn',
      tier: 'community',
      source_count: 0,
      report_count: 0,
    });
    await fetchList(aSource, hosts(10));
    expect(await listSnapshots(aSource)).toEqual([
      ['applied', null, 10, 10, 0],
      ['applied', null, 10, 1, 1],
      ['applied', null, 10, 1, 1],
    ]);
    expect((await listChangesAfter(seq)).toSorted()).toEqual([
      'listed-9-demo.example added',
      'listed-9-demo.example withdrawn',
      'new-demo.example added',
      'new-demo.example withdrawn',
    ]);
  });

  it('importing the same list again, as the same file or in other bytes, writes nothing [CHECK-14]', async () => {
    await fetchList(aSource, [...hosts(50), 'not a host', ...hosts(3)]);
    const before = await readAll();
    await fetchList(aSource, [...hosts(50), 'not a host', ...hosts(3)]);
    await fetchList(aSource, hosts(50).toReversed());
    expect(await readAll()).toEqual(before);
    expect(await listSnapshots(aSource)).toEqual([
      ['applied', null, 50, 50, 0],
      ['applied', null, 50, 0, 0],
    ]);
  });

  it('a list is not downloaded again while the source responds that it is unchanged [CHECK-14]', async () => {
    const asked: (string | undefined)[] = [];
    answer(aSource, (response, headers) => {
      asked.push(headers['if-none-match']);
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else send(hosts(5), { ETag: '"one"' })(response, headers);
    });
    await turnOn(aSource);
    await runJob(aSource);
    await test.sql(`update indicator_sources set last_ok_at = now() - interval '3 days' where slug = 'demo-list'`);
    const before = await readAll();
    await runJob(aSource);
    expect(asked).toEqual([undefined, '"one"']);
    expect(await readAll()).toEqual(before);
    const { last_ok_at: lastOkAt } = await readSource(aSource);
    expect(Date.now() - (lastOkAt as Date).getTime()).toBeLessThan(60_000);
  });

  it('an indicator of several lists is withdrawn when the last list drops it, and has the tier of the remaining lists', async () => {
    await fetchList(aSource, [...hosts(9), 'both-demo.example']);
    await fetchList(secondList, [...hosts(9), 'both-demo.example']);
    expect(await readIndicator('both-demo.example')).toEqual({
      state: 'active',
      tier: 'trusted',
      source_count: 2,
      report_count: 0,
    });
    await fetchList(secondList, hosts(9));
    expect(await readIndicator('both-demo.example')).toEqual(
      expect.objectContaining({
        state: 'active',
        tier: 'community',
        source_count: 1,
      }),
    );
    await fetchList(aSource, hosts(9));
    expect(await readIndicator('both-demo.example')).toEqual(
      expect.objectContaining({ state: 'withdrawn', source_count: 0 }),
    );
  });

  it('an import neither restores what a decision withdrew nor withdraws what reports name', async () => {
    await fetchList(aSource, hosts(10));
    const keys = (await test.sql(`select key from indicators where value = 'listed-0-demo.example'`)).map(
      ({ key }) => key as Buffer,
    );
    await test.database.transaction((tx) => indicators.setIndicatorState(tx, keys, 'withdrawn'));
    await test.sql(`update indicators set report_count = 1 where value = 'listed-1-demo.example'`);
    await fetchList(aSource, [...hosts(8, 'listed', 2), 'listed-0-demo.example']);
    await fetchList(secondList, hosts(10));
    expect(await readIndicator('listed-0-demo.example')).toEqual(
      expect.objectContaining({ state: 'withdrawn', source_count: 2 }),
    );
    await fetchList(secondList, hosts(8, 'listed', 2));
    expect(await readIndicator('listed-1-demo.example')).toEqual(
      expect.objectContaining({
        state: 'active',
        tier: 'checked',
        source_count: 0,
      }),
    );
  });
});

const cutOff: Respond = (response) => {
  response.writeHead(200, { 'Content-Length': '100000' }).write('["cut-demo.example"');
  setTimeout(() => response.destroy(), 50);
};
const good = hosts(20);
const oddAnswers: [string, Respond, { error: string } | { reason: string }][] = [
  ['a page instead of data', send('<html>Sign in</html>', { 'Content-Type': 'text/html' }), { reason: 'unreadable' }],
  ['an empty file', send(''), { reason: 'unreadable' }],
  ['a file without an end', send(JSON.stringify(hosts(30)).slice(0, -9)), { reason: 'unreadable' }],
  ['another layout', send(hosts(20).map((domain) => ({ domain }))), { reason: 'unreadable' }],
  [
    'entries that are no hosts',
    send([...hosts(5), ...hosts(20).map((_, n) => `line ${n}; 1`)]),
    { reason: 'unreadable change' },
  ],
  ['an empty list', send([]), { reason: 'count change' }],
  ['ten times the entries', send(hosts(200)), { reason: 'change' }],
  ['a third of the entries replaced', send([...hosts(14), ...hosts(6, 'other')]), { reason: 'change' }],
  ['an error', (response) => void response.writeHead(500).end('no'), { error: 'status' }],
  [
    'a redirect',
    (response) => void response.writeHead(302, { Location: 'https://evil.example' }).end(),
    { error: 'redirect' },
  ],
  ['a lost connection', cutOff, { error: 'unreachable' }],
];

describe('an unexpected response of a source', () => {
  it.each(oddAnswers)(
    'an unexpected response keeps the last good list in use: %s [CHECK-13]',
    async (_, respond, expected) => {
      await fetchList(aSource, good);
      const before = await readAll();
      const { last_ok_at: lastOkAt } = await readSource(aSource);
      answer(aSource, respond);
      await runJob(aSource);
      expect(await readAll()).toEqual(before);
      const waiting = (await listSnapshots(aSource)).filter(([state]) => state === 'quarantined');
      const { last_error: lastError, ...state } = await readSource(aSource);
      if ('error' in expected) expect([lastError, waiting]).toEqual([expected.error, []]);
      else expect([lastError, waiting.map(([, reason]) => reason)]).toEqual([null, [expected.reason]]);
      expect([state['is_enabled'], state['last_ok_at']]).toEqual([true, lastOkAt]);
      // The source recovers by itself, and what waited is out of date.
      answer(aSource, send([...good, 'next-demo.example']));
      await runJob(aSource);
      expect(await countStates()).toEqual({ active: 21 });
      expect((await listSnapshots(aSource)).filter(([one]) => one === 'quarantined')).toEqual([]);
    },
  );

  it('an unusual list is quarantined once with its bytes and a sample of its entries, and applied after a decision [CHECK-13]', async () => {
    await fetchList(aSource, good);
    const next = hosts(30, 'next');
    await fetchList(aSource, next);
    await fetchList(aSource, next);
    const [row, ...others] = await test.sql(`select * from source_snapshots where state = 'quarantined'`);
    expect(others).toEqual([]);
    expect(row).toEqual(
      expect.objectContaining({ reason: 'change', entries: 30, added: 30, gone: 20, listed_before: 20, conflicts: 0 }),
    );
    expect(row!['samples']).toEqual({ added: next.toSorted(), gone: good.toSorted(), conflicts: [] });
    expect(row!['sha256']).toBe(createHash('sha256').update(JSON.stringify(next)).digest('hex'));
    await decide(aSource);
    await runJob();
    expect(await countStates()).toEqual({ active: 30, withdrawn: 20 });
    expect(await test.sql('select state, content, samples from source_snapshots where id = $1', [row!['id']])).toEqual([
      { state: 'applied', content: null, samples: null },
    ]);
    const before = await readAll();
    await fetchList(aSource, next);
    expect(await readAll()).toEqual(before);
  });

  it('a refused list is not quarantined again [CHECK-13]', async () => {
    await fetchList(aSource, good);
    await fetchList(aSource, hosts(40));
    await decide(aSource);
    await test.sql(`update source_snapshots set state = 'refused', content = null where state = 'quarantined'`);
    await fetchList(aSource, hosts(40));
    expect((await listSnapshots(aSource)).map(([state]) => state)).toEqual(['applied', 'refused']);
    expect(await countStates()).toEqual({ active: 20 });
  });
});

describe('the safelist', () => {
  it('a list with a safelisted entry is quarantined, and the safelist wins even when the list is applied [CHECK-12] [CHECK-13]', async () => {
    await fetchList(safeList, { list: ['.bank-demo.example', 'shop-demo.example'] });
    await fetchList(aSource, [...hosts(5), 'bank-demo.example']);
    expect(await listSnapshots(aSource)).toEqual([['quarantined', 'safelisted', 6, 6, 0]]);
    expect(await countStates()).toEqual({});
    await decide(aSource);
    await runJob();
    expect(await countStates()).toEqual({ active: 5, withdrawn: 1 });
    const [{ key }] = (await test.sql(`select key from indicators where value = 'bank-demo.example'`)) as [
      { key: Buffer },
    ];
    expect(await indicators.listByKeys(test.database, [key])).toEqual([]);
    // People have seen it once: the same entry does not stop the next list.
    await fetchList(aSource, [...hosts(6), 'bank-demo.example']);
    expect((await listSnapshots(aSource)).at(-1)).toEqual(['applied', null, 7, 1, 0]);
    expect(await readIndicator('bank-demo.example')).toEqual(expect.objectContaining({ state: 'withdrawn' }));
  });

  it('a safelist withdraws indicators of lists until the last safelist drops them, and needs a decision to withdraw those of reports [CHECK-12]', async () => {
    await fetchList(aSource, hosts(10));
    await fetchList(safeList, { list: ['shop-demo.example', 'listed-0-demo.example'] });
    expect(await readIndicator('listed-0-demo.example')).toEqual(
      expect.objectContaining({ state: 'withdrawn', source_count: 1 }),
    );
    await fetchList(safeList, { list: ['shop-demo.example'] });
    expect(await readIndicator('listed-0-demo.example')).toEqual(expect.objectContaining({ state: 'active' }));
    await test.sql(`update indicators set report_count = 2 where value = 'listed-1-demo.example'`);
    await fetchList(safeList, { list: ['shop-demo.example', 'listed-1-demo.example'] });
    expect((await listSnapshots(safeList)).at(-1)).toEqual(['quarantined', 'reported', 2, 1, 0]);
    expect(await readIndicator('listed-1-demo.example')).toEqual(expect.objectContaining({ state: 'active' }));
  });
});

describe('a source that is turned off again', () => {
  it('a source that is turned off loses its entries, and gets them back when it is turned on', async () => {
    await fetchList(aSource, hosts(10));
    await fetchList(secondList, hosts(4));
    await test.sql(`update indicator_sources set is_enabled = false where slug = 'demo-list'`);
    await runJob();
    expect(await countStates()).toEqual({ active: 4, withdrawn: 6 });
    expect(await readIndicator('listed-0-demo.example')).toEqual(
      expect.objectContaining({ tier: 'trusted', source_count: 1 }),
    );
    const before = await readAll();
    await runJob();
    expect(await readAll()).toEqual(before);
    await fetchList(aSource, hosts(10));
    expect(await countStates()).toEqual({ active: 10 });
  });

  it('a safelist that is turned off keeps its protection', async () => {
    await fetchList(safeList, { list: ['bank-demo.example'] });
    await test.sql(`update indicator_sources set is_enabled = false where slug = 'safe-list'`);
    await runJob();
    expect(await test.sql('select value, source from safelist')).toEqual([
      { value: 'bank-demo.example', source: 'safe-list' },
    ]);
  });
});

describe('a list that is no longer fetched', () => {
  it('the entries of a list expire after the days of its source, counted from the last fetch, and are restored by the next one', async () => {
    await fetchList(aSource, hosts(10));
    await fetchList(secondList, hosts(1));
    const age = (days: number) =>
      test.sql(`update indicator_sources set last_ok_at = now() - make_interval(days => $1) where slug = 'demo-list'`, [
        days,
      ]);
    await age(179);
    await createImport().expire();
    expect(await countStates()).toEqual({ active: 10 });
    await age(181);
    await createImport().expire();
    expect(await countStates()).toEqual({ active: 1, expired: 9 });
    const before = await readAll();
    await createImport().expire();
    expect(await readAll()).toEqual(before);
    await fetchList(aSource, hosts(10));
    expect(await countStates()).toEqual({ active: 10 });
  });
});

describe('publishing imported lists', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-lists-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const listNames = (of: string, prefix = ''): string[] =>
    readdirSync(of, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? listNames(join(of, one.name), `${prefix}${one.name}/`) : `${prefix}${one.name}`,
    );
  const publish = async () => {
    await createPublisher({
      database: test.database,
      indicators,
      folder,
      signingKey: formatSigningKey('hakiki.test/open-data'),
      publicUrl: 'https://hakiki.test',
    }).publish();
    return listNames(join(folder, 'current'))
      .filter((name) => !name.startsWith('.'))
      .map((name) => {
        const content = readFileSync(join(folder, 'current', name));
        return [name, (name.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')] as const;
      });
  };
  const toKey = (value: string) => createHash('sha256').update(`website:${value}`).digest().subarray(0, 16);
  const isInRange = (value: string) => {
    const key = toKey(value);
    const file = readFileSync(join(folder, 'ranges', key.toString('hex', 0, 2)));
    return Array.from({ length: file.length / RANGE_SLOT_BYTES }, (_, slot) =>
      file.subarray(slot * RANGE_SLOT_BYTES, slot * RANGE_SLOT_BYTES + 8),
    ).some((suffix) => suffix.equals(key.subarray(2, 10)));
  };

  it('published files contain none of 1,000 safelisted entries, none of 1,000 under a closed licence, and GPL entries in a separate file [CHECK-12]', async () => {
    const safe = hosts(1000, 'planted-safe');
    const closed = hosts(1000, 'planted-closed');
    await fetchList(safeList, { list: safe });
    await fetchList(closedList, closed);
    await fetchList(gplList, hosts(10, 'planted-gpl'));
    await fetchList(aSource, [...safe, ...hosts(10, 'free')]);
    await decide(aSource);
    await runJob();
    const files = await publish();
    const findIn = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([name]) => name);
    expect(findIn(/planted-safe|planted-closed/)).toEqual([]);
    expect(findIn(/planted-gpl-\d/)).toEqual(['gpl3/indicators.jsonl.gz']);
    expect(findIn(/free-9-demo/).length).toBeGreaterThan(5);
    expect([...safe, ...closed].filter(isInRange)).toEqual([]);
    expect(isInRange('free-0-demo.example')).toBe(true);
    // Removed from the list, and so from every file.
    await fetchList(aSource, [...safe, ...hosts(9, 'free')]);
    const names = (await publish()).filter(
      ([name, text]) =>
        /^(?:domains|hosts|adguard|dnsmasq|rpz|indicators|filters)/.test(name) && /free-9-demo/.test(text),
    );
    expect(names).toEqual([]);
    expect(isInRange('free-9-demo.example')).toBe(false);
  });
});
