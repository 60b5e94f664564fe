/** One question over everything that is public: is this name, address or number known, and are people warned of it? */
import * as z from 'zod/mini';
import { indicatorKinds } from './indicator-values.ts';
import { Alert } from './alerts.ts';
import { Provider } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { listLimits, textLimits } from './limits.ts';
import { IsoTime, list, text } from './schema.ts';

export const LookupAlert = z.pick(Alert, {
  id: true,
  title: true,
  advice: true,
  language: true,
  alertType: true,
  severity: true,
  affectedCountries: true,
  createdAt: true,
});
export type LookupAlert = z.infer<typeof LookupAlert>;

/** A provider that people are warned of, listed or not. */
export const WarnedProvider = z.pick(Provider, {
  id: true,
  name: true,
  otherNames: true,
  type: true,
  website: true,
  verificationStatus: true,
  flaggedReasons: true,
  countries: true,
});
export type WarnedProvider = z.infer<typeof WarnedProvider>;

/** What was asked for was itself named in reports that our team has verified. */
export const KnownIndicator = z.object({ kind: z.enum(indicatorKinds), reportCount: z.int(), lastSeenAt: IsoTime });
export type KnownIndicator = z.infer<typeof KnownIndicator>;

export const Lookup = z.object({
  /** Listed providers that match, whatever else a list is narrowed by. */
  matches: z.int(),
  /** Flagged and suspended providers that are called so or have this web address; without any match, suspended ones called alike. */
  warned: list(WarnedProvider, listLimits.lookup),
  /** Public alerts that name it, or a provider that is called so. */
  alerts: list(LookupAlert, listLimits.lookup),
  indicators: list(KnownIndicator, listLimits.lookup),
  /** Listed providers whose names look alike. None of them is the one that was asked for: they are told where nothing matches. */
  similar: list(Provider, listLimits.lookup),
});
export type Lookup = z.infer<typeof Lookup>;

export const lookUp = endpoint({
  method: 'GET',
  path: '/api/lookup',
  summary: 'What is known about a name, web address, wallet, phone number or chat name, and what merely looks like it.',
  access: 'public',
  query: z.object({
    search: text(textLimits.search),
    /** Where a telephone number without country code is at home. */
    country: z.optional(text(60)),
  }),
  reply: Lookup,
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});
