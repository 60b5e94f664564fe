/** The values of the console without their schemas. */
/** A deep page of millions of rows helps nobody: search closer instead. */
export const ADMIN_MAX_OFFSET = 10_000;

export const ageOrders = ['newest', 'oldest'] as const;
export type AgeOrder = (typeof ageOrders)[number];

/** What a decision can be about. */
export const decisionSubjects = [
  'alert',
  'report',
  'provider',
  'review',
  'experience',
  'account',
  'message',
  'payment',
  'change',
  'document',
] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

export const proposalStates = ['open', 'confirmed', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** So long a proposal waits for a second person; with a single administrator it takes effect after the shorter time instead. */
export const proposalHours = { expiry: 72, alone: 24 } as const;
export const undoSeconds = { offered: 10, allowed: 15 } as const;
/** So long a case belongs to whoever took it. */
export const claimMinutes = 15;
/** Reports of a case are shown and decided in these numbers; a sample stands for those that nobody could read one by one. */
export const caseSizes = { page: 50, decidedAtOnce: 500, sample: 20 } as const;

/** What the edit dialog of a provider offers. */
export const editableStatuses = ['Verified', 'Pending', 'Flagged', 'Suspended', 'Limited'] as const;

export const moderatedLists = [
  'contact-messages',
  'payments',
  'reviews',
  'profile-changes',
  'documents',
  'experiences',
] as const;
export type ModeratedList = (typeof moderatedLists)[number];

export const exportedLists = ['users', 'providers', 'alerts', 'reports', 'cases'] as const;
export type ExportedList = (typeof exportedLists)[number];

export const taskKinds = ['export', 'bulk', 'rest'] as const;
export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Ages of open cases, by the promise of 24 to 48 hours. */
export const caseAges = ['fresh', 'due', 'overdue'] as const;
export type CaseAge = (typeof caseAges)[number];
