/**
 * Finds the indicators that a search query may mean. A query has less context than a report, so missing parts (the
 * scheme, the network of a chat name, the country of a number, the parent host) are tried both ways.
 */
import { listAccountSpellings } from './bank-accounts.ts';
import { findIndicators, type Indicator } from './find.ts';
import { networkNames } from './handles.ts';
import { phoneCountries } from './phones.ts';
import { listOwnerWebsites } from './websites.ts';

const MAX_KEYS = 200;

interface SearchContext {
  /** The country of numbers without country code. */
  country?: string | undefined;
  /** Whether the query is the name of a provider, which a chat name may copy. */
  isName?: boolean;
}

/** `withNationalNumbers` false: without the numbers of other countries, which take most of the time. */
export function findSearchedIndicators(
  text: string,
  { country, isName = false }: SearchContext = {},
  { withNationalNumbers = true }: { withNationalNumbers?: boolean } = {},
): Indicator[] {
  const query = text.trim();
  const found = [
    ...findIndicators(query, country ? [country] : []),
    ...(/^[^\s/]+\.[^\s]+$/.test(query) ? findIndicators(`https://${query}`) : []),
    ...(country || !withNationalNumbers ? [] : findNationalNumbers(query)),
    ...(isName ? [] : findBareHandles(query)),
  ].flatMap(listSpellings);
  const uniqueIndicators = new Map(found.map((indicator) => [`${indicator.kind}:${indicator.value}`, indicator]));
  return [...uniqueIndicators.values()].slice(0, MAX_KEYS);
}

const MAX_NATIONAL_NUMBERS = 5;
const PRINTED_NUMBER = /(?<![\p{L}\d])\d(?:[ ().-]{0,2}\d){7,18}(?![\p{L}\d])/gu;

/** A number in national format can belong to several countries. */
const findNationalNumbers = (query: string): Indicator[] =>
  [...new Set(query.replaceAll(/\+\d[\d ().-]*/g, ' ').match(PRINTED_NUMBER))]
    .slice(0, MAX_NATIONAL_NUMBERS)
    .flatMap((number) => phoneCountries.flatMap((country) => findIndicators(number, [country])))
    .filter(({ kind }) => kind === 'phone');

const MAX_BARE_HANDLES = 10;
const BARE_HANDLE = /(?<![\w.@/-])[a-z]\w*_\w*\w(?![\w@/-])/gi;

/** Chat names without @: the only word of the query, or a word with an underscore. */
function findBareHandles(query: string): Indicator[] {
  const names = /^[a-z]\w{3,31}$/i.test(query) ? [query] : (query.match(BARE_HANDLE) ?? []);
  return [...new Set(names.map((name) => name.toLowerCase()))]
    .filter((name) => name.length <= 32)
    .slice(0, MAX_BARE_HANDLES)
    .map((name) => ({ kind: 'handle', value: `@${name}` }));
}

/** What an alert may print of a query, in the spelling of `printed_identifiers` (see migrations). */
interface PrintedIdentifiers {
  /** Hosts with the parent domains of the same owner, wallets, and chat names with @. */
  identifiers: string[];
  /** Digits without leading zeros. */
  numbers: string[];
}

export function findPrintedIdentifiers(text: string, context?: SearchContext): PrintedIdentifiers {
  const found = findSearchedIndicators(text, context, { withNationalNumbers: false });
  const hostsAndHandles = found.flatMap(({ kind, value }) =>
    (kind === 'website' && !value.includes('/')) || (kind === 'handle' && value.startsWith('@')) ? [value] : [],
  );
  const wallets = (text.match(/[A-Za-z0-9]{20,}/g) ?? []).filter((word) => /\d/.test(word));
  const numbers = (text.match(PRINTED_NUMBER) ?? []).map((number) => number.replaceAll(/\D/g, '').replace(/^0+/, ''));
  return {
    identifiers: [...new Set([...hostsAndHandles, ...wallets.map((wallet) => wallet.toLowerCase())])].slice(
      0,
      MAX_KEYS,
    ),
    numbers: [...new Set(numbers)].filter(({ length }) => length >= 8).slice(0, MAX_KEYS),
  };
}

/** How an indicator may be stored: under a parent host, and a chat name with and without its network. */
export function listSpellings(indicator: Indicator): Indicator[] {
  const { kind, value } = indicator;
  if (kind === 'website') return listOwnerWebsites(value).map((website) => ({ kind, value: website }));
  if (kind === 'handle') {
    const name = value.replace(/^(?:@|\w+:)/, '');
    const networks = value.startsWith('@') ? networkNames.map((network) => `${network}:${name}`) : [];
    return [value, `@${name}`, ...networks].map((spelling) => ({ kind, value: spelling }));
  }
  if (kind === 'bankAccount') return listAccountSpellings(value).map((spelling) => ({ kind, value: spelling }));
  return [indicator];
}
