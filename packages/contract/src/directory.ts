/** Providers: who they are, whether they were verified, how risky they are. */
import * as z from 'zod/mini';
import { providerSorts, providerTypes, securityFeatureStates, verificationStatuses } from './directory-values.ts';
import { endpoint } from './endpoint.ts';
import { paging, listLimits, textLimits } from './limits.ts';
import { PublicReply } from './public-reply.ts';
import { riskLevels } from './risk.ts';
import { commaList, id, integer, IsoTime, list, listOffset, queryInteger, text } from './schema.ts';

export * from './directory-values.ts';

export const ProviderId = id<'ProviderId'>();
export type ProviderId = z.infer<typeof ProviderId>;

/** More than any real provider has. */
export const MAX_OTHER_NAMES = 20;
export const MAX_SECURITY_FEATURES = 30;

export const Certification = z.object({
  id: id<'CertificationId'>(),
  name: text(100),
  description: text(500),
  icon: z.nullable(text(40)),
  color: z.nullable(text(40)),
  isActive: z.boolean(),
  priority: z.int(),
});
export type Certification = z.infer<typeof Certification>;

export const SecurityFeature = z.object({ name: text(100), state: z.enum(securityFeatureStates) });
export type SecurityFeature = z.infer<typeof SecurityFeature>;

export const Provider = z.object({
  id: ProviderId,
  name: text(textLimits.title),
  /** Also known as. */
  otherNames: list(text(textLimits.title), MAX_OTHER_NAMES),
  type: z.enum(providerTypes),
  description: text(textLimits.text),
  logoUrl: z.nullable(text(2000)),
  website: z.nullable(text(2000)),
  verificationStatus: z.enum(verificationStatuses),
  flaggedReasons: list(text(500), 20),
  riskScore: z.enum(riskLevels),
  /** Text with one decimal; '0.0' without reviews. */
  rating: z.string().check(z.regex(/^[0-5]\.\d$/)),
  reviewCount: z.int(),
  countries: list(text(60), 60),
  established: z.nullable(z.int()),
  userCount: z.nullable(z.int()),
  licenseInfo: z.nullable(text(500)),
  regulatoryCompliance: integer(0, 100),
  userSatisfaction: integer(0, 100),
  securityMeasures: integer(0, 100),
  certifications: list(z.object({ certification: Certification }), 30),
  securityFeatures: list(SecurityFeature, MAX_SECURITY_FEATURES),
  insurance: z.nullable(text(500)),
});
export type Provider = z.infer<typeof Provider>;

/** A provider with the details of its page. A suspended one is in no list, but keeps its page as a warning. */
export const ProviderDetails = z.extend(Provider, {
  suspension: z.nullable(
    z.object({
      /** Null if no decision is recorded. */
      since: z.nullable(IsoTime),
      reason: z.nullable(text(textLimits.text)),
    }),
  ),
  /** The start of a pending appeal against the verdict. */
  appealSince: z.nullable(IsoTime),
  /** Far more people than usual report that they cannot withdraw, and a moderator has confirmed it. */
  withdrawalWatch: z.nullable(
    z.object({
      /** Number of people who reported in the last `watchDays` days, and the usual number. */
      people: z.int(),
      usual: z.number(),
      /** The watch ends at this number of people or fewer. */
      calmAt: z.int(),
      since: IsoTime,
      countedAt: IsoTime,
    }),
  ),
  /** The reply of the business to the verdict. */
  reply: z.nullable(PublicReply),
});
export type ProviderDetails = z.infer<typeof ProviderDetails>;

export const Stats = z.object({
  totalProviders: z.int(),
  verifiedProviders: z.int(),
  flaggedProviders: z.int(),
  countries: z.int(),
});
export type Stats = z.infer<typeof Stats>;

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  summary: 'How many public providers there are, how many are verified or flagged, and in how many countries.',
  access: 'public',
  reply: Stats,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/providers',
  summary: 'Public providers. Values of one parameter are alternatives; different parameters must all match.',
  access: 'public',
  query: z.object({
    /** Words of a name or description. Without such a match, or in a longer text, finds the providers it names. */
    search: z.optional(text(textLimits.message)),
    /** Searches only names instead of all texts. */
    within: z.optional(z.enum(['names'])),
    country: z.optional(text(60)),
    type: z.optional(commaList()),
    verificationStatus: z.optional(commaList()),
    /** The risk that pages show (getShownRisk), or Unassessed. */
    riskScore: z.optional(commaList()),
    sort: z._default(z.enum(providerSorts), 'relevance'),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Provider, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});

export const getProvider = endpoint({
  method: 'GET',
  path: '/api/providers/:id',
  summary: 'One public provider, or one that was public until it was suspended.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  reply: ProviderDetails,
  errors: ['PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

export const listSimilarProviders = endpoint({
  method: 'GET',
  path: '/api/providers/:id/similar',
  summary:
    'Up to three public providers of the same type, most shared countries first, then by rating; never a flagged or suspended one.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  reply: list(Provider, listLimits.similarProviders),
  errors: ['PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

/** A country of the map with the number of public providers and of those with a warning. */
export const CountryWarnings = z.object({ country: text(60), providers: z.int(), flaggedProviders: z.int() });
export type CountryWarnings = z.infer<typeof CountryWarnings>;

export const listCountryWarnings = endpoint({
  method: 'GET',
  path: '/api/stats/countries',
  summary:
    'For each country, how many public providers work there and how many of them are flagged or network-marketing schemes.',
  access: 'public',
  reply: list(CountryWarnings, 100),
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});
