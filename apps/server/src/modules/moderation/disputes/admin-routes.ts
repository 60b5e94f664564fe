import { decideDispute, getDispute, listDisputes } from '@hakiki/contract/disputes-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { DisputesService } from './service.ts';

export const disputesAdminRoutes = ({ disputes }: { disputes: DisputesService }) => [
  handle(listDisputes, async ({ query }) => {
    const { rows, total } = await disputes.list(query);
    return page(rows, total);
  }),
  handle(getDispute, ({ actor, params }) => disputes.get(actor, params.id)),
  handle(decideDispute, ({ actor, params, body }) => disputes.decide(actor, params.id, body)),
];
