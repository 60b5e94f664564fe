/** Nightly email to the finance staff while there are open differences: how many of each kind. */
import { differenceKinds, type DifferenceKind } from '@hakiki/contract/payment-values';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { countDifferences } from './notices-store.ts';

export const differencesEmail = defineEmail({ name: 'differences', payload: z.object({}) });

const labels: Record<DifferenceKind, string> = {
  'notice-held': 'notifications of the gateway that could not be believed',
  'charge-unexpected': 'charges to give back',
  'charge-missing': 'charges that are in one list and not in the other',
  'cancel-refused': 'agreements that do not end: a card may be charged for nothing',
  'books-wrong': 'faults in the books',
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
      footer: 'You receive this because you look after the money of this site.',
    });
    return { to: settings.operatorEmail ?? settings.financeEmail, subject: 'Money that does not agree', ...content };
  });
