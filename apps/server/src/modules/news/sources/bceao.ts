import type { NewsSource } from './source.ts';

/** Of eight countries; its seat is in Dakar. */
export const bceao: NewsSource = {
  id: 'bceao',
  name: 'Banque Centrale des États de l’Afrique de l’Ouest',
  country: 'senegal',
  language: 'fr',
  address: 'https://www.bceao.int/fr/rss.xml',
  host: 'www.bceao.int',
  least: 1,
  greatest: 100,
  category: 'regulation',
};
