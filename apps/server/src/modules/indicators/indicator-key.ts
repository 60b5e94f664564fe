/** The look-up key of an indicator: short enough for a hundred million rows, long enough to avoid collisions. */
import { createHash, createHmac } from 'node:crypto';
import { isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import type { Indicator } from './find.ts';

const KEY_BYTES = 16;

/** Phone numbers and other hidden kinds use a keyed hash. */
export function computeIndicatorKey({ kind, value }: Indicator, hiddenKey: Buffer): Buffer {
  const hash = isHiddenIndicatorKind(kind) ? createHmac('sha256', hiddenKey) : createHash('sha256');
  return hash.update(`${kind}:${value}`).digest().subarray(0, KEY_BYTES);
}
