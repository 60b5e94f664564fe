/** Rescue contacts in the console: which to call, what a call found, and changes that a second person confirms. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldError } from './field-error.ts';
import { textLimits } from './limits.ts';
import { RescueContact, rescueContactFacts, RescueContactId } from './rescue.ts';
import { hasValidCodes, rescueCallOutcomes } from './rescue-values.ts';
import { id, IsoTime, list, optionalText, required, text } from './schema.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

export const RescueChangeId = id<'RescueChangeId'>();
export type RescueChangeId = z.infer<typeof RescueChangeId>;

const RescueVersion = z.object({
  id: RescueChangeId,
  facts: z.object(rescueContactFacts),
  reason: text(textLimits.text),
  state: z.enum(['proposed', 'current', 'past', 'rejected']),
  proposedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  proposedAt: IsoTime,
  decidedBy: z.nullable(text(254)),
  decidedAt: z.nullable(IsoTime),
});
export type RescueVersion = z.infer<typeof RescueVersion>;

const RescueCall = z.object({
  outcome: z.enum(rescueCallOutcomes),
  note: z.nullable(text(textLimits.advice)),
  calledBy: z.nullable(text(254)),
  calledAt: IsoTime,
});

export const AdminRescueContact = z.extend(RescueContact, {
  country: text(2),
  /** How many visitors said that it does not work since our last call. */
  failures: z.int(),
  lastCallAt: z.nullable(IsoTime),
  /** When it has to be called again; null if it was never called. */
  dueAt: z.nullable(IsoTime),
  isDue: z.boolean(),
  change: z.nullable(RescueVersion),
});
export type AdminRescueContact = z.infer<typeof AdminRescueContact>;

export const listAdminRescueContacts = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/rescue-contacts',
  summary: 'All rescue contacts: those that visitors report as dead first, then those that are due for a call.',
  reply: list(AdminRescueContact, 500),
  errors: [...staffCommonErrors],
});

export const getRescueHistory = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/rescue-contacts/:id',
  summary: 'The calls to one contact and its versions, newest first.',
  params: z.object({ id: RescueContactId }),
  reply: z.object({ calls: list(RescueCall, 100), versions: list(RescueVersion, 100) }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RESCUE_CONTACT_NOT_FOUND'],
});

const contactWrite = {
  ...queueWriteDefaults,
  method: 'POST',
  params: z.object({ id: RescueContactId }),
  reply: AdminRescueContact,
} as const;
const contactWriteErrors = ['INVALID_INPUT', ...staffCommonErrors, 'RESCUE_CONTACT_NOT_FOUND', 'RATE_LIMITED'] as const;

export const recordRescueCall = endpoint({
  ...contactWrite,
  path: '/api/admin/rescue-contacts/:id/calls',
  summary:
    'Records a call to a contact. One that works is due again in 90 days; one that does not is marked in public.',
  body: z.object({ outcome: z.enum(rescueCallOutcomes), note: optionalText(textLimits.advice) }),
  errors: contactWriteErrors,
});

export const proposeRescueChange = endpoint({
  ...contactWrite,
  path: '/api/admin/rescue-contacts/:id/changes',
  summary: 'Proposes a change of a contact. It is public when a second person has confirmed it.',
  body: z.object({
    ...rescueContactFacts,
    name: required('NAME_REQUIRED', 200),
    contact: required('TEXT_REQUIRED', 200).check(z.refine(hasValidCodes, { error: fieldError('USSD_INVALID') })),
    howTo: required('TEXT_REQUIRED', 1000),
    sourceName: required('TEXT_REQUIRED', 200),
    sourceUrl: z.nullable(text(500).check(z.regex(/^https?:\/\/\S+$/, fieldError('INVALID_URL')))),
    asOf: z.nullable(text(10).check(z.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/))),
    reason: required('REASON_REQUIRED', textLimits.text),
  }),
  errors: [...contactWriteErrors, 'RESCUE_CHANGE_PENDING'],
});

const changeWrite = {
  ...queueWriteDefaults,
  method: 'POST',
  params: z.object({ id: RescueChangeId }),
  reply: AdminRescueContact,
} as const;
const changeErrors = [
  'INVALID_INPUT',
  ...staffCommonErrors,
  'RESCUE_CHANGE_NOT_FOUND',
  'OWN_RESCUE_CHANGE',
  'ALREADY_DECIDED',
  'RATE_LIMITED',
] as const;

export const confirmRescueChange = endpoint({
  ...changeWrite,
  path: '/api/admin/rescue-changes/:id/confirm',
  summary: 'Confirms a change as a second person. The contact counts as not confirmed until somebody calls it.',
  errors: changeErrors,
});

export const rejectRescueChange = endpoint({
  ...changeWrite,
  path: '/api/admin/rescue-changes/:id/reject',
  summary: 'Rejects a change. Its author can withdraw it in the same way.',
  errors: changeErrors.filter((code) => code !== 'OWN_RESCUE_CHANGE'),
});

export const rescueAdminEndpoints = [
  listAdminRescueContacts,
  getRescueHistory,
  recordRescueCall,
  proposeRescueChange,
  confirmRescueChange,
  rejectRescueChange,
] as const;
