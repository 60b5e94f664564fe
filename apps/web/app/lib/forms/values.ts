/** What a form on a page needs before anything is checked or sent; the rest can come when it is needed. */
import type { Values } from './forms.ts';

/** The hidden field that tells the forms of one page apart. */
export const FORM_NAME = 'form';

/** What was typed; files have no place in these forms. Several ticked boxes of one name are joined by commas. */
export function valuesOf(given: FormData): Values {
  const values: Values = {};
  for (const [name, value] of given) {
    if (name === FORM_NAME || typeof value !== 'string') continue;
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}
