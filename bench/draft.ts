/**
 * One transaction as it was sent, made into a draft from which any number of the same kind can be written: what differed between
 * two of them is new each time, and the same wherever it stood twice.
 */
import { randomBytes, randomUUID } from 'node:crypto';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

type DraftValue =
  | { kept: unknown }
  /** Bytes of this length, drawn anew. */
  | { bytes: number }
  /** The text, with the places of the ids that are drawn anew: `{0}`. */
  | { written: string };

export interface Draft {
  text: string;
  values: DraftValue[];
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export function draftOf(one: readonly SentStatement[], other: readonly SentStatement[]): Draft[] {
  if (one.length !== other.length || one.some(({ text }, place) => text !== other[place]?.text)) {
    throw new Error('The two were not of one kind.');
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

/** Writes the next of its kind. */
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
