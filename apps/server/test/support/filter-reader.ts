/** A parser as a client would write it, only from the description of the file. */
export function mayContain(filter: Buffer, key: Buffer): boolean {
  const mix = (value: number) => {
    let h = value | 0;
    h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
    return (h ^ (h >>> 16)) >>> 0;
  };
  const [seed, segmentLength, starts] = [12, 16, 20].map((at) => filter.readUInt32BE(at)) as [number, number, number];
  const slots = filter.subarray(24);
  const first = Math.floor((mix(key.readUInt32BE(0) ^ seed) / 2 ** 32) * starts);
  const rest = mix(key.readUInt32BE(4) ^ seed);
  const second = (first + segmentLength) ^ ((rest >>> 16) & (segmentLength - 1));
  const third = (first + 2 * segmentLength) ^ (rest & (segmentLength - 1));
  return (slots[first]! ^ slots[second]! ^ slots[third]!) === (mix(key.readUInt32BE(8) ^ seed) & 0xff);
}
