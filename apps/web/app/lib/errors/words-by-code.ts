/** Types of the error texts: one per code of the contract, with the parameters of its sentence. */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FieldCode, ParamsOf } from '@hakiki/contract/field-errors';

export type Code = ErrorCode | FieldCode;

export type WordsFor<Known extends Code> = { readonly [Each in Known]: (params: ParamsOf<Each>) => string };

/** Texts for some of the codes, used by a part of the site. */
export type Words = Partial<WordsFor<Code>>;
