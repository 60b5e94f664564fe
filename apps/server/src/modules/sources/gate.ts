/** Decides whether a list may replace the last one without a person. */
import type { SnapshotReason } from '@hakiki/contract/source-values';
import type { Comparison } from '../indicators/service.ts';
import type { ListSource } from './list-sources.ts';

const MAX_CHANGED_SHARE = 0.2;
/** In a list of a few entries, one of them is more than a fifth. */
const MAX_FEW_CHANGES = 5;
const MAX_UNREADABLE_SHARE = 0.2;

type Range = Pick<ListSource, 'minEntries' | 'maxEntries' | 'isSafelist'>;

const exceeds = (changed: number, total: number): boolean =>
  changed > Math.max(MAX_FEW_CHANGES, total * MAX_CHANGED_SHARE);

export function findReasons(
  { minEntries, maxEntries, isSafelist }: Range,
  { entries, unreadable, added, gone, conflicts, listedBefore }: Comparison,
): SnapshotReason[] {
  const isFirst = listedBefore === 0;
  return [
    ...(unreadable > (entries + unreadable) * MAX_UNREADABLE_SHARE ? (['unreadable'] as const) : []),
    ...(entries < minEntries || entries > maxEntries ? (['count'] as const) : []),
    ...(!isFirst && exceeds(added + gone, listedBefore) ? (['change'] as const) : []),
    ...(conflicts > 0 ? ([isSafelist ? 'reported' : 'safelisted'] as const) : []),
  ];
}

/** Two people take many warnings away, or declare safe what we warn of. */
export const needsSecondPerson = (
  isSafelist: boolean,
  { gone, conflicts, listedBefore }: Pick<Comparison, 'gone' | 'conflicts' | 'listedBefore'>,
): boolean => (isSafelist ? conflicts > 0 : exceeds(gone, listedBefore));
