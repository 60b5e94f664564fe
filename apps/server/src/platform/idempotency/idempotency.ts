/**
 * Makes a submit idempotent. The row of a key is written in the transaction of the act itself, so that there is never one without
 * the other; a concurrent repetition with the same key waits, and is given the reply of the first. The reply is kept sealed under
 * the sender's own key, of which we keep only a hash: a copy of the table opens nothing.
 */
import { createHash, createHmac } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeyLength } from '@hakiki/contract/endpoint';
import { retention } from '@hakiki/contract/retention';
import { type SQL, sql } from 'drizzle-orm';
import { AppError, invalid } from '../app-error.ts';
import type { Db } from '../db/database.ts';
import { deriveKey } from '../derive-key.ts';
import { createByteBox } from '../sealing/secret-box.ts';

/** A submit that may be repeated: made by the API from the header, the endpoint, who asks and what was sent. */
export interface Repeat {
  keyHash: Buffer;
  /** Keyed by the sender's key: what was sent cannot be guessed and tried. */
  requestHash: Buffer;
  /** As it was kept before it was keyed; forgotten with the last such row. */
  formerHash: Buffer;
  /** Seals the reply; derived from the sender's key and kept nowhere. */
  replyKey: Buffer;
}

interface Sent {
  /** Method and path. */
  call: string;
  /** The id of the account, or nothing for a visitor: nobody is given another's reply. */
  who: string | undefined;
  key: string;
  body: unknown;
}

const { min, max } = idempotencyKeyLength;
const isKey = (given: string): boolean => /^[!-~]+$/.test(given) && given.length >= min && given.length <= max;

const hashOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

export function repeatOf({ call, who, key, body }: Sent): Repeat {
  if (!isKey(key)) throw invalid({ [IDEMPOTENCY_KEY_HEADER]: { code: 'NOT_A_KEY', params: { min, max } } });
  // A proof of work is good for one try, so the next one brings another.
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

/** Does the work, or answers what it answered the first time. Without a key it is simply done. */
export async function once<Reply>(tx: Db, repeat: Repeat | undefined, work: () => Promise<Reply>): Promise<Reply> {
  if (!repeat) return work();
  const earlier = await readReply<Reply>(
    tx,
    repeat,
    // A repetition writes too: under synchronous replication a read-only answer could acknowledge an act that a failover then
    // loses.
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

/** What was answered the first time, if there was one: for those who would be refused today. */
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

/** How long a key is remembered: after this a repetition is a new submit. */
const KEPT_FOR = `${retention.repeats.days} days`;

export async function forgetOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - ${KEPT_FOR}::interval`);
}
