/**
 * The hash of each entry covers the hash before it, so nothing can be changed, taken out or moved without all later hashes
 * becoming wrong. It is keyed: whoever holds only the database cannot compute a chain of their own.
 */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

/** As PostgreSQL writes them, so that no rounding and no library stands between the row and its hash. */
export interface SealedText {
  id: string;
  /** Seconds since 1970 with six decimals. */
  at: string;
  actorKind: string;
  actorId: string | null;
  action: string;
  subject: string | null;
  reason: string | null;
  /** jsonb has one spelling for each value. */
  detail: string | null;
}

export interface Head {
  position: number;
  hash: Buffer;
}

/** The audit is not as it was sealed. The message says in which way, for people. */
export class AuditFault extends Error {}

export const beginning: Head = { position: 0, hash: Buffer.alloc(32) };

export const deriveChainKey = (secret: string): Buffer => deriveKey(secret, 'audit-chain');

/** In fixed order. In JSON, what belongs to one value can never be read as part of the next, and null is not ''. */
const textOf = (mark: number | string, position: number, entry: SealedText): string => {
  const { id, at, actorKind, actorId, action, subject, reason, detail } = entry;
  return JSON.stringify([mark, position, id, at, actorKind, actorId, action, subject, reason, detail]);
};

export function sealHash(key: Buffer, before: Buffer, position: number, entry: SealedText): Buffer {
  return createHmac('sha256', key)
    .update(before)
    .update(textOf(1, position, entry))
    .digest();
}

/**
 * Stands for an entry of which parts were cleared: its own hash cannot be computed again, and the chain goes on from it. Only who
 * has the key can say that of an entry, and what is left of it is covered.
 */
export const clearedHash = (key: Buffer, seal: Head, left: SealedText): Buffer =>
  createHmac('sha256', key)
    .update(seal.hash)
    .update(textOf('cleared', seal.position, left))
    .digest();
