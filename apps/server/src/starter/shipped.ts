/**
 * What a release ships for the first day of a register, each with its source and date. Nothing here is invented: change
 * a row only with a source. Third-party lists are not part of it: a release has their addresses, and the worker fetches
 * them.
 */
import { alertTypes } from '@hakiki/contract/alert-values';
import { languages } from '@hakiki/contract/site';
import { shippedContacts } from '@hakiki/contract/rescue-contacts';
import regimes from '../modules/licences/regimes.json' with { type: 'json' };
import { newsSources } from '../modules/news/sources/index.ts';
import { listSources } from '../modules/sources/list-sources.ts';

export interface ShippedRow {
  name: string;
  source: string;
  url: string | null;
  /** The date of the source, or when it was read. */
  date: string;
}

/** When the laws, contacts and official sites were read, and when the texts were written. */
const READ_ON = '2026-11-15';
const WRITTEN_ON = '2026-11-19';
const toDate = (asOf: string | null) => (asOf ? `of ${asOf}, read ${READ_ON}` : `read ${READ_ON}`);

export interface ShippedName {
  name: string;
  officialHosts: string[];
  sourceUrl: string;
}

/**
 * Companies and offices that the rescue contacts send people to. Their sources are pages of their own, or name their
 * address. Authorities of the laws and verified providers are protected without a row.
 */
export const shippedNames: readonly ShippedName[] = [
  {
    name: 'Safaricom',
    // The second one is its company in Ethiopia, which would otherwise look like an imitation.
    officialHosts: ['safaricom.co.ke', 'safaricom.et'],
    sourceUrl: 'https://www.safaricom.co.ke/personal/m-pesa-fraud/fake-old-m-pesa-message',
  },
  {
    name: 'Capitec',
    officialHosts: ['capitecbank.co.za'],
    sourceUrl: 'http://capitecbank.co.za/fraud-centre/report-fraud/',
  },
  {
    name: 'Chainabuse',
    officialHosts: ['chainabuse.com'],
    sourceUrl: 'https://safety.chainabuse.com/article/contacting-law-enforcement',
  },
  {
    name: 'Southern African Fraud Prevention Service',
    officialHosts: ['safps.org.za'],
    sourceUrl: 'https://www.fnbci.co.uk/security-centre/cardFraud.html',
  },
  {
    name: 'Economic and Financial Crimes Commission',
    officialHosts: ['efcc.gov.ng'],
    sourceUrl: 'https://edutree.co.za/tag/economic-and-financial-crimes-commission',
  },
];

/** Reasons that moderators give most often. The reporter reads them, so they say what to do next. */
export const shippedTemplates: readonly { title: string; text: string }[] = [
  {
    title: 'Nothing to check',
    text: 'We could not check this: the report names no link, number, wallet or company. Send a new report with at least one of them.',
  },
  {
    title: 'Already public',
    text: 'This is already a public warning. Thank you: your report is counted with the others about it.',
  },
  {
    title: 'A dispute about a service',
    text: 'This is a complaint about a service, and we found no sign of fraud. Write to the company first; if it does not answer, write to the authority that supervises it.',
  },
  {
    title: 'Not enough evidence',
    text: 'What we have does not show fraud yet. If you have a payment receipt, screenshots or messages, add them to your report.',
  },
  {
    title: 'Outside our subject',
    text: 'We check crypto and money services in Africa. Please report this to the police of your country.',
  },
  {
    title: 'Rien à vérifier (FR)',
    text: 'Nous n’avons pas pu vérifier ce signalement : il n’indique ni lien, ni numéro, ni portefeuille, ni société. Envoyez un nouveau signalement avec au moins l’un de ces éléments.',
  },
  {
    title: 'Déjà public (FR)',
    text: 'Cette alerte est déjà publique. Merci : votre signalement est compté avec les autres à ce sujet.',
  },
  {
    title: 'Litige avec un service (FR)',
    text: 'Il s’agit d’une réclamation contre un service, et nous n’avons trouvé aucun signe de fraude. Écrivez d’abord à la société ; sans réponse, écrivez à l’autorité qui la surveille.',
  },
  {
    title: 'Preuves insuffisantes (FR)',
    text: 'Ce que nous avons ne montre pas encore une fraude. Si vous avez un reçu de paiement, des captures d’écran ou des messages, ajoutez-les à votre signalement.',
  },
  {
    title: 'Hors de notre sujet (FR)',
    text: 'Nous vérifions les services de crypto et d’argent en Afrique. Veuillez signaler ceci à la police de votre pays.',
  },
];

const ownText = { source: 'Written for Hakiki', url: null, date: `written ${WRITTEN_ON}` };

export const starterParts = ['laws', 'contacts', 'news', 'advice', 'lists', 'names', 'templates'] as const;
export type StarterPart = (typeof starterParts)[number];

export const shippedRows: Record<StarterPart, ShippedRow[]> = {
  laws: regimes.map(({ country, regime, sourceName, sourceUrl, asOf }) => ({
    name: `${country}: ${regime}`,
    source: sourceName,
    url: sourceUrl,
    date: toDate(asOf),
  })),
  contacts: shippedContacts.map(({ iso2, name, sourceName, sourceUrl, asOf, confidence }) => ({
    name: `${iso2} ${name} (${confidence})`,
    source: sourceName,
    url: sourceUrl,
    date: toDate(asOf),
  })),
  news: newsSources.map(({ name, address }) => ({
    name,
    source: 'The authority itself',
    url: address,
    date: 'fetched by the worker',
  })),
  advice: alertTypes.flatMap((type) =>
    languages.map((language) => ({ name: `${type}, ${language}`, ...ownText, date: `written by ${READ_ON}` })),
  ),
  lists: listSources.map(({ name, licence, url }) => ({
    name,
    source: licence,
    url,
    date: 'fetched by the worker',
  })),
  names: shippedNames.map(({ name, officialHosts, sourceUrl }) => ({
    name: `${name} (${officialHosts.join(', ')})`,
    source: 'Page that names the address',
    url: sourceUrl,
    date: toDate(null),
  })),
  templates: shippedTemplates.map(({ title }) => ({ name: title, ...ownText })),
};
