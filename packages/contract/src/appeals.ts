/**
 * Appeals against a public verdict, free and without an account. An appeal is a kind of filing, with receipt, questions
 * and evidence.
 */
import * as z from 'zod/mini';
import { appealSubjects, appealRequests, appellants } from './appeal-values.ts';
import { endpoint } from './endpoint.ts';
import { filedFields } from './filed.ts';
import { minimums, textLimits } from './limits.ts';
import { submissionFields } from './public-form.ts';
import { limitLength, id, IsoTime, optionalEmail, optionalText, readable, text } from './schema.ts';
import { fieldError } from './field-error.ts';

export * from './appeal-values.ts';

/** Equal to the id of its filing. */
export const AppealId = id<'AppealId'>();
export type AppealId = z.infer<typeof AppealId>;

const subjectFields = {
  subject: z.enum(appealSubjects, fieldError('ALL_REQUIRED')),
  subjectId: z.uuid(fieldError('ALL_REQUIRED')),
};

export const notFoundErrors = ['ALERT_NOT_FOUND', 'REPORT_NOT_FOUND', 'PROVIDER_NOT_FOUND'] as const;

export const appealFields = {
  ...subjectFields,
  askedBy: z.enum(appellants, fieldError('APPELLANT_REQUIRED')),
  wants: z.enum(appealRequests, fieldError('APPEAL_WISH_REQUIRED')),
  /** The reason; only staff can read it. */
  text: z
    .string(fieldError('APPEAL_TOO_SHORT'))
    .check(readable(), z.minLength(minimums.appeal, fieldError('APPEAL_TOO_SHORT')), limitLength(textLimits.text)),
};

export const NewAppeal = z.object({
  ...appealFields,
  contactName: optionalText(100),
  contactEmail: optionalEmail(),
  ...submissionFields,
});
export type NewAppeal = z.infer<typeof NewAppeal>;

/** An appeal as its sender sees it. */
export const OwnAppeal = z.object({
  id: AppealId,
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  status: z.literal('pending'),
  dueAt: IsoTime,
  /** Whether the page of the verdict shows that an appeal is pending. */
  isNoticed: z.boolean(),
});
export type OwnAppeal = z.infer<typeof OwnAppeal>;

export const fileAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  summary: 'Appeals against a public verdict. It is decided within 14 days by a person who did not decide the verdict.',
  access: 'public',
  body: NewAppeal,
  reply: z.extend(OwnAppeal, filedFields),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', ...notFoundErrors, 'TOO_MANY_APPEALS', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
  idempotencyKey: true,
});

/** A public verdict with the facts that identify it for an appeal. */
export const Appealable = z.object({
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  title: text(textLimits.title),
  appealSince: z.nullable(IsoTime),
  /** When an appeal was dismissed, while a further one is not shown on the page of the verdict. */
  dismissedAt: z.nullable(IsoTime),
});
export type Appealable = z.infer<typeof Appealable>;

export const getAppealable = endpoint({
  method: 'GET',
  path: '/api/appeals/against/:subject/:subjectId',
  summary: 'The public verdict that an appeal is about.',
  access: 'public',
  params: z.object({ subject: z.enum(appealSubjects), subjectId: z.uuid() }),
  reply: Appealable,
  errors: [...notFoundErrors],
  cache: 'shared',
  rateLimit: 'read',
});

export const appealEndpoints = [fileAppeal, getAppealable] as const;
