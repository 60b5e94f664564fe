/**
 * Turns a recorded transaction into a template for any number of similar ones: values that differed between two
 * recordings are generated again, and an id that occurred twice is the same in both places.
 */
import { randomBytes, randomUUID } from 'node:crypto';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

type TemplateValue =
  | { kept: unknown }
  /** Random bytes of this length. */
  | { bytes: number }
  /** The text, with placeholders such as `{0}` for the generated ids. */
  | { written: string };

export interface StatementTemplate {
  text: string;
  values: TemplateValue[];
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export function createTemplate(one: readonly SentStatement[], other: readonly SentStatement[]): StatementTemplate[] {
  if (one.length !== other.length || one.some(({ text }, place) => text !== other[place]?.text)) {
    throw new Error('The two transactions are of different kinds.');
  }
  const ids = new Map<string, number>();
  const indexOfId = (id: string) => ids.get(id) ?? ids.set(id, ids.size).size - 1;
  return one.map(({ text, values }, place) => ({
    text,
    values: values.map((value, index) => createTemplateValue(value, other[place]!.values[index], indexOfId)),
  }));
}

function createTemplateValue(value: unknown, another: unknown, indexOfId: (id: string) => number): TemplateValue {
  if (Buffer.isBuffer(value)) return { bytes: value.length };
  if (typeof value !== 'string' || typeof another !== 'string' || value === another) return { kept: value };
  const kept = new Set(another.match(uuid));
  return { written: value.replaceAll(uuid, (id) => (kept.has(id) ? id : `{${indexOfId(id)}}`)) };
}

/** Creates the next transaction from the template. */
export function fillTemplate(draft: readonly StatementTemplate[]): SentStatement[] {
  const ids: string[] = [];
  const idAt = (place: number) => (ids[place] ??= randomUUID());
  return draft.map(({ text, values }) => ({
    text,
    values: values.map((value) => {
      if ('bytes' in value) return randomBytes(value.bytes);
      if ('kept' in value) return value.kept;
      return value.written.replaceAll(/\{(\d+)\}/g, (_, place: string) => idAt(Number(place)));
    }),
  }));
}
