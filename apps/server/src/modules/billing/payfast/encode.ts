/**
 * PHP's `urlencode`, which all PayFast signatures use. `encodeURIComponent` leaves `! ' ( ) * ~` unescaped and writes a
 * space as %20, `URLSearchParams` leaves `*`: PayFast rejects both signatures.
 */
const UNESCAPED = /[\w.-]/;

export const phpEncode = (text: string | Uint8Array): string =>
  Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCodePoint(byte);
    if (byte < 0x80 && UNESCAPED.test(character)) return character;
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/** Returns the decoded bytes; invalid escapes stay unchanged. */
export function phpDecode(encoded: string): Buffer {
  const spaced = encoded.replaceAll('+', ' ');
  const parts = spaced.split(/(%[\dA-Fa-f]{2})/);
  // Every second part is an escape.
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.from([Number.parseInt(part.slice(1), 16)]) : Buffer.from(part, 'latin1'),
    ),
  );
}
