import { getFamily, judgeLinks, listFamilies, undoJudgements } from '@hakiki/contract/families-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { FamiliesService } from './service.ts';

export const familiesAdminRoutes = ({ families: { moderation } }: { families: FamiliesService }) => [
  handle(listFamilies, async ({ query }) => {
    const { rows, total } = await moderation.list(query);
    return page(rows, total);
  }),
  handle(getFamily, ({ query }) => moderation.get(query)),
  handle(judgeLinks, ({ actor, body }) => moderation.judge(actor, body)),
  handle(undoJudgements, ({ actor, params }) => moderation.undo(actor, params.actionId)),
];
