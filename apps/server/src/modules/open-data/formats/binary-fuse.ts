/**
 * Binary fuse filters with 8 bits (Graf and Lemire, 2022): about nine bits per key, no false negatives, and about 0.4 %
 * false positives. Keys are hashes already, so their bytes are used instead of another hash.
 *
 * File: magic, version, number of keys, seed, segment length, number of segment starts (all 32 bits, big-endian), then
 * one byte per slot. Its test has a parser of ten lines.
 */
const FILTER_MAGIC = 0x484b_4649;
const FILTER_VERSION = 1;
const FILTER_HEADER_BYTES = 24;
const MAX_ATTEMPTS = 100;

interface Layout {
  segmentLength: number;
  /** Where the first of three segments in a row may start: a multiple of the segment length below this. */
  starts: number;
  slots: number;
}

function computeLayout(count: number): Layout {
  const segmentLength = count === 0 ? 4 : Math.min(2 ** Math.floor(Math.log(count) / Math.log(3.33) + 2.25), 2 ** 16);
  const sizeFactor = count <= 1 ? 0 : Math.max(1.125, 0.875 + (0.25 * Math.log(1_000_000)) / Math.log(count));
  const capacity = count <= 1 ? 0 : Math.round(count * sizeFactor);
  const segments = Math.max(1, Math.ceil(capacity / segmentLength) - 2);
  return { segmentLength, starts: segments * segmentLength, slots: (segments + 2) * segmentLength };
}

/** The bytes of a filter file with this many keys. */
const computeFilterBytes = (count: number): number => FILTER_HEADER_BYTES + computeLayout(count).slots;

/** The most keys that fit into a file. */
export function computeFilterCapacity(maxBytes: number): number {
  let count = maxBytes;
  while (count > 0 && computeFilterBytes(count) > maxBytes) count = Math.floor(count * 0.995);
  return count;
}

/** Mixes 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The three slots and the fingerprint of a key; `at` is where it starts. */
function locate(
  keys: Uint8Array,
  at: number,
  seed: number,
  { segmentLength, starts }: Layout,
  into: Uint32Array,
): void {
  const word = (offset: number) =>
    ((keys[at + offset]! << 24) |
      (keys[at + offset + 1]! << 16) |
      (keys[at + offset + 2]! << 8) |
      keys[at + offset + 3]!) >>>
    0;
  const first = Math.floor((mix(word(0) ^ seed) / 2 ** 32) * starts);
  const rest = mix(word(4) ^ seed);
  const mask = segmentLength - 1;
  into[0] = first;
  into[1] = (first + segmentLength) ^ ((rest >>> 16) & mask);
  into[2] = (first + 2 * segmentLength) ^ (rest & mask);
  into[3] = mix(word(8) ^ seed) & 0xff;
}

/** `keys`: 16 bytes each, all different. */
export function createFilter(keys: Uint8Array, keyBytes = 16): Buffer {
  const count = keys.length / keyBytes;
  const layout = computeLayout(count);
  for (let seed = 1; seed <= MAX_ATTEMPTS; seed += 1) {
    const fingerprints = assign(keys, keyBytes, Math.imul(seed, 0x9e37_79b9) >>> 0, layout);
    if (!fingerprints) continue;
    const header = Buffer.alloc(FILTER_HEADER_BYTES);
    [
      FILTER_MAGIC,
      FILTER_VERSION,
      count,
      Math.imul(seed, 0x9e37_79b9) >>> 0,
      layout.segmentLength,
      layout.starts,
    ].forEach((value, index) => header.writeUInt32BE(value, index * 4));
    return Buffer.concat([header, fingerprints]);
  }
  throw new Error(`No filter of ${count} keys was found.`);
}

/** Peels slots that a single key uses, then fills them in the opposite order. Undefined if this seed does not work. */
function assign(keys: Uint8Array, keyBytes: number, seed: number, layout: Layout): Uint8Array | undefined {
  const count = keys.length / keyBytes;
  const places = new Uint32Array(4);
  const uses = new Uint8Array(layout.slots);
  const keyXor = new Uint32Array(layout.slots);
  for (let key = 0; key < count; key += 1) {
    locate(keys, key * keyBytes, seed, layout, places);
    for (let n = 0; n < 3; n += 1) {
      const slot = places[n]!;
      if (uses[slot] === 255) return undefined;
      uses[slot]! += 1;
      keyXor[slot]! ^= key;
    }
  }
  const queue: number[] = [];
  for (let slot = 0; slot < layout.slots; slot += 1) if (uses[slot] === 1) queue.push(slot);
  const order = new Uint32Array(count);
  const slots = new Uint32Array(count);
  let peeled = 0;
  for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
    if (uses[slot] !== 1) continue;
    const key = keyXor[slot]!;
    order[peeled] = key;
    slots[peeled] = slot;
    peeled += 1;
    locate(keys, key * keyBytes, seed, layout, places);
    for (let n = 0; n < 3; n += 1) {
      const other = places[n]!;
      uses[other]! -= 1;
      keyXor[other]! ^= key;
      if (uses[other] === 1) queue.push(other);
    }
  }
  if (peeled < count) return undefined;
  const fingerprints = new Uint8Array(layout.slots);
  for (let index = count - 1; index >= 0; index -= 1) {
    locate(keys, order[index]! * keyBytes, seed, layout, places);
    const others = fingerprints[places[0]!]! ^ fingerprints[places[1]!]! ^ fingerprints[places[2]!]!;
    fingerprints[slots[index]!] = places[3]! ^ others;
  }
  return fingerprints;
}
