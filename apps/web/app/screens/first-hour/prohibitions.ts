/** Countries whose law prohibits crypto, from our list of regimes: a report may admit an offence there. */
import type { AfricanCountry } from '@hakiki/contract/country-codes';
import type { RescueConfidence } from '@hakiki/contract/rescue-values';

interface Prohibition {
  sourceName: string;
  sourceUrl: string | null;
  asOf: string | null;
  confidence: RescueConfidence;
}

export const prohibitions: Partial<Record<AfricanCountry, Prohibition>> = {
  algeria: {
    sourceName: 'Coin Edition, on the Official Journal No. 48',
    sourceUrl: 'https://coinedition.com/algeria-passes-nationwide-ban-on-all-cryptocurrency-activity',
    asOf: '2025-07-30',
    confidence: 'sourced',
  },
  egypt: {
    sourceName: 'Amwal Al Ghad, statement of the Central Bank',
    sourceUrl: 'https://en.amwalalghad.com/cbe-warns-banks-customers-against-using-high-risk-cryptocurrencies/',
    asOf: null,
    confidence: 'sourced',
  },
  ethiopia: {
    sourceName: 'Borkena',
    sourceUrl: 'https://borkena.com/2022/06/06/crypto-national-bank-of-ethiopia-bans-digital-currency/',
    asOf: '2022-06-06',
    confidence: 'sourced',
  },
  libya: {
    sourceName: 'General knowledge (Library of Congress survey of 2018 and 2021)',
    sourceUrl: null,
    asOf: null,
    confidence: 'known',
  },
  morocco: {
    sourceName: 'Le360',
    sourceUrl:
      'https://fr.le360.ma/economie/cryptoactifs-le-maroc-devoile-son-premier-projet-de-cadre-legal_FDTY2XBG7VFPJDMISBF3ZEEUF4/',
    asOf: '2025-11-03',
    confidence: 'sourced',
  },
  tunisia: {
    sourceName: 'Le Quotidien (Tunis)',
    sourceUrl: 'https://www.lequotidien.com.tn/fr/economie/8830-cryptomonnaie-faut-il-adapter-nos-lois-a-la-realite',
    asOf: '2025',
    confidence: 'sourced',
  },
};
