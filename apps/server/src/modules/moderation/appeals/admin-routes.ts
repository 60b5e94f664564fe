import { decideAppeal, getAppeal, listAppeals, recordAppeal } from '@hakiki/contract/appeals-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { AppealsService } from './service.ts';

export const appealsAdminRoutes = ({ appeals }: { appeals: AppealsService }) => [
  handle(listAppeals, async ({ actor, query }) => {
    const { rows, total } = await appeals.list(actor, query);
    return page(rows, total);
  }),
  handle(getAppeal, ({ actor, params }) => appeals.get(actor, params.id)),
  handle(recordAppeal, ({ actor, body, idempotency }) => appeals.record(actor, body, idempotency)),
  handle(decideAppeal, ({ actor, params, body }) => appeals.decide(actor, params.id, body)),
];
