/**
 * Texts for the server's error codes in the user's language, which the form schemas use, too. The key of a text is
 * derived from the code (apps/web/compile-texts.ts).
 */
import { errorTexts as publicErrorTexts } from '../../paraglide/public_errors.js';
import { formatNumber } from '../language/format.ts';

const textsByCode = new Map(Object.entries(publicErrorTexts));

/** Registers texts that only a part of the site loads. */
export function registerErrorTexts(texts: typeof publicErrorTexts): void {
  for (const [code, toText] of Object.entries(texts)) textsByCode.set(code, toText);
}

/** The text for a code; undefined for an unknown code, e.g. of a newer server or one for API clients. */
export function getErrorText(code: string | undefined, params: object = {}): string | undefined {
  const format = code === 'YEAR_OUT_OF_RANGE' ? String : formatNumber;
  const formatted = Object.entries(params).map(([name, value]) => [name, format(value as number)]);
  return code === undefined ? undefined : textsByCode.get(code)?.(Object.fromEntries(formatted));
}
