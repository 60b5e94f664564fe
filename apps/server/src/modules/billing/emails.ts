/** Nightly email to the finance staff while there are open differences: how many of each kind. */
import { differenceKinds, type DifferenceKind } from '@hakiki/contract/payment-values';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { countDifferences } from './payments/notices-store.ts';

export const differencesEmail = defineEmail({ name: 'differences', payload: z.object({}) });

const labels: Record<DifferenceKind, string> = {
  'notice-held': 'payment notifications that could not be verified',
  'charge-unexpected': 'charges to refund',
  'charge-missing': 'charges that are missing in our books or at the gateway',
  'cancel-refused': 'cancelled subscriptions that have not ended: a card may be charged by mistake',
  'books-wrong': 'errors in the books',
};

interface Deps {
  database: Database;
  sendMail: SendMail;
  settings: { operatorEmail: string | undefined; financeEmail: string; publicUrl: string };
}

export const differencesEmailJob = ({ database, sendMail, settings }: Deps): JobHandler =>
  differencesEmail.withComposer(sendMail, async () => {
    const counts = await countDifferences(database.db);
    const lines = differenceKinds.flatMap((kind) => (counts[kind] ? `${counts[kind]} ${labels[kind]}` : []));
    if (lines.length === 0) return undefined;
    const content = renderEmail({
      language: 'en',
      preheader: lines[0]!,
      paragraphs: [...lines, 'What each means and what to do: docs/runbooks/payments.md.'],
      action: { label: 'Open the console', url: `${settings.publicUrl}/admin` },
      footer: 'You receive this because you manage the payments of this site.',
    });
    return {
      to: settings.operatorEmail ?? settings.financeEmail,
      subject: 'Payments and books do not match',
      ...content,
    };
  });
