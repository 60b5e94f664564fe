import { reportScam } from '@hakiki/contract/alerts';
import { fileAppeal } from '@hakiki/contract/appeals';
import { sendContactMessage } from '@hakiki/contract/contact';
import { submitExperience } from '@hakiki/contract/experiences';
import { fileDispute } from '@hakiki/contract/disputes';
import { confirmSubmission, getProofOfWork } from '@hakiki/contract/public-form';
import { submitReport } from '@hakiki/contract/reports';
import { submitProvider } from '@hakiki/contract/submissions';
import { handle } from '../../platform/http/route.ts';
import type { PublicFormsService } from './service.ts';

export const publicFormsRoutes = ({ publicForms }: { publicForms: PublicFormsService }) => [
  handle(getProofOfWork, async () => ({ challenge: await publicForms.challenge() })),

  handle(sendContactMessage, ({ body: { proof, ...content } }) => {
    const { email, language } = content;
    return publicForms.submit({ kind: 'contact', content, proof, email, language });
  }),

  handle(submitExperience, ({ body: { proof, email, language, ...content } }) =>
    publicForms.submit({ kind: 'experience', content, proof, email, language }),
  ),

  handle(reportScam, ({ actor, idempotency, body: { proof, language, ...content } }) => {
    const email = content.contactEmail;
    return publicForms.submit({ kind: 'alert', content, actor, proof, email, language, repeat: idempotency });
  }),

  handle(submitReport, ({ actor, idempotency, body: { proof, language, ...content } }) => {
    const { email } = content;
    return publicForms.submit({ kind: 'report', content, actor, proof, email, language, repeat: idempotency });
  }),

  handle(submitProvider, ({ actor, idempotency, body: { proof, language, ...content } }) => {
    const email = content.submitterEmail;
    return publicForms.submit({ kind: 'submission', content, actor, proof, email, language, repeat: idempotency });
  }),

  handle(fileAppeal, ({ actor, idempotency, body: { proof, language, ...content } }) => {
    const email = content.contactEmail;
    return publicForms.submit({ kind: 'appeal', content, actor, proof, email, language, repeat: idempotency });
  }),

  handle(fileDispute, ({ actor, idempotency, body: { proof, language, ...content } }) => {
    const email = content.contactEmail;
    return publicForms.submit({ kind: 'dispute', content, actor, proof, email, language, repeat: idempotency });
  }),

  handle(confirmSubmission, ({ body }) => publicForms.confirm(body.token)),
];
