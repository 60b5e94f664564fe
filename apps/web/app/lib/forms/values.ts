/** The part of a form that a page needs before validation; the rest can be loaded later. */
import type { Values } from './forms.ts';

/** The hidden field that tells the forms of one page apart. */
export const FORM_NAME = 'form';

/** The typed values, without files. Several checked boxes of one name are joined by commas. */
export function valuesOf(given: FormData): Values {
  const values: Values = {};
  for (const [name, value] of given) {
    if (name === FORM_NAME || typeof value !== 'string') continue;
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}
