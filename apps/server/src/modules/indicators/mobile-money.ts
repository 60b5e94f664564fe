/**
 * Tills and paybills of mobile money, with their country: `ke:123456`, and `ke:123456#account` for an account that is
 * paid through the paybill of a bank. A number counts only after a word that says what it is.
 */
import type { CountryCode } from 'libphonenumber-js/max';

const TILL =
  /\b(?:till (?:number|namba|no\.?|num)|till ?[:#]|(?:goods|m-?pesa|to|on|via|through|kwa|na|my|our|their|his|her|the|your|this) till|lipa namba|lipa na m-?pesa(?=[\s:#-]{0,3}(?:(?:number|namba|no\.?)[\s:]{0,2})?\d)|^till)(?![a-z])[^\d\n]{0,20}(\d{5,7})(?![\d-]|[.,]\d)/gi;
const PAYBILL =
  /\bpay ?bill(?: (?:number|no\.?))?(?![a-z])[^\d\n]{0,20}(\d{5,7})(?![\d-]|[.,]\d)(?:[\s,;.(]{0,3}(?:and )?(?:account|acct?|a\/c)\.?(?: (?:number|no\.?|name))?[\s:#]{0,3}([a-z\d][\w-]{1,19}))?/gi;

/** Countries besides Kenya in which merchants have such numbers. */
const otherCountries: ReadonlySet<CountryCode> = new Set(['TZ', 'UG', 'RW']);

/** Paybills of banks and public services: only the account says who is paid. */
const sharedPaybills = new Set(
  '220220 222111 222222 247247 303030 329329 400200 516600 522522 542542 572572 600100 880100 888880 888888'.split(' '),
);

const toPrefix = (home: CountryCode | undefined): string =>
  home && otherCountries.has(home) ? `${home.toLowerCase()}:` : 'ke:';

export const findTills = (text: string, home: CountryCode | undefined): string[] =>
  [...text.matchAll(TILL)].map(([, till]) => `${toPrefix(home)}${till}`);

export const findPaybills = (text: string, home: CountryCode | undefined): string[] =>
  [...text.matchAll(PAYBILL)].flatMap(([, paybill = '', account]) => {
    const value = `${toPrefix(home)}${paybill}`;
    return [...(account ? [`${value}#${account.toUpperCase()}`] : []), ...(sharedPaybills.has(paybill) ? [] : [value])];
  });
