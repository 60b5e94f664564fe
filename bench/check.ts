/**
 * The check with few and with many indicators, against a bare read of one row by its primary key. The indicators are
 * made in SQL: as real lists are, mostly websites, a third of them in two lists.
 */
import { createHash } from 'node:crypto';
import { checkInput } from '@hakiki/contract/check';
import type pg from 'pg';
import { fillOnce, seed, withClient } from './databases.ts';
import { type Run, type Running, startBareServer, startProduct } from './processes.ts';
import { asGrowth, asMilliseconds, asRatio, atLeast, atMost, ResultTable, sizeName } from './report.ts';
import { measureInRounds, type Load } from './wrk.ts';

const PROTECTED_NAMES = 5000;
const ALERTS = 1000;
const CALLS = 300;

export async function measureCheck(
  { cluster, pace, folder, say }: Run,
  sizes: readonly [number, ...number[]],
): Promise<ResultTable> {
  const results = new ResultTable(sizes);
  const all: { server: Running; bare: Running; calls: Record<string, Calls> }[] = [];
  try {
    for (const size of sizes) {
      say(`a database of ${sizeName(size)} indicators`);
      const databaseUrl = await fillOnce(cluster, `bench_check_${size}`, (client) => fill(client, size));
      const bare = await startBareServer(folder, { kind: 'reads', calls: listLinks(size).map(toKeyRead) }, databaseUrl);
      const server = await startProduct(databaseUrl, { REPLY_CACHE_SECONDS: '0' });
      all.push({ server, bare, calls: await makeCalls(databaseUrl, size) });
      // Builds the index of protected names, as on an installation that has been running for a while.
      await (await fetch(`${server.url}/api/check/website/warm-up.example`)).arrayBuffer();
    }
    for (const what of Object.keys(all[0]!.calls)) {
      say(what);
      const p99s: number[] = [];
      for (const [place, { server, bare, calls }] of all.entries()) {
        const size = sizes[place]!;
        const bareRead = { server: bare, paths: listLinks(size).map((_, index) => `/${index}`) };
        const [us, them] = await measureInRounds([{ server, ...calls[what]! }, bareRead], { ...pace, connections: 32 });
        const goal = { show: asRatio, goal: atLeast(0.5) };
        results.write(
          `${what}: speed, of a bare key read`,
          size,
          us!.requestsPerSecond / them!.requestsPerSecond,
          goal,
        );
        results.write(`${what}: by CPU`, size, them!.cpuPerRequest / us!.cpuPerRequest, { show: asRatio });
      }
      const contestants = all.map(({ server, calls }) => ({ server, ...calls[what]! }));
      for (const [place, { p50Ms, p99Ms }] of (
        await measureInRounds(contestants, { ...pace, connections: 2 })
      ).entries()) {
        const size = sizes[place]!;
        results.write(`${what}: p50`, size, p50Ms, { show: asMilliseconds });
        results.write(`${what}: p99`, size, p99Ms, { show: asMilliseconds });
        p99s.push(p99Ms);
        if (place > 0) {
          const growth = { show: asGrowth, goal: atMost(1.5) };
          results.write(`${what}: growth of p99`, size, p99Ms / p99s[0]!, growth);
        }
      }
    }
  } finally {
    for (const { server, bare } of all) await Promise.all([server.stop(), bare.stop()]);
  }
  return results;
}

type Calls = Pick<Load, 'paths' | 'bodies'>;

/** Of every ten indicators: eight websites, one wallet, one chat name. */
const valueSql = `case n % 10 when 8 then '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40)
  when 9 then 'telegram:user_' || n else 'pay-' || n || '.example' end`;
const kindSql = `case n % 10 when 8 then 'evm' when 9 then 'handle' else 'website' end`;

/** Sorted by key, so that the indexes are written once from front to back. Triggers would append a change per row. */
async function fill(client: pg.Client, size: number): Promise<void> {
  await seed(client, { providers: PROTECTED_NAMES, reviews: 0, alerts: ALERTS });
  await client.query(`update providers set verification_status = 'Verified', review_state = 'approved'`);
  await client.query(
    `set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '512MB'`,
  );
  await client.query(`insert into indicator_sources (slug, name, kind, url, licence, may_show, may_republish, tier, parser)
    values ('first', 'First list', 'open_list', 'https://first.example', 'MIT', true, true, 'trusted', 'hosts'),
      ('second', 'Second list', 'open_list', 'https://second.example', 'MIT', true, true, 'community', 'hosts')`);
  await client.query(
    `insert into indicators (key, kind, value, report_count, tier, source_count)
     select substring(sha256(convert_to(kind || ':' || value, 'UTF8')) for 16) as key, kind, value, 0, 'trusted', 1 + (n % 10 < 3)::int
     from (select n, ${kindSql} as kind, ${valueSql} as value from generate_series(1, $1::int) as n) made order by key`,
    [size],
  );
  await client.query(
    `insert into indicator_sightings (key, source_id)
     select i.key, s.id from indicators i join indicator_sources s on s.slug = 'first' or i.source_count = 2 order by i.key`,
  );
}

/** Links that are stored, from all over the table. Those that two lists name are among them. */
const listLinks = (size: number): string[] =>
  Array.from(
    { length: CALLS },
    (_, index) => `pay-${Math.floor((index * size) / CALLS / 10) * 10 + 1 + (index % 7)}.example`,
  );

const toKeyRead = (link: string) => [
  {
    name: 'key-read',
    text: 'select kind, value, state, report_count, first_seen_at, last_seen_at from indicators where key = $1',
    values: [`\\x${createHash('sha256').update(`website:${link}`).digest('hex').slice(0, 32)}`],
  },
];

/** Distinct questions of each kind, and the cached page's API without its cache. */
const makeCalls = (databaseUrl: string, size: number): Promise<Record<string, Calls>> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ site: string }>(
      `select website_site as site from providers where website_site is not null order by md5(id::text) limit $1`,
      [CALLS],
    );
    const links = listLinks(size);
    const ask = (inputs: readonly string[]): Calls => ({
      paths: [checkInput.path],
      bodies: inputs.map((input) => JSON.stringify({ input })),
    });
    return {
      'a listed link, page': { paths: links.map((link) => `/api/check/website/${link}`) },
      'a listed link': ask(links.map((link) => `https://${link}/invest?ref=42`)),
      'an unknown link': ask(links.map((_, index) => `https://www.shop-${index}-${size}.example/`)),
      'an unknown wallet': ask(
        links.map((link) => `0x${createHash('sha256').update(link).digest('hex').slice(0, 40)}`),
      ),
      'a look-alike': ask(rows.map(({ site }) => `https://${site.split('.')[0]}-login.example`)),
      'a forwarded message': ask(
        links.map(
          (link) =>
            `Good morning my dear. Please invest with us today at ${link} and earn a lot. My brother has got his money within one week. ` +
            'Ask our agent on WhatsApp +254 712 345 678 or telegram @profit_desk, and tell your friends about it.',
        ),
      ),
    };
  });
