/**
 * Whose report it is, for the one question "is it mine?". The tag of an account is the same on all that it files, so that an index
 * finds them, and nobody without the application's secret can tell which account it belongs to (decision 0022).
 */
import { createHmac } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { deriveKey } from '../../platform/derive-key.ts';

declare const tagged: unique symbol;
export type OwnerTag = string & { readonly [tagged]: true };

export type TagOf = (accountId: UserId) => OwnerTag;

export function createOwnerTags(appSecret: string): TagOf {
  const key = deriveKey(appSecret, 'filings/owner-tag');
  return (accountId) => {
    const hex = createHmac('sha256', key).update(accountId).digest('hex');
    // As long as an id, so that it is stored and compared like one.
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    ) as OwnerTag;
  };
}
