/**
 * Every way a call can fail, in one table: the code a program reads, the kind that decides the status, and the sentence a
 * person reads. The wire carries exactly one error shape.
 */
import * as z from 'zod/mini';
import { text } from './schema.ts';

export const errorKinds = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  limited: 429,
  unexpected: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof errorKinds;

export const UNEXPECTED_MESSAGE = 'Something went wrong. Please try again.';

export const errors = {
  INVALID_INPUT: { kind: 'invalid', message: 'Please check what you entered.' },
  NOT_SIGNED_IN: { kind: 'unauthenticated', message: 'Please log in to continue.' },
  FORBIDDEN: { kind: 'forbidden', message: 'Your account may not do this.' },
  NOT_FOUND: { kind: 'not_found', message: 'There is nothing at this address.' },
  PROVIDER_NOT_FOUND: {
    kind: 'not_found',
    message: "The provider you're looking for doesn't exist or has been removed.",
  },
  TOO_LARGE: { kind: 'too_large', message: 'This is too large to accept.' },
  RATE_LIMITED: { kind: 'limited', message: 'Too many requests. Please wait a moment.' },
  UNEXPECTED: { kind: 'unexpected', message: UNEXPECTED_MESSAGE },
  UNAVAILABLE: { kind: 'unavailable', message: 'We are very busy right now. Please try again in a moment.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

export type ErrorCode = keyof typeof errors;

export const ErrorReply = z.object({
  message: text(500),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), text(500))),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
