/**
 * Confirms that an account was deleted. When it is sent the account no longer exists, so the job contains the address,
 * encrypted: it cannot be read from the queue or its backup.
 */
import { languages, type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { AppSecret } from '../../../platform/app-secret.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import { getEmailFrame, renderEmail } from '../../../platform/mail/layout.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { createSecretBox } from '../../../platform/sealing/secret-box.ts';
import { getTexts } from '../../../platform/texts.ts';

const deletionEmail = defineEmail({
  name: 'account-deleted',
  payload: z.object({ sealedAddress: z.string(), language: z.enum(languages) }),
});

const PURPOSE = 'account-deleted';

export type DeletionEmails = ReturnType<typeof createDeletionEmails>;

export function createDeletionEmails({ appSecret, publicUrl }: { appSecret: AppSecret; publicUrl: string }) {
  const box = createSecretBox(appSecret, PURPOSE);
  return {
    /** Call it in the transaction that deletes the account. */
    enqueue: (tx: Db, queue: Pick<Queue, 'enqueue'>, { email, language }: { email: string; language: Language }) =>
      queue.enqueue(tx, deletionEmail.job, { sealedAddress: box.seal(email, PURPOSE), language }),

    job: (sendMail: SendMail) =>
      deletionEmail.withComposer(sendMail, ({ sealedAddress, language }) => {
        const { greeting, footer } = getEmailFrame(language);
        const { subject, paragraphs, action } = getTexts(language).accountDeleted;
        const content = renderEmail({
          language,
          preheader: paragraphs[0]!,
          greeting: greeting(null),
          paragraphs,
          action: { label: action, url: publicUrl + localisePath(language, '/contact') },
          footer,
        });
        return Promise.resolve({ to: box.open(sealedAddress, PURPOSE), subject, ...content });
      }),
  };
}
