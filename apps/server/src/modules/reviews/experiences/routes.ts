import { listExperiences } from '@hakiki/contract/experiences';
import { handle } from '../../../platform/http/route.ts';
import type { ExperiencesService } from './service.ts';

export const experiencesRoutes = ({ experiences }: { experiences: ExperiencesService }) => [
  handle(listExperiences, ({ query }) => experiences.listNewest(query.limit)),
];
