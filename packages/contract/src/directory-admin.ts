/** Providers in the admin console: verdicts, scores and listings. */
import * as z from 'zod/mini';
import { outcomeFields } from './decisions-admin.ts';
import {
  badgeNames,
  MAX_OTHER_NAMES,
  Provider,
  ProviderId,
  providerTypes,
  reviewStates,
  verificationStatuses,
} from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { riskLevels } from './risk.ts';
import { integer, IsoTime, list, publishedText, requiredPublished } from './schema.ts';
import { pagedQueryFields, staffReadDefaults, reason, staffCommonErrors, staffWriteDefaults } from './staff.ts';
import { factFields } from './provider-facts.ts';
import { NewSubmission } from './submissions.ts';
import { fieldError } from './field-error.ts';

export const AdminProvider = z.extend(Provider, {
  reviewState: z.enum(reviewStates),
  /** Those that an administrator gave, also while they are hidden because of a warning. */
  badges: list(z.enum(badgeNames), badgeNames.length),
  createdAt: IsoTime,
  ...outcomeFields,
});
export type AdminProvider = z.infer<typeof AdminProvider>;

export const listAdminProviders = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/providers',
  summary: 'All providers, listed or not, newest first.',
  query: z.object({
    ...pagedQueryFields,
    verificationStatus: z.optional(z.enum(verificationStatuses)),
    reviewState: z.optional(z.enum(reviewStates)),
  }),
  reply: list(AdminProvider, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

/** The public fields of a listing, validated like a submission but without minimum lengths. */
const { website, countries, licenseInfo } = NewSubmission.shape;
const listingFields = {
  name: requiredPublished('NAME_REQUIRED', textLimits.title),
  type: z.enum(providerTypes, fieldError('SUBMISSION_TYPE_REQUIRED')),
  description: requiredPublished('DESCRIPTION_REQUIRED', textLimits.text),
  website,
  countries,
  licenseInfo,
  ...factFields,
  otherNames: z.optional(list(publishedText(textLimits.title), MAX_OTHER_NAMES)),
  /** Given in addition to the compliance badge. Not shown while there is a warning. */
  badges: z.optional(list(z.enum(badgeNames), badgeNames.length)),
};

export const createProvider = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/providers',
  summary: 'Adds a provider to the directory, with verification pending.',
  body: z.object({
    ...listingFields,
    /** Confirms that a provider with the same name or website as a known one is a different provider. */
    isAnother: z.optional(z.boolean()),
  }),
  reply: AdminProvider,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'PROVIDER_KNOWN', 'PRIVATE_DATA_FOUND', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const getAdminProvider = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/providers/:providerId',
  summary: 'One provider, listed or not.',
  params: z.object({ providerId: ProviderId }),
  reply: AdminProvider,
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND'],
});

export const updateProvider = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/providers/:providerId',
  summary: 'Changes a verdict, its figures or the listing. Changes that weaken a warning need a second administrator.',
  params: z.object({ providerId: ProviderId }),
  body: z.object({
    verificationStatus: z.optional(z.enum(verificationStatuses)),
    riskScore: z.optional(z.enum(riskLevels)),
    regulatoryCompliance: z.optional(integer(0, 100)),
    userSatisfaction: z.optional(integer(0, 100)),
    securityMeasures: z.optional(integer(0, 100)),
    flaggedReasons: z.optional(list(publishedText(500), 20)),
    ...listingFields,
    name: z.optional(listingFields.name),
    type: z.optional(listingFields.type),
    description: z.optional(listingFields.description),
    countries: z.optional(listingFields.countries),
    reason,
    evidence: reason,
  }),
  reply: AdminProvider,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'PROVIDER_NOT_FOUND',
    'OWN_REPORT',
    'ALREADY_PROPOSED',
    'EVIDENCE_REQUIRED',
    'PRIVATE_DATA_FOUND',
    'RATE_LIMITED',
  ],
});

export const directoryAdminEndpoints = [listAdminProviders, getAdminProvider, createProvider, updateProvider] as const;
