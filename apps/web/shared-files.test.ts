import { describe, expect, it } from 'vitest';
import { mergeSharedFiles, type CodePart, type Visit } from './shared-files.ts';

const FILE_COST = 100;

const makePart = (name: string, size: number, imports: string[] = []): CodePart => ({ name, size, imports });
const makeVisit = (needs: string[], weight = 1): Visit => ({ needs: new Set(needs), weight });
const mergeParts = (parts: CodePart[], visits: Visit[]): string[][] =>
  mergeSharedFiles(parts, visits, FILE_COST)
    .map((file) => file.toSorted())
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));

describe('mergeSharedFiles', () => {
  it('merges parts that are always needed together, however large', () => {
    const parts = [makePart('frame', 5000), makePart('words', 9000)];
    expect(mergeParts(parts, [makeVisit(['frame', 'words']), makeVisit(['frame', 'words'])])).toEqual([
      ['frame', 'words'],
    ]);
  });

  it('merges parts if an unneeded download costs less than another file', () => {
    const visits = [makeVisit(['field', 'form']), makeVisit(['form'])];
    expect(mergeParts([makePart('field', 99), makePart('form', 5000)], visits)).toEqual([['field', 'form']]);
    expect(mergeParts([makePart('field', 101), makePart('form', 5000)], visits)).toEqual([['field'], ['form']]);
  });

  it('does not merge parts that no visit needs together', () => {
    expect(mergeParts([makePart('chart', 1), makePart('map', 1)], [makeVisit(['chart']), makeVisit(['map'])])).toEqual([
      ['chart'],
      ['map'],
    ]);
  });

  it('gives more weight to frequent visits', () => {
    const parts = [makePart('card', 60), makePart('list', 60)];
    expect(mergeParts(parts, [makeVisit(['card', 'list']), makeVisit(['card'])])).toEqual([['card', 'list']]);
    expect(mergeParts(parts, [makeVisit(['card', 'list']), makeVisit(['card'], 4)])).toEqual([['card'], ['list']]);
  });

  it('counts the imports of a file', () => {
    const visits = [makeVisit(['form', 'field', 'schema']), makeVisit(['field'])];
    const lightParts = [makePart('field', 5000), makePart('form', 10)];
    expect(mergeParts([...lightParts, makePart('schema', 9000)], visits)).toEqual([['field'], ['form', 'schema']]);
    const heavyParts = [makePart('field', 5000), makePart('form', 10, ['schema']), makePart('schema', 9000)];
    expect(mergeParts(heavyParts, [...visits, makeVisit(['schema'], 50)])).toEqual([['field'], ['form'], ['schema']]);
  });

  it('merges files that import one another in a cycle', () => {
    const parts = [makePart('page', 9000, ['form']), makePart('form', 9000, ['page'])];
    expect(mergeParts(parts, [makeVisit(['page', 'form'])])).toEqual([['form', 'page']]);
  });

  it('returns the same files whatever the order of the parts', () => {
    const parts = ['a', 'b', 'c', 'd'].map((name, index) => makePart(name, 40 + index));
    const visits = [makeVisit(['a', 'b']), makeVisit(['b', 'c']), makeVisit(['c', 'd']), makeVisit(['d', 'a'])];
    expect(mergeParts(parts.toReversed(), visits)).toEqual(mergeParts(parts, visits));
  });
});
