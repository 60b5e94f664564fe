/**
 * Families of a real list, with LISTS_FOLDER set: `scamsniffer-combined.json` in it is a copy of that list. The largest
 * family is small because a wallet that many sites print links nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createAuditService } from '../audit/service.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createFamiliesService, recordList } from './service.ts';

const test = useDatabase();
const path = join(process.env['LISTS_FOLDER'] ?? '', 'scamsniffer-combined.json');

describe.runIf(process.env['LISTS_FOLDER'] && existsSync(path))('the list of ScamSniffer', () => {
  it('gives no family above 33 members, and each link takes milliseconds [FAM-07]', async () => {
    const list = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>;
    const indicators = createIndicatorsService({
      settings: { appSecret: 'a secret of this test that is long enough' },
    });
    const families = createFamiliesService({
      database: test.database,
      audit: createAuditService(),
      indicators,
      log: createLog('silent'),
    });
    const entries = Object.entries(list).flatMap(([reference, wallets]) =>
      wallets.map((text) => ({ form: 'wallet' as const, text, reference })),
    );
    const named = [...entries, ...Object.keys(list).map((text) => ({ form: 'address' as const, text }))].flatMap(
      (entry) => indicators.lists.read(entry) ?? [],
    );
    await test.sql(
      `insert into indicators (key, kind, value, report_count, source_count)
       select decode(key, 'hex'), kind, value, 0, 1 from unnest($1::text[], $2::text[], $3::text[]) as one (key, kind, value)
       on conflict do nothing`,
      [named.map(({ key }) => key), named.map(({ kind }) => kind), named.map(({ value }) => value)],
    );
    await test.database.transaction((tx) => recordList(tx, indicators, 1, entries));
    const start = Date.now();
    await families.applyWaiting();
    const [sizes] = await test.sql(`
      select count(*)::int as families, max(size)::int as largest, (select count(*)::int from family_links) as links
      from (select count(*) as size from family_members group by family_id) sized`);
    const { largest, links } = sizes as { largest: number; links: number };
    console.log(sizes, `${(Date.now() - start) / links} ms for each link`);
    expect(largest).toBeLessThanOrEqual(33);
    expect((Date.now() - start) / links).toBeLessThan(50);
    expect(await families.rebuild()).toEqual({ links: 0, indicators: 0, families: expect.any(Number) });
  }, 600_000);
});
