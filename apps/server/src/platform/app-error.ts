/**
 * The one error the product throws on purpose. The code decides status and words for people; the cause is for the log only.
 */
import { type ErrorCode, errors } from '@hakiki/contract/errors';
import type { FieldError, PlainFieldCode } from '@hakiki/contract/field-errors';
import type { MarkedText } from '@hakiki/contract/private-data';

/** The sentence is the code's own, unless it is one of the schema library. */
export type FieldFault = FieldError & { message?: string };

export class AppError extends Error {
  readonly code: ErrorCode;
  /** What is wrong with which field; only for invalid input. */
  readonly fields: Record<string, FieldFault> | undefined;
  /** When trying again makes sense, if we know. */
  readonly retryAfterSeconds: number | undefined;
  /** Sent with the refusal, such as the cookie of a sign-in that is not finished. */
  readonly headers: [string, string][];
  /** What the caller is asked about before it becomes public. Sent to the caller alone, never logged. */
  readonly privateData: readonly MarkedText[] | undefined;

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown;
      fields?: Record<string, FieldFault>;
      retryAfterSeconds?: number;
      headers?: [string, string][];
      privateData?: readonly MarkedText[];
    } = {},
  ) {
    super(errors[code].message, 'cause' in options ? { cause: options.cause } : {});
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? [];
    this.privateData = options.privateData;
  }
}

type CodeOfKind<Kind> = {
  [Code in ErrorCode]: (typeof errors)[Code]['kind'] extends Kind ? Code : never;
}[ErrorCode];

export const invalid = (fields: Record<string, PlainFieldCode | FieldFault>) =>
  new AppError('INVALID_INPUT', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, fault]) => [name, typeof fault === 'string' ? { code: fault } : fault]),
    ),
  });
export const notFound = (code: CodeOfKind<'not_found'>) => new AppError(code);
export const unavailable = (cause: unknown) => new AppError('UNAVAILABLE', { cause });
