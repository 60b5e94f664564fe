/** Sends filings from the outbox with a fresh proof of work, and invalidates the queries they make stale. */
import { uploadAll } from '../evidence/upload.ts';
import { filingWrites } from './writes.ts';
import type { Kept, Post, Reply } from './outbox.ts';
import { newProofOfWork } from '../forms/proof-of-work.ts';
import type { ReadStore } from '../api/read-store.ts';
import type { Write } from '../api/writes.ts';

export const postThrough = (store: ReadStore): Post => ({
  async send({ kind, body, key }: Kept) {
    const proof = await newProofOfWork().proof();
    const write = filingWrites[kind] as unknown as Write<{ body: unknown; idempotencyKey: string }, Reply>;
    return store.send(write, { body: { ...(body as object), ...(proof && { proof }) }, idempotencyKey: key });
  },
  async upload(file, filing) {
    const { failed } = await uploadAll([file], filing, () => undefined);
    return failed.length === 0;
  },
});
