/** Generates any number of public indicators: invented addresses in their normalised spelling. */
import { createHash } from 'node:crypto';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { createBase58check } from '@scure/base';
import { keyOf } from '../modules/indicators/indicator-key.ts';
import type { indicators } from '../modules/indicators/tables.ts';
import type { Place } from './providers.ts';
import { Random, weights } from './random.ts';
import { momentOf, timeline } from './timeline.ts';

type IndicatorRow = typeof indicators.$inferSelect;

const kinds = weights<IndicatorKind>([
  ['website', 45],
  ['phone', 20],
  ['handle', 15],
  ['evm', 10],
  ['tron', 6],
  ['bitcoin', 4],
]);
const baits = ['gain', 'double', 'mining', 'wallet', 'forex', 'bonus', 'vault', 'invest'];

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
/** Generated data needs no secret. */
const phoneKey = Buffer.from('generated numbers');

export function makeIndicator({ seed, index, total }: Place): IndicatorRow {
  const random = new Random(seed, 'indicator', index);
  const kind = random.weighted(kinds);
  const value = values[kind](random, index);
  const firstSeenAt = momentOf(index, total);
  return {
    key: keyOf({ kind, value }, phoneKey),
    kind,
    value: kind === 'phone' ? null : value,
    reportCount: random.chance(0.8) ? 1 : random.between(2, 40),
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(Math.min(timeline.end, firstSeenAt + random.below(90) * timeline.day)),
  };
}

/** Each value contains the index, so that all are different. */
const values: Record<IndicatorKind, (random: Random, index: number) => string> = {
  website: (random, index) => `${random.pick(baits)}-${index.toString(36)}.example`,
  phone: (_, index) => `+00000${String(index).padStart(9, '0')}`,
  handle: (random, index) =>
    `${random.pick(['@', 'telegram:', 'instagram:'])}${random.pick(baits)}_${index.toString(36)}`,
  evm: (random, index) => `0x${account(random, index).toString('hex')}`,
  tron: (random, index) => base58check.encode(Buffer.from([0x41, ...account(random, index)])),
  bitcoin: (random, index) => base58check.encode(Buffer.from([0x00, ...account(random, index)])),
};

function account(random: Random, index: number): Buffer {
  const bytes = Buffer.alloc(20);
  for (let place = 0; place < 16; place += 4) bytes.writeUInt32BE(random.bits(), place);
  bytes.writeUInt32BE(index, 16);
  return bytes;
}
