/** Derives a separate key for each purpose from one secret: a leaked key reveals nothing about the others. */
import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hakiki/${purpose}`, KEY_BYTES));
