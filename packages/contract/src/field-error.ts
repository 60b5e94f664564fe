/**
 * Error messages of schemas. A schema contains a code instead of a sentence: the browser validates too and shows the
 * code in the user's language, without loading English sentences.
 */
import type { FieldCode, FieldError, ParamsOf } from './field-errors.ts';

type ParamsArgument<Code> = ParamsOf<Code> extends undefined ? [] : [params: ParamsOf<Code>];

/** Builds the message of a schema from a code. */
/* @__NO_SIDE_EFFECTS__ */
export function fieldError<Code extends FieldCode>(code: Code, ...[params]: ParamsArgument<Code>): string {
  return params ? `${code} ${JSON.stringify(params)}` : code;
}

/** Parses the code in a schema's message; other messages come from the schema library. */
export function parseFieldError(message: string): FieldError {
  const [, code = 'INVALID_VALUE', params] = /^([A-Z_]+)(?: ({.+}))?$/.exec(message) ?? [];
  return (params ? { code, params: JSON.parse(params) as unknown } : { code }) as FieldError;
}
