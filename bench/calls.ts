/**
 * Distinct calls made from the data in the database, each with the SQL that the product runs for it: the product's own
 * service is called once with a database that records its statements.
 */
import { directorySorts, directoryTypes, filterableStatuses, listProviders } from '@hakiki/contract/directory';
import { listLimits } from '@hakiki/contract/limits';
import { riskLevels } from '@hakiki/contract/risk';
import pg from 'pg';
import { createTestServices } from '../apps/server/test/support/services.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { countryWeights } from '../apps/server/src/seed/countries.ts';
import { Random } from '../apps/server/src/seed/random.ts';

export interface RecordedStatement {
  name?: string;
  text: string;
  values: unknown[];
}

interface CallSet {
  paths: string[];
  /** The SQL of each path. */
  statements: RecordedStatement[][];
}

const setSize = 300;

export interface CallSets {
  list: CallSet;
  filtered: CallSet;
  search: CallSet;
  provider: CallSet;
}

export const toPagePath = (apiPath: string): string => apiPath.replace('/api/providers/', '/provider/');

export async function makeCallSets(databaseUrl: string): Promise<CallSets> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from providers where is_public order by md5(id::text) limit ${setSize}`,
  );
  await client.end();
  const random = new Random(11, 'calls');
  const record = await recorder(databaseUrl);
  try {
    return {
      list: await record.lists(many((index) => plainList(random, index))),
      filtered: await record.lists(many(() => filteredList(random))),
      search: await record.lists(many((index) => searchFor(random, rows[index % rows.length]!.name))),
      provider: await record.providers(rows.map(({ id }) => id)),
    };
  } finally {
    await record.close();
  }
}

const many = (make: (index: number) => Record<string, string>) =>
  Array.from({ length: setSize }, (_, index) => make(index));

const page = (random: Random, pages: number) => ({
  limit: String(listLimits.directoryPage),
  offset: String(random.below(pages) * listLimits.directoryPage),
});

const plainList = (random: Random, index: number): Record<string, string> => ({
  ...(index % 2 === 0 && { country: random.weighted(countryWeights) }),
  sort: random.pick(directorySorts),
  ...page(random, 5),
});

const filteredList = (random: Random): Record<string, string> => ({
  ...(random.chance(0.6) && { country: random.weighted(countryWeights) }),
  type: random.sample(directoryTypes, random.between(1, 3)).join(','),
  ...(random.chance(0.6) && { verificationStatus: random.sample(filterableStatuses, random.between(1, 2)).join(',') }),
  ...(random.chance(0.4) && { riskScore: random.pick(riskLevels) }),
  sort: random.pick(directorySorts),
  ...page(random, 3),
});

/** Typical searches: a name, its beginning, a misspelling of it, or common words. */
function searchFor(random: Random, name: string): Record<string, string> {
  const word = name.split(' ')[0]!;
  const kind = random.nextFraction();
  const swapped = word.slice(0, 2) + word.slice(3, 4) + word.slice(2, 3) + word.slice(4);
  const search =
    kind < 0.4 ? name.slice(0, 60) : kind < 0.65 ? word.slice(0, 5) : kind < 0.85 ? swapped : random.pick(commonWords);
  return { search, ...(random.chance(0.3) && { country: random.weighted(countryWeights) }), ...page(random, 1) };
}

const commonWords = ['mobile money', 'wallet', 'exchange kenya', 'escrow', 'savings', 'mining pool', 'bank transfer'];

async function recorder(databaseUrl: string) {
  const database = openDatabase({ databaseUrl, databasePoolSize: 2, statementTimeoutMs: 60_000 }, createLog('silent'));
  let sent: RecordedStatement[] = [];
  const { directory } = createTestServices({
    ...database,
    read: (statement, values) => {
      sent.push({ ...statement, values: [...values] });
      return database.read(statement, values);
    },
  });
  const recorded = async (ask: () => Promise<unknown>) => {
    sent = [];
    await ask();
    return sent;
  };
  return {
    async lists(queries: Record<string, string>[]): Promise<CallSet> {
      const set: CallSet = { paths: [], statements: [] };
      for (const query of queries) {
        const read = listProviders.query.parse(query);
        set.paths.push(`/api/providers?${new URLSearchParams(query).toString()}`);
        set.statements.push(await recorded(() => directory.list(read)));
      }
      return set;
    },
    async providers(ids: string[]): Promise<CallSet> {
      const set: CallSet = { paths: [], statements: [] };
      for (const id of ids) {
        set.paths.push(`/api/providers/${id}`);
        set.statements.push(await recorded(() => directory.get(id as Parameters<typeof directory.get>[0])));
      }
      return set;
    },
    close: () => database.close(),
  };
}
