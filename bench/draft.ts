/**
 * Turns a recorded transaction into a template for any number of similar ones: values that differed between two
 * recordings are generated anew, and an id that occurred twice is the same in both places.
 */
import { randomBytes, randomUUID } from 'node:crypto';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

type DraftValue =
  | { kept: unknown }
  /** Random bytes of this length. */
  | { bytes: number }
  /** The text, with placeholders such as `{0}` for the generated ids. */
  | { written: string };

export interface Draft {
  text: string;
  values: DraftValue[];
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export function draftOf(one: readonly SentStatement[], other: readonly SentStatement[]): Draft[] {
  if (one.length !== other.length || one.some(({ text }, place) => text !== other[place]?.text)) {
    throw new Error('The two transactions are of different kinds.');
  }
  const ids = new Map<string, number>();
  const placeOf = (id: string) => ids.get(id) ?? ids.set(id, ids.size).size - 1;
  return one.map(({ text, values }, place) => ({
    text,
    values: values.map((value, index) => draftValue(value, other[place]!.values[index], placeOf)),
  }));
}

function draftValue(value: unknown, another: unknown, placeOf: (id: string) => number): DraftValue {
  if (Buffer.isBuffer(value)) return { bytes: value.length };
  if (typeof value !== 'string' || typeof another !== 'string' || value === another) return { kept: value };
  const kept = new Set(another.match(uuid));
  return { written: value.replaceAll(uuid, (id) => (kept.has(id) ? id : `{${placeOf(id)}}`)) };
}

/** Creates the next transaction from the template. */
export function fillDraft(draft: readonly Draft[]): SentStatement[] {
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
