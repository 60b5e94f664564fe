/**
 * The messages of the schemas. A schema says a code in place of a sentence: it is checked in the browser too, where the words are those
 * of the reader's language, and so no page carries English sentences that it never shows.
 */
import type { FieldCode, FieldError, ParamsOf } from './field-errors.ts';

type Blanks<Code> = ParamsOf<Code> extends undefined ? [] : [params: ParamsOf<Code>];

/** What a schema says, as its message. */
/* @__NO_SIDE_EFFECTS__ */
export function fieldError<Code extends FieldCode>(code: Code, ...[params]: Blanks<Code>): string {
  return params ? `${code} ${JSON.stringify(params)}` : code;
}

/** The code in a schema's message; where it has none, it is a sentence of the schema library. */
export function readFieldError(message: string): FieldError {
  const [, code = 'INVALID_VALUE', params] = /^([A-Z_]+)(?: ({.+}))?$/.exec(message) ?? [];
  return (params ? { code, params: JSON.parse(params) as unknown } : { code }) as FieldError;
}
