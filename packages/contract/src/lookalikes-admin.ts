/**
 * Look-alikes that people asked about, for moderators, and the names that are protected besides verified providers and
 * authorities. A look-alike holds a public host and counts, nothing about the people who asked.
 */
import * as z from 'zod/mini';
import { lookalikeOutcomes, lookalikeStates } from './admin-values.ts';
import { AlertId } from './alerts.ts';
import { lookalikeRules } from './check-values.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { fieldError } from './field-error.ts';
import { listLimits, paging, textLimits } from './limits.ts';
import { id, IsoTime, knownCountry, list, required, text } from './schema.ts';
import { languages } from './site.ts';
import {
  pagedQueryFields,
  queueReadDefaults,
  queueWriteDefaults,
  staffCommonErrors,
  staffWriteDefaults,
} from './staff.ts';

export const LookalikeId = id<'LookalikeId'>();
export type LookalikeId = z.infer<typeof LookalikeId>;
export const ProtectedNameId = id<'ProtectedNameId'>();
export type ProtectedNameId = z.infer<typeof ProtectedNameId>;

export const AdminLookalike = z.object({
  id: LookalikeId,
  host: text(253),
  rule: z.enum(lookalikeRules),
  of: z.object({
    /** Null for an authority, operator or bank. */
    providerId: z.nullable(ProviderId),
    name: text(textLimits.title),
    officialHosts: list(text(253), listLimits.officialHosts),
  }),
  /** How often it was asked about, counted at most once a minute. */
  asks: z.int(),
  /** Days only: with the time, a log of requests could tell who asked. */
  firstAskedOn: z.iso.date(),
  lastAskedOn: z.iso.date(),
  state: z.enum(lookalikeStates),
  reason: z.nullable(text(textLimits.text)),
  decidedBy: z.nullable(text(254)),
  decidedAt: z.nullable(IsoTime),
  /** The scam report that was started. */
  alertId: z.nullable(AlertId),
});
export type AdminLookalike = z.infer<typeof AdminLookalike>;

export const listLookalikes = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/lookalikes',
  summary: 'Look-alikes of protected names that people asked about: open ones by how often, decided ones newest first.',
  query: z.object({
    state: z._default(z.enum(['open', 'decided']), 'open'),
    limit: pagedQueryFields.limit,
    offset: pagedQueryFields.offset,
  }),
  reply: list(AdminLookalike, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const decideLookalike = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/lookalikes/:id/decision',
  summary: 'Clears the hint for an address, or starts a scam report about it, which another moderator decides.',
  params: z.object({ id: LookalikeId }),
  body: z.object({
    outcome: z.enum(lookalikeOutcomes),
    /** Of a scam report, it is the description. */
    reason: required('REASON_REQUIRED', textLimits.text),
    /** Of a scam report. */
    country: z.optional(knownCountry()),
    language: z.optional(z.enum(languages)),
  }),
  reply: AdminLookalike,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'LOOKALIKE_NOT_FOUND',
    'LOOKALIKE_WARNED',
    'ALREADY_DECIDED',
    'RATE_LIMITED',
  ],
});

export const ProtectedName = z.object({
  id: ProtectedNameId,
  name: text(textLimits.title),
  otherNames: list(text(textLimits.title), listLimits.protectedOtherNames),
  officialHosts: list(text(253), listLimits.officialHosts),
  /** Where we read that these addresses are its own. */
  sourceUrl: text(500),
  addedBy: z.nullable(text(254)),
  createdAt: IsoTime,
});
export type ProtectedName = z.infer<typeof ProtectedName>;

export const listProtectedNames = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/protected-names',
  summary:
    'The names that staff protect from look-alikes, by name. Verified providers and authorities are protected without.',
  reply: list(ProtectedName, listLimits.protectedNames),
  errors: [...staffCommonErrors],
});

export const addProtectedName = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/protected-names',
  summary: 'Protects a name, such as an operator or a bank, with its official addresses and their source.',
  body: z.object({
    name: required('NAME_REQUIRED', textLimits.title),
    otherNames: z._default(list(text(textLimits.title), listLimits.protectedOtherNames), []),
    /** Hosts or links; only their registrable domains are stored. */
    officialHosts: list(text(500), listLimits.officialHosts),
    sourceUrl: text(500).check(z.regex(/^https?:\/\/\S+$/, fieldError('INVALID_URL'))),
  }),
  reply: ProtectedName,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'TOO_MANY_PROTECTED_NAMES', 'RATE_LIMITED'],
});

export const removeProtectedName = endpoint({
  ...staffWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/protected-names/:id',
  summary: 'Stops protecting a name.',
  params: z.object({ id: ProtectedNameId }),
  reply: z.null(),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'PROTECTED_NAME_NOT_FOUND', 'RATE_LIMITED'],
});

export const lookalikesAdminEndpoints = [
  listLookalikes,
  decideLookalike,
  listProtectedNames,
  addProtectedName,
  removeProtectedName,
] as const;
