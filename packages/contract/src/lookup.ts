/** A search over all public data: is this name, URL or number known, and is there a warning about it? */
import * as z from 'zod/mini';
import { indicatorKinds } from './indicator-values.ts';
import { Alert } from './alerts.ts';
import { Provider } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { ProviderLicence } from './licences.ts';
import { listLimits, textLimits } from './limits.ts';
import { IsoTime, list, text } from './schema.ts';

export const LookupAlert = z.extend(
  z.pick(Alert, {
    id: true,
    title: true,
    advice: true,
    language: true,
    alertType: true,
    severity: true,
    affectedCountries: true,
    createdAt: true,
  }),
  {
    /** Whether the alert is about the searched indicator; otherwise its title only has the same words. */
    isAbout: z.boolean(),
  },
);
export type LookupAlert = z.infer<typeof LookupAlert>;

/**
 * How a search names a provider: it is the name or web address (`whole`), contains it (`part`), or contains only the
 * first word of the name (`firstWord`).
 */
export const nameMatches = ['whole', 'part', 'firstWord'] as const;

/** A provider that the search names, listed or not. */
export const ProviderMatch = z.extend(
  z.pick(Provider, {
    id: true,
    name: true,
    otherNames: true,
    type: true,
    website: true,
    verificationStatus: true,
    flaggedReasons: true,
    countries: true,
  }),
  {
    match: z.enum(nameMatches),
    /** Its state in the given country, or in the first countries where it works. */
    licences: list(ProviderLicence, listLimits.lookupLicences),
  },
);
export type ProviderMatch = z.infer<typeof ProviderMatch>;

/** The search text itself occurs in verified reports. */
export const KnownIndicator = z.object({ kind: z.enum(indicatorKinds), reportCount: z.int(), lastSeenAt: IsoTime });
export type KnownIndicator = z.infer<typeof KnownIndicator>;

export const Lookup = z.object({
  /** Number of matching listed providers, without other filters. */
  matches: z.int(),
  /** Flagged and suspended providers that it names; without any match, suspended ones whose names contain it. */
  warned: list(ProviderMatch, listLimits.lookup),
  /** Other listed providers whose full name or web address is in it. */
  named: list(ProviderMatch, listLimits.lookup),
  /** Public alerts about it or about a provider that it names. */
  alerts: list(LookupAlert, listLimits.lookup),
  indicators: list(KnownIndicator, listLimits.lookup),
  /** It is a wallet address whose checksum or length is wrong: coins that are sent there are lost. */
  isMistypedWallet: z.boolean(),
  /** Listed providers with similar names, only if nothing matches. None of them is the searched one. */
  similar: list(Provider, listLimits.lookup),
});
export type Lookup = z.infer<typeof Lookup>;

export const lookUp = endpoint({
  method: 'GET',
  path: '/api/lookup',
  summary:
    'What is known about a name, web address, wallet, phone number or chat name, or about those in a pasted message, and what merely looks like it.',
  access: 'public',
  query: z.object({
    search: text(textLimits.message),
    /** The reader's country: of a telephone number without country code, and of licences. */
    country: z.optional(text(60)),
  }),
  reply: Lookup,
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});
