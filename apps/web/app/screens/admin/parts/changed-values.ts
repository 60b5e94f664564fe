/** Of what an edit dialog holds only what was changed is sent, so that nobody's work meanwhile is undone by the way. */
import type { Values } from '../../../lib/forms/forms.ts';

const inOneWay = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

export function changedValues(given: Values, before: Values): Values {
  const isChanged = ([name, value]: [string, string]) =>
    name in before ? inOneWay(value) !== inOneWay(before[name] ?? '') : value.trim() !== '';
  return Object.fromEntries(Object.entries(given).filter(isChanged));
}

/** A schema of an edit, asked about the changes alone. */
export const ofChanges = <Checked>(schema: { safeParse: (value: unknown) => Checked }, before: Values) => ({
  safeParse: (given: unknown) => schema.safeParse(changedValues(given as Values, before)),
});
