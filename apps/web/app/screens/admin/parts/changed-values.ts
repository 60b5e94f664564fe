/** An edit dialog sends only the changed values, so that it does not overwrite somebody else's changes. */
import type { Values } from '../../../lib/forms/forms.ts';

const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

export function pickChangedValues(values: Values, before: Values): Values {
  const isChanged = ([name, value]: [string, string]) =>
    name in before ? normalizeText(value) !== normalizeText(before[name] ?? '') : value.trim() !== '';
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

/** Validates only the changed values. */
export const validateChangesOnly = <Result>(schema: { safeParse: (value: unknown) => Result }, before: Values) => ({
  safeParse: (values: unknown) => schema.safeParse(pickChangedValues(values as Values, before)),
});

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
