/**
 * Disputes: a claim that a link, wallet, number or name is not a scam, or not a look-alike. Free and without an
 * account. A dispute is a kind of filing, with receipt, questions and evidence.
 */
import * as z from 'zod/mini';
import { disputeGrounds } from './dispute-values.ts';
import { endpoint } from './endpoint.ts';
import { fieldError } from './field-error.ts';
import { filedFields } from './filed.ts';
import { indicatorKinds } from './indicator-values.ts';
import { minimums, textLimits } from './limits.ts';
import { submissionFields } from './public-form.ts';
import { id, IsoTime, limitLength, optionalEmail, optionalText, readable, required } from './schema.ts';

export * from './dispute-values.ts';

/** Equal to the id of its filing. */
export const DisputeId = id<'DisputeId'>();
export type DisputeId = z.infer<typeof DisputeId>;

export const NewDispute = z.object({
  /** The link, wallet, number or name, in any usual form. */
  about: required('DISPUTE_ABOUT_REQUIRED', textLimits.dispute),
  ground: z.enum(disputeGrounds, fieldError('DISPUTE_GROUND_REQUIRED')),
  /** The reason; only staff can read it. */
  text: z
    .string(fieldError('DISPUTE_TOO_SHORT'))
    .check(readable(), z.minLength(minimums.dispute, fieldError('DISPUTE_TOO_SHORT')), limitLength(textLimits.text)),
  contactName: optionalText(100),
  contactEmail: optionalEmail(),
  ...submissionFields,
});
export type NewDispute = z.infer<typeof NewDispute>;

/** A dispute as its sender sees it. It does not reveal whether anything is known about the indicator, or from whom. */
export const OwnDispute = z.object({
  id: DisputeId,
  kind: z.enum(indicatorKinds),
  status: z.literal('pending'),
  dueAt: IsoTime,
});
export type OwnDispute = z.infer<typeof OwnDispute>;

export const fileDispute = endpoint({
  method: 'POST',
  path: '/api/disputes',
  summary:
    'Says that a link, wallet, number or name is not a scam, or not a look-alike. It is decided within 72 hours.',
  access: 'public',
  body: NewDispute,
  reply: z.extend(OwnDispute, filedFields),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'ALREADY_DISPUTED', 'TOO_MANY_DISPUTES', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
  idempotencyKey: true,
});
