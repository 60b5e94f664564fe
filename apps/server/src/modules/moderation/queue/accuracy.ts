/** Computes how reliable a reporter is, with the formula that Discourse uses for flags. */

/** A reporter who is right in 70 % of the cases is neutral. */
const NEUTRAL_SHARE = 0.7;
/** So few decisions are not significant. */
const MAX_INSIGNIFICANT_TOTAL = 5;
const BASE_WEIGHT = 5;

/** Positive for reliable reporters, negative for unreliable ones; more decisions give a larger absolute value. */
export function computeAccuracy({ agreed, disagreed }: { agreed: number; disagreed: number }): number {
  const total = agreed + disagreed;
  if (total <= MAX_INSIGNIFICANT_TOTAL) return 0;
  const agreedShare = agreed / total;
  const distance =
    agreedShare >= NEUTRAL_SHARE
      ? (agreedShare - NEUTRAL_SHARE) / (1 - NEUTRAL_SHARE)
      : (agreedShare - NEUTRAL_SHARE) / NEUTRAL_SHARE;
  const weight = (Math.log(total) / Math.log(4)) * BASE_WEIGHT;
  return Math.round(distance * weight * 100) / 100;
}
