/** Constants of filings without their schemas. */
import { appealOutcomes } from './appeal-values.ts';
import { waitingTimes } from './limits.ts';

interface FilingKindRules {
  /** When we promise a decision. */
  decidedWithin: { hours: number } | { businessDays: number };
  /** Reports an incident: it has indicators and belongs to a case. */
  isIncident: boolean;
}

/** All kinds of filings. */
export const filingKindTable = {
  alert: { decidedWithin: { hours: waitingTimes.scamReportHours.to }, isIncident: true },
  report: { decidedWithin: { hours: waitingTimes.scamReportHours.to }, isIncident: true },
  submission: { decidedWithin: { businessDays: waitingTimes.providerSubmissionBusinessDays.to }, isIncident: true },
  appeal: { decidedWithin: { hours: waitingTimes.appealDays * 24 }, isIncident: false },
  dispute: { decidedWithin: { hours: waitingTimes.disputeHours }, isIncident: false },
} as const satisfies Record<string, FilingKindRules>;

export type FilingKind = keyof typeof filingKindTable;
export const filingKinds = Object.keys(filingKindTable) as [FilingKind, ...FilingKind[]];
type NonScamKind = Exclude<FilingKind, 'alert'>;
/** Scam reports have their own list. */
export const nonScamKinds = filingKinds.filter((kind) => kind !== 'alert') as [NonScamKind, ...NonScamKind[]];
export const getFilingKindRules = (kind: FilingKind): FilingKindRules => filingKindTable[kind];

/** Statuses of all kinds. A dispute has the outcomes of an appeal. */
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
