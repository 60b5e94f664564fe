/**
 * Derives emailed tokens from the id of their row instead of storing them: the email job can create the token again at
 * each attempt, and neither the table nor the queue contains it. The row stores its hash, which also tells which secret
 * was used.
 */
import { createHash, createHmac } from 'node:crypto';
import { type AppSecret, deriveKeys } from './app-secret.ts';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type DerivedTokens = ReturnType<typeof createDerivedTokens>;

export function createDerivedTokens(secret: AppSecret, purpose: string) {
  const { current, all } = deriveKeys(secret, purpose);
  const deriveToken = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    derive: (id: string): string => deriveToken(current.key, id),

    /** The token of this row, as long as its secret is known. */
    find: (id: string, tokenHash: Buffer): string | undefined =>
      all.map(({ key }) => deriveToken(key, id)).find((token) => hashToken(token).equals(tokenHash)),

    /** Whether another secret than the current one is needed to create it again. */
    isOlder: (id: string, tokenHash: Buffer): boolean => !hashToken(deriveToken(current.key, id)).equals(tokenHash),
  };
}
