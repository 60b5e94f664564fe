/**
 * Decides when a number of reports is more than chance. The number of people who report in two weeks is modelled as
 * Poisson with an uncertain mean, learnt from the provider's past year; the prior is what a provider of its size would
 * have, and the shorter the past, the less certain the mean (a gamma prior, so the count is negative binomial). Reasons
 * and error rates: docs/decisions/0031-early-warning.md.
 */
import { watchDays, minWatchPeople } from '@hakiki/contract/watch-values';

export const rule = {
  windowDays: watchDays,
  /** Days between the window and the past, so that a slow rise does not become usual while it rises. */
  gapDays: 14,
  /** The number of past windows that count: one year. */
  maxWindows: 26,
  /** The weight of the prior by size, in windows of the provider's own past. */
  sizeWindows: 3,
  /** The range of the prior by size; the upper limit exists because providers state their user count themselves. */
  minUsual: 0.5,
  maxUsualBySize: 3,
  minPeople: minWatchPeople,
  /** The probability to reach the number by chance in a quiet window. */
  raiseProbability: 1 / 100_000,
  /** Numbers that are reached by chance more often than this are unremarkable. */
  calmProbability: 1 / 20,
  /** With so few people a watch ends, even if usually nobody reports. */
  minCalmAt: 2,
} as const;

export interface PastReports {
  /** People who reported in the past windows, counted once per window. */
  people: number;
  windows: number;
  /** The expected number in one window for a provider of its size; null if its size is unknown. */
  bySize: number | null;
}

export interface Thresholds {
  /** The expected number in one window. */
  usual: number;
  /** A watch opens at this number. */
  raiseAt: number;
  /** A watch ends at this number. Lower than `raiseAt`, so that it does not flicker (hysteresis). */
  calmAt: number;
}

/** An upper bound for the loop, far above real counts. */
const MAX_COUNT = 100_000;

export function computeLevels({ people, windows, bySize }: PastReports): Thresholds {
  const priorMean = Math.min(Math.max(bySize ?? 0, rule.minUsual), rule.maxUsualBySize);
  const shape = priorMean * rule.sizeWindows + people;
  const observedWindows = rule.sizeWindows + windows;
  // P(X = 0) of a negative binomial; the loop computes each next probability from the one before.
  let probability = (observedWindows / (observedWindows + 1)) ** shape;
  let tailProbability = 1;
  let calmAt: number = rule.minCalmAt;
  let count = 0;
  while (tailProbability >= rule.raiseProbability && count < MAX_COUNT) {
    if (tailProbability >= rule.calmProbability) calmAt = Math.max(count, rule.minCalmAt);
    tailProbability -= probability;
    probability *= (shape + count) / (count + 1) / (observedWindows + 1);
    count += 1;
  }
  const raiseAt = Math.max(count, rule.minPeople);
  return { usual: shape / observedWindows, raiseAt, calmAt: Math.min(calmAt, raiseAt - 1) };
}
