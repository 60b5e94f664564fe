/** Check anything: one answer for a link, a wallet, a number, a name, or a whole message with several of them. */
import * as z from 'zod/mini';
import {
  checkLimits,
  checkReasonKinds,
  checkSourceKinds,
  checkVerdicts,
  lookalikeRules,
  numberMeanings,
  readingKinds,
  readingReasons,
} from './check-values.ts';
import { AlertId } from './alerts.ts';
import { Provider, ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { SharedTrace } from './families.ts';
import { familyLimits } from './family-values.ts';
import { indicatorKinds } from './indicator-values.ts';
import { listLimits, textLimits } from './limits.ts';
import { LookupAlert, ProviderMatch } from './lookup.ts';
import { BLIND_ELEMENT_BYTES, MAX_BLIND_KEYS } from './private-check-values.ts';
import { list, text } from './schema.ts';

export * from './check-values.ts';

/** One part of the input, and how it was interpreted. */
export const CheckReading = z.object({
  kind: z.enum(readingKinds),
  /** Normalized. Includes phone numbers, which the person sent. */
  value: text(500),
  why: z.enum(readingReasons),
  /** The country in which a number without country code was read, in lower case as in the directory. */
  country: z.nullable(text(60)),
  verdict: z.enum(checkVerdicts),
});
export type CheckReading = z.infer<typeof CheckReading>;

/** A reason of the verdict. What a field means depends on the kind; a field that a kind does not need is null. */
export const CheckReason = z.object({
  kind: z.enum(checkReasonKinds),
  /** The reading that it is about; null if it is about the whole input. */
  reading: z.nullable(z.int()),
  /** The provider, the title of the alert or warning, the name of the list, or the protected name. */
  name: z.nullable(text(textLimits.title)),
  providerId: z.nullable(ProviderId),
  alertId: z.nullable(AlertId),
  /** Number of checked reports. */
  count: z.nullable(z.int()),
  /** For reports and lists. */
  firstSeenOn: z.nullable(z.iso.date()),
  source: z.object({
    kind: z.enum(checkSourceKinds),
    /** Null for our own data and for what was computed. */
    name: z.nullable(text(textLimits.title)),
    /** A path of this site or a full address. */
    url: z.nullable(text(2000)),
  }),
  /** Of the decision, the newest report, the list, or today for what was computed. */
  date: z.iso.date(),
});
export type CheckReason = z.infer<typeof CheckReason>;

/** A name whose official addresses we know: of a company or an authority that scams imitate. */
const KnownName = z.object({
  name: text(textLimits.title),
  officialHosts: list(text(253), listLimits.officialHosts),
});

export const Lookalike = z.object({
  /** The reading that looks like it. */
  reading: z.int(),
  of: z.extend(KnownName, {
    /** Null for the name of an authority. */
    providerId: z.nullable(ProviderId),
  }),
  rule: z.enum(lookalikeRules),
});
export type Lookalike = z.infer<typeof Lookalike>;

export const CheckProvider = z.extend(ProviderMatch, {
  /** When we last looked at it. */
  checkedOn: z.iso.date(),
});
export type CheckProvider = z.infer<typeof CheckProvider>;

/** A listed provider with a similar name. It is not the one in the input. */
export const SimilarProvider = z.pick(Provider, {
  id: true,
  name: true,
  type: true,
  website: true,
  verificationStatus: true,
  countries: true,
});
export type SimilarProvider = z.infer<typeof SimilarProvider>;

export const CheckLink = z.extend(SharedTrace, {
  /** The reading that is the trace, or that has it. */
  reading: z.int(),
});
export type CheckLink = z.infer<typeof CheckLink>;

export const CheckAnswer = z.object({
  /** The most serious of all readings. `official` only if every reading is. */
  verdict: z.enum(checkVerdicts),
  readings: list(CheckReading, checkLimits.readings),
  /** A number with several possible meanings: the person chooses, and the input is sent again with `numberIs`. */
  question: z.nullable(z.object({ number: text(40), choices: list(z.enum(numberMeanings), numberMeanings.length) })),
  /** Strongest first. */
  reasons: list(CheckReason, checkLimits.reasons),
  /** Providers that own an address in the input or that it names, those with a warning first. */
  providers: list(CheckProvider, checkLimits.providers),
  /** Public alerts about it, then those that have words in common with it. */
  alerts: list(LookupAlert, listLimits.lookup),
  /** Listed providers with similar names, only if nothing else was found. None of them is the one in the input. */
  similar: list(SimilarProvider, checkLimits.similar),
  lookalike: z.nullable(Lookalike),
  /** Nothing is known of what was asked but that it is this name, or an official address of it. */
  known: z.nullable(KnownName),
  /** Items that share a trace with the input. They change no verdict. */
  links: list(CheckLink, familyLimits.traces),
  /** Whether the text promises a profit. */
  promisesProfit: z.boolean(),
});
export type CheckAnswer = z.infer<typeof CheckAnswer>;

const country = z.optional(text(60));

export const checkInput = endpoint({
  method: 'POST',
  path: '/api/check',
  summary:
    'What is known about a link, wallet, phone number, till, chat name, email address, app or name, or about all of them in a pasted message. The input is in no log, and nothing of it is stored but the host of a look-alike, without who asked.',
  access: 'public',
  body: z.object({
    input: text(checkLimits.inputLength),
    /** The person's country: of numbers without country code, and of licences. */
    country,
    /** The answer to `question`. */
    numberIs: z.optional(z.enum(numberMeanings)),
  }),
  reply: CheckAnswer,
  errors: ['INVALID_INPUT'],
  cache: 'never',
  rateLimit: 'check',
});

export const getCheckOfIndicator = endpoint({
  method: 'GET',
  path: '/api/check/:kind/:value',
  summary:
    'The answer about one public indicator, such as a website or wallet, in the spelling of a reading. Phone numbers and other kinds that can be tried out are not found here.',
  access: 'public',
  params: z.object({ kind: z.enum(indicatorKinds), value: text(500) }),
  query: z.object({ country }),
  reply: CheckAnswer,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

const blindElement = z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * BLIND_ELEMENT_BYTES}}$`)));

export const evaluateBlind = endpoint({
  method: 'POST',
  path: '/api/check/blind',
  summary:
    'One step of a check that does not name what is checked: evaluates a blinded element (RFC 9497, ristretto255-SHA512, mode OPRF) under each key, the newest first. The first 16 bytes of the finalised output are looked up in the files of /check/ranges/blind.',
  access: 'public',
  body: z.object({
    /** In hexadecimal. */
    element: blindElement,
  }),
  reply: z.object({ evaluations: list(blindElement, MAX_BLIND_KEYS) }),
  errors: ['INVALID_INPUT'],
  cache: 'never',
  rateLimit: 'blindCheck',
});

export const checkEndpoints = [checkInput, getCheckOfIndicator, evaluateBlind] as const;
