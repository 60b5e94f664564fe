/**
 * Makes a submit idempotent. The row of a key is written in the transaction of the submit itself, so that neither
 * exists without the other; a concurrent repetition with the same key waits and gets the first reply. The stored reply
 * is encrypted with the sender's own key, of which we store only a hash: a copy of the table reveals nothing.
 */
import { createHash, createHmac } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeyLength } from '@hakiki/contract/endpoint';
import { retention } from '@hakiki/contract/retention';
import { type SQL, sql } from 'drizzle-orm';
import { AppError, invalidInput } from '../app-error.ts';
import type { Db } from '../db/database.ts';
import { deriveKey } from '../derive-key.ts';
import { createByteBox } from '../sealing/secret-box.ts';

/** Identifies a submit that may be repeated, by key, endpoint, sender and body. */
export interface IdempotencyContext {
  keyHash: Buffer;
  /** Keyed with the sender's key: the body cannot be guessed by trying values. */
  requestHash: Buffer;
  /** The earlier, unkeyed form; to be removed with the last such row. */
  unkeyedRequestHash: Buffer;
  /** Encrypts the reply; derived from the sender's key and not stored. */
  replyKey: Buffer;
}

interface IdempotentRequest {
  call: string;
  /** The account id, or undefined for a visitor: replies are never shared between accounts. */
  who: string | undefined;
  key: string;
  body: unknown;
}

const { min, max } = idempotencyKeyLength;
const isValidKey = (key: string): boolean => /^[!-~]+$/.test(key) && key.length >= min && key.length <= max;

const computeHash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

export function createIdempotencyContext({ call, who, key, body }: IdempotentRequest): IdempotencyContext {
  if (!isValidKey(key)) throw invalidInput({ [IDEMPOTENCY_KEY_HEADER]: { code: 'NOT_A_KEY', params: { min, max } } });
  // A proof of work is valid once, so a repetition brings another.
  const content = typeof body === 'object' ? { ...body, proof: undefined } : body;
  return {
    keyHash: computeHash(call, who ?? 'visitor', key),
    requestHash: createHmac('sha256', deriveKey(key, 'idempotent-request')).update(JSON.stringify(content)).digest(),
    unkeyedRequestHash: computeHash(JSON.stringify(content)),
    replyKey: deriveKey(key, 'idempotent-reply'),
  };
}

interface StoredReply {
  request_hash: Buffer;
  sealed_reply: Buffer | null;
}

/** Runs the work, or returns its first reply. Without a key it simply runs the work. */
export async function runIdempotent<Reply>(
  tx: Db,
  idempotency: IdempotencyContext | undefined,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!idempotency) return work();
  const earlier = await readReply<Reply>(
    tx,
    idempotency,
    // A repetition writes too: under synchronous replication a read-only response could acknowledge a change that a
    // failover then loses.
    sql`
      insert into idempotency_keys as kept (key_hash, request_hash) values (${idempotency.keyHash}, ${idempotency.requestHash})
      on conflict (key_hash) do update set replays = kept.replays + 1
      returning request_hash, sealed_reply`,
  );
  if (earlier) return earlier.reply;
  const reply = await work();
  const sealed = createReplyBox(idempotency).seal(Buffer.from(JSON.stringify(reply)), ownerOf(idempotency));
  await tx.execute(sql`update idempotency_keys set sealed_reply = ${sealed} where key_hash = ${idempotency.keyHash}`);
  return reply;
}

/** The first reply, if there was one: for callers who would be rejected today. */
export const findEarlierReply = <Reply>(
  db: Db,
  idempotency: IdempotencyContext,
): Promise<{ reply: Reply } | undefined> =>
  readReply<Reply>(
    db,
    idempotency,
    sql`
      update idempotency_keys set replays = replays + 1 where key_hash = ${idempotency.keyHash}
      returning request_hash, sealed_reply`,
  );

async function readReply<Reply>(
  db: Db,
  idempotency: IdempotencyContext,
  statement: SQL,
): Promise<{ reply: Reply } | undefined> {
  const { rows } = await db.execute<StoredReply & Record<string, unknown>>(statement);
  const stored = rows[0];
  if (!stored) return undefined;
  if (![idempotency.requestHash, idempotency.unkeyedRequestHash].some((hash) => hash.equals(stored.request_hash)))
    throw new AppError('KEY_REUSED');
  if (!stored.sealed_reply) return undefined;
  const opened = createReplyBox(idempotency).open(stored.sealed_reply, ownerOf(idempotency));
  return { reply: JSON.parse(opened.toString()) as Reply };
}

const createReplyBox = ({ replyKey }: IdempotencyContext) => createByteBox(replyKey);
const ownerOf = ({ keyHash }: IdempotencyContext) => keyHash.toString('hex');

/** After this time a repetition is a new submit. */
const RETENTION_INTERVAL = `${retention.repeats.days} days`;

export async function purgeOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - ${RETENTION_INTERVAL}::interval`);
}
