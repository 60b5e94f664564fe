import type { DisputeGround } from '@hakiki/contract/dispute-values';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { m } from '../../paraglide/messages.js';
import { indicatorLabels } from '../alerts/indicator-labels.ts';

export const disputeGroundLabels: Record<DisputeGround, () => string> = {
  'not-scam': m.dispute_ground_not_scam,
  'changed-hands': m.dispute_ground_changed_hands,
  'not-lookalike': m.dispute_ground_not_lookalike,
};

/** The disputed indicator in a list, where a hidden kind has no value. */
export const formatDisputed = (kind: IndicatorKind, value: string | null): string =>
  value === null ? m.dispute_hidden({ kind: indicatorLabels[kind]() }) : value;
