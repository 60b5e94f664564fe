import { describe, expect, it } from 'vitest';
import { CsvError, readCsv } from './read-csv.ts';

describe('reading comma-separated text', () => {
  it('keeps what is quoted and says where each row begins', () => {
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
  ])('refuses %j, which would lose cells', (text, line) => {
    expect(() => readCsv(text)).toThrow(new CsvError(line));
  });
});
