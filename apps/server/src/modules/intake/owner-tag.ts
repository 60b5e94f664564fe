/**
 * Owner tags answer "is this report mine?". An account has the same tag on all its filings, so an index finds them, and
 * without the application's secret nobody can link a tag to an account (decision 0022). During a key rotation an
 * account has one tag per key.
 */
import { createHmac } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { type AppSecret, deriveKeys } from '../../platform/app-secret.ts';

declare const tagged: unique symbol;
export type OwnerTag = string & { readonly [tagged]: true };

export function createOwnerTags(secret: AppSecret) {
  const { current, all } = deriveKeys(secret, 'filings/owner-tag');
  return {
    /** The tag for new filings. */
    tagOf: (accountId: UserId): OwnerTag => computeTag(current.key, accountId),
    /** All tags under which filings may be found. */
    tagsOf: (accountId: UserId): OwnerTag[] => all.map(({ key }) => computeTag(key, accountId)),
  };
}

function computeTag(key: Buffer, accountId: UserId): OwnerTag {
  const hex = createHmac('sha256', key).update(accountId).digest('hex');
  // Has the form of a UUID, so that it is stored and compared like one.
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  ) as OwnerTag;
}
