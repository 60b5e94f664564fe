import type { NewsSource } from './source.ts';

/** On the commission's second host: the same localhost links, and some of the same texts. */
export const secNigeriaFintech: NewsSource = {
  id: 'sec-nigeria-fintech',
  name: 'Securities and Exchange Commission Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://home.sec.gov.ng/feeds/fintech-news.rss',
  host: 'home.sec.gov.ng',
  aliasHost: 'localhost',
  minItems: 1,
  maxItems: 200,
  category: 'regulation',
};
