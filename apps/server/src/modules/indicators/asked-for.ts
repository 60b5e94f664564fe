/**
 * Finds the indicators that a search query may mean. A query has less context than a report, so missing parts (the
 * scheme, the network of a chat name, the country of a number, the parent host) are tried both ways.
 */
import { findIndicators, type Indicator } from './find.ts';
import { networkNames } from './handles.ts';
import { phoneCountries } from './phones.ts';
import { websitesAbove } from './websites.ts';

const MOST_KEYS = 60;

export function findAskedFor(text: string, country?: string): Indicator[] {
  const asked = text.trim();
  const found = [
    ...findIndicators(asked, country ? [country] : []),
    ...(/^[^\s/]+\.[^\s]+$/.test(asked) ? findIndicators(`https://${asked}`) : []),
    ...(country ? [] : homeNumbers(asked)),
  ].flatMap(spellingsOf);
  const once = new Map(found.map((indicator) => [`${indicator.kind}:${indicator.value}`, indicator]));
  return [...once.values()].slice(0, MOST_KEYS);
}

/** A number in national format can belong to several countries. */
const homeNumbers = (asked: string): Indicator[] =>
  /^[\d ().-]{8,20}$/.test(asked)
    ? phoneCountries.flatMap((country) => findIndicators(asked, [country])).filter(({ kind }) => kind === 'phone')
    : [];

function spellingsOf(indicator: Indicator): Indicator[] {
  const { kind, value } = indicator;
  if (kind === 'website') return websitesAbove(value).map((website) => ({ kind, value: website }));
  if (kind === 'handle') {
    const name = value.replace(/^(?:@|\w+:)/, '');
    const networks = value.startsWith('@') ? networkNames.map((network) => `${network}:${name}`) : [];
    return [value, `@${name}`, ...networks].map((spelling) => ({ kind, value: spelling }));
  }
  return [indicator];
}
