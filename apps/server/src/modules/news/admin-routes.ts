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
import { handle, page } from '../../platform/http/route.ts';
import type { NewsService } from './service.ts';

export const newsAdminRoutes = ({ news: { desk } }: { news: NewsService }) => [
  handle(listNewsSources, () => desk.listSources()),
  handle(runNewsSource, ({ actor, params }) => desk.runNow(actor, params.sourceId)),
  handle(getHeldNews, ({ params }) => desk.getHeld(params.sourceId)),
  handle(releaseNews, ({ actor, params, body }) => desk.settle(actor, params.id, 'released', body)),
  handle(discardNews, ({ actor, params, body }) => desk.settle(actor, params.id, 'discarded', body)),
  handle(listAdminNews, async ({ query }) => {
    const { rows, total } = await desk.list(query);
    return page(rows, total);
  }),
  handle(hideNews, ({ actor, params, body }) => desk.hide(actor, params.id, body.reason)),
  handle(showNews, ({ actor, params, body }) => desk.showAgain(actor, params.id, body.reason)),
];
