/**
 * Finds the few texts worth comparing among many thousands (MinHash with banding). Each hash function keeps the
 * smallest hash of a text's trigrams; two texts agree on it as often as they share trigrams. A band combines four of
 * these minima: texts that share 55 % agree in one of 32 bands with a probability of 95 %, texts that share 20 % with 5
 * %.
 */

const BANDS = 32;
const HASHES_PER_BAND = 4;

export function computeBands(textKey: string): number[] {
  const trigrams = listTrigrams(textKey);
  return Array.from({ length: BANDS }, (_, band) => {
    let bits = band;
    for (let hashIndex = 0; hashIndex < HASHES_PER_BAND; hashIndex += 1) {
      bits = Math.imul(bits ^ computeMinHash(trigrams, band * HASHES_PER_BAND + hashIndex), 0x01000193);
    }
    return bits;
  });
}

function computeMinHash(trigrams: Int32Array, hashIndex: number): number {
  const multiplier = mixBits(hashIndex) | 1;
  let minimum = 0xffff_ffff;
  for (const trigram of trigrams) {
    const hash = mixBits(Math.imul(trigram, multiplier)) >>> 0;
    if (hash < minimum) minimum = hash;
  }
  return minimum;
}

/** Same trigrams as pg_trgm: of each word, with two spaces before and one behind it. */
function listTrigrams(textKey: string): Int32Array {
  const trigrams = new Set<number>();
  for (const word of textKey.split(' ')) {
    const padded = `  ${word} `;
    for (let position = 0; position + 3 <= padded.length; position += 1) {
      const [a, b, c] = [padded.charCodeAt(position), padded.charCodeAt(position + 1), padded.charCodeAt(position + 2)];
      trigrams.add(mixBits(Math.imul(Math.imul(a, 0x01000193) ^ b, 0x01000193) ^ c));
    }
  }
  return Int32Array.from(trigrams);
}

function mixBits(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}
