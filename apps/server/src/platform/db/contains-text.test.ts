import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';

const test = useDatabase();

const evaluate = async (expression: string, values: readonly string[]) =>
  (await test.sql(`select ${expression} as answer`, [...values]))[0]!['answer'];

describe('word_seams', () => {
  it.each([
    ['kilima wallet', ['ima wal']],
    ['the man ran off', ['the man', 'man ran', 'ran off']],
    ['al moyo of nairobi', []],
    ['kilima  wallet', []],
    ['côte élan', ['ôte éla']],
    ['word', []],
    ['', []],
  ])('returns for %o the seams %o', async (text, seams) => {
    expect(await evaluate('word_seams($1)', [text])).toEqual(seams);
  });
});

describe('contains_text', () => {
  it('matches a plain comparison for every part of many texts', async () => {
    const pieces = [
      'kilima',
      'wa',
      'the',
      'Ltd.',
      '100%',
      'a_b',
      String.raw`c\d`,
      'côte',
      '',
      'moyo\nmo',
      'n',
      'exchange',
    ];
    const pieceAt = (index: number) => pieces[index % pieces.length]!;
    const texts = pieces.flatMap((first, index) => [
      `${first} ${pieceAt(index * 5 + 1)} ${pieceAt(index + 7)} ${pieceAt(index * 7 + 2)}`,
      `${pieceAt(index + 3)} ${first}`,
    ]);
    const listSubstrings = (text: string) =>
      Array.from(text, (_, start) =>
        Array.from({ length: text.length - start }, (__, length) => text.slice(start, start + length + 1)),
      ).flat();
    const pairs = texts.flatMap((within, index) =>
      [...listSubstrings(within), ...listSubstrings(texts[(index + 1) % texts.length]!)].map((searched) => ({
        within,
        asked: searched,
      })),
    );
    const [found] = await test.sql(
      `select count(*)::int as pairs,
        count(*) filter (where contains_text(within, asked) is distinct from (strpos(within, asked) > 0))::int as wrong,
        count(*) filter (where strpos(within, asked) > 0 and cardinality(word_seams(asked)) > 0)::int as "bySeams",
        count(*) filter (where strpos(within, asked) = 0)::int as strangers
      from jsonb_to_recordset($1) as pairs (within text, asked text)`,
      [JSON.stringify(pairs)],
    );
    expect(found).toEqual({
      pairs: pairs.length,
      wrong: 0,
      bySeams: expect.any(Number),
      strangers: expect.any(Number),
    });
    expect(Number(found!['bySeams'])).toBeGreaterThan(500);
    expect(Number(found!['strangers'])).toBeGreaterThan(1000);
  });
});
