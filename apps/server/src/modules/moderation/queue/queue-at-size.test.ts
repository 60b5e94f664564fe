/** The queue with many filings: a nested loop looks each filing up by its id, without sequential scans. */
import type { CaseId } from '@hakiki/contract/cases';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { useServer } from '../../../../test/support/server.ts';
import { seedDatabase } from '../../../seed/seed.ts';

const test = useDatabase();
const server = useServer(test);
const amounts = { users: 1000, alerts: 20_000, reports: 2000, providers: 1000, cases: 700 };

beforeAll(async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await seedDatabase(client, { seed: 3, amounts }, { fresh: true });
  await client.query('analyze');
  await client.end();
}, 60_000);

/** Returns the query plans of all statements that read filings. */
async function explainQueries(request: () => Promise<unknown>): Promise<string> {
  const { database } = server.running;
  const plans: Promise<Record<string, unknown>[]>[] = [];
  const read = database.read;
  database.read = (statement, values) => {
    if (/\bfiled\b/.test(statement.text)) plans.push(test.sql(`explain ${statement.text}`, [...values]));
    return read(statement, values);
  };
  await request().finally(() => (database.read = read));
  expect(plans).not.toEqual([]);
  return (await Promise.all(plans))
    .flat()
    .map((line) => String(line['QUERY PLAN']))
    .join('\n');
}

it.each(['the first page', 'the largest-first order', 'a case'])(
  '%s of the queue is read with indexes',
  async (label) => {
    const { triage } = server.running.services;
    const moderator = makeUserActor({
      id: (await makeUser(test.database.db, { isAdmin: true })).id,
      isAdmin: true,
    });
    const page = { order: 'oldest', limit: 20, offset: 0 } as const;
    const [oldest] = await test.sql('select id from cases where is_open order by created_at limit 1');
    const requests: Record<string, () => Promise<unknown>> = {
      'the first page': () => triage.list(moderator, page),
      'the largest-first order': () => triage.list(moderator, { ...page, order: 'largest' }),
      'a case': () => triage.open(moderator, oldest!['id'] as CaseId),
    };
    const plan = await explainQueries(requests[label]!);
    expect(plan).toMatch(/filings_pkey/);
    expect(plan).not.toMatch(/Seq Scan on (cases|case_filings|filings|fraud_alerts|reports|providers)/);
  },
);
