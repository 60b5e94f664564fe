/** Which words there can be: one for each code of the contract, and for the blanks of its sentence what fills them. */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FieldCode, ParamsOf } from '@hakiki/contract/field-errors';

export type Code = ErrorCode | FieldCode;

export type WordsFor<Known extends Code> = { readonly [Each in Known]: (params: ParamsOf<Each>) => string };

/** Words for some of the codes: what only a part of the site can be told. */
export type Words = Partial<WordsFor<Code>>;
