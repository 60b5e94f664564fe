/** Single-use links that prove an email address, created and enqueued in the caller's transaction. */
import type { UserId } from '@hakiki/contract/accounts';
import { accountLimits } from '@hakiki/contract/limits';
import type { Db } from '../../platform/db/database.ts';
import { linkLetter } from './letters.ts';
import type { AccountNeeds } from './needs.ts';
import * as store from './store.ts';
import type { MailedTokenPurpose } from './tables.ts';
import { hashToken } from './tokens.ts';

export function createMailedLinks({ queue, limiter, tokens }: Pick<AccountNeeds, 'queue' | 'limiter' | 'tokens'>) {
  const hashOf = (id: string) => hashToken(tokens.derive(id));

  return {
    async send(tx: Db, userId: UserId, purpose: MailedTokenPurpose): Promise<void> {
      const tokenId = await store.insertMailedToken(tx, { userId, purpose, hashOf });
      await queue.enqueue(tx, linkLetter.job, { tokenId });
    },

    /** For an operator, who passes the link on in another way. */
    async make(tx: Db, userId: UserId, purpose: MailedTokenPurpose): Promise<string> {
      return tokens.derive(await store.insertMailedToken(tx, { userId, purpose, hashOf }));
    },

    /** Limits the emails to one address. The response does not reveal that the limit was reached. */
    mayWriteTo: (email: string): Promise<boolean> => limiter.isAllowed('mails', accountLimits.mails, email),
  };
}
export type MailedLinks = ReturnType<typeof createMailedLinks>;
