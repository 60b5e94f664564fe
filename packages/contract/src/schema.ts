/**
 * Schema builders. Each is marked free of side effects, so that a screen that imports a constant from a file does not
 * load the file's schemas.
 */
import * as z from 'zod/mini';
import { normaliseCountry } from './countries.ts';
import { africanCountries, countryCodes, isAfricanCountry } from './country-codes.ts';
import { type Tier, tiers } from './entitlements.ts';
import { fieldError } from './field-error.ts';
import type { PlainFieldCode } from './field-errors.ts';
import { hasCoveringMarks, toReadableText } from './readable-text.ts';

/** The maximum length of a text, with its error. */
/* @__NO_SIDE_EFFECTS__ */
export function limitLength(max: number) {
  return z.maxLength(max, { error: ({ input }) => fieldError('TOO_LONG', { max, given: (input as string).length }) });
}

/** Text of at most `max` characters; every text in the API has a limit. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return z.string().check(limitLength(max));
}

/** Removes characters that strike out, reverse or hide text, and blanks around it, without an error. */
/* @__NO_SIDE_EFFECTS__ */
export function readable() {
  return z.overwrite<string>(toReadableText);
}

/** Rejects struck-out text; must come before `readable`, which would remove the marks. */
/* @__NO_SIDE_EFFECTS__ */
function rejectCoveringMarks() {
  return z.refine<string>((value) => !hasCoveringMarks(value), { error: fieldError('TEXT_STRUCK_OUT'), abort: true });
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max));
}

/** Required text without blanks around it; `missingCode` is the code for an empty one. */
/* @__NO_SIDE_EFFECTS__ */
export function required(missingCode: PlainFieldCode, max = 100) {
  return z.string(missingCode).check(readable(), z.minLength(1, missingCode), limitLength(max));
}

/** Optional text without blanks around it. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number) {
  return z.optional(z.string().check(readable(), limitLength(max)));
}

/** Text that staff publish: like `text`, but struck-out text is an error, so that nobody sends it unnoticed. */
/* @__NO_SIDE_EFFECTS__ */
export function publishedText(max: number) {
  return z.string().check(rejectCoveringMarks(), readable(), limitLength(max));
}

/** Required text that staff publish. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredPublished(missingCode: PlainFieldCode, max: number) {
  return z.string(missingCode).check(rejectCoveringMarks(), readable(), z.minLength(1, missingCode), limitLength(max));
}

/** An email address, in lower case without blanks around it. */
/* @__NO_SIDE_EFFECTS__ */
export function email() {
  return z
    .string(fieldError('INVALID_EMAIL'))
    .check(z.trim(), z.toLowerCase(), limitLength(254), z.regex(z.regexes.email, fieldError('INVALID_EMAIL')));
}

/** An email address or an empty string. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalEmail() {
  return z.optional(
    z.string(fieldError('INVALID_EMAIL')).check(
      z.trim(),
      z.toLowerCase(),
      limitLength(254),
      z.refine((value) => value === '' || z.regexes.email.test(value), { error: fieldError('INVALID_EMAIL') }),
    ),
  );
}

const MAX_COUNTRY_LENGTH = 60;

/** Country names as a list, or separated by commas as a form sends them; stored in lowercase with spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function countryList(missingCode: PlainFieldCode) {
  return z
    .pipe(
      z.union([z.array(text(MAX_COUNTRY_LENGTH)).check(z.maxLength(60)), text(2000)], missingCode),
      z.transform((value: string | string[]) => [
        ...new Set(
          (typeof value === 'string' ? value.split(',') : value)
            .map((name) => normaliseCountry(toReadableText(name)).slice(0, MAX_COUNTRY_LENGTH).trim())
            .filter(Boolean),
        ),
      ]),
    )
    .check(z.minLength(1, missingCode), z.maxLength(30, fieldError('TOO_MANY_COUNTRIES')));
}

/** The last option of the forms that have it. */
const OTHER_COUNTRY = 'other';

/** The stored name of a country that is given by its name or ISO code; undefined if no list of the site has it. */
function findCountry(given: string): string | undefined {
  const name = normaliseCountry(toReadableText(given));
  if (name === OTHER_COUNTRY || isAfricanCountry(name)) return name;
  return africanCountries.find((country) => countryCodes[country].toLowerCase() === name);
}

/** One country of the list. */
/* @__NO_SIDE_EFFECTS__ */
export function knownCountry() {
  return z.pipe(
    text(MAX_COUNTRY_LENGTH).check(
      z.refine((name) => findCountry(name) !== undefined, { error: fieldError('COUNTRY_UNKNOWN') }),
    ),
    z.transform((name: string) => findCountry(name) ?? name),
  );
}

/** The countries of a provider, as a list or separated by commas: only those of the one list of countries. */
/* @__NO_SIDE_EFFECTS__ */
export function knownCountryList(missingCode: PlainFieldCode) {
  return z.pipe(
    z
      .pipe(
        z.union([z.array(text(MAX_COUNTRY_LENGTH)).check(z.maxLength(60)), text(2000)], missingCode),
        z.transform((value: string | string[]) =>
          (typeof value === 'string' ? value.split(',') : value).map((name) => name.trim()).filter(Boolean),
        ),
      )
      .check(
        z.minLength(1, missingCode),
        z.refine((names) => names.every((name) => findCountry(name)), { error: fieldError('COUNTRY_UNKNOWN') }),
      ),
    z.transform((names: string[]) => [...new Set(names.flatMap((name) => findCountry(name) ?? []))]),
  );
}

/** A list of at most `max` items. A test fails for replies with an unlimited list. */
/* @__NO_SIDE_EFFECTS__ */
export function list<Item extends z.core.$ZodType>(item: Item, max: number) {
  return z.array(item).check(z.maxLength(max));
}

/** An integer in a query string, with its default. */
/* @__NO_SIDE_EFFECTS__ */
export function queryInteger(min: number, max: number, fallback: number) {
  const error = `Must be a whole number from ${min} to ${max}.`;
  return z._default(z.coerce.number(error).check(z.int(error), z.minimum(min, error), z.maximum(max, error)), fallback);
}

/* @__NO_SIDE_EFFECTS__ */
export function listOffset(max: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max, fieldError('TOO_DEEP', { max }))), 0);
}

/** Alternatives separated by commas in one parameter; blanks are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function commaList(maxLength = 300) {
  return z.pipe(
    text(maxLength),
    z.transform((joined: string) => joined.split(',').flatMap((value) => value.trim().toLowerCase() || [])),
  );
}

/** Like `commaList`, for programs: rejects other values and names the allowed ones. */
/* @__NO_SIDE_EFFECTS__ */
export function commaListOf(values: readonly string[]) {
  const allowed = new Set(values.map((value) => value.toLowerCase()));
  return commaList().check(
    z.refine((requested) => requested.every((value) => allowed.has(value)), { error: listAllowed(values) }),
  );
}

export const listAllowed = (values: readonly unknown[]) => `Must be one of: ${values.join(', ')}.` as const;

/** The known values among the requested ones; all values if none is requested. */
export const filterKnown = <Value extends string>(
  known: readonly Value[],
  requested: readonly string[] | undefined,
): readonly Value[] => (requested?.length ? known.filter((value) => requested.includes(value.toLowerCase())) : known);

/** A plan. Two names of one are accepted; the first is stored and sent. */
/* @__NO_SIDE_EFFECTS__ */
export function tierInput() {
  return z.pipe(
    z.enum([...tiers, 'api_access']),
    z.transform((value: Tier | 'api_access') => (value === 'api_access' ? 'api' : value)),
  );
}

/** A branded id: a ProviderId cannot be used as a ReviewId. */
/* @__NO_SIDE_EFFECTS__ */
export function id<Name extends string>() {
  return z.uuid().brand<Name>();
}

export const IsoTime = z.iso.datetime();
