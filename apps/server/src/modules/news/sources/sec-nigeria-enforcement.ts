import type { NewsSource } from './source.ts';

/** On a second host of the commission, made as carelessly as the first, and with some of the same words. */
export const secNigeriaEnforcement: NewsSource = {
  id: 'sec-nigeria-enforcement',
  name: 'Securities and Exchange Commission Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://home.sec.gov.ng/feeds/enforcement-updates.rss',
  host: 'home.sec.gov.ng',
  misnamedHost: 'localhost',
  least: 1,
  greatest: 200,
  category: 'enforcement',
};
