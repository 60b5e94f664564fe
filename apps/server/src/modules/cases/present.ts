import type { AdminAlert } from '@hakiki/contract/alerts-admin';

/** The current claim on a case, if any. */
export interface CaseClaim {
  claimedBy: string | null;
  claimedById: string | null;
  claimedUntil: Date | null;
}

/** Null for the viewer's own claim. */
export const presentClaim = (
  { claimedBy, claimedById, claimedUntil }: CaseClaim,
  viewerId: string | undefined,
): AdminAlert['claim'] =>
  claimedBy && claimedUntil && claimedById !== viewerId
    ? { by: claimedBy, until: new Date(claimedUntil).toISOString() }
    : null;
