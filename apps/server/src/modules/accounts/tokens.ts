/**
 * Tokens are 256 random bits, and only their hash is kept. A mailed token is derived from its row's id instead of stored: the
 * job that writes the letter can make it again at each attempt, and neither the table nor the queue holds it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function createMailedTokens(appSecret: string) {
  const key = deriveKey(appSecret, 'mailed-token');
  return (id: string): string => createHmac('sha256', key).update(id).digest('base64url');
}
export type TokenOfId = ReturnType<typeof createMailedTokens>;
