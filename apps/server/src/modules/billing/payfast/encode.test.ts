import { describe, expect, it } from 'vitest';
import { phpDecode, phpEncode } from './encode.ts';

/** From PHP's manual: all characters but letters, digits and -_. become % and two digits, and a space becomes +. */
const pairs: [text: string, encoded: string][] = [
  ['', ''],
  ['0', '0'],
  ['Order #000000020', 'Order+%23000000020'],
  ['lindley+user1@appinlet.com', 'lindley%2Buser1%40appinlet.com'],
  ["O'Neill (Jr)~!*", 'O%27Neill+%28Jr%29%7E%21%2A'],
  ['https://hakiki.example/subscribe?paid=1&x=y', 'https%3A%2F%2Fhakiki.example%2Fsubscribe%3Fpaid%3D1%26x%3Dy'],
  ['a-b_c.d', 'a-b_c.d'],
  ['100%', '100%25'],
  ['Ọláyínká ₦', '%E1%BB%8Cl%C3%A1y%C3%ADnk%C3%A1+%E2%82%A6'],
  ['\u{1F512}', '%F0%9F%94%92'],
  ['one\r\ntwo', 'one%0D%0Atwo'],
];

describe("PHP's urlencode", () => {
  it.each(pairs)('encodes %j as %j and decodes it again', (text, encoded) => {
    expect(phpEncode(text)).toBe(encoded);
    expect(phpDecode(encoded).toString()).toBe(text);
  });

  it('encodes and decodes all 256 bytes', () => {
    const unescaped = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.');
    const hex = '0123456789ABCDEF';
    for (let byte = 0; byte < 256; byte += 1) {
      const character = Buffer.from([byte]).toString('latin1');
      const escaped = `%${hex[byte >> 4]}${hex[byte % 16]}`;
      expect(phpEncode(Uint8Array.of(byte))).toBe(unescaped.has(character) ? character : byte === 32 ? '+' : escaped);
      expect(phpDecode(escaped)).toEqual(Buffer.from([byte]));
      expect(phpDecode(escaped.toLowerCase())).toEqual(Buffer.from([byte]));
    }
  });

  it('leaves invalid escapes unchanged', () => {
    expect(phpDecode('50% off %zz%4').toString()).toBe('50% off %zz%4');
  });
});
