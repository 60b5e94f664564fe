/**
 * The one error the product throws on purpose. The code decides status and words for people; the cause is for the log only.
 */
import { type ErrorCode, errors } from '@hakiki/contract/errors';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** What is wrong with which field, in words for people; only for invalid input. */
  readonly fields: Record<string, string> | undefined;
  /** When trying again makes sense, if we know. */
  readonly retryAfterSeconds: number | undefined;
  /** Sent with the refusal, such as the cookie of a sign-in that is not finished. */
  readonly headers: [string, string][];

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown;
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      headers?: [string, string][];
    } = {},
  ) {
    super(errors[code].message, 'cause' in options ? { cause: options.cause } : {});
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? [];
  }
}

type CodeOfKind<Kind> = {
  [Code in ErrorCode]: (typeof errors)[Code]['kind'] extends Kind ? Code : never;
}[ErrorCode];

export const invalid = (fields: Record<string, string>) => new AppError('INVALID_INPUT', { fields });
export const notFound = (code: CodeOfKind<'not_found'>) => new AppError(code);
export const unavailable = (cause: unknown) => new AppError('UNAVAILABLE', { cause });
