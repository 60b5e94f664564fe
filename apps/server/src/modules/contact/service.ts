/** Messages to sales, and how else to reach the company. */
import type { NewContactMessage, SiteInfo } from '@hakiki/contract/contact';
import type * as z from 'zod/mini';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { AuditService } from '../audit/service.ts';
import { salesLetter, salesLetterJob } from './letters.ts';
import * as store from './store.ts';

type ContactMessage = Omit<z.infer<typeof NewContactMessage>, 'proof'>;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  settings: { company: SiteInfo; salesEmail: string };
}

export type ContactService = ReturnType<typeof createContactService>;

export function createContactService({ database, queue, audit, settings: { company, salesEmail } }: Needs) {
  return {
    siteInfo: (): SiteInfo => company,

    /** For a message that was proven to come from a person: stored, and on its way to sales. */
    async accept(tx: Db, { company, phone, ...message }: ContactMessage): Promise<string> {
      const id = await store.insertMessage(tx, { ...message, company: company || null, phone: phone || null });
      await audit.record(tx, { actor: { kind: 'visitor' }, action: 'contact.received', subject: id });
      await queue.enqueue(tx, salesLetter.job, { messageId: id });
      return id;
    },

    letterJobs: (sendMail: SendMail) => [salesLetterJob({ database, sendMail, salesEmail })],
  };
}
