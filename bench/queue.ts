/** The moderators' queue with few and with many open cases: its first page, and claiming the next case. */
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import type { Cluster } from '../tools/pg.ts';
import type { Running } from './processes.ts';
import { median } from './report.ts';

/** Every case has one to four scam reports, every tenth has issue reports; as many more were decided long ago. */
const fillStatement = `
  with told as (
    select gen_random_uuid() as id, n, case when n % 10 = 0 then 'report' else 'alert' end as kind,
      now() - make_interval(secs => 60 * (2 * $1::int - n)) as at, n > $1::int as waits
    from generate_series(1, 2 * $1::int) n cross join generate_series(0, 3) twin where twin <= n % 4
  ),
  whole as (
    select n, gen_random_uuid() as id, (array_agg(id order by id))[1] as lead_id, count(*)::int as size,
      count(*) filter (where waits)::int as undecided, min(at) as at
    from told group by n
  ),
  alerts as (
    insert into fraud_alerts (id, title, description, alert_type, severity, affected_countries, status, created_at)
    select id, 'Demo scheme ' || n || ' that pays nobody', repeat('It promises a third more every month. ', 20), 'scam',
      (array['Low', 'Medium', 'High', 'Critical'])[1 + n % 4], '{nigeria}', case when waits then 'pending' else 'rejected' end, at
    from told where kind = 'alert'
  ),
  issues as (
    insert into reports (id, report_type, severity, description, reporter_location, status, created_at)
    select id, 'withdrawal_issues', 'Medium', repeat('My withdrawal has been pending for weeks. ', 20), 'Kenya',
      case when waits then 'pending' else 'rejected' end, at
    from told where kind = 'report'
  ),
  sent as (
    insert into filings (id, kind, receipt_hash, created_at) select id, kind, sha256(id::text::bytea), at from told
  ),
  opened as (
    insert into cases (id, lead_id, filing_count, undecided_count, created_at, newest_filing_at)
    select id, lead_id, size, undecided, at, at from whole
  )
  insert into case_filings (filing_id, case_id, created_at)
  select told.id, whole.id, told.at from told join whole using (n)`;

export async function fillQueue(cluster: Cluster, cases: number): Promise<string> {
  const name = `bench_queue_${cases}`;
  const admin = new pg.Client({ connectionString: cluster.url() });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  const url = cluster.url(name);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from cases where is_open');
  if (rows[0]!.n === 0) await client.query(fillStatement, [cases]);
  await client.query('vacuum analyze');
  await client.end();
  return url;
}

/** The calls of the queue screen. */
export const queuePages = {
  'first page, oldest first': '/api/admin/cases?limit=20',
  'first page, largest first': '/api/admin/cases?limit=20&order=largest',
};

export interface Queue {
  server: Running;
  headers: Record<string, string>;
}

async function post({ server, headers }: Queue, path: string): Promise<unknown> {
  const reply = await fetch(server.url + path, { method: 'POST', headers, body: '{}' });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Duration of each claim of the next case; it is released untimed, so that the next claim gets the same case. */
export async function timeClaims(queues: readonly Queue[], times: number): Promise<number[]> {
  const taken: number[][] = queues.map(() => []);
  for (let time = 0; time < times; time += 1) {
    for (const [place, queue] of queues.entries()) {
      const start = performance.now();
      const found = (await post(queue, '/api/admin/cases/next')) as { id: string };
      taken[place]!.push(performance.now() - start);
      await post(queue, `/api/admin/cases/${found.id}/release`);
    }
  }
  return taken.map(median);
}
