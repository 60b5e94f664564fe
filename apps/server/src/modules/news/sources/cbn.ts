import type { NewsSource } from './source.ts';

export const cbn: NewsSource = {
  id: 'cbn',
  name: 'Central Bank of Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://www.cbn.gov.ng/RSS/CircularsRSS.html',
  host: 'www.cbn.gov.ng',
  dates: 'day-first',
  least: 1,
  greatest: 200,
  category: 'regulation',
};
