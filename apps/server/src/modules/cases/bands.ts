/**
 * Finds the few texts worth comparing among many thousands (MinHash with banding). Each hash function keeps the
 * smallest hash of a text's trigrams; two texts agree on it as often as they share trigrams. A band combines four of
 * these minima: texts that share 55 % agree in one of 32 bands with a probability of 95 %, texts that share 20 % with 5
 * %.
 */

const BANDS = 32;
const DRAWS_PER_BAND = 4;

export function bandsOf(textKey: string): number[] {
  const trigrams = trigramsOf(textKey);
  return Array.from({ length: BANDS }, (_, band) => {
    let bits = band;
    for (let draw = 0; draw < DRAWS_PER_BAND; draw += 1) {
      bits = Math.imul(bits ^ smallest(trigrams, band * DRAWS_PER_BAND + draw), 0x01000193);
    }
    return bits;
  });
}

function smallest(trigrams: Int32Array, draw: number): number {
  const multiplier = scatter(draw) | 1;
  let least = 0xffff_ffff;
  for (const trigram of trigrams) {
    const drawn = scatter(Math.imul(trigram, multiplier)) >>> 0;
    if (drawn < least) least = drawn;
  }
  return least;
}

/** Same trigrams as pg_trgm: of each word, with two spaces before and one behind it. */
function trigramsOf(textKey: string): Int32Array {
  const found = new Set<number>();
  for (const word of textKey.split(' ')) {
    const padded = `  ${word} `;
    for (let place = 0; place + 3 <= padded.length; place += 1) {
      const [a, b, c] = [padded.charCodeAt(place), padded.charCodeAt(place + 1), padded.charCodeAt(place + 2)];
      found.add(scatter(Math.imul(Math.imul(a, 0x01000193) ^ b, 0x01000193) ^ c));
    }
  }
  return Int32Array.from(found);
}

function scatter(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}
