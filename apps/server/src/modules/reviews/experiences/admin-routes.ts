import { approveExperience, listPendingExperiences, rejectExperience } from '@hakiki/contract/experiences-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { ExperiencesService } from './service.ts';

export const experiencesAdminRoutes = ({ experiences }: { experiences: ExperiencesService }) => [
  handle(listPendingExperiences, async ({ query }) => {
    const { rows, total } = await experiences.listPending(query);
    return page(rows, total);
  }),
  handle(approveExperience, ({ actor, params }) => experiences.decide(actor, params.id, 'approved')),
  handle(rejectExperience, ({ actor, params }) => experiences.decide(actor, params.id, 'rejected')),
];
