/**
 * Makes a submit idempotent. The row of a key is written in the transaction of the submit itself, so that neither
 * exists without the other; a concurrent repetition with the same key waits and gets the first reply. The stored reply
 * is encrypted with the sender's own key, of which we store only a hash: a copy of the table reveals nothing.
 */
import { createHash, createHmac } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeyLength } from '@hakiki/contract/endpoint';
import { retention } from '@hakiki/contract/retention';
import { type SQL, sql } from 'drizzle-orm';
import { AppError, invalid } from '../app-error.ts';
import type { Db } from '../db/database.ts';
import { deriveKey } from '../derive-key.ts';
import { createByteBox } from '../sealing/secret-box.ts';

/** Identifies a submit that may be repeated, by key, endpoint, sender and body. */
export interface Repeat {
  keyHash: Buffer;
  /** Keyed with the sender's key: the body cannot be guessed by trying values. */
  requestHash: Buffer;
  /** The earlier, unkeyed form; to be removed with the last such row. */
  formerHash: Buffer;
  /** Encrypts the reply; derived from the sender's key and not stored. */
  replyKey: Buffer;
}

interface Sent {
  call: string;
  /** The account id, or undefined for a visitor: replies are never shared between accounts. */
  who: string | undefined;
  key: string;
  body: unknown;
}

const { min, max } = idempotencyKeyLength;
const isKey = (given: string): boolean => /^[!-~]+$/.test(given) && given.length >= min && given.length <= max;

const hashOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

export function repeatOf({ call, who, key, body }: Sent): Repeat {
  if (!isKey(key)) throw invalid({ [IDEMPOTENCY_KEY_HEADER]: { code: 'NOT_A_KEY', params: { min, max } } });
  // A proof of work is valid once, so a repetition brings another.
  const content = typeof body === 'object' ? { ...body, proof: undefined } : body;
  return {
    keyHash: hashOf(call, who ?? 'visitor', key),
    requestHash: createHmac('sha256', deriveKey(key, 'idempotent-request')).update(JSON.stringify(content)).digest(),
    formerHash: hashOf(JSON.stringify(content)),
    replyKey: deriveKey(key, 'idempotent-reply'),
  };
}

interface Kept {
  request_hash: Buffer;
  sealed_reply: Buffer | null;
}

/** Runs the work, or returns its first reply. Without a key it simply runs the work. */
export async function once<Reply>(tx: Db, repeat: Repeat | undefined, work: () => Promise<Reply>): Promise<Reply> {
  if (!repeat) return work();
  const earlier = await readReply<Reply>(
    tx,
    repeat,
    // A repetition writes too: under synchronous replication a read-only response could acknowledge a change that a
    // failover then loses.
    sql`
      insert into idempotency_keys as kept (key_hash, request_hash) values (${repeat.keyHash}, ${repeat.requestHash})
      on conflict (key_hash) do update set replays = kept.replays + 1
      returning request_hash, sealed_reply`,
  );
  if (earlier) return earlier.reply;
  const reply = await work();
  const sealed = boxOf(repeat).seal(Buffer.from(JSON.stringify(reply)), ownerOf(repeat));
  await tx.execute(sql`update idempotency_keys set sealed_reply = ${sealed} where key_hash = ${repeat.keyHash}`);
  return reply;
}

/** The first reply, if there was one: for callers who would be rejected today. */
export const repliedBefore = <Reply>(db: Db, repeat: Repeat): Promise<{ reply: Reply } | undefined> =>
  readReply<Reply>(
    db,
    repeat,
    sql`
      update idempotency_keys set replays = replays + 1 where key_hash = ${repeat.keyHash}
      returning request_hash, sealed_reply`,
  );

async function readReply<Reply>(db: Db, repeat: Repeat, statement: SQL): Promise<{ reply: Reply } | undefined> {
  const { rows } = await db.execute<Kept & Record<string, unknown>>(statement);
  const kept = rows[0];
  if (!kept) return undefined;
  if (![repeat.requestHash, repeat.formerHash].some((hash) => hash.equals(kept.request_hash)))
    throw new AppError('KEY_REUSED');
  if (!kept.sealed_reply) return undefined;
  const opened = boxOf(repeat).open(kept.sealed_reply, ownerOf(repeat));
  return { reply: JSON.parse(opened.toString()) as Reply };
}

const boxOf = ({ replyKey }: Repeat) => createByteBox(replyKey);
const ownerOf = ({ keyHash }: Repeat) => keyHash.toString('hex');

/** After this time a repetition is a new submit. */
const KEPT_FOR = `${retention.repeats.days} days`;

export async function forgetOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - ${KEPT_FOR}::interval`);
}
