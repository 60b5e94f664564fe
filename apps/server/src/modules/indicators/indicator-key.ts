/** The look-up key of an indicator: short enough for a hundred million rows, long enough to avoid collisions. */
import { createHash, createHmac } from 'node:crypto';
import type { Indicator } from './find.ts';

const KEY_BYTES = 16;

/** Phone numbers use a keyed hash: there are few enough of them to try all against a plain hash. */
export function computeIndicatorKey({ kind, value }: Indicator, phoneKey: Buffer): Buffer {
  const hash = kind === 'phone' ? createHmac('sha256', phoneKey) : createHash('sha256');
  return hash.update(`${kind}:${value}`).digest().subarray(0, KEY_BYTES);
}
