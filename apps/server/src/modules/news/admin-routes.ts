import {
  discardNews,
  getHeldNews,
  hideNews,
  listAdminNews,
  listNewsSources,
  releaseNews,
  runNewsSource,
  showNews,
} from '@hakiki/contract/news-admin';
import { decideNewsMention, listNewsMentions } from '@hakiki/contract/news-mentions';
import { handle, page } from '../../platform/http/route.ts';
import type { NewsService } from './service.ts';

export const newsAdminRoutes = ({ news: { desk, mentions } }: { news: NewsService }) => [
  handle(listNewsSources, () => desk.listSources()),
  handle(runNewsSource, ({ actor, params }) => desk.runNow(actor, params.sourceId)),
  handle(getHeldNews, ({ params }) => desk.getHeld(params.sourceId)),
  handle(releaseNews, ({ actor, params, body }) => desk.settle(actor, params.id, 'released', body)),
  handle(discardNews, ({ actor, params, body }) => desk.settle(actor, params.id, 'discarded', body)),
  handle(listAdminNews, async ({ query }) => {
    const { rows, total } = await desk.list(query);
    return page(rows, total);
  }),
  handle(listNewsMentions, async () => {
    const { rows, total } = await mentions.list();
    return page(rows, total);
  }),
  handle(decideNewsMention, ({ actor, params, body }) =>
    mentions.decide(actor, params.itemId, params.providerId, body.isNamed),
  ),
  handle(hideNews, ({ actor, params, body }) => desk.hide(actor, params.id, body.reason)),
  handle(showNews, ({ actor, params, body }) => desk.showAgain(actor, params.id, body.reason)),
];
