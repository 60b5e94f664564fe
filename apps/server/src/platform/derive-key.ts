/** A key of its own for each purpose, from one secret: what one of them leaks tells nothing about the others. */
import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hakiki/${purpose}`, KEY_BYTES));
