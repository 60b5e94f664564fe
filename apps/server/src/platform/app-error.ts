/** An error thrown on purpose. The code decides status and message; the cause is for the log only. */
import { type ErrorCode, errors } from '@hakiki/contract/errors';
import type { FieldError, PlainFieldCode } from '@hakiki/contract/field-errors';
import type { MarkedText } from '@hakiki/contract/private-data';

/** The message of the schema library, if the code has no message of its own. */
export type FieldProblem = FieldError & { message?: string };

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Problems by field; only for invalid input. */
  readonly fields: Record<string, FieldProblem> | undefined;
  /** When a retry makes sense, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** Sent with the error response, such as the cookie of an unfinished sign-in. */
  readonly headers: [string, string][];
  /** Private details that the caller must confirm before publication. Sent to the caller only, never logged. */
  readonly privateData: readonly MarkedText[] | undefined;

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown;
      fields?: Record<string, FieldProblem>;
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

export const invalidInput = (fields: Record<string, PlainFieldCode | FieldProblem>) =>
  new AppError('INVALID_INPUT', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, problem]) => [
        name,
        typeof problem === 'string' ? { code: problem } : problem,
      ]),
    ),
  });
export const notFound = (code: CodeOfKind<'not_found'>) => new AppError(code);
export const unavailable = (cause: unknown) => new AppError('UNAVAILABLE', { cause });
