import { WORDPRESS_POSTS, wordpressPosts, wordpressQuery } from '../read-wordpress.ts';
import type { NewsSource } from './source.ts';

/** Posts of its site, where attackers have inserted casino spam before: such a batch is odd. */
export const cmaKenya: NewsSource = {
  id: 'cma-kenya',
  name: 'Capital Markets Authority Kenya',
  country: 'kenya',
  language: 'en',
  address: `https://www.cma.or.ke/wp-json/wp/v2/posts?${wordpressQuery}`,
  host: 'www.cma.or.ke',
  misnamedHost: 'cma.or.ke',
  announced: wordpressPosts,
  least: 3,
  greatest: WORDPRESS_POSTS,
  category: 'regulation',
};
