import { WORDPRESS_POSTS, parseWordpressPosts, wordpressQuery } from '../import/parse-wordpress.ts';
import type { NewsSource } from './source.ts';

/** Its notices. It has no feed, and sometimes responds with a captcha, which is unreadable. */
export const bankOfGhana: NewsSource = {
  id: 'bank-of-ghana',
  name: 'Bank of Ghana',
  country: 'ghana',
  language: 'en',
  address: `https://www.bog.gov.gh/wp-json/wp/v2/notice?${wordpressQuery}`,
  host: 'www.bog.gov.gh',
  parse: parseWordpressPosts,
  minItems: 3,
  maxItems: WORDPRESS_POSTS,
  category: 'regulation',
};
