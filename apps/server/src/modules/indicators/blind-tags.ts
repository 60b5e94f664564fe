/**
 * Tags of hidden kinds, by the oblivious function of RFC 9497: a browser computes the tag of a number together with the
 * server, which learns neither number nor tag. Tags are published, so their key protects all numbers.
 */
import { ristretto255_oprf } from '@noble/curves/ed25519.js';
import { BLIND_TAG_BYTES, toHashedText } from '@hakiki/contract/private-check-values';
import { AppError } from '../../platform/app-error.ts';
import { toAppKey } from '../../platform/app-secret.ts';
import type { Indicator } from './find.ts';

const { oprf } = ristretto255_oprf;

export interface BlindKey {
  /** Stored beside a tag; reveals nothing about the key. */
  id: Buffer;
  scalar: Uint8Array;
}

export const toBlindKey = (key: Buffer): BlindKey => ({
  id: toAppKey(key).id,
  scalar: oprf.deriveKeyPair(key, Buffer.from('hakiki/indicators')).secretKey,
});

/**
 * Both parts of what browser and server do together. It takes milliseconds: only the worker computes tags, the server
 * finds indicators by `computeIndicatorKey`.
 */
export function computeBlindTag(indicator: Indicator, { scalar }: BlindKey): Buffer {
  const input = Buffer.from(toHashedText(indicator));
  const { blind, blinded } = oprf.blind(input);
  const output = oprf.finalize(input, blind, oprf.blindEvaluate(scalar, blinded));
  return Buffer.from(output.subarray(0, BLIND_TAG_BYTES));
}

/** Under each key; nothing is known about the element, and nothing is stored. */
export function evaluateBlinded(keys: readonly BlindKey[], element: Uint8Array): Buffer[] {
  try {
    return keys.map(({ scalar }) => Buffer.from(oprf.blindEvaluate(scalar, element)));
  } catch (error) {
    // No point of the group, or the neutral one, which would reveal nothing and match nothing.
    throw new AppError('INVALID_INPUT', { cause: error });
  }
}
