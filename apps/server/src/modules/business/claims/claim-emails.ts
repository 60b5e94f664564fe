/** Email with the code that proves a domain, to a mailbox that only the domain's operator can read. */
import type { ListingClaimId } from '@hakiki/contract/listing-claims';
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import { renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { findClaim } from './claims-store.ts';

export const claimEmail = defineEmail({
  name: 'listing-claim',
  payload: z.object({ claimId: z.uuid().transform((id) => id as ListingClaimId) }),
});

/** In English and French, since the recipient did not choose one. */
export const claimEmailJob = ({ db }: Database, sendMail: SendMail): JobHandler =>
  claimEmail.withComposer(sendMail, async ({ claimId }) => {
    const claim = await findClaim(db, claimId);
    if (claim?.status !== 'open' || !claim.mailbox) return undefined;
    // Contains no text of the claimant: it goes to strangers in our name.
    const { domain, providerName, token } = claim;
    const content = renderEmail({
      language: 'en',
      preheader: `A business claims the listing of ${providerName}.`,
      paragraphs: [
        `A business says on Hakiki that the listing of ${providerName} (${domain}) is its own. If that is you, enter this code in the business portal:`,
        token,
        'If you do not know about this, do nothing: without the code nobody gets the listing.',
        `Une entreprise indique sur Hakiki que la fiche de ${providerName} (${domain}) est la sienne. Si c’est vous, saisissez ce code dans l’espace entreprise. Sinon, ne faites rien : sans ce code, personne n’obtient la fiche.`,
      ],
      footer: 'Sent once, because someone chose this address to prove that a domain is theirs.',
    });
    return { to: `${claim.mailbox}@${domain}`, subject: `Hakiki: who runs ${domain}?`, ...content };
  });
