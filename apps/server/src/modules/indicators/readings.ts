/**
 * Reads what a person asks about, once for each thing in it and with the reason of the reading. A report says what its
 * numbers are; a question often does not, so that one number can have several readings or needs an answer first.
 */
import type { NumberMeaning, ReadingKind, ReadingReason } from '@hakiki/contract/check-values';
import {
  findWebAddresses,
  isFileName,
  isWebAddress,
  normalizeDisguises,
  toWesternDigits,
} from '../../platform/web-address/find-in-text.ts';
import { getSharingKind, toPersonalPage, type WebAddress } from '../../platform/web-address/web-address.ts';
import { parseAppLink } from './apps.ts';
import { freeMailHosts } from './common-hosts.ts';
import { withoutAccounts } from './bank-accounts.ts';
import { findCountryOfMoney } from './money-countries.ts';
import { findIndicators, type Indicator } from './find.ts';
import { parseHandleLink, parsePhoneLink } from './handles.ts';
import { phoneCountries } from './phones.ts';
import { listSpellings } from './search-indicators.ts';
import { findMistypedWallets, joinWallet } from './wallets.ts';
import { toWebsite } from './websites.ts';

export interface Reading {
  kind: ReadingKind;
  value: string;
  why: ReadingReason;
  country: string | null;
  /** Under which it may be stored: with parent hosts, and chat names with and without their network. */
  spellings: Indicator[];
}

export interface ReadInput {
  readings: Reading[];
  /** A number without context that may be several things. */
  bareNumber: { number: string; choices: NumberMeaning[] } | undefined;
}

interface ReadingContext {
  country?: string | undefined;
  numberIs?: NumberMeaning | undefined;
}

const MAX_READINGS = 20;
const BARE_NUMBER = /^[\d(][\d ().-]*$/;
const BARE_HOST = /^[^\s/@]+\.[^\s/@]+(?:\/\S*)?$/;
/** Its ending is missing. */
const HALF_HOST = /^www\.[^.]+$/i;
const BARE_NAME = /^[a-z]\w{3,31}$/i;

/** Such as `htps://`, `https//` and `http: //`, where an address follows. */
const SCHEME_WITH_TYPO = /\b(?:h?tt?ps?|htpps?)(?:[:;] ?\/{0,3}|\/{1,2}) ?(?=[\w-]+\.[a-z])/gi;

/** An address with spaces around its dots, or with a comma or a word for them, if it is all that was asked. */
function joinHost(query: string): string {
  const written = query.replace(/^https?:\/\/ */i, '');
  if (written.length > MAX_SPACED_HOST_LENGTH || !/^[^/]*[ ,]/.test(written)) return query;
  const joined = written.replaceAll(/ ?[.,] ?| dot /gi, '.');
  return /\s/.test(joined) || !isWebAddress(joined) ? query : joined;
}
const MAX_SPACED_HOST_LENGTH = 100;

/** People copy by hand, from pictures and from lines that are broken. */
const repairTyping = (text: string): string => {
  const query = toWesternDigits(text.trim()).replace(SCHEME_WITH_TYPO, 'https://');
  return joinWallet(query) ?? joinHost(query);
};

export function readInput(input: string, { country: chosen, numberIs }: ReadingContext = {}): ReadInput {
  const query = repairTyping(input);
  if (isFileName(query)) return { readings: [], bareNumber: undefined };
  const country = chosen ?? findCountryOfMoney(query);
  const number = BARE_NUMBER.test(query) ? query.replaceAll(/\D/g, '') : '';
  if (number && numberIs) return { readings: readNumberAs(number, numberIs, country), bareNumber: undefined };
  const plainText = normalizeDisguises(query);
  const addresses = findWebAddresses(BARE_HOST.test(plainText) ? `https://${plainText}` : plainText);
  const indicators = findIndicators(query, country ? [country] : []);
  const readings = [
    ...findMistypedWallets(query).map(({ kind, value }) => toReading(kind, value, 'wrongChecksum')),
    ...indicators
      .filter(({ kind }) => kind !== 'website')
      .map(({ kind, value }) => toReading(kind, value, explain(kind, value, query), toCountry(kind, query, country))),
    ...addresses.flatMap(readAddress),
    ...indicators.flatMap(readEmailHost),
    ...(country ? [] : readNationalNumbers(withoutAccounts(query))),
    ...(BARE_NAME.test(query) ? [toReading('handle', `@${query.toLowerCase()}`, 'singleWord')] : []),
  ];
  const unique = [...new Map(readings.map((reading) => [`${reading.kind}:${reading.value}`, reading])).values()];
  return {
    readings: unique.slice(0, MAX_READINGS),
    bareNumber: number && !isSettled(unique, country) ? askAbout(number) : undefined,
  };
}

const toReading = (kind: ReadingKind, value: string, why: ReadingReason, country?: string): Reading => ({
  kind,
  value,
  why,
  country: country ?? null,
  spellings: kind === 'name' || kind === 'number' ? [] : listSpellings({ kind, value }),
});

/** Common services are read, too, although a report never names them as an indicator. */
function readAddress(address: WebAddress): Reading[] {
  if (parseHandleLink(address) || parsePhoneLink(address) || parseAppLink(address)) return [];
  if (HALF_HOST.test(address.host)) return [];
  const website = toWebsite(address);
  if (website) return [toReading('website', website, website.includes('/') ? 'sharedHost' : 'webAddress')];
  const page = getSharingKind(address.host) && toPersonalPage(address);
  return [toReading('website', page ?? address.host, page ? 'shortLink' : 'webAddress')];
}

/** The host of an email address belongs to its sender, except at a free mail service. */
function readEmailHost({ kind, value }: Indicator): Reading[] {
  const host = kind === 'email' ? value.slice(value.indexOf('@') + 1) : '';
  return host && !freeMailHosts.has(host) ? [toReading('website', host, 'emailHost')] : [];
}

const reasonByKind: Partial<Record<Indicator['kind'], ReadingReason>> = {
  solana: 'walletForm',
  handle: 'chatName',
  email: 'emailAddress',
  app: 'storeLink',
  bankAccount: 'namedKind',
  till: 'namedKind',
  paybill: 'namedKind',
};

function explain(kind: Indicator['kind'], value: string, query: string): ReadingReason {
  if (kind === 'phone') return isNational(value, query) ? 'nationalNumber' : 'countryCode';
  return reasonByKind[kind] ?? 'checksum';
}

/** Whether the query has the number without its country code. */
const isNational = (phone: string, query: string): boolean => !query.replaceAll(/[^\d+]/g, '').includes(phone.slice(1));

const toCountry = (kind: Indicator['kind'], query: string, country: string | undefined) =>
  kind === 'phone' && country && !query.includes('+') ? country.toLowerCase() : undefined;

const MAX_NATIONAL_NUMBERS = 5;
const PRINTED_NUMBER = /(?<![\p{L}\d+])\d(?:[ ().-]{0,2}\d){7,18}(?![\p{L}\d])/gu;

/** Without a chosen country, a number in national format is read in every country where it is a mobile number. */
const readNationalNumbers = (query: string): Reading[] =>
  [...new Set(query.replaceAll(/\+\d[\d ().-]*/g, ' ').match(PRINTED_NUMBER))]
    .slice(0, MAX_NATIONAL_NUMBERS)
    .flatMap((written) =>
      phoneCountries.flatMap((country) =>
        findIndicators(written, [country]).map((indicator) => ({ ...indicator, country, written })),
      ),
    )
    .filter(({ kind }) => kind === 'phone')
    .map(({ value, country, written }) =>
      isNational(value, written)
        ? toReading('phone', value, 'nationalNumber', country)
        : toReading('phone', value, 'countryCode'),
    );

/** One phone number in the chosen country, or with a country code, needs no question. */
const isSettled = (readings: readonly Reading[], country: string | undefined): boolean =>
  readings.some(({ kind, why }) => kind === 'phone' && (country !== undefined || why === 'countryCode'));

function askAbout(number: string): ReadInput['bareNumber'] {
  const choices: NumberMeaning[] = [
    ...(number.length >= 8 ? ['phone' as const] : []),
    ...(number.length >= 5 && number.length <= 7 ? ['till' as const, 'paybill' as const] : []),
    ...(number.length >= 6 ? ['account' as const] : []),
  ];
  return choices.length > 0 && number.length <= 40 ? { number, choices } : undefined;
}

const wordBefore: Record<NumberMeaning, string> = { phone: '', till: 'till number ', paybill: 'paybill ', account: '' };

function readNumberAs(number: string, meaning: NumberMeaning, country: string | undefined): Reading[] {
  if (meaning === 'account') return [toReading('bankAccount', number, 'namedKind')];
  const text = `${wordBefore[meaning]}${number}`;
  const found = findIndicators(text, country ? [country] : [])
    .filter(({ kind }) => kind === meaning)
    .map(({ kind, value }) => toReading(kind, value, 'namedKind', country?.toLowerCase()));
  return found.length > 0 || meaning !== 'phone' ? found : readNationalNumbers(number);
}

const valueForms: Partial<Record<Indicator['kind'], RegExp>> = {
  handle: /^(?:@[a-z][\w.]{2,31}|[a-z]{1,12}:(?:id:)?[\w.+-]{2,60})$/,
  app: /^(?:android:[a-z]\w*(?:\.\w+){1,9}|ios:\d{6,12})$/i,
};

/** The reading of a kind and value as they stand in an address; undefined for any other spelling. */
export function readValue(kind: Indicator['kind'], value: string): Reading | undefined {
  const form = valueForms[kind];
  if (form) return form.test(value) ? toReading(kind, value, explain(kind, value, value)) : undefined;
  return readInput(value).readings.find((reading) => reading.kind === kind && reading.value === value);
}
