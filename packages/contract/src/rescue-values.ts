/** Rescue contacts: whom to reach in the first hour after a loss, by country and by how the money left. */

import { africanCountries, type AfricanCountry } from './country-codes.ts';
import { firstHourPath } from './site.ts';

/** How the money left. The first are services of mobile money; a country offers those that it has a contact for. */
export const rescueRails = [
  'm-pesa',
  'm-pesa-till',
  'mtn-momo',
  'airtel-money',
  'orange-money',
  'telebirr',
  'opay',
  'mobile-money',
  'bank',
  'exchange',
  'wallet',
  'sim',
  'any',
] as const;
export type RescueRail = (typeof rescueRails)[number];

export const rescueKinds = [
  'cert',
  'complaint',
  'freeze',
  'hotline',
  'identity',
  'lock-account',
  'police',
  'regulator',
  'report-address',
  'report-number',
  'responders',
  'reversal',
  'sim-check',
  'sim-lock',
  'switchboard',
  'verify-caller',
  'warning',
] as const;
export type RescueKind = (typeof rescueKinds)[number];

/** How sure the source is: read on a page, general knowledge, or doubtful. */
export const rescueConfidences = ['sourced', 'known', 'unsure'] as const;
export type RescueConfidence = (typeof rescueConfidences)[number];

/** Not called yet; called and it works; a visitor says that it does not work; called and it does not work. */
export const rescueStates = ['unconfirmed', 'confirmed', 'reported', 'dead'] as const;
export type RescueState = (typeof rescueStates)[number];

/** Days after which a confirmed contact is called again. */
export const RESCUE_CALL_DAYS = 90;
export const rescueCallOutcomes = ['works', 'no-answer', 'dead'] as const;

/** Contacts of every country. */
export const ANY_COUNTRY = 'ZZ';

/** A country's part of a path: 'south-africa'. */
const toCountrySlug = (country: string): string => country.replaceAll(' ', '-');
export const findCountryBySlug = (slug: string | undefined): AfricanCountry | undefined =>
  africanCountries.find((country) => toCountrySlug(country) === slug);
export const toFirstHourPath = (country: string): `/${string}` => `${firstHourPath}/${toCountrySlug(country)}`;

/** USSD codes as a dialler takes them. The press prints codes without stars or with the # in front. */
export const USSD_PATTERN = /^[*#]\d+(\*\d+)*#$/;

export type ContactPart =
  | { kind: 'call' | 'sms' | 'ussd' | 'mail' | 'web'; text: string; href: string; label?: string; note?: string }
  | { kind: 'text'; text: string };

const phonePattern = /^(?:(?<label>[A-Za-z][A-Za-z ]*?) )?(?<number>\+?\d[\d ]*\d)(?: \((?<note>[^)]*)\))?$/;

/** Reads a written contact, e.g. `0860 10 20 43; WhatsApp 067 418 9565` or `*100*100#`, into what a tap can open. */
export const parseContact = (contact: string): ContactPart[] =>
  contact.split(/; | or (?=\d)/).map((part): ContactPart => {
    if (USSD_PATTERN.test(part)) return { kind: 'ussd', text: part, href: toDialHref(part) };
    const sms = /^SMS (\d+)$/.exec(part);
    if (sms) return { kind: 'sms', text: part, href: `sms:${sms[1]}` };
    if (/^https:\/\/\S+$/.test(part)) return { kind: 'web', text: part, href: part };
    if (/^[^\s@]+@[^\s@]+\.[a-z]+$/.test(part)) return { kind: 'mail', text: part, href: `mailto:${part}` };
    const phone = phonePattern.exec(part)?.groups as { label?: string; number: string; note?: string } | undefined;
    // A local number has no link for WhatsApp, which needs the country's prefix.
    if (!phone || phone.label === 'WhatsApp') return { kind: 'text', text: part };
    return {
      kind: 'call',
      text: phone.number,
      href: `tel:${phone.number.replaceAll(' ', '')}`,
      ...(phone.label && { label: phone.label }),
      ...(phone.note && { note: phone.note }),
    };
  });

/** Whether each part that looks like a code is one that a dialler takes. */
export const hasValidCodes = (contact: string): boolean =>
  contact.split(/; | or (?=\S)/).every((part) => !/[*#]/.test(part) || USSD_PATTERN.test(part));

/** A bare # would start the fragment of the address and never reach the dialler. */
export const toDialHref = (code: string): string => `tel:${code.replaceAll('#', '%23')}`;
