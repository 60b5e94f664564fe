/** The setting INDICATOR_KEYS: the keys of phone numbers and other guessable kinds. */
import { randomBytes } from 'node:crypto';

const INDICATOR_KEY_BYTES = 32;

export const createIndicatorKey = (): Buffer => randomBytes(INDICATOR_KEY_BYTES);

export const formatIndicatorKey = (key: Buffer): string => key.toString('base64url');

export function parseIndicatorKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64url');
  return key.length === INDICATOR_KEY_BYTES && formatIndicatorKey(key) === text ? key : undefined;
}
