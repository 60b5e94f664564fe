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

const LONGEST_CHAIN = 5;
/** PostgreSQL's data exceptions: their messages quote the data. */
const DATA_EXCEPTION = /^22/;

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
};

function messageOf(error: Error): string {
  // The query builder's message ends with the values; the query alone has none.
  const query = textOf(error, 'query');
  if (query !== undefined && 'params' in error) return `Failed query: ${query}`;
  const isOfDatabase = textOf(error, 'severity') !== undefined && textOf(error, 'routine') !== undefined;
  return isOfDatabase && DATA_EXCEPTION.test(textOf(error, 'code') ?? '') ? 'A value was refused.' : error.message;
}

/** Only the stack frames: the message stands before them. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Only the stack: the message of an unexpected error may quote anything. */
export const describeFrames = (error: unknown): { type: string; code?: string; stack?: string } =>
  error instanceof Error
    ? { type: error.name, ...(textOf(error, 'code') && { code: textOf(error, 'code')! }), stack: framesOf(error) }
    : { type: typeof error };

export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const named = Object.fromEntries(
    ['code', 'constraint', 'table'].flatMap((name) => {
      const value = textOf(error, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const described: DescribedError = { type: error.name, message: messageOf(error), stack: framesOf(error), ...named };
  if (error.cause === undefined || depth === LONGEST_CHAIN) return described;
  return { ...described, cause: describeError(error.cause, depth + 1) };
}
