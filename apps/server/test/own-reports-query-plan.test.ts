/** A member's own reports are read from an index, also while an account has owner tags under two secrets. */
import type { UserId } from '@hakiki/contract/accounts';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import type { Database } from '../src/platform/db/database.ts';
import { uuidv7 } from '../src/platform/db/uuid.ts';
import { noticeSql } from '../src/app.ts';
import { listOwn } from '../src/modules/reports/alerts/store.ts';
import { createPublicReports } from '../src/modules/reports/issues/store.ts';
import { createOwnerTags } from '../src/modules/intake/owner-tag.ts';
import * as store from '../src/modules/filings/store.ts';

const test = useDatabase();
const tags = createOwnerTags({ current: 'the secret of now', before: 'the one from before' }).tagsOf(uuidv7<UserId>());

beforeAll(async () => {
  await test.sql(`
    insert into filings (id, kind, owner_tag, created_at)
    select gen_random_uuid(), (array['alert', 'report'])[1 + n % 2], gen_random_uuid(), now() - n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await test.sql('analyze filings');
});

/** Records the statements that the call would send to the database. */
function recordStatements(query: (database: Database) => unknown): { text: string; values: readonly unknown[] }[] {
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const read = ({ text }: { text: string }, values: readonly unknown[]) => {
    statements.push({ text, values });
    return Promise.resolve([{ n: 0 }]);
  };
  query({ read } as unknown as Database);
  return statements;
}

it("the queries for a member's own filings under two owner tags use the index of owners and no sequential scan [SAFE-09]", async () => {
  const page = { limit: 20, offset: 0 };
  const statements = recordStatements((database) => [
    store.listNonScamFilings(database, tags, page),
    store.countNonScamFilings(database, tags),
    store.listByOwner(database, tags, 20),
    listOwn(database, tags, 20, 0),
    createPublicReports(database, noticeSql).listForOwner(tags, {
      selectedSeverities: ['High'],
      ...page,
    }),
  ]);
  expect(statements).toHaveLength(5);
  for (const { text, values } of statements) {
    const plan = JSON.stringify(await test.sql(`explain ${text}`, [...values]));
    expect(plan).toContain('filings_of_owner');
    expect(plan).not.toContain('Seq Scan on filings');
  }
});
