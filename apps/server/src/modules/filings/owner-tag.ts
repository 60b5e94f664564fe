/**
 * Whose report it is, for the one question "is it mine?". The tag of an account is the same on all that it files, so that an index
 * finds them, and nobody without the application's secret can tell which account it belongs to (decision 0022). While the secret
 * changes an account has a tag under each of them.
 */
import { createHmac } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { type AppSecret, keysFor } from '../../platform/app-secret.ts';

declare const tagged: unique symbol;
export type OwnerTag = string & { readonly [tagged]: true };

export function createOwnerTags(secret: AppSecret) {
  const { current, all } = keysFor(secret, 'filings/owner-tag');
  return {
    /** For what is filed now. */
    tagOf: (accountId: UserId): OwnerTag => tagUnder(current.key, accountId),
    /** All by which something may be found. */
    tagsOf: (accountId: UserId): OwnerTag[] => all.map(({ key }) => tagUnder(key, accountId)),
  };
}

function tagUnder(key: Buffer, accountId: UserId): OwnerTag {
  const hex = createHmac('sha256', key).update(accountId).digest('hex');
  // As long as an id, so that it is stored and compared like one.
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  ) as OwnerTag;
}
