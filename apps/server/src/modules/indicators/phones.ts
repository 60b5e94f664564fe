/**
 * Phone numbers. A number with + must be valid anywhere; one without must be a mobile number in the report's country,
 * because amounts and account numbers look alike. The mobile check needs the library's full metadata.
 */
import { normaliseCountry } from '@hakiki/contract/countries';
import { type AfricanCountry, countryCodes } from '@hakiki/contract/country-codes';
import { DIGIT_RUN, STUCK_AFTER, STUCK_BEFORE } from '@hakiki/contract/private-marks';
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

const homes: ReadonlyMap<string, CountryCode> = new Map(phoneCountries.map((name) => [name, countryCodes[name]]));

/** Countries that write national numbers without a leading zero. Elsewhere a number without one could be anything. */
const withoutLeadingZero: ReadonlySet<CountryCode> = new Set(['BW', 'MZ', 'TN', 'SN', 'CI', 'CM']);

/** Limits the parse attempts per text, because a text of digits only would be expensive. */
const MOST_READINGS = 80;

const GROUP = /\+?\d+/g;

export function homeCountryOf(countries: readonly string[]): CountryCode | undefined {
  const known = new Set(
    countries.map((name) => homes.get(normaliseCountry(name))).filter((code) => code !== undefined),
  );
  return known.size === 1 ? [...known][0] : undefined;
}

/** Returns numbers in E.164 format. */
export function phonesIn(text: string, home: CountryCode | undefined): string[] {
  const found: string[] = [];
  let readings = 0;
  for (const { 0: run, index } of text.matchAll(DIGIT_RUN)) {
    const groups = groupsOf(
      run,
      text.slice(Math.max(0, index - 1), index),
      text.slice(index + run.length, index + run.length + 1),
    );
    let start = 0;
    while (start < groups.length) {
      if (readings >= MOST_READINGS) return found;
      const { phone, length, tried } = firstPhoneOf(groups.slice(start, start + 8), home);
      readings += tried;
      if (phone) found.push(phone);
      start += length;
    }
  }
  return found;
}

function groupsOf(run: string, before: string, after: string): string[] {
  const groups = run.match(GROUP) ?? [];
  const isStuckAfter = STUCK_AFTER.test(after) && /\d$/.test(run);
  return groups.slice(STUCK_BEFORE.test(before) ? 1 : 0, isStuckAfter ? -1 : undefined);
}

/** The longest valid number that starts at the first group; people write several numbers in a row. */
function firstPhoneOf(groups: readonly string[], home: CountryCode | undefined) {
  const hasPlus = groups[0]!.startsWith('+');
  let tried = 0;
  if (hasPlus || home) {
    for (let length = groups.length; length > 0; length -= 1) {
      if (groups.slice(1, length).some((group) => group.startsWith('+'))) continue;
      const digits = groups.slice(0, length).join('');
      if (digits.length < 8 || digits.length > 17) continue;
      tried += 1;
      const phone = readPhone(digits, hasPlus ? undefined : home);
      if (phone) return { phone, length, tried };
    }
  }
  return { phone: undefined, length: 1, tried };
}

export function readPhone(digits: string, home: CountryCode | undefined): string | undefined {
  if (home && !isWrittenAtHome(digits, home)) return undefined;
  const read = parsePhoneNumberFromString(digits, home);
  if (!read?.isValid()) return undefined;
  const isMobile = read.getType() === 'MOBILE' || read.getType() === 'FIXED_LINE_OR_MOBILE';
  return !home || isMobile ? read.number : undefined;
}

const isWrittenAtHome = (digits: string, home: CountryCode): boolean =>
  digits.startsWith('0') || digits.startsWith(getCountryCallingCode(home)) || withoutLeadingZero.has(home);
