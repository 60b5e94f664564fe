/** The part of a form that a page needs before validation; the rest can be loaded later. */
import type { Values } from './forms.ts';

/** The hidden field that distinguishes the forms of one page. */
export const FORM_NAME_FIELD = 'form';

/** The typed values, without files. Several checked boxes of one name are joined by commas. */
export function toValues(formData: FormData): Values {
  const values: Values = {};
  for (const [name, value] of formData) {
    if (name === FORM_NAME_FIELD || typeof value !== 'string') continue;
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}
