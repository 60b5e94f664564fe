/** Extracts everything in a text that points to a scammer, each in one spelling. Pure and bounded for any input. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { findWebAddresses, normalizeDisguises } from '../../platform/web-address/find-in-text.ts';
import type { WebAddress } from '../../platform/web-address/web-address.ts';
import { parseAppLink } from './apps.ts';
import { findBankAccounts, withoutAccounts } from './bank-accounts.ts';
import { findEmailAddresses } from './email-addresses.ts';
import { parseHandleLink, findHandles, parsePhoneLink } from './handles.ts';
import { findPaybills, findTills } from './mobile-money.ts';
import { findHomeCountry, findPhones, parsePhone } from './phones.ts';
import { findWallets } from './wallets.ts';
import { toWebsite } from './websites.ts';

/** A hidden kind has its value here, such as a phone number in E.164 format; only its keyed hash is stored. */
export interface Indicator {
  kind: IndicatorKind;
  value: string;
}

const MAX_INDICATORS = 50;
const MAX_TEXT_LENGTH = 20_000;

export function findIndicators(text: string, countries: readonly string[] = []): Indicator[] {
  const plainText = normalizeDisguises(text.slice(0, MAX_TEXT_LENGTH));
  const addresses = findWebAddresses(plainText);
  const home = findHomeCountry(countries);
  const toIndicators = (kind: IndicatorKind, values: (string | undefined)[]) =>
    values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]));
  const found: Indicator[] = [
    ...findWallets(plainText),
    ...toIndicators('till', findTills(plainText, home)),
    ...toIndicators('paybill', findPaybills(plainText, home)),
    ...toIndicators('bankAccount', findBankAccounts(plainText)),
    ...toIndicators('email', findEmailAddresses(plainText)),
    ...toIndicators('app', addresses.map(parseAppLink)),
    ...toIndicators('website', addresses.map(toWebsite)),
    ...toIndicators('phone', findPhonesInLinks(addresses)),
    ...toIndicators('phone', findPhones(withoutAccounts(plainText), home)),
    ...toIndicators('handle', addresses.map(parseHandleLink)),
    ...toIndicators('handle', findHandles(plainText)),
  ];
  const uniqueIndicators = new Map(found.map((indicator) => [`${indicator.kind}:${indicator.value}`, indicator]));
  return [...uniqueIndicators.values()].slice(0, MAX_INDICATORS);
}

const findPhonesInLinks = (addresses: readonly WebAddress[]) =>
  [...new Set(addresses.flatMap((address) => parsePhoneLink(address) ?? []))]
    .slice(0, MAX_INDICATORS)
    .map((digits) => parsePhone(`+${digits}`, undefined));
