/** Extracts everything in a text that points to a scammer, each in one spelling. Pure and bounded for any input. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { findWebAddresses, normalizeDisguises } from '../../platform/web-address/find-in-text.ts';
import type { WebAddress } from '../../platform/web-address/web-address.ts';
import { handleOfLink, handlesIn, phoneOfLink } from './handles.ts';
import { homeCountryOf, phonesIn, readPhone } from './phones.ts';
import { walletsIn } from './wallets.ts';
import { websiteOf } from './websites.ts';

/** A phone number is in E.164 format here; only its keyed hash is stored. */
export interface Indicator {
  kind: IndicatorKind;
  value: string;
}

const MOST_INDICATORS = 50;
const LONGEST_TEXT = 20_000;

export function findIndicators(text: string, countries: readonly string[] = []): Indicator[] {
  const plain = normalizeDisguises(text.slice(0, LONGEST_TEXT));
  const addresses = findWebAddresses(plain);
  const of = (kind: IndicatorKind, values: (string | undefined)[]) =>
    values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]));
  const found: Indicator[] = [
    ...walletsIn(plain),
    ...of('website', addresses.map(websiteOf)),
    ...of('phone', phonesOfLinks(addresses)),
    ...of('phone', phonesIn(plain, homeCountryOf(countries))),
    ...of('handle', addresses.map(handleOfLink)),
    ...of('handle', handlesIn(plain)),
  ];
  const once = new Map(found.map((indicator) => [`${indicator.kind}:${indicator.value}`, indicator]));
  return [...once.values()].slice(0, MOST_INDICATORS);
}

const phonesOfLinks = (addresses: readonly WebAddress[]) =>
  [...new Set(addresses.flatMap((address) => phoneOfLink(address) ?? []))]
    .slice(0, MOST_INDICATORS)
    .map((digits) => readPhone(`+${digits}`, undefined));
