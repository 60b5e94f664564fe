/** Sends filings from the outbox with a fresh proof of work, and invalidates the queries they make stale. */
import { uploadAll } from '../evidence/upload.ts';
import { filingMutations } from './mutations.ts';
import type { OutboxItem, FilingSender, FilingReply } from './outbox.ts';
import { startProofOfWork } from '../forms/proof-of-work.ts';
import type { QueryStore } from '../api/query-store.ts';
import type { Mutation } from '../api/mutations.ts';

export const createFilingSender = (store: QueryStore): FilingSender => ({
  async send({ kind, body, key }: OutboxItem) {
    const proof = await startProofOfWork().proof();
    const mutation = filingMutations[kind] as unknown as Mutation<
      { body: unknown; idempotencyKey: string },
      FilingReply
    >;
    return store.send(mutation, { body: { ...(body as object), ...(proof && { proof }) }, idempotencyKey: key });
  },
  async upload(file, filing) {
    const { failed } = await uploadAll([file], filing, () => undefined);
    return failed.length === 0;
  },
});
