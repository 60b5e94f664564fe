import type { AdminAlert } from '@hakiki/contract/alerts-admin';

/** Who holds the case of what is shown, if anybody does just now. */
export interface Held {
  claimedBy: string | null;
  claimedById: string | null;
  claimedUntil: Date | null;
}

/** Of somebody else's alone: with one's own one goes on. */
export const presentClaim = (
  { claimedBy, claimedById, claimedUntil }: Held,
  viewerId: string | undefined,
): AdminAlert['claim'] =>
  claimedBy && claimedUntil && claimedById !== viewerId
    ? { by: claimedBy, until: new Date(claimedUntil).toISOString() }
    : null;
