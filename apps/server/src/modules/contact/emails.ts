import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { findMessage } from './store.ts';

/** Forwards a message to sales. The Reply-To header is the sender's address. */
export const salesMessageEmail = defineEmail({ name: 'sales-message', payload: z.object({ messageId: z.uuid() }) });

interface Deps {
  database: Database;
  sendMail: SendMail;
  salesEmail: string;
}

export const salesMessageEmailJob = ({ database: { db }, sendMail, salesEmail }: Deps): JobHandler =>
  salesMessageEmail.withComposer(sendMail, async ({ messageId }) => {
    const found = await findMessage(db, messageId);
    if (!found) return undefined;
    const { name, email, company, phone, subject, message } = found;
    const sender = [`From: ${name}`, email, company, phone].filter(Boolean).join(', ');
    const content = renderEmail({
      language: 'en',
      preheader: message.slice(0, 100),
      paragraphs: [sender, `Subject: ${subject}`, ...message.split(/\s*\n\s*/)],
      footer: 'Sent with the contact form. Reply to this email to write to the sender.',
    });
    return { to: salesEmail, replyTo: { name, address: email }, subject: `Message to sales: ${subject}`, ...content };
  });
