import type { NewsSource } from './source.ts';

/** For eight countries, with its seat in Dakar. */
export const bceao: NewsSource = {
  id: 'bceao',
  name: 'Banque Centrale des États de l’Afrique de l’Ouest',
  country: 'senegal',
  language: 'fr',
  address: 'https://www.bceao.int/fr/rss.xml',
  host: 'www.bceao.int',
  minItems: 1,
  maxItems: 100,
  category: 'regulation',
};
