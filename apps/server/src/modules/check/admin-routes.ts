import {
  addProtectedName,
  decideLookalike,
  listLookalikes,
  listProtectedNames,
  removeProtectedName,
} from '@hakiki/contract/lookalikes-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { CheckService } from './service.ts';

export const checkAdminRoutes = ({ check: { lookalikes, protectedNames } }: { check: CheckService }) => [
  handle(listLookalikes, async ({ query }) => {
    const { rows, total } = await lookalikes.list(query);
    return page(rows, total);
  }),
  handle(decideLookalike, ({ actor, params, body }) => lookalikes.decide(actor, params.id, body)),
  handle(listProtectedNames, () => protectedNames.list()),
  handle(addProtectedName, ({ actor, body }) => protectedNames.add(actor, body)),
  handle(removeProtectedName, ({ actor, params }) => protectedNames.remove(actor, params.id)),
];
