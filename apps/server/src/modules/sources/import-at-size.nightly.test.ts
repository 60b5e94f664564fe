/**
 * A list of a million hosts within its limits, and, with LISTS_FOLDER set, copies of the real lists: each parsed,
 * compared, applied or quarantined. Prints time, memory and rows.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { temporarySecret } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createImporting } from './importing.ts';
import { type ListSource, listSources } from './list-sources.ts';

const test = useDatabase();
const indicators = createIndicatorsService({ settings: { appSecret: temporarySecret } });
const LINES = 1_000_000;
const MEGABYTE = 1024 * 1024;

const generated: ListSource = {
  ...listSources.find(({ parser }) => parser === 'hostArray')!,
  slug: 'generated',
  name: 'Generated',
  maxEntries: 2 * LINES,
};
const createImport = (sources: readonly ListSource[]) =>
  createImporting({ database: test.database, indicators, log: createLog('silent'), sources });

async function measure<Result>(what: string, work: () => Promise<Result>) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(timer);
  most = Math.max(most, process.memoryUsage().rss);
  const megabytes = Math.round((most - before) / MEGABYTE);
  console.log(
    `${what.padEnd(24)} ${String(result).padEnd(12)} ${seconds.toFixed(1).padStart(6)} s (${((user + system) / 1e6).toFixed(1)} s of it computing here)  +${megabytes} MB (${Math.round(most / MEGABYTE)} MB in all)`,
  );
  return { result, megabytes };
}

const importContent = (sources: readonly ListSource[], source: ListSource, content: Buffer) =>
  createImport(sources).importList(source, {
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
    format: 'source',
    listedAt: new Date(),
  });

const turnAllOn = async (sources: readonly ListSource[]) => {
  await createImport(sources).upsertSources();
  await test.sql('update indicator_sources set is_enabled = true');
};
const count = async (from: string) => Number((await test.sql(`select count(*) as n from ${from}`))[0]!['n']);

/** One string at a time, so that the generator needs less memory than the import. */
function generateHosts(from: number, to: number): Buffer {
  const content = Buffer.alloc((to - from) * 30 + 2, ' ');
  let end = content.write('[', 0);
  for (let n = from; n < to; n += 1) {
    end += content.write(`${n === from ? '' : ','}"listed-${n}-demo.example"`, end);
  }
  content.write(']', content.length - 1);
  return content;
}

it(`imports ${LINES} lines within 300 MB, and the same lines again without a change [CHECK-14]`, async () => {
  await turnAllOn([generated]);
  const first = await measure('1,000,000 lines', () => importContent([generated], generated, generateHosts(0, LINES)));
  expect(first.result).toBe('applied');
  expect(await count(`indicators where state = 'active'`)).toBe(LINES);
  expect(await count('indicator_changes')).toBe(LINES);
  const again = generateHosts(0, LINES);
  again.write('\n', again.length - 2);
  const second = await measure('the same lines again', () => importContent([generated], generated, again));
  const shifted = await measure('50,000 gone, 50,000 new', () =>
    importContent([generated], generated, generateHosts(50_000, LINES + 50_000)),
  );
  expect([second.result, shifted.result]).toEqual(['applied', 'applied']);
  expect(await count('indicator_changes')).toBe(LINES + 100_000);
  expect(await count(`indicators where state = 'withdrawn'`)).toBe(50_000);
  for (const { megabytes } of [first, second, shifted]) expect(megabytes).toBeLessThanOrEqual(300);
}, 1_800_000);

const folder = process.env['LISTS_FOLDER'] ?? '';
const files: Record<string, string> = {
  phishdestroy: 'phishdestroy-list.json',
  'polkadot-js': 'polkadot-all.json',
  spmedia: 'spmedia-detected-urls.json',
  myetherwallet: 'myetherwallet-addresses-darklist.json',
  scamsniffer: 'scamsniffer-combined.json',
  ...Object.fromEntries(
    ['XBT', 'ETH', 'USDT', 'TRX', 'LTC', 'XRP'].map((coin) => [`ofac-${coin.toLowerCase()}`, `ofac/${coin}.json`]),
  ),
  ...Object.fromEntries(
    ['bank-website', 'tranco10k', 'cisco_top10k', 'url-shortener', 'link-in-bio', 'lots-project'].map((name) => [
      `misp-${name.replaceAll('_', '-')}`,
      `misp/${name}.json`,
    ]),
  ),
};

it.runIf(folder)(
  'reads copies of the real lists: each is applied, or quarantined for what the safelist names',
  async () => {
    await test.sql('truncate indicator_sightings');
    await test.sql('delete from source_snapshots');
    await test.sql('delete from indicators');
    await test.sql('delete from indicator_sources');
    await turnAllOn(listSources);
    for (const source of listSources) {
      const path = join(folder, files[source.slug]!);
      if (!existsSync(path)) continue;
      const content = readFileSync(path);
      const { result } = await measure(source.slug, () => importContent(listSources, source, content));
      expect(await importContent(listSources, source, content), source.slug).toBe('known');
      const [snapshot] = await test.sql(
        `select reason, entries, unreadable, conflicts, samples from source_snapshots order by created_at desc limit 1`,
      );
      console.log(
        JSON.stringify({ ...snapshot, samples: (snapshot!['samples'] as { conflicts: string[] } | null)?.conflicts }),
      );
      expect(['applied', 'quarantined'], source.slug).toContain(result);
      if (result === 'quarantined') expect(snapshot!['reason'], source.slug).toBe('safelisted');
    }
  },
  1_800_000,
);
