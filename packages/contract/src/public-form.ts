/**
 * Forms that anyone may send. With scripts, the browser computes a proof of work while the person types, which is cheap
 * for one form and expensive for a flood. Without scripts, the sender confirms by email.
 */
import * as z from 'zod/mini';
import { filingKinds } from './filing-values.ts';
import { endpoint } from './endpoint.ts';
import { Receipt } from './filed.ts';
import { text } from './schema.ts';
import { MailedToken, Message } from './sign-up.ts';
import { languages } from './site.ts';

export const publicFormKinds = ['contact', 'experience', ...filingKinds] as const;
export type PublicFormKind = (typeof publicFormKinds)[number];

/** Fields that every public form sends beside its own. */
export const submissionFields = {
  proof: z.optional(text(5000)),
  language: z.optional(z.enum(languages)),
};

export const Submitted = z.extend(Message, {
  /** Present if the sender has to open an emailed link first. */
  mailed: z.optional(z.literal(true)),
});

/** The challenge. The browser returns it completely with the solution, since the signature covers all of it. */
const WorkChallenge = z.object({
  parameters: z.object({
    algorithm: text(50),
    nonce: text(200),
    salt: text(200),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: text(200),
    keySignature: z.optional(text(200)),
    expiresAt: z.optional(z.int()),
  }),
  signature: z.optional(text(200)),
});

export const getProofOfWork = endpoint({
  method: 'GET',
  path: '/api/proof-of-work',
  summary: 'A challenge to solve before a public form is sent. Each is good for one form.',
  access: 'public',
  reply: z.object({ challenge: WorkChallenge }),
  errors: ['RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'challenge',
});

export const confirmSubmission = endpoint({
  method: 'POST',
  path: '/api/confirm-submission',
  summary: 'Confirms by email a form that was sent without a proof of work.',
  access: 'public',
  body: z.object({ token: MailedToken }),
  /** The kind of submission, and the receipt of a report, since its sender had left the page. */
  reply: z.extend(Message, { kind: z.enum(publicFormKinds), receipt: z.optional(Receipt) }),
  errors: [
    'INVALID_INPUT',
    'LINK_INVALID',
    'ALERT_NOT_FOUND',
    'REPORT_NOT_FOUND',
    'PROVIDER_NOT_FOUND',
    'TOO_MANY_APPEALS',
    'RATE_LIMITED',
  ],
  cache: 'never',
  rateLimit: 'mailedLink',
});
