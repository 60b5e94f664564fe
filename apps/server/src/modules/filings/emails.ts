/**
 * Emails to reporters, in their language. An email names a report by its reference and quotes nothing of it, so that
 * other readers of the mailbox learn little. The recipient, an account or an address, is encrypted; the worker decrypts
 * it for the email only, and records each use.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { type FilingKind, toReference } from '@hakiki/contract/filing-values';
import { type Language, localisePath } from '@hakiki/contract/site';
import { QuestionId } from '@hakiki/contract/filings';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobAttempt, JobHandler } from '../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import { fillTexts, getTexts, type Texts } from '../../platform/texts.ts';
import type { AuditService } from '../audit/service.ts';
import { decisionEmail, type EmailedStatus, type Sealing } from '../intake/service.ts';
import { findAccount, findById, findQuestion, findRecipient, isUndone } from './store.ts';

export const questionEmail = defineEmail({ name: 'filing-question', payload: z.object({ questionId: QuestionId }) });

interface EmailText {
  subject: string;
  paragraphs: string[];
}

/** Has only the statuses that each kind can have. */
type DecisionTexts = Record<FilingKind, Partial<Record<EmailedStatus, EmailText>>>;

interface Deps {
  database: Database;
  audit: AuditService;
  sealing: Sealing;
  sendMail: SendMail;
  publicUrl: string;
}

/** How many audit entries of a filing are searched for an earlier use; beyond that, a use may be recorded twice. */
const MAX_AUDIT_ENTRIES = 100;

export function filingEmailJobs({ database, audit, sealing, sendMail, publicUrl }: Deps): JobHandler[] {
  /** A retried email is the same use of the address and is recorded once. */
  async function recordContactUse(filingId: string, emailJobId: string): Promise<void> {
    const entries = await audit.listBySubject(database.db, filingId, MAX_AUDIT_ENTRIES);
    const isRecorded = entries.some(
      ({ action, detail }) => action === 'filing.contact-used' && detail?.['letter'] === emailJobId,
    );
    if (isRecorded) return;
    await audit.record(database.db, {
      actor: { kind: 'system' },
      action: 'filing.contact-used',
      subject: filingId,
      reason: 'a letter about the report',
      detail: { letter: emailJobId },
    });
  }

  /** The account's current address, or else the encrypted one. */
  async function resolveRecipient(filingId: string, { id }: JobAttempt) {
    const found = await findRecipient(database.db, filingId);
    if (!found) return undefined;
    const { kind, language, sealedContact } = found;
    if (sealedContact) await recordContactUse(filingId, id);
    const contact = sealedContact ? await sealing.openContact(sealedContact, filingId) : {};
    const account = contact.account ? await findAccount(database.db, contact.account as UserId) : undefined;
    if (account) return { kind, email: account.email, language: account.language };
    return contact.email ? { kind, email: contact.email, language } : undefined;
  }

  function composeEmail(
    { email, language }: { email: string; language: Language },
    { subject, paragraphs }: EmailText,
    action: keyof Texts['filing']['actions'],
    filingId: string,
  ): OutgoingEmail {
    const { reference, follow, actions, footer } = getTexts(language).filing;
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting: getEmailFrame(language).greeting(null),
      paragraphs: [...paragraphs, fillTexts(reference, { reference: toReference(filingId) }), follow],
      action: { label: actions[action], url: `${publicUrl}${localisePath(language, '/follow')}` },
      footer,
    });
    return { to: email, subject, ...content };
  }

  return [
    decisionEmail.withComposer(sendMail, async ({ filingId, status, decisionId }, attempt) => {
      const filing = await findById(database, filingId);
      // The status has changed since; the new decision has its own email.
      if (filing?.status !== status) return undefined;
      if (decisionId && (await isUndone(database.db, decisionId))) return undefined;
      const recipient = await resolveRecipient(filingId, attempt);
      if (!recipient) return undefined;
      const decisions: DecisionTexts = getTexts(recipient.language).filing.decisions;
      const text = decisions[recipient.kind][status];
      return text && composeEmail(recipient, text, 'state', filingId);
    }),

    questionEmail.withComposer(sendMail, async ({ questionId }, attempt) => {
      const question = await findQuestion(database.db, questionId);
      if (!question || question.answeredAt) return undefined;
      const recipient = await resolveRecipient(question.filingId, attempt);
      return (
        recipient && composeEmail(recipient, getTexts(recipient.language).filing.question, 'answer', question.filingId)
      );
    }),
  ];
}
