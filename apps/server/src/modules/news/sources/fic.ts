import type { NewsSource } from './source.ts';

export const fic: NewsSource = {
  id: 'fic',
  name: 'Financial Intelligence Centre',
  country: 'south africa',
  language: 'en',
  address: 'https://www.fic.gov.za/feed/',
  host: 'www.fic.gov.za',
  minItems: 1,
  maxItems: 50,
  category: 'guidance',
};
