/** Single-use links that prove an email address, created and enqueued in the caller's transaction. */
import type { UserId } from '@hakiki/contract/accounts';
import { accountLimits } from '@hakiki/contract/limits';
import type { Db } from '../../../platform/db/database.ts';
import { linkEmail } from '../emails.ts';
import type { AccountDeps } from '../deps.ts';
import * as store from '../store.ts';
import type { MailedTokenPurpose } from '../tables.ts';
import { hashToken } from './tokens.ts';

export function createEmailedLinks({ queue, limiter, tokens }: Pick<AccountDeps, 'queue' | 'limiter' | 'tokens'>) {
  const computeTokenHash = (id: string) => hashToken(tokens.derive(id));

  return {
    async send(tx: Db, userId: UserId, purpose: MailedTokenPurpose): Promise<void> {
      const tokenId = await store.insertMailedToken(tx, { userId, purpose, computeTokenHash });
      await queue.enqueue(tx, linkEmail.job, { tokenId });
    },

    /** For an operator, who passes the link on in another way. */
    async createToken(tx: Db, userId: UserId, purpose: MailedTokenPurpose): Promise<string> {
      return tokens.derive(await store.insertMailedToken(tx, { userId, purpose, computeTokenHash }));
    },

    /** Limits the emails to one address. The response does not reveal that the limit was reached. */
    allowsEmailTo: (email: string): Promise<boolean> => limiter.isAllowed('mails', accountLimits.mails, email),
  };
}
export type EmailedLinks = ReturnType<typeof createEmailedLinks>;
