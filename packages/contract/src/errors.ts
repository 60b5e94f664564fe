/** All errors of the API in one table. Every error response has the same shape. */
import * as z from 'zod/mini';
import { apiKeyErrors, v1Errors } from './api-errors.ts';
import { businessErrors } from './business-errors.ts';
import { publicErrors } from './public-errors.ts';
import { text } from './schema.ts';
import { staffErrors } from './staff-errors.ts';

export { errorKinds } from './public-errors.ts';

export const errors = { ...publicErrors, ...staffErrors, ...businessErrors, ...apiKeyErrors, ...v1Errors };

export type ErrorCode = keyof typeof errors;

export const ErrorReply = z.object({
  message: text(500),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), text(500))),
  /** The same for programs: the code of each message and its parameters. */
  fieldErrors: z.optional(
    z.record(z.string(), z.object({ code: text(50), params: z.optional(z.record(z.string(), z.number())) })),
  ),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
