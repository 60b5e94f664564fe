/** Constants of disputes without their schemas, for screens. */

/** Why the warning or hint is wrong, as the sender says. */
export const disputeGrounds = ['not-scam', 'changed-hands', 'not-lookalike'] as const;
export type DisputeGround = (typeof disputeGrounds)[number];

export const disputeOutcomes = ['upheld', 'dismissed'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
export const disputeStatuses = ['pending', ...disputeOutcomes] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Filters: pending disputes, or decided ones. */
export const disputeStates = ['open', 'decided'] as const;
export type DisputeState = (typeof disputeStates)[number];

/**
 * Hours until a dispute is decided, maximum open disputes about one indicator, and months after a dismissal in which a
 * further dispute about the same indicator does not mark it as disputed.
 */
export const disputeRules = { hours: 72, openPerThing: 50, quietMonths: 6 } as const;
