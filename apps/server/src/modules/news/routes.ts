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
  handle(listProviderNews, ({ params }) => news.mentions.ofProvider(params.id)),
  handle(getNewsPreferences, ({ actor }) => news.readers.get(actor)),
  handle(saveNewsFilter, ({ actor, body }) => news.readers.saveFilter(actor, body)),
  handle(setNewsLetter, ({ actor, body }) => news.readers.setLetter(actor, body.getsLetter)),
  handle(leaveNewsLetter, ({ params }) => news.readers.leave(params.key)),
  handle(makeNewsFeed, ({ actor }) => news.readers.makeFeed(actor)),
  handle(endNewsFeed, ({ actor }) => news.readers.endFeed(actor)),
  handle(getNewsRss, async ({ params }) =>
    withHeaders(await news.readers.readFeed(params.token, 'rss'), [
      ['Content-Type', 'application/rss+xml; charset=utf-8'],
    ]),
  ),
  handle(getNewsJsonFeed, async ({ params }) =>
    withHeaders(await news.readers.readFeed(params.token, 'json'), [['Content-Type', 'application/feed+json']]),
  ),
];
