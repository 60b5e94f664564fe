import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

describe('CSV lines', () => {
  it('a line has commas between cells, quotes where needed, and ends with CRLF', () => {
    expect(toCsvLine(['plain', 7, true, null, undefined, ''])).toBe('plain,7,true,,,\r\n');
    expect(toCsvLine(['a, b', 'she said "no"', 'two\nlines', 'a; b'])).toBe(
      '"a, b","she said ""no""","two\nlines","a; b"\r\n',
    );
    expect(toCsvLine([['ghana', 'kenya'], []])).toBe('ghana | kenya,\r\n');
  });

  it.each(['=1+1', '+27 80', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠x'])(
    'a cell that starts with %j cannot become a formula',
    (text) => {
      const line = toCsvLine([text]);
      expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
      expect(toCsvLine([[text]])).toBe(line);
    },
  );

  it('a cell cannot become a formula after a character that another spreadsheet takes for the end of a cell', () => {
    expect(toCsvLine(['pay;=HYPERLINK(A1)'])).toBe(`"pay;'=HYPERLINK(A1)"\r\n`);
    expect(toCsvLine(['pay; @x', 'a\n=1', 'a\r\n+1', 'a\t-1'])).toBe(`"pay;' @x","a\n'=1","a\r\n'+1","a\t'-1"\r\n`);
  });

  it('other text stays as it is', () => {
    const plain = "it's 5-3=2 @ noon";
    expect(toCsvLine([plain, -0, 12.5])).toBe(`${plain},0,12.5\r\n`);
  });
});
