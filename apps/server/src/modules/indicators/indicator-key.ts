/** The look-up key of an indicator: short enough for a hundred million rows, long enough to avoid collisions. */
import { createHmac, hash } from 'node:crypto';
import { isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import { toHashedText } from '@hakiki/contract/private-check-values';
import type { Indicator } from './find.ts';

const KEY_BYTES = 16;

/** Phone numbers and other hidden kinds use a keyed hash. */
export const computeIndicatorKey = (indicator: Indicator, hiddenKey: Buffer): Buffer =>
  isHiddenIndicatorKind(indicator.kind)
    ? createHmac('sha256', hiddenKey).update(toHashedText(indicator)).digest().subarray(0, KEY_BYTES)
    : Buffer.from(computePublicKeyHex(indicator), 'hex');

/** As hexadecimal digits: a million short texts need a fraction of the memory of a million buffers. */
export const computePublicKeyHex = (indicator: Indicator): string =>
  hash('sha256', toHashedText(indicator), 'hex').slice(0, 2 * KEY_BYTES);
