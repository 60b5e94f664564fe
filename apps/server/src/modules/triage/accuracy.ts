/** How far a reporter's word has proven right: the reading that Discourse has of those who flag. */

/** Who is right seven times in ten is as good as anybody. */
const AXIS = 0.7;
/** So few tell nothing. */
const NEWCOMER = 5;
const WEIGHT = 5;

/** Above 0 a bonus, below a malus; the more was decided, the further from 0. */
export function accuracyOf({ agreed, disagreed }: { agreed: number; disagreed: number }): number {
  const total = agreed + disagreed;
  if (total <= NEWCOMER) return 0;
  const right = agreed / total;
  const distance = right >= AXIS ? (right - AXIS) / (1 - AXIS) : (right - AXIS) / AXIS;
  const weight = (Math.log(total) / Math.log(4)) * WEIGHT;
  return Math.round(distance * weight * 100) / 100;
}
