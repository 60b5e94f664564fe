/** Checks free text for private details before it becomes public. */
import { findMarkedTexts, MAX_RETURNED_TEXTS, type PublicText } from '@hakiki/contract/private-data';
import type { PrivateKind } from '@hakiki/contract/private-marks';
import { AppError } from '../../../platform/app-error.ts';

/** The reason of a decision on a public entity is shown in its history. */
export const toPublicReasonTexts = (reason: string | null | undefined): PublicText[] =>
  reason ? [{ field: 'reason', text: reason }] : [];

/**
 * Throws PRIVATE_DATA_FOUND with the marked texts that the caller has not acknowledged. Returns the number of
 * acknowledged details per kind for the audit log, which never stores the details; undefined when there are none.
 */
export function assertAcknowledged(
  texts: readonly PublicText[],
  acknowledged: readonly string[] = [],
): string | undefined {
  const marked = findMarkedTexts(texts);
  const unacknowledged = marked.filter(({ token }) => !acknowledged.includes(token));
  if (unacknowledged.length > 0) {
    const distinctTexts = unacknowledged.filter(
      ({ token }, index) => unacknowledged.findIndex((other) => other.token === token) === index,
    );
    throw new AppError('PRIVATE_DATA_FOUND', { privateData: distinctTexts.slice(0, MAX_RETURNED_TEXTS) });
  }
  const counts = new Map<PrivateKind, number>();
  for (const { kind } of marked.flatMap(({ marks }) => marks)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts.size === 0 ? undefined : [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}
