import { getRescueCountry, reportDeadContact } from '@hakiki/contract/rescue';
import { handle } from '../../platform/http/route.ts';
import type { RescueService } from './service.ts';

export const rescueRoutes = ({ rescue }: { rescue: RescueService }) => [
  handle(getRescueCountry, ({ params }) => rescue.getCountry(params.country)),
  handle(reportDeadContact, ({ actor, params }) => rescue.reportDead(actor, params.id)),
];
