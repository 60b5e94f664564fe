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

/** When the laws, contacts and their official sites were read. */
const READ_ON = '2026-11-15';
/** When the texts were written, and the addresses of imitated services were read. */
const WRITTEN_ON = '2026-11-19';
const toDate = (asOf: string | null) => (asOf ? `of ${asOf}, read ${READ_ON}` : `read ${READ_ON}`);

interface ReadName {
  name: string;
  officialHosts: string[];
  sourceUrl: string;
}

export interface ShippedName extends ReadName {
  readOn: string;
}

/** Companies and offices that the rescue contacts send people to. */
const namesOfContacts: readonly ReadName[] = [
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

/**
 * Services that scams imitate, with one address for all countries: another one of theirs would look like an imitation.
 */
const imitatedNames: readonly ReadName[] = [
  {
    name: 'Binance',
    officialHosts: ['binance.com'],
    sourceUrl:
      'https://www.binance.com/en/support/faq/how-to-protect-your-binance-account-from-scam-be30cd51c32a4e1f9b2ab60807ce0240',
  },
  {
    name: 'Coinbase',
    officialHosts: ['coinbase.com'],
    sourceUrl:
      'https://help.coinbase.com/en/coinbase/privacy-and-security/avoiding-phishing-and-scams/what-is-phishing',
  },
  {
    name: 'Bybit',
    officialHosts: ['bybit.com'],
    sourceUrl: 'https://bybit.com/kk-KAZ/help-center/article/How-to-Identify-Spoofing-Emails-and-Avoid-Common-Scams',
  },
  {
    name: 'KuCoin',
    officialHosts: ['kucoin.com'],
    sourceUrl: 'https://kucoin.com/announcement/kucoin-info-terms-of-use',
  },
  {
    name: 'Bitget',
    officialHosts: ['bitget.com'],
    sourceUrl: 'https://www.bitget.com/support/articles/360038968251-API-Creation-Guide',
  },
  {
    name: 'Bitfinex',
    officialHosts: ['bitfinex.com'],
    sourceUrl:
      'https://support.bitfinex.com/hc/pt/articles/4407584392857-Como-proteger-uma-conta-Bitfinex-de-golpes-de-phishing',
  },
  {
    name: 'Busha',
    officialHosts: ['busha.io', 'busha.co'],
    sourceUrl: 'https://busha.io/privacy-policy',
  },
  {
    name: 'Bitnob',
    officialHosts: ['bitnob.com'],
    sourceUrl: 'https://bitnob.com/terms-of-services',
  },
  {
    name: 'AltCoinTrader',
    officialHosts: ['altcointrader.co.za'],
    sourceUrl: 'https://www.altcointrader.co.za/terms-and-conditions',
  },
  {
    name: 'NoOnes',
    officialHosts: ['noones.com'],
    sourceUrl: 'https://support.noones.com/hc/en-us/categories/6124987371535-Account',
  },
  {
    name: 'Remitano',
    officialHosts: ['remitano.com'],
    sourceUrl: 'https://support.remitano.com/en/articles/781023-what-is-escrow-service-and-its-benefits-in-trading',
  },
  {
    name: 'MetaMask',
    officialHosts: ['metamask.io'],
    sourceUrl: 'https://support.metamask.io/it/stay-safe/safety-in-web3',
  },
  {
    name: 'Trezor',
    officialHosts: ['trezor.io'],
    sourceUrl: 'https://trezor.io/cs/learn/security-privacy/personal-security-standards/scams-and-phishing',
  },
  {
    name: 'Uniswap',
    officialHosts: ['uniswap.org'],
    sourceUrl:
      'https://support.uniswap.org/hc/en-us/articles/37781087046029-Dapp-Protection-via-WalletConnect-and-Blockaid',
  },
  {
    name: 'PancakeSwap',
    officialHosts: ['pancakeswap.finance'],
    sourceUrl: 'https://developer.pancakeswap.finance/contracts/v2/addresses',
  },
  {
    name: 'Ethio telecom',
    officialHosts: ['ethiotelecom.et'],
    sourceUrl: 'https://www.ethiotelecom.et/long-validity-package-personal/',
  },
  {
    name: 'Flutterwave',
    officialHosts: ['flutterwave.com'],
    sourceUrl: 'https://flutterwave.com/gb/payment-protection-promise',
  },
  {
    name: 'Paystack',
    officialHosts: ['paystack.com'],
    sourceUrl: 'https://paystack.com/terms',
  },
  {
    name: 'Ecobank',
    officialHosts: ['ecobank.com'],
    sourceUrl: 'https://mobile.ecobank.com/base/walletTouchProxy/uploads/tc/privacy/en/',
  },
  {
    name: 'CRDB Bank',
    officialHosts: ['crdbbank.co.tz'],
    sourceUrl: 'https://crdbbank.co.tz/en/page/privacy-policy',
  },
  {
    name: 'Moniepoint',
    officialHosts: ['moniepoint.com'],
    sourceUrl: 'https://moniepoint.com/ng/privacy-policy',
  },
  {
    name: 'Chipper Cash',
    officialHosts: ['chippercash.com'],
    sourceUrl: 'http://support.chippercash.com/en/articles/5921096-privacy-policy-united-states',
  },
  {
    name: 'MoneyGram',
    officialHosts: ['moneygram.com'],
    sourceUrl: 'https://moneygram.com/us/en/help-center/fraud-and-safety/phishing',
  },
  {
    name: 'WorldRemit',
    officialHosts: ['worldremit.com'],
    sourceUrl: 'https://www.worldremit.com/de/stay-safe',
  },
  {
    name: 'Sendwave',
    officialHosts: ['sendwave.com', 'sendwave.fr'],
    sourceUrl: 'https://www.sendwave.com/privacy-policy/us-and-canada',
  },
  {
    name: 'Remitly',
    officialHosts: ['remitly.com'],
    sourceUrl: 'https://www.remitly.com/us/ro/home/agreement',
  },
];

/**
 * The sources are pages of their own, or name their address. Authorities of the laws and verified providers are
 * protected without a row.
 */
export const shippedNames: readonly ShippedName[] = [
  ...namesOfContacts.map((name) => ({ ...name, readOn: READ_ON })),
  ...imitatedNames.map((name) => ({ ...name, readOn: WRITTEN_ON })),
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
  names: shippedNames.map(({ name, officialHosts, sourceUrl, readOn }) => ({
    name: `${name} (${officialHosts.join(', ')})`,
    source: 'Page that names the address',
    url: sourceUrl,
    date: `read ${readOn}`,
  })),
  templates: shippedTemplates.map(({ title }) => ({ name: title, ...ownText })),
};
