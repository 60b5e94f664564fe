import { getAppealable } from '@hakiki/contract/appeals';
import { handle } from '../../../platform/http/route.ts';
import type { AppealsService } from './service.ts';

export const appealsRoutes = ({ appeals }: { appeals: AppealsService }) => [
  handle(getAppealable, ({ params }) => appeals.getAppealable(params.subject, params.subjectId)),
];
