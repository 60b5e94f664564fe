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
  'appeal',
  'watch',
  'reply',
  'news',
] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

/** Who works in the console. */
export const staffRoles = ['admin', 'moderator'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const proposalStates = ['open', 'confirmed', 'withdrawn', 'expired'] as const;

/** So long a proposal waits for a second person; with a single administrator it takes effect after the shorter time instead. */
export const proposalHours = { expiry: 72, alone: 24 } as const;
export const undoSeconds = { offered: 10, allowed: 15 } as const;
/** So long a case belongs to whoever took it. */
/** Why the worker opens no contact data: see `modules/filings/contact-openings.ts`. */
export const contactRefusals = ['factor', 'late', 'new-factor', 'quota', 'role', 'unrecorded'] as const;
export type ContactRefusal = (typeof contactRefusals)[number];

export const claimMinutes = 15;
/** Reports of a case are shown and decided in these numbers; a sample stands for those that nobody could read one by one. */
export const caseSizes = { page: 50, decidedAtOnce: 500, sample: 20 } as const;

/** A case is put off for at most so many days; one that waits for an answer comes back after the shorter time by itself. */
export const putOffDays = { most: 14, forAnswer: 7 } as const;
/** A case that was put off more often than this stays among the overdue. */
export const putOffsUnseen = 3;
/** What a list of cases can be narrowed to: cases that somebody put off are in no other list but that of the overdue. */
export const caseSelections = ['mine', 'asked', 'answered', 'put-off'] as const;
export type CaseSelection = (typeof caseSelections)[number];
/** Whether a reporter of the case was asked something, and has answered. */
export const questionStates = ['asked', 'answered'] as const;
export type QuestionState = (typeof questionStates)[number];
/** What was filed is put into its case within seconds; after so many minutes something is wrong with the worker. */
export const sortingLateMinutes = 5;
/** From then on a report goes into a case by itself, whether it could be examined or not. */
export const sortingMostMinutes = 60;

/** What the edit dialog of a provider offers. */
export const editableStatuses = ['Verified', 'Pending', 'Flagged', 'Suspended', 'Limited'] as const;

export const exportedLists = ['users', 'providers', 'alerts', 'reports', 'cases'] as const;
export type ExportedList = (typeof exportedLists)[number];

export const taskKinds = ['export', 'bulk', 'rest'] as const;
/** Why something of a bulk act was left, or a file ends early; what JOINED was approved and counted into the alert that is public about its case. */
export const taskRemarks = [
  'ALREADY_DECIDED',
  'ALERT_NOT_FOUND',
  'CASE_CLAIMED',
  'FILING_NOT_SHOWN',
  'OWN_REPORT',
  'PRIVATE_DATA_FOUND',
  'JOINED',
  'CUT_SHORT',
] as const;
export type TaskRemark = (typeof taskRemarks)[number];
export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Ages of open cases, by the promise of 24 to 48 hours. */
export const caseAges = ['fresh', 'due', 'overdue'] as const;
export type CaseAge = (typeof caseAges)[number];
