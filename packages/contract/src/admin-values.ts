/** Constants of the admin console without their schemas. */
/** Limits paging, since deep offsets are slow and a search is better there. */
export const ADMIN_MAX_OFFSET = 10_000;

export const ageOrders = ['newest', 'oldest'] as const;
export type AgeOrder = (typeof ageOrders)[number];

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
  'dispute',
  'watch',
  'reply',
  'news',
] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

export const staffRoles = ['admin', 'moderator'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const proposalStates = ['open', 'confirmed', 'withdrawn', 'expired'] as const;

/** A proposal expires after this time. With a single administrator it takes effect after the shorter time instead. */
export const proposalHours = { expiry: 72, alone: 24 } as const;
export const undoSeconds = { shown: 10, allowed: 15 } as const;
/** Reasons why the worker does not decrypt contact data: see `modules/contact-access/service.ts`. */
export const contactDenialReasons = ['factor', 'late', 'new-factor', 'quota', 'role', 'unrecorded'] as const;
export type ContactDenialReason = (typeof contactDenialReasons)[number];

export const claimMinutes = 15;
/** How many reports of a case are shown or decided together, and the size of a sample. */
export const caseLimits = { page: 50, maxDecided: 500, sample: 20 } as const;

/** How long a case can be snoozed, and how long one waits for a reporter's answer. */
export const snoozeDays = { max: 14, forAnswer: 7 } as const;
/** A case that was snoozed more often than this stays in the overdue list. */
export const maxHiddenSnoozes = 3;
/** Kinds of work that wait for staff, in the order of the links in the console. */
export const workKinds = [
  'cases',
  'reviews',
  'replies',
  'claims',
  'documents',
  'experiences',
  'news',
  'appeals',
  'disputes',
  'lookalikes',
  'families',
  'masks',
  'licences',
  'sources',
  'contacts',
  'messages',
  'payments',
  'refunds',
  'invoices',
  'differences',
  'referrals',
] as const;
export type WorkKind = (typeof workKinds)[number];
/** Moderators see no other kinds. */
export const moderatorWorkKinds: readonly WorkKind[] = [
  'cases',
  'disputes',
  'lookalikes',
  'families',
  'news',
  'masks',
  'licences',
  'contacts',
];
/** The outcome of an address that looks like a protected name. */
export const lookalikeOutcomes = ['cleared', 'reported'] as const;
export type LookalikeOutcome = (typeof lookalikeOutcomes)[number];
export const lookalikeStates = ['open', ...lookalikeOutcomes] as const;
export type LookalikeState = (typeof lookalikeStates)[number];
/** Filters of the case list. Snoozed cases appear only in their own list and in the overdue list. */
export const caseListFilters = ['mine', 'asked', 'answered', 'snoozed'] as const;
export type CaseListFilter = (typeof caseListFilters)[number];
/** Whose decisions are listed. */
export const caseDeciders = ['me', 'anyone'] as const;
export type CaseDecider = (typeof caseDeciders)[number];
/** Whether a reporter of the case was asked a question, and has answered. */
export const questionStates = ['asked', 'answered'] as const;
export type QuestionState = (typeof questionStates)[number];
/** A filing is added to its case within seconds; after this time, something is wrong with the worker. */
export const sortingWarningMinutes = 5;
/** After this time, a report gets its own case even if it could not be compared with others. */
export const sortingMaxMinutes = 60;

/** The statuses in the edit dialog of a provider. */
export const editableStatuses = ['Verified', 'Pending', 'Flagged', 'Suspended', 'Limited'] as const;

export const exportedLists = ['users', 'providers', 'alerts', 'reports', 'cases'] as const;
export type ExportedList = (typeof exportedLists)[number];

export const taskKinds = ['export', 'bulk', 'rest'] as const;
/** Why a bulk action skipped an item or cut a file. JOINED: approved and merged into the case's public alert. */
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

/** Ages of open cases, relative to the promised 24 to 48 hours. */
export const caseAges = ['fresh', 'due', 'overdue'] as const;
export type CaseAge = (typeof caseAges)[number];
