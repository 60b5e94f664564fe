/** Constants of filings without their schemas. */
import { appealOutcomes } from './appeal-values.ts';

export const filingKinds = ['alert', 'report', 'submission', 'appeal'] as const;
export type FilingKind = (typeof filingKinds)[number];

/** Statuses of alerts, reports, proposed providers and appeals. */
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

/** The reference that people quote when they contact us. It gives no access; the receipt code does. */
export const toReference = (id: string): string => `HK-${id.slice(-8).toUpperCase()}`;

export const evidenceTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];
