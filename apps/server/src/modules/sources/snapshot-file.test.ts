import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { temporarySecret } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { createSignature, formatPublicKey, SignatureError } from '../../platform/signing/minisign.ts';
import { formatSigningKey, parseSigningKey } from '../../platform/signing/signed-note.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createImporting } from './importing.ts';
import { listSources } from './list-sources.ts';
import { importSnapshot, SnapshotFileError, writeSnapshot } from './snapshot-file.ts';

/** The installation that reads the lists, and one without the internet. */
const [online, offline] = [useDatabase(), useDatabase()];
const indicators = createIndicatorsService({ settings: { appSecret: temporarySecret } });
const sources = listSources.map((source) => ({ ...source, minEntries: 1 }));
const signingKey = parseSigningKey(formatSigningKey('hakiki.test/open-data'));
const publicKey = formatPublicKey(signingKey);
const folder = mkdtempSync(join(tmpdir(), 'hakiki-lists-'));

const createImport = ({ database }: typeof online) =>
  createImporting({ database, indicators, log: createLog('silent'), sources });
const importOffline = (of = folder, key = publicKey) =>
  importSnapshot({ importing: createImport(offline), sources }, of, key);
async function importHere(slug: string, list: unknown) {
  const content = Buffer.from(JSON.stringify(list));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const source = sources.find((one) => one.slug === slug)!;
  return createImport(online).importList(source, { content, sha256, format: 'source', listedAt: new Date() });
}
const readIndicators = (of: typeof online) =>
  of.sql(
    `select i.kind, i.value, i.state, i.tier, seen.reference, source.slug from indicators i
     join indicator_sightings seen on seen.key = i.key join indicator_sources source on source.id = seen.source_id
     order by i.value, slug`,
  );

beforeAll(async () => {
  for (const each of [online, offline]) {
    await createImport(each).upsertSources();
    await each.sql('update indicator_sources set is_enabled = true');
  }
  const hosts = Array.from({ length: 300 }, (_, n) => `listed-${n}-demo.example`);
  await importHere('misp-bank-website', { list: ['.bank-demo.example'] });
  await importHere('phishdestroy', hosts);
  await importHere('polkadot-js', {
    deny: ['both-demo.example', 'listed-0-demo.example'],
    denySub: ['x.com/StakeDemoAccount'],
  });
  await importHere('scamsniffer', { 'mint-demo.example': ['0x27b1fdb04752bbc536007a920d24acb045561c26'] });
  await importHere('spmedia', { metadata: { total_count: 1 }, detected_urls: ['closed-demo.example'] });
  await online.sql(`update indicator_sources set may_republish = false where slug = 'spmedia'`);
});
beforeEach(async () => {
  await writeSnapshot({ database: online.database, indicators, sources }, folder, signingKey);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a snapshot file', () => {
  it('a snapshot file transfers lists to an installation without internet access, except those whose licence forbids copies [CHECK-12]', async () => {
    const names = [
      'lists.json',
      'lists.json.minisig',
      'misp-bank-website',
      'phishdestroy',
      'polkadot-js',
      'scamsniffer',
    ];
    expect(
      readdirSync(folder)
        .map((name) => name.replace('.ndjson.zst', ''))
        .toSorted(),
    ).toEqual(names);
    expect(await importOffline()).toEqual([
      { slug: 'misp-bank-website', entries: 1, outcome: 'applied' },
      { slug: 'phishdestroy', entries: 300, outcome: 'applied' },
      { slug: 'polkadot-js', entries: 3, outcome: 'applied' },
      { slug: 'scamsniffer', entries: 2, outcome: 'applied' },
    ]);
    const here = (await readIndicators(online)).filter(({ slug }) => slug !== 'spmedia');
    expect(await readIndicators(offline)).toEqual(here);
    expect(await offline.sql('select value from safelist')).toEqual([{ value: 'bank-demo.example' }]);
  });

  it('importing a snapshot file again changes nothing, and an older one is skipped [CHECK-14]', async () => {
    const before = await offline.sql('select * from indicator_changes order by seq');
    expect((await importOffline()).map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known']);
    await offline.sql(`update indicator_sources set last_ok_at = now() + interval '1 hour', body_hash = null`);
    expect((await importOffline()).map(({ outcome }) => outcome)).toEqual(['older', 'older', 'older', 'older']);
    await offline.sql(`update indicator_sources set is_enabled = false where slug = 'phishdestroy'`);
    expect((await importOffline())[1]).toEqual({ slug: 'phishdestroy', entries: 300, outcome: 'off' });
    expect(await offline.sql('select * from indicator_changes order by seq')).toEqual(before);
  });

  it('a snapshot file is refused completely if it was changed or signed with another key [CHECK-13]', async () => {
    await offline.sql(`update indicator_sources set last_ok_at = null, body_hash = null, is_enabled = true`);
    const path = (name: string) => join(folder, name);
    const changed = async (name: string, change: (content: Buffer) => Buffer) => {
      const content = readFileSync(path(name));
      writeFileSync(path(name), change(content));
      const error = await importOffline().catch((one: unknown) => one);
      writeFileSync(path(name), content);
      return error;
    };
    const flip = (content: Buffer) => {
      const copy = Buffer.from(content);
      copy[copy.length - 5]! ^= 1;
      return copy;
    };
    expect(await changed('scamsniffer.ndjson.zst', flip)).toBeInstanceOf(SnapshotFileError);
    expect(await changed('polkadot-js.ndjson.zst', (one) => one.subarray(0, -1))).toBeInstanceOf(SnapshotFileError);
    expect(
      await changed('lists.json', (one) => Buffer.from(one.toString().replace('"entries": 300', '"entries": 3'))),
    ).toBeInstanceOf(SignatureError);
    expect(await changed('lists.json.minisig', flip)).toBeInstanceOf(SignatureError);
    const other = formatPublicKey(parseSigningKey(formatSigningKey('other.test/open-data')));
    await expect(importOffline(folder, other)).rejects.toThrow(SignatureError);
    const openData = Buffer.from(JSON.stringify({ version: 1, sequence: 1, files: [] }));
    writeFileSync(path('lists.json'), openData);
    writeFileSync(path('lists.json.minisig'), createSignature(openData, signingKey, 'sequence:1'));
    await expect(importOffline()).rejects.toThrow(SnapshotFileError);
    const [{ n }] = (await offline.sql(
      'select count(*)::int as n from indicator_sources where last_ok_at is not null',
    )) as [{ n: number }];
    expect(n).toBe(0);
  });
});
