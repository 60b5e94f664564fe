/** Lists of other sources: limits and reasons, without their schemas. */

/** Why a snapshot waits for an administrator. One that is unreadable can only be refused. */
export const snapshotReasons = ['unreadable', 'count', 'change', 'safelisted', 'reported'] as const;
export type SnapshotReason = (typeof snapshotReasons)[number];

export const sourceConditions = ['off', 'new', 'good', 'waiting', 'applying', 'failing'] as const;
export type SourceCondition = (typeof sourceConditions)[number];

export const sourceLimits = {
  /** Number of strikes after which the source is turned off permanently. */
  strikes: 3,
  /** Entries of each kind that a preview shows. */
  sample: 50,
  sources: 100,
} as const;
