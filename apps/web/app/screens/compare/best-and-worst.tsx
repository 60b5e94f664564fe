/** Finds the best and the worst of the compared providers in a row. */
import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import { Icon } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

export type Extreme = 'best' | 'worst';

/** More is better; undefined if there is nothing to rank. */
export type Rank = (provider: Provider) => number | undefined;

/**
 * If all values are equal, there is no best one. A flagged provider is never marked as best, since that is no reason to
 * choose it.
 */
export function findExtremes(rank: Rank | undefined, providers: readonly Provider[]): Map<string, Extreme> {
  const ranked = providers.flatMap((provider) => {
    const value = rank?.(provider);
    return value === undefined ? [] : [{ provider, value }];
  });
  const values = ranked.map(({ value }) => value);
  const [highest, lowest] = [Math.max(...values), Math.min(...values)];
  if (ranked.length < 2 || highest === lowest) return new Map();
  return new Map(
    ranked.flatMap(({ provider: { id, verificationStatus }, value }): [string, Extreme][] => {
      if (value === lowest) return [[id, 'worst']];
      return value === highest && !isFlaggedOrSuspended(verificationStatus) ? [[id, 'best']] : [];
    }),
  );
}

const markStyles = {
  best: { icon: 'check-circle', className: 'bg-verified-soft text-verified', label: m.compare_best },
  worst: { icon: 'warning', className: 'bg-flagged-soft text-flagged', label: m.compare_worst },
} as const;

/** A text with an icon; the colour only repeats it. */
export function ExtremeMark({ extreme }: { extreme: Extreme }) {
  const { icon, className, label } = markStyles[extreme];
  return (
    <span
      data-extreme={extreme}
      className={`inline-flex items-center gap-1 rounded-full px-2 text-sm font-semibold ${className}`}
    >
      <Icon name={icon} className="size-3.5" />
      {label()}
    </span>
  );
}
