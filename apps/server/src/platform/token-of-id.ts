/**
 * A token that is mailed is derived from its row's id instead of stored: the job that writes the letter can make it again at each
 * attempt, and neither the table nor the queue holds it. The row keeps its hash, which also tells under which secret it was made.
 */
import { createHash, createHmac } from 'node:crypto';
import { type AppSecret, keysFor } from './app-secret.ts';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type TokensOfIds = ReturnType<typeof createTokensOfIds>;

export function createTokensOfIds(secret: AppSecret, purpose: string) {
  const { current, all } = keysFor(secret, purpose);
  const tokenUnder = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    make: (id: string): string => tokenUnder(current.key, id),

    /** The one that was made for this row, while its secret is known. */
    find: (id: string, tokenHash: Buffer): string | undefined =>
      all.map(({ key }) => tokenUnder(key, id)).find((token) => hashToken(token).equals(tokenHash)),

    /** Whether it could not be made again without another secret than the present one. */
    isOlder: (id: string, tokenHash: Buffer): boolean => !hashToken(tokenUnder(current.key, id)).equals(tokenHash),
  };
}
