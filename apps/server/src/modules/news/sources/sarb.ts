import type { NewsSource } from './source.ts';

export const sarb: NewsSource = {
  id: 'sarb',
  name: 'South African Reserve Bank',
  country: 'south africa',
  language: 'en',
  address: 'https://www.resbank.co.za/bin/sarb/solr/publications/rss',
  host: 'www.resbank.co.za',
  minItems: 1,
  maxItems: 200,
  category: 'regulation',
};
