import type { NewsSource } from './source.ts';

export const cbn: NewsSource = {
  id: 'cbn',
  name: 'Central Bank of Nigeria',
  country: 'nigeria',
  language: 'en',
  address: 'https://www.cbn.gov.ng/RSS/CircularsRSS.html',
  host: 'www.cbn.gov.ng',
  dates: 'day-first',
  minItems: 1,
  maxItems: 200,
  category: 'regulation',
};
