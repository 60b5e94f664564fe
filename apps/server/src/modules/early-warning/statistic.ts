/**
 * When a number of reports is more than chance. The number of people who report in two weeks is taken as Poisson about a usual number
 * that is itself not known exactly: it is learnt from the provider's own past year, begins at what a provider of its size would have,
 * and is the less certain the shorter that past is (a gamma prior, so the count is negative binomial). Why so, and how often it is
 * wrong: docs/decisions/0031-early-warning.md.
 */
import { watchDays, watchLeast } from '@hakiki/contract/watch-values';

export const rule = {
  windowDays: watchDays,
  /** Left out between the window and the past, so that a slow rise does not become usual while it rises. */
  gapDays: 14,
  /** Windows of the past that count: a year. */
  mostWindows: 26,
  /** The size of a provider counts as much as so many windows of a past of its own. */
  sizeWindows: 3,
  /** What its size can explain at least and at most: a provider says itself how many users it has. */
  leastUsual: 0.5,
  mostOfSize: 3,
  least: watchLeast,
  /** One quiet look in so many would reach the number by chance. */
  raiseBelow: 1 / 100_000,
  /** What happens by chance more often than this is nothing remarkable. */
  calmFrom: 1 / 20,
  /** With so few it is over, even where nobody usually reports. */
  leastCalm: 2,
} as const;

export interface Past {
  /** People who reported in the windows of the past, each counted once for each window. */
  people: number;
  windows: number;
  /** Those that a provider of its size would have in one window; null where its size is not known. */
  bySize: number | null;
}

export interface Levels {
  /** In one window. */
  usual: number;
  /** From this many on it is a rise. */
  raiseAt: number;
  /** With so many or fewer it is over. Lower than where it begins, so that it does not come and go (hysteresis). */
  calmAt: number;
}

/** More than anybody counts in two weeks: the sums below end there. */
const MOST = 100_000;

export function levelsOf({ people, windows, bySize }: Past): Levels {
  const expected = Math.min(Math.max(bySize ?? 0, rule.leastUsual), rule.mostOfSize);
  const shape = expected * rule.sizeWindows + people;
  const known = rule.sizeWindows + windows;
  // P(X = 0) of a negative binomial, and from each number to the next.
  let exactly = (known / (known + 1)) ** shape;
  let orMore = 1;
  let calmAt: number = rule.leastCalm;
  let count = 0;
  while (orMore >= rule.raiseBelow && count < MOST) {
    if (orMore >= rule.calmFrom) calmAt = Math.max(count, rule.leastCalm);
    orMore -= exactly;
    exactly *= (shape + count) / (count + 1) / (known + 1);
    count += 1;
  }
  const raiseAt = Math.max(count, rule.least);
  return { usual: shape / known, raiseAt, calmAt: Math.min(calmAt, raiseAt - 1) };
}
