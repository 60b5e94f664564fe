/** Compares the file of a register with its confirmed entries. */
import type { EntryDifference } from '@hakiki/contract/licences-admin';
import type { LicenceEntry } from '@hakiki/contract/licences';
import type { RegisterRow } from './parse-register.ts';

export interface Comparison {
  unchanged: number;
  /** Entries that are new, say something else, or are gone: those have ended. */
  changed: { before: LicenceEntry | undefined; after: RegisterRow }[];
}

const toComparable = ({ holder, number, scope, state, grantedOn, endsOn }: Omit<RegisterRow, 'key'>): string =>
  JSON.stringify([holder, number, scope, state, grantedOn, endsOn]);

export function compareRegister(entries: readonly LicenceEntry[], rows: readonly RegisterRow[]): Comparison {
  const before = new Map(entries.map((entry) => [entry.key, entry]));
  const keys = new Set(rows.map(({ key }) => key));
  const isSame = (row: RegisterRow) => {
    const entry = before.get(row.key);
    return entry !== undefined && toComparable(entry) === toComparable(row);
  };
  const gone = entries.filter(({ key, state }) => !keys.has(key) && state !== 'ended');
  return {
    unchanged: rows.filter(isSame).length,
    changed: [
      ...rows.filter((row) => !isSame(row)).map((after) => ({ before: before.get(after.key), after })),
      ...gone.map((entry) => ({ before: entry, after: { ...entry, state: 'ended' as const } })),
    ],
  };
}

export const toDifferences = ({ changed }: Comparison): EntryDifference[] =>
  changed.map(({ before, after: { key, holder, state } }) => ({ key, holder, from: before?.state ?? null, to: state }));
