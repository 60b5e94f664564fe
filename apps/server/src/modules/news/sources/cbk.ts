import type { NewsSource } from './source.ts';

export const cbk: NewsSource = {
  id: 'cbk',
  name: 'Central Bank of Kenya',
  country: 'kenya',
  language: 'en',
  address: 'https://www.centralbank.go.ke/feed/',
  host: 'www.centralbank.go.ke',
  minItems: 1,
  maxItems: 50,
  category: 'regulation',
};
