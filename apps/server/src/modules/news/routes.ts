import { listComplianceNews } from '@hakiki/contract/news';
import { handle, page } from '../../platform/http/route.ts';
import type { NewsService } from './service.ts';

export const newsRoutes = ({ news }: { news: NewsService }) => [
  handle(listComplianceNews, async ({ query }) => {
    const { rows, total } = await news.list(query);
    return page(rows, total);
  }),
];
