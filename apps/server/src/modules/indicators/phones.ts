/**
 * Phone numbers. A number with + must be valid anywhere; one without must be a mobile number in the report's country,
 * because amounts and account numbers look alike. The mobile check needs the library's full metadata.
 */
import { normaliseCountry } from '@hakiki/contract/countries';
import { type AfricanCountry, countryCodes } from '@hakiki/contract/country-codes';
import { DIGIT_RUN, ATTACHED_AFTER, ATTACHED_BEFORE } from '@hakiki/contract/private-marks';
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The countries in which a number without country code is read. */
export const phoneCountries = [
  'nigeria',
  'south africa',
  'kenya',
  'ghana',
  'uganda',
  'tanzania',
  'zimbabwe',
  'botswana',
  'zambia',
  'rwanda',
  'malawi',
  'mozambique',
  'ethiopia',
  'egypt',
  'morocco',
  'tunisia',
  'algeria',
  'senegal',
  'ivory coast',
  'cameroon',
] as const satisfies readonly AfricanCountry[];

const countryCodeByName: ReadonlyMap<string, CountryCode> = new Map(
  phoneCountries.map((name) => [name, countryCodes[name]]),
);

/** Countries that write national numbers without a leading zero. Elsewhere a number without one could be anything. */
const countriesWithoutLeadingZero: ReadonlySet<CountryCode> = new Set(['BW', 'MZ', 'TN', 'SN', 'CI', 'CM']);

/** Limits the parse attempts per text, because a text of digits only would be expensive. */
const MAX_PARSE_ATTEMPTS = 80;

const DIGIT_GROUP = /\+?\d+/g;

export function findHomeCountry(countries: readonly string[]): CountryCode | undefined {
  const known = new Set(
    countries.map((name) => countryCodeByName.get(normaliseCountry(name))).filter((code) => code !== undefined),
  );
  return known.size === 1 ? [...known][0] : undefined;
}

/** Returns numbers in E.164 format. */
export function findPhones(text: string, home: CountryCode | undefined): string[] {
  const found: string[] = [];
  let attempts = 0;
  for (const { 0: run, index } of text.matchAll(DIGIT_RUN)) {
    const groups = splitGroups(
      run,
      text.slice(Math.max(0, index - 1), index),
      text.slice(index + run.length, index + run.length + 1),
    );
    let start = 0;
    while (start < groups.length) {
      if (attempts >= MAX_PARSE_ATTEMPTS) return found;
      const { phone, length, tried } = parseFirstPhone(groups.slice(start, start + 8), home);
      attempts += tried;
      if (phone) found.push(phone);
      start += length;
    }
  }
  return found;
}

function splitGroups(run: string, before: string, after: string): string[] {
  const groups = run.match(DIGIT_GROUP) ?? [];
  const isStuckAfter = ATTACHED_AFTER.test(after) && /\d$/.test(run);
  return groups.slice(ATTACHED_BEFORE.test(before) ? 1 : 0, isStuckAfter ? -1 : undefined);
}

/** The longest valid number that starts at the first group; people write several numbers in a row. */
function parseFirstPhone(groups: readonly string[], home: CountryCode | undefined) {
  const hasPlus = groups[0]!.startsWith('+');
  let tried = 0;
  if (hasPlus || home) {
    for (let length = groups.length; length > 0; length -= 1) {
      if (groups.slice(1, length).some((group) => group.startsWith('+'))) continue;
      const digits = groups.slice(0, length).join('');
      if (digits.length < 8 || digits.length > 17) continue;
      tried += 1;
      const phone = parsePhone(digits, hasPlus ? undefined : home);
      if (phone) return { phone, length, tried };
    }
  }
  return { phone: undefined, length: 1, tried };
}

export function parsePhone(digits: string, home: CountryCode | undefined): string | undefined {
  if (home && !isNationalFormat(digits, home)) return undefined;
  const parsed = parsePhoneNumberFromString(digits, home);
  if (!parsed?.isValid()) return undefined;
  const isMobile = parsed.getType() === 'MOBILE' || parsed.getType() === 'FIXED_LINE_OR_MOBILE';
  return !home || isMobile ? parsed.number : undefined;
}

const isNationalFormat = (digits: string, home: CountryCode): boolean =>
  digits.startsWith('0') || digits.startsWith(getCountryCallingCode(home)) || countriesWithoutLeadingZero.has(home);
