/**
 * The hash of each entry covers the previous hash, so an entry cannot be changed, removed or moved without making all
 * later hashes wrong. The hash is keyed: an attacker who has only the database cannot compute another chain.
 */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

/** The values as text from PostgreSQL, so that neither rounding nor a library can change the hashed text. */
export interface SealedText {
  id: string;
  /** Seconds since 1970 with six decimals. */
  at: string;
  actorKind: string;
  actorId: string | null;
  action: string;
  subject: string | null;
  reason: string | null;
  /** The text of a jsonb value is canonical. */
  detail: string | null;
}

export interface Head {
  position: number;
  hash: Buffer;
}

/** The audit log does not match its seals. The message explains the difference. */
export class AuditIntegrityError extends Error {}

export const chainStart: Head = { position: 0, hash: Buffer.alloc(32) };

export const deriveChainKey = (secret: string): Buffer => deriveKey(secret, 'audit-chain');

/** The order is fixed. JSON separates the values unambiguously and distinguishes null from ''. */
const toHashedText = (version: number | string, position: number, entry: SealedText): string => {
  const { id, at, actorKind, actorId, action, subject, reason, detail } = entry;
  return JSON.stringify([version, position, id, at, actorKind, actorId, action, subject, reason, detail]);
};

export function computeSealHash(key: Buffer, previousHash: Buffer, position: number, entry: SealedText): Buffer {
  return createHmac('sha256', key)
    .update(previousHash)
    .update(toHashedText(1, position, entry))
    .digest();
}

/**
 * Replaces the seal check of an entry of which parts were cleared: its own hash cannot be computed again, but the chain
 * continues from it. Only the owner of the key can compute this hash, and it covers the remaining parts.
 */
export const computeClearedHash = (key: Buffer, seal: Head, remaining: SealedText): Buffer =>
  createHmac('sha256', key)
    .update(seal.hash)
    .update(toHashedText('cleared', seal.position, remaining))
    .digest();
