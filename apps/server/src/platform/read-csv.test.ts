import { describe, expect, it } from 'vitest';
import { CsvError, readCsv } from './read-csv.ts';

describe('parsing CSV', () => {
  it('returns quoted cells unchanged, with the line number of each row', () => {
    expect(readCsv('\uFEFFname,text\r\nA,"one, ""two""\nthree"\n\n "B" ,\n')).toEqual([
      { line: 1, cells: ['name', 'text'] },
      { line: 2, cells: ['A', 'one, "two"\nthree'] },
      { line: 5, cells: ['B', ''] },
    ]);
    expect(readCsv('')).toEqual([]);
    expect(readCsv('a')).toEqual([{ line: 1, cells: ['a'] }]);
  });

  it.each([
    ['a,b\nc,"d', 2],
    ['a\n"b"c\nd', 2],
    ['a\nb"c"\nd', 2],
  ])('rejects %j, because cells would be lost', (text, line) => {
    expect(() => readCsv(text)).toThrow(new CsvError(line));
  });
});
