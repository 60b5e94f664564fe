import { ProposalId } from '@hakiki/contract/proposals-admin';
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import { renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { findProposal } from './store.ts';

/** Informs the operator that the only administrator is about to weaken a warning. */
export const singleAdminProposalEmail = defineEmail({
  name: 'lone-proposal',
  payload: z.object({ proposalId: ProposalId }),
});

interface Deps {
  database: Database;
  sendMail: SendMail;
  operatorEmail: string | undefined;
  publicUrl: string;
}

const MAX_VALUE_LENGTH = 300;

function formatValue(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** Lists the requested changes field by field, without the status, which the email states before. */
const listRequestedChanges = (changes: unknown): string[] =>
  Object.entries(changes as object)
    .filter(([field]) => field !== 'status' && field !== 'verificationStatus')
    .map(([field, value]) => `New ${field}: ${formatValue(value)}`);

const formatMinute = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const singleAdminProposalEmailJob = ({ database, sendMail, operatorEmail, publicUrl }: Deps): JobHandler =>
  singleAdminProposalEmail.withComposer(sendMail, async ({ proposalId }) => {
    const proposal = await findProposal(database.db, proposalId);
    if (!operatorEmail || proposal?.state !== 'open' || !proposal.takesEffectAt) return undefined;
    const { subject, subjectTitle, from, to, changes, reason, proposerEmail, takesEffectAt } = proposal;
    const isReworded = from === to;
    const content = renderEmail({
      language: 'en',
      preheader: 'The only administrator is about to weaken a warning.',
      paragraphs: [
        `${proposerEmail ?? 'An administrator'} wants to change the ${subject} “${subjectTitle}”${isReworded ? '' : ` from ${from} to ${to}`}.`,
        ...listRequestedChanges(changes),
        ...(reason ? [`Reason: ${reason}`] : []),
        `There is no second administrator to confirm it, so it takes effect by itself at ${formatMinute(takesEffectAt)}.`,
        'To stop it, revoke the role of this administrator on the server, or let another administrator withdraw it.',
      ],
      action: { label: 'Open the console', url: `${publicUrl}/admin` },
      footer: 'You receive this as the operator of this site.',
    });
    return {
      to: operatorEmail,
      subject: `A warning is about to be ${isReworded ? 'changed' : 'removed'}`,
      ...content,
    };
  });
