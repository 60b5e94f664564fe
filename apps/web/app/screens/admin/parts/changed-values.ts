/** An edit dialog sends only the changed values, so that it does not overwrite somebody else's changes. */
import type { Values } from '../../../lib/forms/forms.ts';

const inOneWay = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

export function changedValues(given: Values, before: Values): Values {
  const isChanged = ([name, value]: [string, string]) =>
    name in before ? inOneWay(value) !== inOneWay(before[name] ?? '') : value.trim() !== '';
  return Object.fromEntries(Object.entries(given).filter(isChanged));
}

/** Validates only the changed values. */
export const ofChanges = <Checked>(schema: { safeParse: (value: unknown) => Checked }, before: Values) => ({
  safeParse: (given: unknown) => schema.safeParse(changedValues(given as Values, before)),
});
