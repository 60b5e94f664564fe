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

export const newsAdminRoutes = ({ news: { moderation, mentions } }: { news: NewsService }) => [
  handle(listNewsSources, () => moderation.listSources()),
  handle(runNewsSource, ({ actor, params }) => moderation.runNow(actor, params.sourceId)),
  handle(getHeldNews, ({ params }) => moderation.getHeld(params.sourceId)),
  handle(releaseNews, ({ actor, params, body }) => moderation.decideBatch(actor, params.id, 'released', body)),
  handle(discardNews, ({ actor, params, body }) => moderation.decideBatch(actor, params.id, 'discarded', body)),
  handle(listAdminNews, async ({ actor, query }) => {
    const { rows, total } = await moderation.list(actor, query);
    return page(rows, total);
  }),
  handle(listNewsMentions, async () => {
    const { rows, total } = await mentions.list();
    return page(rows, total);
  }),
  handle(decideNewsMention, ({ actor, params, body }) =>
    mentions.decide(actor, params.itemId, params.providerId, body.isNamed),
  ),
  handle(hideNews, ({ actor, params, body }) => moderation.hide(actor, params.id, body.reason)),
  handle(showNews, ({ actor, params, body }) => moderation.showAgain(actor, params.id, body.reason)),
];
