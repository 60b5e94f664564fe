/** Messages to sales, and the company's contact details. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { Submitted, submissionFields } from './public-form.ts';
import { email, optionalText, required, text } from './schema.ts';

export const NewContactMessage = z.object({
  name: required('NAME_REQUIRED'),
  email: email(),
  company: optionalText(textLimits.title),
  phone: optionalText(30),
  subject: required('SUBJECT_REQUIRED', textLimits.title),
  message: required('MESSAGE_REQUIRED', textLimits.text),
  ...submissionFields,
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Sends a message to sales.',
  access: 'public',
  body: NewContactMessage,
  reply: Submitted,
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
});

export const SiteInfo = z.object({ email: text(254), phone: text(50), office: text(300) });
export type SiteInfo = z.infer<typeof SiteInfo>;

export const getSiteInfo = endpoint({
  method: 'GET',
  path: '/api/site-info',
  summary: 'How to reach the company.',
  access: 'public',
  reply: SiteInfo,
  errors: [],
  cache: 'daily',
  rateLimit: 'read',
});
