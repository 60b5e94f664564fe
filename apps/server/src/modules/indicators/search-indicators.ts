/**
 * Finds the indicators that a search query may mean. A query has less context than a report, so missing parts (the
 * scheme, the network of a chat name, the country of a number, the parent host) are tried both ways.
 */
import { findIndicators, type Indicator } from './find.ts';
import { networkNames } from './handles.ts';
import { phoneCountries } from './phones.ts';
import { listOwnerWebsites } from './websites.ts';

const MAX_KEYS = 60;

export function findSearchedIndicators(text: string, country?: string): Indicator[] {
  const query = text.trim();
  const found = [
    ...findIndicators(query, country ? [country] : []),
    ...(/^[^\s/]+\.[^\s]+$/.test(query) ? findIndicators(`https://${query}`) : []),
    ...(country ? [] : findNationalNumbers(query)),
  ].flatMap(listSpellings);
  const uniqueIndicators = new Map(found.map((indicator) => [`${indicator.kind}:${indicator.value}`, indicator]));
  return [...uniqueIndicators.values()].slice(0, MAX_KEYS);
}

/** A number in national format can belong to several countries. */
const findNationalNumbers = (query: string): Indicator[] =>
  /^[\d ().-]{8,20}$/.test(query)
    ? phoneCountries.flatMap((country) => findIndicators(query, [country])).filter(({ kind }) => kind === 'phone')
    : [];

function listSpellings(indicator: Indicator): Indicator[] {
  const { kind, value } = indicator;
  if (kind === 'website') return listOwnerWebsites(value).map((website) => ({ kind, value: website }));
  if (kind === 'handle') {
    const name = value.replace(/^(?:@|\w+:)/, '');
    const networks = value.startsWith('@') ? networkNames.map((network) => `${network}:${name}`) : [];
    return [value, `@${name}`, ...networks].map((spelling) => ({ kind, value: spelling }));
  }
  return [indicator];
}
