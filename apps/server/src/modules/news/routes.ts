import { listComplianceNews } from '@hakiki/contract/news';
import {
  endNewsFeed,
  getNewsJsonFeed,
  getNewsPreferences,
  getNewsRss,
  leaveNewsLetter,
  makeNewsFeed,
  saveNewsFilter,
  setNewsLetter,
} from '@hakiki/contract/news-readers';
import { listProviderNews } from '@hakiki/contract/news-mentions';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import type { NewsService } from './service.ts';

export const newsRoutes = ({ news }: { news: NewsService }) => [
  handle(listComplianceNews, async ({ query }) => {
    const { rows, total } = await news.list(query);
    return page(rows, total);
  }),
  handle(listProviderNews, ({ params }) => news.mentions.listByProvider(params.id)),
  handle(getNewsPreferences, ({ actor }) => news.readers.get(actor)),
  handle(saveNewsFilter, ({ actor, body }) => news.readers.saveFilter(actor, body)),
  handle(setNewsLetter, ({ actor, body }) => news.readers.setWeeklyEmail(actor, body.getsLetter)),
  handle(leaveNewsLetter, ({ params }) => news.readers.unsubscribe(params.key)),
  handle(makeNewsFeed, ({ actor }) => news.readers.createFeed(actor)),
  handle(endNewsFeed, ({ actor }) => news.readers.deleteFeed(actor)),
  handle(getNewsRss, async ({ params }) =>
    withHeaders(await news.readers.readFeed(params.token, 'rss'), [
      ['Content-Type', 'application/rss+xml; charset=utf-8'],
    ]),
  ),
  handle(getNewsJsonFeed, async ({ params }) =>
    withHeaders(await news.readers.readFeed(params.token, 'json'), [['Content-Type', 'application/feed+json']]),
  ),
];
