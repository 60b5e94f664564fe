/**
 * The sources of lists that this release can read. Each is turned off until an administrator turns it on. Their
 * licences decide what may be shown and published; docs/how-to.md says how to add one.
 */
import type { SourceDefinition } from '../indicators/service.ts';
import type { ParserName } from './parsers.ts';

export interface ListSource extends Omit<SourceDefinition, 'parser'> {
  parser: ParserName;
  fileUrl: string;
  isSafelist: boolean;
  /** The reference of a wallet is the site that prints it. */
  referencesAreSites?: boolean;
  /** Fewer or more entries than this mean that the list is not what it was. */
  minEntries: number;
  maxEntries: number;
}

const raw = (path: string) => `https://raw.githubusercontent.com/${path}`;

const openList = {
  kind: 'open_list',
  tier: 'community',
  mayShow: true,
  mayRepublish: true,
  needsOwnFile: false,
  isSafelist: false,
  fetchEveryHours: 24,
  expiresAfterDays: 180,
  attribution: null,
} as const;

const warnings: ListSource[] = [
  {
    ...openList,
    slug: 'phishdestroy',
    name: 'PhishDestroy',
    url: 'https://github.com/phishdestroy/destroylist',
    fileUrl: raw('phishdestroy/destroylist/main/list.json'),
    licence: 'MIT',
    licenceUrl: 'https://github.com/phishdestroy/destroylist/blob/main/LICENSE',
    tier: 'trusted',
    expiresAfterDays: 400,
    parser: 'hostArray',
    minEntries: 20_000,
    maxEntries: 1_000_000,
  },
  {
    ...openList,
    slug: 'polkadot-js',
    name: 'polkadot{.js} phishing',
    url: 'https://github.com/polkadot-js/phishing',
    fileUrl: raw('polkadot-js/phishing/master/all.json'),
    licence: 'Apache-2.0',
    licenceUrl: 'https://github.com/polkadot-js/phishing/blob/master/LICENSE',
    tier: 'trusted',
    expiresAfterDays: 400,
    parser: 'polkadot',
    minEntries: 10_000,
    maxEntries: 500_000,
  },
  {
    ...openList,
    slug: 'spmedia',
    name: 'Crypto Scam and Crypto Phishing Threat Intel Feed (spmedia)',
    url: 'https://github.com/spmedia/Crypto-Scam-and-Crypto-Phishing-Threat-Intel-Feed',
    fileUrl: raw('spmedia/Crypto-Scam-and-Crypto-Phishing-Threat-Intel-Feed/main/detected_urls.json'),
    licence: 'MIT',
    licenceUrl: 'https://github.com/spmedia/Crypto-Scam-and-Crypto-Phishing-Threat-Intel-Feed/blob/main/LICENSE',
    parser: 'spmedia',
    minEntries: 100,
    maxEntries: 50_000,
  },
  {
    ...openList,
    slug: 'myetherwallet',
    name: 'MyEtherWallet ethereum-lists',
    url: 'https://github.com/MyEtherWallet/ethereum-lists',
    fileUrl: raw('MyEtherWallet/ethereum-lists/master/src/addresses/addresses-darklist.json'),
    licence: 'MIT',
    licenceUrl: 'https://github.com/MyEtherWallet/ethereum-lists/blob/master/LICENSE',
    tier: 'trusted',
    expiresAfterDays: 400,
    parser: 'myEtherWallet',
    minEntries: 100,
    maxEntries: 50_000,
  },
  {
    ...openList,
    slug: 'scamsniffer',
    name: 'ScamSniffer',
    url: 'https://github.com/scamsniffer/scam-database',
    fileUrl: raw('scamsniffer/scam-database/main/blacklist/combined.json'),
    licence: 'GPL-3.0',
    licenceUrl: 'https://github.com/scamsniffer/scam-database/blob/main/LICENSE',
    attribution: 'Data of ScamSniffer, seven days old by their design.',
    needsOwnFile: true,
    parser: 'scamSniffer',
    referencesAreSites: true,
    minEntries: 500,
    maxEntries: 500_000,
  },
];

/** The names of the coins as the Treasury writes them. */
const sanctionedCoins = ['XBT', 'ETH', 'USDT', 'TRX', 'LTC', 'XRP'] as const;
const sanctions = sanctionedCoins.map((coin): ListSource => ({
  slug: `ofac-${coin.toLowerCase()}`,
  name: `Sanctions list of the US Treasury (OFAC), ${coin}`,
  kind: 'sanctions',
  url: 'https://sanctionssearch.ofac.treas.gov/',
  fileUrl: raw(`0xB10C/ofac-sanctioned-digital-currency-addresses/lists/sanctioned_addresses_${coin}.json`),
  licence: 'Public domain',
  licenceUrl: 'https://github.com/0xB10C/ofac-sanctioned-digital-currency-addresses',
  attribution: 'Read by the ofac-sanctioned-digital-currency-addresses project.',
  mayShow: true,
  mayRepublish: true,
  needsOwnFile: false,
  isSafelist: false,
  tier: 'official',
  parser: 'walletArray',
  fetchEveryHours: 24,
  expiresAfterDays: null,
  minEntries: 1,
  maxEntries: 10_000,
}));

const toSafelist = (
  folder: string,
  name: string,
  range: Pick<ListSource, 'minEntries' | 'maxEntries'>,
): ListSource => ({
  ...openList,
  ...range,
  slug: `misp-${folder.replaceAll('_', '-')}`,
  name: `MISP warning list: ${name}`,
  url: 'https://github.com/MISP/misp-warninglists',
  fileUrl: raw(`MISP/misp-warninglists/main/lists/${folder}/list.json`),
  licence: 'CC0-1.0',
  licenceUrl: 'https://github.com/MISP/misp-warninglists/blob/main/LICENSE.md',
  mayShow: false,
  isSafelist: true,
  fetchEveryHours: 7 * 24,
  expiresAfterDays: null,
  parser: 'mispWarningList',
});

const safelists: ListSource[] = [
  toSafelist('bank-website', 'banks', { minEntries: 500, maxEntries: 20_000 }),
  toSafelist('tranco10k', 'most used sites (Tranco)', { minEntries: 5000, maxEntries: 11_000 }),
  toSafelist('cisco_top10k', 'most used sites (Cisco Umbrella)', { minEntries: 5000, maxEntries: 11_000 }),
  toSafelist('url-shortener', 'link shorteners', { minEntries: 50, maxEntries: 5000 }),
  toSafelist('link-in-bio', 'link pages', { minEntries: 20, maxEntries: 2000 }),
  toSafelist('lots-project', 'sites that share their host', { minEntries: 50, maxEntries: 5000 }),
];

/** Safelists first: what is safe is known before anything is listed. */
export const listSources: readonly ListSource[] = [...safelists, ...sanctions, ...warnings];

export const toDefinition = ({
  minEntries: _min,
  maxEntries: _max,
  referencesAreSites: _sites,
  ...definition
}: ListSource): SourceDefinition => definition;
