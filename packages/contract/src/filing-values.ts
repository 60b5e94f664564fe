/** The values of whatever was filed, without their schemas. */
import { appealOutcomes } from './appeal-values.ts';

export const filingKinds = ['alert', 'report', 'submission', 'appeal'] as const;
export type FilingKind = (typeof filingKinds)[number];

/** Of whatever was filed: what an alert, a report, a proposed provider or an appeal can be. */
export const filingStatuses = [
  'pending',
  'approved',
  'rejected',
  'investigating',
  'resolved',
  'merged',
  ...appealOutcomes,
] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** What a person quotes when they write to us about it. It opens nothing; the receipt's code does. */
export const referenceOf = (id: string): string => `HK-${id.slice(-8).toUpperCase()}`;

/** What may be added to a report. */
export const evidenceTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];
