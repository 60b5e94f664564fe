/** What a form on a page needs before anything is checked or sent; the rest can come when it is needed. */
import type { Values } from './forms.ts';

/** The hidden field that tells the forms of one page apart. */
export const FORM_NAME = 'form';

/** What was typed; files have no place in these forms. */
export function valuesOf(given: FormData): Values {
  const values: Values = {};
  for (const [name, value] of given) if (name !== FORM_NAME && typeof value === 'string') values[name] = value;
  return values;
}
