/** Search over many providers: the result does not depend on the access path. */
import { directoryTypes, type Provider } from '@hakiki/contract/directory';
import { paging, searchMatchLimit } from '@hakiki/contract/limits';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { countryWeights } from '../../seed/countries.ts';
import { Random } from '../../seed/random.ts';
import { seedDatabase } from '../../seed/seed.ts';
import { searchStatements } from './listing-sql.ts';
import { namedStatement } from './store.ts';

const test = useDatabase();
const server = useServer(test);
const PROVIDERS = 3000;

beforeAll(async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await seedDatabase(client, { seed: 9, amounts: { providers: PROVIDERS } }, { fresh: true });
  await client.end();
}, 60_000);

interface SearchQuery {
  search: string;
  country?: string;
  type?: string;
  within?: string;
}

/** Checks every row without an index, as DEC-08 defines the search. */
async function expected({ search, country, type, within }: SearchQuery): Promise<string[]> {
  const rows = await test.sql(
    `select id from providers
    where review_state = 'approved' and verification_status <> 'Suspended'
      and ($2::text is null or $2 = any(countries)) and ($3::text is null or type = any(string_to_array($3, ',')))
      and (strpos(names_key, fold($1)) > 0 or $4::text is null and search @@ (select expanded_query($1)))
    order by case verification_status when 'Verified' then 0 else 1 end, rating desc, name_key, id`,
    [search, country ?? null, type ?? null, within ?? null],
  );
  return rows.map(({ id }) => String(id));
}

async function requestSearch(searchQuery: SearchQuery): Promise<{ ids: string[]; total: number }> {
  const query = new URLSearchParams({ ...searchQuery, limit: String(paging.maxLimit) });
  const reply = await server.get(`/api/providers?${query.toString()}`);
  const providers = (await reply.json()) as Provider[];
  return { ids: providers.map(({ id }) => id), total: Number(reply.headers.get('x-total-count')) };
}

it('finds an Arabic name however its letters are typed, and a word of an Arabic description [LANG-01] [DEC-08]', async () => {
  const { id } = await makeProvider(test.database.db, {
    name: 'شركة الأمانة',
    description: 'محفظة إلكترونيّة لإدارة العملات الرقمية في القاهرة، مع سحب إلى البنك وخدمة بالعربية.',
  });
  for (const search of ['شركة الأمانة', 'شركه الامانه', 'الأَمَانَة', 'الكترونية', 'ادارة']) {
    expect(await requestSearch({ search }), search).toEqual({ ids: [id], total: 1 });
  }
  expect(await requestSearch({ search: 'الاسكندرية' })).toEqual({ ids: [], total: 0 });
});

describe('a search with country and type', () => {
  it('returns the same rows in the same order as a check of every provider [DEC-08] [DEC-55] [CALL-04]', async () => {
    const random = new Random(3, 'searches');
    const sampledNames = await test.sql('select name from providers where is_public order by md5(id::text) limit 15');
    const nameParts = sampledNames.flatMap(({ name }) => {
      const text = String(name);
      const start = random.below(text.length - 4);
      return [text, text.slice(start, start + random.between(3, 14)).trim(), text.split(' ')[0]!];
    });
    const texts = [
      ...nameParts,
      'mobile money',
      'wallet',
      'exchange kenya',
      'escrow',
      'ilim',
      'coin',
      'nothing is called so',
    ];
    const matchCounts = { matches: 0, narrowed: 0 };
    for (const search of texts.filter((text) => text.length > 2)) {
      const country = random.weighted(countryWeights);
      const type = random.sample(directoryTypes, 2).join(',');
      for (const narrowed of [{}, { country }, { country, type }, { country, within: 'names' }]) {
        const searchQuery = { search, ...narrowed };
        const ids = await expected(searchQuery);
        expect(await requestSearch(searchQuery), JSON.stringify(searchQuery)).toEqual({
          ids: ids.slice(0, paging.maxLimit),
          total: Math.min(ids.length, searchMatchLimit),
        });
        matchCounts.matches += ids.length;
        if ('country' in narrowed) matchCounts.narrowed += ids.length;
      }
    }
    expect(matchCounts.matches).toBeGreaterThan(2000);
    expect(matchCounts.narrowed).toBeGreaterThan(300);
  }, 60_000);

  it('finds the names in a message of 600 words by the index of names [WARN-07]', async () => {
    const message = Array.from({ length: 600 }, (_, place) => `word${place}`).join(' ');
    const lines = await test.sql(`explain ${namedStatement.text}`, [message, message, message, [], false, false]);
    const plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n');
    expect(plan).toContain('Bitmap Index Scan on providers_name_keys');
    expect(plan).not.toContain('Seq Scan on providers');
  });

  it('intersects all conditions in one index', async () => {
    const explain = async (text: string, query: string) => {
      const values = [text, query, 'nigeria', [0, 1, 2], [], ['Exchange'], searchMatchLimit];
      const lines = await test.sql(`explain ${searchStatements.count.text}`, values);
      return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
    };
    for (const text of ['kilima escrow', 'kilima']) {
      const found = await explain(text, text.replace(' ', ' & '));
      expect(found).toMatch(text.includes(' ') ? /Cond: .*word_seams/ : /Cond: .*names_key ~~/);
      expect(found).toMatch(/Index Cond: \(\(search @@ .* AND \(countries @> .* AND \(ARRAY\[type\] && /);
      expect(found).not.toMatch(/Seq Scan|BitmapAnd/);
    }
  });
});
