/** Generated data of `npm run seed`, which developers and benchmarks use, in a real database. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/support/database.ts';
import { drawStatus } from './providers.ts';
import { planStages, seedDatabase, SeedRejected } from './seed.ts';

describe('npm run seed', () => {
  const test = useDatabase();
  const withClient = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  const plan = {
    seed: 7,
    amounts: { providers: 400, reviews: 1500, users: 600, alerts: 300, cases: 6, reports: 900 },
  };
  const indexNames = () =>
    test
      .sql(`select indexname from pg_indexes where schemaname = 'public' order by 1`)
      .then((rows) => JSON.stringify(rows));

  it('fills the register, rejects a filled one, and fills it again with --fresh', async () => {
    const indexesBefore = await indexNames();
    await withClient((client) => seedDatabase(client, plan));
    const first = await test.sql('select md5(string_agg(p::text, chr(10) order by id)) as bytes from providers p');
    await expect(withClient((client) => seedDatabase(client, plan))).rejects.toThrow(SeedRejected);
    await withClient((client) => seedDatabase(client, plan, { fresh: true }));
    expect(await test.sql('select md5(string_agg(p::text, chr(10) order by id)) as bytes from providers p')).toEqual(
      first,
    );
    expect(
      await test.sql(
        `select (select count(*) from providers)::int as p, (select count(*) from reviews)::int as r,
           (select count(*) from users)::int as u, (select count(*) from fraud_alerts)::int as a,
           (select count(*) from reports)::int as i,
           (select count(*) from cases where is_open)::int as c`,
      ),
    ).toEqual([{ p: 400, r: 1500, u: 600, a: 300, i: 900, c: 6 }]);
    expect(await indexNames()).toBe(indexesBefore);
  });

  it('puts each pending alert into one case, and preserves the statistics target of the search index', async () => {
    expect(
      await test.sql(`
        select c.id from cases c left join case_filings f on f.case_id = c.id
          left join fraud_alerts a on a.id = f.filing_id and a.status = 'pending'
        group by c.id having count(a.id) <> c.filing_count or c.filing_count <> c.undecided_count`),
    ).toEqual([]);
    expect(
      await test.sql(`select attstattarget as n from pg_attribute where attrelid = 'users_search'::regclass`),
    ).toEqual([{ n: 1000 }]);
    expect(() => planStages({ seed: 7, amounts: { cases: 5 } })).toThrow(SeedRejected);
  });

  it('gives each provider the rating and number of its approved reviews', async () => {
    const wrong = await test.sql(`
      select p.name from providers p
      left join (
        select provider_id, count(*) as n, round(avg(rating), 1) as mean from reviews where status = 'approved' group by 1
      ) r on r.provider_id = p.id
      where p.review_count <> coalesce(r.n, 0) or p.rating <> coalesce(r.mean, 0)`);
    expect(wrong).toEqual([]);
    const miscounted = await test.sql(`
      select provider_id, rating, n from rating_counts except
      select provider_id, rating, count(*) from reviews where status = 'approved' group by 1, 2`);
    expect(miscounted).toEqual([]);
    const uncounted = await test.sql(`
      select provider_id, rating, count(*) from reviews where status = 'approved' group by 1, 2 except
      select provider_id, rating, n from rating_counts`);
    expect(uncounted).toEqual([]);
    const rated = await test.sql('select count(*)::int as n from providers where review_count > 0');
    expect(rated[0]!['n']).toBeGreaterThan(200);
  });

  it('keeps the counts of alerts, reports and reports per alert correct', async () => {
    const one = async (text: string) => (await test.sql(text))[0]!['n'];
    expect(await one(`select sum(n)::int as n from alert_standing_counts where country = ''`)).toBe(
      await one('select count(*)::int as n from fraud_alerts'),
    );
    expect(await one('select sum(n)::int as n from report_standing_counts')).toBe(
      await one('select count(*)::int as n from reports'),
    );
    const linked = await one('select count(*)::int as n from reports where fraud_alert_id is not null');
    expect(linked).toBeGreaterThan(50);
    expect(await one('select sum(report_count - 1)::int as n from fraud_alerts')).toBe(linked);
    expect(await one('select count(affected_provider_id)::int as n from fraud_alerts')).toBeGreaterThan(50);
  });

  it('gives no review to a submission that was never listed', async () => {
    expect(
      await test.sql(`
        select r.id from reviews r join providers p on p.id = r.provider_id where p.review_state <> 'approved'`),
    ).toEqual([]);
    const unlisted = Array.from({ length: 400 }, (_, index) => drawStatus({ seed: 7, index }));
    expect(unlisted.some(({ reviewState }) => reviewState !== 'approved')).toBe(true);
  });

  it('gives each decided provider evidence in one of its countries', async () => {
    const found = await test.sql(`
      select p.verification_status as status, count(e.id)::int as n, bool_and(e.country = any(p.countries)) as "isThere"
      from providers p left join provider_evidence e on e.provider_id = p.id
      where p.review_state = 'approved' group by p.id`);
    for (const { status, n, isThere } of found) {
      if (status === 'Pending') expect(n).toBe(0);
      else expect([Number(n) > 0, isThere]).toEqual([true, true]);
    }
    expect(found.length).toBeGreaterThan(300);
  });

  it('rolls back everything when it fails half-way', async () => {
    const failing = (client: pg.Client) =>
      seedDatabase(client, plan, {
        fresh: true,
        onProgress: ({ label }) => {
          if (label === 'reviews') throw new Error('power cut');
        },
      });
    const before = await indexNames();
    await expect(withClient(failing)).rejects.toThrow('power cut');
    expect(await test.sql('select count(*)::int as n from reviews')).toEqual([{ n: 1500 }]);
    expect(await indexNames()).toBe(before);
  });

  it('rejects reviews without providers', () => {
    expect(() => planStages({ seed: 7, amounts: { reviews: 5 } })).toThrow('add --providers');
  });
});
