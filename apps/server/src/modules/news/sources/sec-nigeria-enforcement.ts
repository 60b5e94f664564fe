import type { NewsSource } from './source.ts';

/** On the commission's second host: the same localhost links, and some of the same texts. */
export const secNigeriaEnforcement: NewsSource = {
  id: 'sec-nigeria-enforcement',
  name: 'Securities and Exchange Commission Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://home.sec.gov.ng/feeds/enforcement-updates.rss',
  host: 'home.sec.gov.ng',
  aliasHost: 'localhost',
  minItems: 1,
  maxItems: 200,
  category: 'enforcement',
};
