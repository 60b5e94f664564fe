import { sendContactMessage } from '@hakiki/contract/contact';
import { type ExperienceId, submitExperience } from '@hakiki/contract/experiences';
import { confirmSubmission, getProofOfWork } from '@hakiki/contract/public-form';
import { handle } from '../../platform/http/route.ts';
import type { PublicFormsService } from './service.ts';

export const publicFormsRoutes = ({ publicForms }: { publicForms: PublicFormsService }) => [
  handle(getProofOfWork, async () => ({ challenge: { ...(await publicForms.challenge()) } })),

  handle(sendContactMessage, async ({ body: { proof, ...content } }) => {
    const { email, language } = content;
    const { id: _, ...reply } = await publicForms.admit({ kind: 'contact', content, proof, email, language });
    return reply;
  }),

  handle(submitExperience, async ({ body: { proof, email, language, ...content } }) => {
    const { id, ...reply } = await publicForms.admit({ kind: 'experience', content, proof, email, language });
    return { id: id as ExperienceId, status: 'pending' as const, ...reply };
  }),

  handle(confirmSubmission, ({ body }) => publicForms.confirm(body.token)),
];
