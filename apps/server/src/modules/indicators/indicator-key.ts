/** Under what an indicator is looked up: short enough for a hundred million rows, long enough never to meet another. */
import { createHash, createHmac } from 'node:crypto';
import type { Indicator } from './find.ts';

const KEY_BYTES = 16;

/** There are few enough telephone numbers to try them all against a plain hash. */
export function keyOf({ kind, value }: Indicator, phoneKey: Buffer): Buffer {
  const hash = kind === 'phone' ? createHmac('sha256', phoneKey) : createHash('sha256');
  return hash.update(`${kind}:${value}`).digest().subarray(0, KEY_BYTES);
}
