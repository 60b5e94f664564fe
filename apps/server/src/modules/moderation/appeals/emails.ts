import { toReference } from '@hakiki/contract/filing-values';
import { AppealId, appealRules } from '@hakiki/contract/appeals';
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import { renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { listTroubled, type TroubledRow } from './store.ts';

/** Informs the operator of appeals that are overdue, or that no administrator may decide. */
export const troubledAppealsEmail = defineEmail({
  name: 'appeals-in-trouble',
  payload: z.object({ appealIds: z.array(AppealId) }),
});

interface Deps {
  database: Database;
  sendMail: SendMail;
  operatorEmail: string | undefined;
  publicUrl: string;
}

const formatAppeal = ({ id, subject, subjectTitle, isOverdue, isStuck }: TroubledRow): string => {
  const trouble = [
    ...(isOverdue ? [`has waited for more than ${appealRules.days} days`] : []),
    ...(isStuck ? ['cannot be decided by any administrator: all of them decided on this verdict before'] : []),
  ];
  return `${toReference(id)}, against the ${subject} “${subjectTitle}”, ${trouble.join(' and ')}.`;
};

export const troubledAppealsEmailJob = ({ database, sendMail, operatorEmail, publicUrl }: Deps): JobHandler =>
  troubledAppealsEmail.withComposer(sendMail, async ({ appealIds }) => {
    const troubled = await listTroubled(database.db, appealIds);
    if (!operatorEmail || troubled.length === 0) return undefined;
    const content = renderEmail({
      language: 'en',
      preheader: 'An appeal is waiting for an answer.',
      paragraphs: [
        ...troubled.map(formatAppeal),
        'We promise an answer by someone who did not decide the verdict. Please make sure that there is an administrator who can decide.',
      ],
      action: { label: 'Open the appeals', url: `${publicUrl}/admin/appeals` },
      footer: 'You receive this as the operator of this site.',
    });
    return { to: operatorEmail, subject: 'Appeals are waiting for a decision', ...content };
  });
