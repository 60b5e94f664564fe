/**
 * Small schema builders shared by the areas. Each is marked free of side effects so that a screen which imports a constant
 * from an area does not carry the area's schemas to the browser.
 */
import * as z from 'zod/mini';
import { normaliseCountry } from './countries.ts';
import { type Tier, tiers } from './entitlements.ts';
import { fieldError } from './field-error.ts';
import type { PlainFieldCode } from './field-errors.ts';
import { hasCoveringMarks, toReadableText } from './readable-text.ts';

/** The upper bound of a text, with what is said of more. */
/* @__NO_SIDE_EFFECTS__ */
export function atMost(max: number) {
  return z.maxLength(max, { error: ({ input }) => fieldError('TOO_LONG', { max, given: (input as string).length }) });
}

/** Text of at most `max` characters; every text that crosses the wire has a bound. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return z.string().check(atMost(max));
}

/** Drops what would strike out, reverse or hide parts of a text, and blanks around it. Nobody is refused for what was pasted along. */
/* @__NO_SIDE_EFFECTS__ */
export function readable() {
  return z.overwrite<string>(toReadableText);
}

/** Refuses marks that strike letters out; stands before `readable`, which would drop them. */
/* @__NO_SIDE_EFFECTS__ */
function notCovered() {
  return z.refine<string>((given) => !hasCoveringMarks(given), { error: fieldError('TEXT_STRUCK_OUT'), abort: true });
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max));
}

/** Text a person must fill in; blanks around it are dropped, and one code says what is missing. */
/* @__NO_SIDE_EFFECTS__ */
export function required(missing: PlainFieldCode, max = 100) {
  return z.string(missing).check(readable(), z.minLength(1, missing), atMost(max));
}

/** Text that may be left out; blanks around it are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number) {
  return z.optional(z.string().check(readable(), atMost(max)));
}

/** Text that staff publish: like `text`, but marks that strike letters out are refused, so that nobody sends them unnoticed. */
/* @__NO_SIDE_EFFECTS__ */
export function publishedText(max: number) {
  return z.string().check(notCovered(), readable(), atMost(max));
}

/** Text that staff publish and must fill in. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredPublished(missing: PlainFieldCode, max: number) {
  return z.string(missing).check(notCovered(), readable(), z.minLength(1, missing), atMost(max));
}

/** An email address, in lower case without blanks around it. */
/* @__NO_SIDE_EFFECTS__ */
export function email() {
  return z
    .string(fieldError('INVALID_EMAIL'))
    .check(z.trim(), z.toLowerCase(), atMost(254), z.regex(z.regexes.email, fieldError('INVALID_EMAIL')));
}

/** An email address, or an empty text where none was given. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalEmail() {
  return z.optional(
    z.string(fieldError('INVALID_EMAIL')).check(
      z.trim(),
      z.toLowerCase(),
      atMost(254),
      z.refine((given) => given === '' || z.regexes.email.test(given), { error: fieldError('INVALID_EMAIL') }),
    ),
  );
}

/** As a reply may hold it. */
const LONGEST_COUNTRY = 60;

/** Countries by name, as a list or joined by commas as a form sends them; stored in lowercase with spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function countryList(missing: PlainFieldCode) {
  return z
    .pipe(
      z.union([z.array(text(LONGEST_COUNTRY)).check(z.maxLength(60)), text(2000)], missing),
      z.transform((given: string | string[]) => [
        ...new Set(
          (typeof given === 'string' ? given.split(',') : given)
            .map((name) => normaliseCountry(toReadableText(name)).slice(0, LONGEST_COUNTRY).trim())
            .filter(Boolean),
        ),
      ]),
    )
    .check(z.minLength(1, missing), z.maxLength(30, fieldError('TOO_MANY_COUNTRIES')));
}

/** A list of at most `max` items. A reply whose list has no bound fails the contract's own test. */
/* @__NO_SIDE_EFFECTS__ */
export function list<Item extends z.core.$ZodType>(item: Item, max: number) {
  return z.array(item).check(z.maxLength(max));
}

/** A whole number written in an address, with the value it takes when left out. */
/* @__NO_SIDE_EFFECTS__ */
export function queryInteger(min: number, max: number, fallback: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max)), fallback);
}

/** How many entries of a list are passed over. */
/* @__NO_SIDE_EFFECTS__ */
export function listOffset(max: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max, fieldError('TOO_DEEP', { max }))), 0);
}

/** Alternatives joined by commas in one parameter; blanks are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function commaList(maxLength = 300) {
  return z.pipe(
    text(maxLength),
    z.transform((joined: string) => joined.split(',').flatMap((value) => value.trim().toLowerCase() || [])),
  );
}

/** The known ones among those asked for; all of them where none was asked for. */
export const chosen = <Value extends string>(
  known: readonly Value[],
  asked: readonly string[] | undefined,
): readonly Value[] => (asked?.length ? known.filter((value) => asked.includes(value.toLowerCase())) : known);

/** A plan. Two spellings of one are understood; the first is stored and sent. */
/* @__NO_SIDE_EFFECTS__ */
export function tierInput() {
  return z.pipe(
    z.enum([...tiers, 'api_access']),
    z.transform((given: Tier | 'api_access') => (given === 'api_access' ? 'api' : given)),
  );
}

/** An id that says what it identifies: a ProviderId cannot stand where a ReviewId is wanted. */
/* @__NO_SIDE_EFFECTS__ */
export function id<Name extends string>() {
  return z.uuid().brand<Name>();
}

export const IsoTime = z.iso.datetime();
