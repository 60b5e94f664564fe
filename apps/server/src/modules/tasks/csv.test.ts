import { describe, expect, it } from 'vitest';
import { lineOf } from './csv.ts';

describe('CSV lines', () => {
  it('a line has commas between cells, quotes where needed, and ends with CRLF', () => {
    expect(lineOf(['plain', 7, true, null, undefined, ''])).toBe('plain,7,true,,,\r\n');
    expect(lineOf(['a, b', 'she said "no"', 'two\nlines', 'a; b'])).toBe(
      '"a, b","she said ""no""","two\nlines","a; b"\r\n',
    );
    expect(lineOf([['ghana', 'kenya'], []])).toBe('ghana | kenya,\r\n');
  });

  it.each(['=1+1', '+27 80', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠x'])(
    'a cell that starts with %j cannot become a formula',
    (text) => {
      const line = lineOf([text]);
      expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
      expect(lineOf([[text]])).toBe(line);
    },
  );

  it('a cell cannot become a formula after a character that another spreadsheet takes for the end of a cell', () => {
    expect(lineOf(['pay;=HYPERLINK(A1)'])).toBe(`"pay;'=HYPERLINK(A1)"\r\n`);
    expect(lineOf(['pay; @x', 'a\n=1', 'a\r\n+1', 'a\t-1'])).toBe(`"pay;' @x","a\n'=1","a\r\n'+1","a\t'-1"\r\n`);
  });

  it('other text stays as it is', () => {
    const plain = "it's 5-3=2 @ noon";
    expect(lineOf([plain, -0, 12.5])).toBe(`${plain},0,12.5\r\n`);
  });
});
