/**
 * What tells a passkey that we saw being made from a row that somebody wrote into the table: a keyed hash over whose it is and which key
 * signs for it. Opening contact data asks for it; signing in does not, so that passkeys from before there were marks still work.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AppSecret, keysFor } from '../../platform/app-secret.ts';

interface Marked {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
}
type Row = Marked & { mark: Buffer | null };

export function createPasskeyMark(secret: AppSecret) {
  const { current, all } = keysFor(secret, 'passkey-mark');
  const under = (key: Buffer, { userId, credentialId, publicKey }: Marked): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, credentialId, Buffer.from(publicKey).toString('base64url')]))
      .digest();
  const isUnder = (key: Buffer, row: Row) => row.mark?.length === 32 && timingSafeEqual(row.mark, under(key, row));
  return {
    of: (row: Marked): Buffer => under(current.key, row),
    holds: (row: Row): boolean => all.some(({ key }) => isUnder(key, row)),
    /** Whether it holds by another secret than the present one. What holds by none is left alone: nobody vouches for it. */
    isOlder: (row: Row): boolean => !isUnder(current.key, row) && all.some(({ key }) => isUnder(key, row)),
  };
}
