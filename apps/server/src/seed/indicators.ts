/** Generates any number of public indicators: invented addresses in their normalised spelling. */
import { createHash } from 'node:crypto';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { createBase58check } from '@scure/base';
import { computeIndicatorKey } from '../modules/indicators/indicator-key.ts';
import type { indicators } from '../modules/indicators/tables.ts';
import type { RowPosition } from './providers.ts';
import { Random, toWeighted } from './random.ts';
import { getTimeAt, timeline } from './timeline.ts';

type IndicatorRow = typeof indicators.$inferSelect;

const kinds = toWeighted<IndicatorKind>([
  ['website', 45],
  ['phone', 20],
  ['handle', 15],
  ['evm', 10],
  ['tron', 6],
  ['bitcoin', 4],
]);
const scamWords = ['gain', 'double', 'mining', 'wallet', 'forex', 'bonus', 'vault', 'invest'];

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
/** Generated data needs no secret. */
const phoneKey = Buffer.from('generated numbers');

export function makeIndicator({ seed, index, total }: RowPosition): IndicatorRow {
  const random = new Random(seed, 'indicator', index);
  const kind = random.weighted(kinds);
  const value = values[kind](random, index);
  const firstSeenAt = getTimeAt(index, total);
  return {
    key: computeIndicatorKey({ kind, value }, phoneKey),
    kind,
    value: kind === 'phone' ? null : value,
    reportCount: random.chance(0.8) ? 1 : random.between(2, 40),
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(Math.min(timeline.end, firstSeenAt + random.below(90) * timeline.day)),
  };
}

/** Each value contains the index, so that all are different. */
const values: Record<IndicatorKind, (random: Random, index: number) => string> = {
  website: (random, index) => `${random.pick(scamWords)}-${index.toString(36)}.example`,
  phone: (_, index) => `+00000${String(index).padStart(9, '0')}`,
  handle: (random, index) =>
    `${random.pick(['@', 'telegram:', 'instagram:'])}${random.pick(scamWords)}_${index.toString(36)}`,
  evm: (random, index) => `0x${createAccountBytes(random, index).toString('hex')}`,
  tron: (random, index) => base58check.encode(Buffer.from([0x41, ...createAccountBytes(random, index)])),
  bitcoin: (random, index) => base58check.encode(Buffer.from([0x00, ...createAccountBytes(random, index)])),
};

function createAccountBytes(random: Random, index: number): Buffer {
  const bytes = Buffer.alloc(20);
  for (let offset = 0; offset < 16; offset += 4) bytes.writeUInt32BE(random.bits(), offset);
  bytes.writeUInt32BE(index, 16);
  return bytes;
}
