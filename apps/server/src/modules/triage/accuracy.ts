/** Computes how reliable a reporter is, with the formula that Discourse uses for flags. */

/** A reporter who is right in 70 % of the cases is neutral. */
const AXIS = 0.7;
/** So few decisions are not significant. */
const NEWCOMER = 5;
const WEIGHT = 5;

/** Positive for reliable reporters, negative for unreliable ones; more decisions give a larger absolute value. */
export function accuracyOf({ agreed, disagreed }: { agreed: number; disagreed: number }): number {
  const total = agreed + disagreed;
  if (total <= NEWCOMER) return 0;
  const right = agreed / total;
  const distance = right >= AXIS ? (right - AXIS) / (1 - AXIS) : (right - AXIS) / AXIS;
  const weight = (Math.log(total) / Math.log(4)) * WEIGHT;
  return Math.round(distance * weight * 100) / 100;
}
