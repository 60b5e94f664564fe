import type { NewsSource } from './source.ts';

/** Its feed contains links to http://localhost/ by mistake. */
export const secNigeria: NewsSource = {
  id: 'sec-nigeria',
  name: 'Securities and Exchange Commission Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://sec.gov.ng/feeds/circulars.rss',
  host: 'sec.gov.ng',
  aliasHost: 'localhost',
  minItems: 1,
  maxItems: 200,
  category: 'regulation',
};
