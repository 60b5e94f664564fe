import { WORDPRESS_POSTS, parseWordpressPosts, wordpressQuery } from '../import/parse-wordpress.ts';
import type { NewsSource } from './source.ts';

/** Posts of its site, where attackers have inserted casino spam before: such a batch is held. */
export const cmaKenya: NewsSource = {
  id: 'cma-kenya',
  name: 'Capital Markets Authority Kenya',
  country: 'kenya',
  language: 'en',
  address: `https://www.cma.or.ke/wp-json/wp/v2/posts?${wordpressQuery}`,
  host: 'www.cma.or.ke',
  aliasHost: 'cma.or.ke',
  parse: parseWordpressPosts,
  minItems: 3,
  maxItems: WORDPRESS_POSTS,
  category: 'regulation',
};
