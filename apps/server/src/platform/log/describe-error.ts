/**
 * Converts an error for the log. Database errors quote values, which may be people's data; these are removed. The stack
 * stays.
 */

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  /** The violated constraint and its table, if the database names them. */
  constraint?: string;
  table?: string;
  cause?: DescribedError;
}

const MAX_CAUSE_DEPTH = 5;
/** PostgreSQL's data exceptions: their messages quote the data. */
const DATA_EXCEPTION = /^22/;

const readString = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
};

function toSafeMessage(error: Error): string {
  // The query builder's message ends with the values; the query alone has none.
  const query = readString(error, 'query');
  if (query !== undefined && 'params' in error) return `Failed query: ${query}`;
  const isOfDatabase = readString(error, 'severity') !== undefined && readString(error, 'routine') !== undefined;
  return isOfDatabase && DATA_EXCEPTION.test(readString(error, 'code') ?? '') ? 'A value was refused.' : error.message;
}

/** Only the stack frames, without the message before them. */
const toFrames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Only the stack: the message of an unexpected error may quote anything. */
export const describeFrames = (error: unknown): { type: string; code?: string; stack?: string } =>
  error instanceof Error
    ? {
        type: error.name,
        ...(readString(error, 'code') && { code: readString(error, 'code')! }),
        stack: toFrames(error),
      }
    : { type: typeof error };

export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const details = Object.fromEntries(
    ['code', 'constraint', 'table'].flatMap((name) => {
      const value = readString(error, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const described: DescribedError = {
    type: error.name,
    message: toSafeMessage(error),
    stack: toFrames(error),
    ...details,
  };
  if (error.cause === undefined || depth === MAX_CAUSE_DEPTH) return described;
  return { ...described, cause: describeError(error.cause, depth + 1) };
}
