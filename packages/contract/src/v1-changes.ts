/** Changes of the public API, newest first, for the documentation and a feed. */
import type { Language } from './site.ts';

export const v1ChangesPath = '/api/v1/changes.atom';

interface V1Change {
  /** As YYYY-MM-DD. */
  day: string;
  /** The id in the feed; never changes. */
  name: string;
  /** Other languages show the English text until theirs is there. */
  text: Record<'en' | 'fr', string> & Partial<Record<Language, string>>;
}

export const v1Changes: readonly V1Change[] = [
  {
    day: '2026-11-19',
    name: 'check',
    text: {
      en: 'A call that checks up to 500 links, wallets, numbers or names at once.',
      fr: 'Un appel qui vérifie jusqu’à 500 liens, portefeuilles, numéros ou noms à la fois.',
    },
  },
  {
    day: '2026-11-18',
    name: 'compliance-evidence',
    text: {
      en: 'The compliance of a provider has evidence: the regulators that we checked, with number, source, picture and day.',
      fr: 'La conformité d’un prestataire a evidence : les régulateurs que nous avons consultés, avec numéro, source, image et jour.',
    },
  },
  {
    day: '2026-11-18',
    name: 'alerts',
    text: {
      en: 'Two calls for fraud alerts: the list, with filters, and one alert with its provider and what to avoid.',
      fr: 'Deux appels pour les alertes à la fraude : la liste, avec des filtres, et une alerte avec son prestataire et ce qu’il faut éviter.',
    },
  },
  {
    day: '2026-11-18',
    name: 'unknown-input',
    text: {
      en: 'Unknown fields of a report and unknown values of filters are refused, and the error names the allowed values.',
      fr: 'Les champs inconnus d’un signalement et les valeurs inconnues des filtres sont refusés, et l’erreur nomme les valeurs permises.',
    },
  },
  {
    day: '2026-11-18',
    name: 'text-languages',
    text: {
      en: 'Reviews and reports have a language: that of the page on which they were written.',
      fr: 'Les avis et les signalements ont un language : celui de la page où ils ont été écrits.',
    },
  },
  {
    day: '2026-11-18',
    name: 'review-locations',
    text: {
      en: 'The userLocation of a review can be any African country, written with hyphens, or other.',
      fr: 'Le userLocation d’un avis peut être tout pays d’Afrique, écrit avec des traits d’union, ou other.',
    },
  },
  {
    day: '2026-11-17',
    name: 'field-errors',
    text: {
      en: 'A refusal of single fields also has fieldErrors: the code of each sentence, and the figures in it as params.',
      fr: 'Un refus de champs précis comporte aussi fieldErrors : le code de chaque phrase, et ses chiffres dans params.',
    },
  },
  {
    day: '2026-11-16',
    name: 'first-version',
    text: {
      en: 'Version 1: providers, one provider, its compliance and its reviews, and reports.',
      fr: 'Version 1 : les prestataires, un prestataire, sa conformité et ses avis, et les signalements.',
    },
  },
];
