/**
 * Schema builders. Each is marked free of side effects, so that a screen that imports a constant from a file does not
 * load the file's schemas.
 */
import * as z from 'zod/mini';
import { normaliseCountry } from './countries.ts';
import { type Tier, tiers } from './entitlements.ts';
import { fieldError } from './field-error.ts';
import type { PlainFieldCode } from './field-errors.ts';
import { hasCoveringMarks, toReadableText } from './readable-text.ts';

/** The maximum length of a text, with its error. */
/* @__NO_SIDE_EFFECTS__ */
export function atMost(max: number) {
  return z.maxLength(max, { error: ({ input }) => fieldError('TOO_LONG', { max, given: (input as string).length }) });
}

/** Text of at most `max` characters; every text in the API has a limit. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return z.string().check(atMost(max));
}

/** Removes characters that strike out, reverse or hide text, and blanks around it, without an error. */
/* @__NO_SIDE_EFFECTS__ */
export function readable() {
  return z.overwrite<string>(toReadableText);
}

/** Rejects struck-out text; must stand before `readable`, which would remove the marks. */
/* @__NO_SIDE_EFFECTS__ */
function notCovered() {
  return z.refine<string>((given) => !hasCoveringMarks(given), { error: fieldError('TEXT_STRUCK_OUT'), abort: true });
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(min: number, max: number) {
  return z.int().check(z.minimum(min), z.maximum(max));
}

/** Required text without blanks around it; `missingCode` is the code for an empty one. */
/* @__NO_SIDE_EFFECTS__ */
export function required(missing: PlainFieldCode, max = 100) {
  return z.string(missing).check(readable(), z.minLength(1, missing), atMost(max));
}

/** Optional text without blanks around it. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number) {
  return z.optional(z.string().check(readable(), atMost(max)));
}

/** Text that staff publish: like `text`, but struck-out text is an error, so that nobody sends it unnoticed. */
/* @__NO_SIDE_EFFECTS__ */
export function publishedText(max: number) {
  return z.string().check(notCovered(), readable(), atMost(max));
}

/** Required text that staff publish. */
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

/** An email address or an empty string. */
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

const LONGEST_COUNTRY = 60;

/** Country names as a list, or separated by commas as a form sends them; stored in lowercase with spaces. */
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

/** A list of at most `max` items. A test fails for replies with an unlimited list. */
/* @__NO_SIDE_EFFECTS__ */
export function list<Item extends z.core.$ZodType>(item: Item, max: number) {
  return z.array(item).check(z.maxLength(max));
}

/** An integer in a query string, with its default. */
/* @__NO_SIDE_EFFECTS__ */
export function queryInteger(min: number, max: number, fallback: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max)), fallback);
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

/** The known values among the requested ones; all values if none is requested. */
export const chosen = <Value extends string>(
  known: readonly Value[],
  asked: readonly string[] | undefined,
): readonly Value[] => (asked?.length ? known.filter((value) => asked.includes(value.toLowerCase())) : known);

/** A plan. Two spellings of one are accepted; the first is stored and sent. */
/* @__NO_SIDE_EFFECTS__ */
export function tierInput() {
  return z.pipe(
    z.enum([...tiers, 'api_access']),
    z.transform((given: Tier | 'api_access') => (given === 'api_access' ? 'api' : given)),
  );
}

/** A branded id: a ProviderId cannot be used as a ReviewId. */
/* @__NO_SIDE_EFFECTS__ */
export function id<Name extends string>() {
  return z.uuid().brand<Name>();
}

export const IsoTime = z.iso.datetime();
