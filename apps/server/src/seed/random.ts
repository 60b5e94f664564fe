/**
 * A deterministic random generator. Every row has its own stream, named by the seed, the kind of row and its index, so
 * that each row can be generated on its own and the same seed gives the same bytes at any size.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: string, index = 0) {
    this.#a = mix(seed ^ hash(stream));
    this.#b = mix(index ^ this.#a);
    this.#c = mix(this.#b ^ 0x5bd1e995);
    for (let round = 0; round < 4; round += 1) this.bits();
  }

  /** 32 random bits (the sfc32 generator). */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to but not including 1. */
  nextFraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  below(limit: number): number {
    return Math.floor(this.nextFraction() * limit);
  }

  /** An integer; both ends are included. */
  between(lowest: number, highest: number): number {
    return lowest + this.below(highest - lowest + 1);
  }

  chance(probability: number): boolean {
    return this.nextFraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Different items in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const pool = [...items];
    const size = Math.min(count, pool.length);
    for (let index = 0; index < size; index += 1) {
      const other = this.between(index, pool.length - 1);
      [pool[index], pool[other]] = [pool[other]!, pool[index]!];
    }
    return pool.slice(0, size);
  }

  weighted<Item>(choices: Weighted<Item>): Item {
    const point = this.nextFraction() * choices.total;
    let low = 0;
    let high = choices.bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (choices.bounds[middle]! > point) high = middle;
      else low = middle + 1;
    }
    return choices.items[low]!;
  }
}

export interface Weighted<Item> {
  items: readonly Item[];
  /** Cumulative sums of the weights. */
  bounds: readonly number[];
  total: number;
}

export function toWeighted<Item>(pairs: readonly (readonly [Item, number])[]): Weighted<Item> {
  let total = 0;
  const bounds = pairs.map(([, weight]) => (total += weight));
  return { items: pairs.map(([item]) => item), bounds, total };
}

/** An id in the format of UUIDv7: ordered by its time, the other bits from the stream. */
export function timedId<Id extends string = string>(random: Random, milliseconds: number): Id {
  const time = milliseconds.toString(16).padStart(12, '0');
  const high = random.bits();
  const middle = random.bits();
  const low = random.bits();
  const version = (0x7000 | (high & 0x0fff)).toString(16);
  const variant = (0x8000 | ((high >>> 12) & 0x3fff)).toString(16);
  const tail = (middle >>> 16).toString(16).padStart(4, '0') + low.toString(16).padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}` as Id;
}

function mix(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}

function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  return bits;
}
