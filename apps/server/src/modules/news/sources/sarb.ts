import type { NewsSource } from './source.ts';

export const sarb: NewsSource = {
  id: 'sarb',
  name: 'South African Reserve Bank',
  country: 'south africa',
  language: 'en',
  address: 'https://www.resbank.co.za/bin/sarb/solr/publications/rss',
  host: 'www.resbank.co.za',
  least: 1,
  greatest: 200,
  category: 'regulation',
};
