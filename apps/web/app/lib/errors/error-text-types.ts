/** Types of the error texts: one per code of the contract, with the parameters of its sentence. */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FieldCode, ParamsOf } from '@hakiki/contract/field-errors';

export type Code = ErrorCode | FieldCode;

export type ErrorTextsFor<Known extends Code> = { readonly [Key in Known]: (params: ParamsOf<Key>) => string };

/** Texts for some of the codes, used by a part of the site. */
export type ErrorTexts = Partial<ErrorTextsFor<Code>>;
