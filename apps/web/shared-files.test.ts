import { describe, expect, it } from 'vitest';
import { shareFiles, type Piece, type Visit } from './shared-files.ts';

const PRICE_OF_FILE = 100;

const piece = (name: string, size: number, imports: string[] = []): Piece => ({ name, size, imports });
const visit = (needs: string[], weight = 1): Visit => ({ needs: new Set(needs), weight });
const share = (pieces: Piece[], visits: Visit[]): string[][] =>
  shareFiles(pieces, visits, PRICE_OF_FILE)
    .map((file) => file.toSorted())
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));

describe('mergeSharedFiles', () => {
  it('merges parts that are always needed together, however large', () => {
    const pieces = [piece('frame', 5000), piece('words', 9000)];
    expect(share(pieces, [visit(['frame', 'words']), visit(['frame', 'words'])])).toEqual([['frame', 'words']]);
  });

  it('merges parts if an unneeded download costs less than another file', () => {
    const visits = [visit(['field', 'form']), visit(['form'])];
    expect(share([piece('field', 99), piece('form', 5000)], visits)).toEqual([['field', 'form']]);
    expect(share([piece('field', 101), piece('form', 5000)], visits)).toEqual([['field'], ['form']]);
  });

  it('does not merge parts that no visit needs together', () => {
    expect(share([piece('chart', 1), piece('map', 1)], [visit(['chart']), visit(['map'])])).toEqual([
      ['chart'],
      ['map'],
    ]);
  });

  it('gives more weight to frequent visits', () => {
    const pieces = [piece('card', 60), piece('list', 60)];
    expect(share(pieces, [visit(['card', 'list']), visit(['card'])])).toEqual([['card', 'list']]);
    expect(share(pieces, [visit(['card', 'list']), visit(['card'], 4)])).toEqual([['card'], ['list']]);
  });

  it('counts the imports of a file', () => {
    const visits = [visit(['form', 'field', 'schema']), visit(['field'])];
    const light = [piece('field', 5000), piece('form', 10)];
    expect(share([...light, piece('schema', 9000)], visits)).toEqual([['field'], ['form', 'schema']]);
    const heavy = [piece('field', 5000), piece('form', 10, ['schema']), piece('schema', 9000)];
    expect(share(heavy, [...visits, visit(['schema'], 50)])).toEqual([['field'], ['form'], ['schema']]);
  });

  it('merges files that import one another in a cycle', () => {
    const pieces = [piece('page', 9000, ['form']), piece('form', 9000, ['page'])];
    expect(share(pieces, [visit(['page', 'form'])])).toEqual([['form', 'page']]);
  });

  it('returns the same files whatever the order of the parts', () => {
    const pieces = ['a', 'b', 'c', 'd'].map((name, place) => piece(name, 40 + place));
    const visits = [visit(['a', 'b']), visit(['b', 'c']), visit(['c', 'd']), visit(['d', 'a'])];
    expect(share(pieces.toReversed(), visits)).toEqual(share(pieces, visits));
  });
});
