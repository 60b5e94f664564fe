/** Experiences that anyone can share about a provider. Public once approved; not part of a provider's rating. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { Submitted, submissionFields } from './public-form.ts';
import { reviewIssueTypes } from './review-values.ts';
import { ratingScale, stars } from './reviews.ts';
import { email, id, integer, IsoTime, list, queryInteger, required, text } from './schema.ts';
import { languages } from './site.ts';

export const ExperienceId = id<'ExperienceId'>();
export type ExperienceId = z.infer<typeof ExperienceId>;

const MAX_EXPERIENCES = 50;

export const Experience = z.object({
  id: ExperienceId,
  providerName: text(textLimits.title),
  rating: integer(ratingScale.min, ratingScale.max),
  experience: text(textLimits.text),
  issueType: z.enum(reviewIssueTypes),
  /** The language of the page on which it was written. */
  language: z.enum(languages),
  createdAt: IsoTime,
});
export type Experience = z.infer<typeof Experience>;

export const NewExperience = z.object({
  providerName: required('PROVIDER_NAME_REQUIRED', textLimits.title),
  rating: stars(),
  experience: required('EXPERIENCE_REQUIRED', textLimits.text),
  issueType: z._default(z.enum(reviewIssueTypes), 'none'),
  /** Only without a proof of work: the sender then has to confirm by email. */
  email: z.optional(email()),
  ...submissionFields,
});

export const submitExperience = endpoint({
  method: 'POST',
  path: '/api/experiences',
  summary: 'Shares an experience with a provider. It is public once it was approved.',
  access: 'public',
  body: NewExperience,
  reply: z.extend(Submitted, { id: ExperienceId, status: z.literal('pending') }),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
});

export const listExperiences = endpoint({
  method: 'GET',
  path: '/api/experiences',
  summary: 'Approved experiences, newest first.',
  access: 'public',
  query: z.object({ limit: queryInteger(1, MAX_EXPERIENCES, 3) }),
  reply: list(Experience, MAX_EXPERIENCES),
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});
