/** Messages to sales, and the contact details of the company. */
import type { finishContactMessage, listContactMessages } from '@hakiki/contract/contact-admin';
import type { NewContactMessage, SiteInfo } from '@hakiki/contract/contact';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type * as z from 'zod/mini';
import type { Database, Db } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService, LockedRow } from '../moderation/workflow/service.ts';
import { salesMessageEmail, salesMessageEmailJob } from './emails.ts';
import * as store from './store.ts';

type LockedMessage = store.MessageRow & LockedRow;
const getStatus = ({ answeredAt }: store.MessageRow) => (answeredAt ? 'done' : 'open');

type ListedMessage = ReplyOf<typeof finishContactMessage>;

const present = (row: store.MessageRow): ListedMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  company: row.company,
  phone: row.phone,
  subject: row.subject,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  status: getStatus(row),
});

type ContactMessage = Omit<z.infer<typeof NewContactMessage>, 'proof'>;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  settings: { company: SiteInfo; salesEmail: string };
}

export type ContactService = ReturnType<typeof createContactService>;

export function createContactService({ database, queue, audit, decisions, settings: { company, salesEmail } }: Deps) {
  const workflow = decisions.createWorkflow<LockedMessage, { status: 'done' }, { status: 'done' }>({
    subject: 'message',
    notFoundCode: 'MESSAGE_NOT_FOUND',
    undecidedStatus: 'open',
    async lockForUpdate(tx, id) {
      const message = await store.lockMessage(tx, id);
      return message && { ...message, status: getStatus(message) };
    },
    publishedTexts: 'nothing',
    computeChanges: (_, wanted) => wanted,
    saveChanges: (tx, { id }) => store.setAnswered(tx, id),
  });

  return {
    getSiteInfo: (): SiteInfo => company,

    /** Stores a message that has passed the spam check and forwards it to sales. */
    async accept(tx: Db, { company, phone, ...message }: ContactMessage): Promise<string> {
      const id = await store.insertMessage(tx, { ...message, company: company || null, phone: phone || null });
      await audit.record(tx, { actor: { kind: 'visitor' }, action: 'contact.received', subject: id });
      await queue.enqueue(tx, salesMessageEmail.job, { messageId: id });
      return id;
    },

    async listOpen(query: QueryOf<typeof listContactMessages>) {
      const { rows, total } = await store.listOpen(database.db, query);
      return { rows: rows.map(present), total };
    },

    finish: (actor: UserActor, id: string): Promise<ListedMessage> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await workflow.decideFirst(tx, id, { status: 'done' }, { actor });
        return { ...present(row), status: 'done', ...outcome };
      }),

    /** Deletes messages after the retention period and returns their number. */
    purgeExpired: (): Promise<number> => deleteInBatches(() => store.deleteExpired(database.db)),

    emailJobs: (sendMail: SendMail) => [salesMessageEmailJob({ database, sendMail, salesEmail })],
  };
}
