/**
 * What tells a passkey that we saw being made from a row that somebody wrote into the table: a keyed hash over whose it is and which key
 * signs for it. Opening contact data asks for it; signing in does not, so that passkeys from before there were marks still work.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

interface Marked {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
}

export function createPasskeyMark(appSecret: string) {
  const key = deriveKey(appSecret, 'passkey-mark');
  const of = ({ userId, credentialId, publicKey }: Marked): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, credentialId, Buffer.from(publicKey).toString('base64url')]))
      .digest();
  return {
    of,
    holds: (row: Marked & { mark: Buffer | null }): boolean =>
      row.mark?.length === 32 && timingSafeEqual(row.mark, of(row)),
  };
}
