/**
 * The console: everything here is for administrators, the queue also for moderators, and every status changes through a recorded
 * decision.
 */
import * as z from 'zod/mini';
import { User, UserId } from './accounts.ts';
import {
  ADMIN_MAX_OFFSET,
  ageOrders,
  caseAges,
  caseSelections,
  caseSizes,
  contactRefusals,
  decisionSubjects,
  exportedLists,
  proposalStates,
  questionStates,
  staffRoles,
  taskKinds,
  taskRemarks,
  taskStates,
} from './admin-values.ts';
import {
  alertStatuses,
  editedAlertStatuses,
  editedReportStatuses,
  enteredReportStatuses,
  indicatorKinds,
  reportStatuses,
  reportTypes,
  severities,
} from './alert-values.ts';
import { Alert, AlertId, PublishedAlert, severityInput } from './alerts.ts';
import {
  otherNamesLimit,
  providerTypes,
  Provider,
  ProviderDetails,
  ProviderId,
  reviewStates,
  verificationStatuses,
} from './directory.ts';
import { endpoint } from './endpoint.ts';
import { tiers, userTypes } from './entitlements.ts';
import { ExperienceId } from './experiences.ts';
import { EvidenceFile, FilingId, FilingState } from './filings.ts';
import { paging, textLimits } from './limits.ts';
import { PasskeyAssertion, SecondFactor } from './sign-in.ts';
import { Report, ReportId } from './reports.ts';
import { ReviewId } from './reviews.ts';
import { riskLevels } from './risk.ts';
import {
  commaList,
  id,
  integer,
  IsoTime,
  list,
  optionalText,
  listOffset,
  queryInteger,
  required,
  text,
  tierInput,
} from './schema.ts';
import { Message } from './sign-up.ts';
import { NewSubmission } from './submissions.ts';
import { languages } from './site.ts';
import { words } from './words.ts';

export * from './admin-values.ts';

export const DecisionId = id<'DecisionId'>();
export type DecisionId = z.infer<typeof DecisionId>;
export const ProposalId = id<'ProposalId'>();
export type ProposalId = z.infer<typeof ProposalId>;
export const CaseId = id<'CaseId'>();
export type CaseId = z.infer<typeof CaseId>;
export const TaskId = id<'TaskId'>();
export type TaskId = z.infer<typeof TaskId>;

export const refusals = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;
export const reading = { method: 'GET', access: 'admin', cache: 'never', rateLimit: 'read' } as const;
export const writing = { access: 'admin', cache: 'never', rateLimit: 'moderation' } as const;
/** Of the queue: what it takes to triage and decide reports. */
const queueReading = { ...reading, access: 'moderator' } as const;
const queueWriting = { ...writing, access: 'moderator' } as const;

export const paged = {
  search: z.optional(text(textLimits.search)),
  limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
  offset: listOffset(ADMIN_MAX_OFFSET),
};
/** Newest first like every list, unless somebody works it off. */
const ageOrder = z._default(z.enum(ageOrders), 'newest');

/** Why; needed where the status of an alert, a report or a provider changes, and for what weakens a warning. */
const reason = optionalText(textLimits.text);

/** As many fields as a public statement has, and room for the longest: all reasons of a flag together. */
const MAX_CHANGES = 20;
const MAX_FIELD = 12_000;

/** A change that waits for a second person. */
export const Proposal = z.object({
  id: ProposalId,
  subject: z.enum(decisionSubjects),
  subjectId: z.uuid(),
  subjectTitle: text(textLimits.title),
  /** In which its subject was reported, if it was. */
  caseId: z.nullable(CaseId),
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  evidence: z.nullable(text(textLimits.text)),
  proposedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  /** With a single administrator: when it takes effect by itself. */
  takesEffectAt: z.nullable(IsoTime),
  state: z.enum(proposalStates),
});
export type Proposal = z.infer<typeof Proposal>;

/** What stood there and what stands there now; of a list, one entry a line. */
export const FieldChange = z.object({ field: text(40), from: text(MAX_FIELD), to: text(MAX_FIELD) });
export type FieldChange = z.infer<typeof FieldChange>;

/** What the second person looks at before they agree. */
export const ProposalDetail = z.extend(Proposal, {
  changes: list(FieldChange, MAX_CHANGES),
  /** What it is about has changed since it was proposed. */
  isOvertaken: z.boolean(),
  /** The public page as it would be; one of the three. */
  alert: z.nullable(PublishedAlert),
  provider: z.nullable(ProviderDetails),
  report: z.nullable(Report),
  /** Stands for exactly what is shown here. Who confirms names it. */
  seen: text(64),
});
export type ProposalDetail = z.infer<typeof ProposalDetail>;

/** Present on the answer to every change: the decision, whether it can be taken back for a moment, or that it waits for another person. */
export const outcome = {
  decisionId: z.optional(DecisionId),
  canUndo: z.optional(z.boolean()),
  proposal: z.optional(Proposal),
};

/** One entry of a timeline. Staff are named to staff only. */
export const Decision = z.object({
  id: DecisionId,
  subject: z.enum(decisionSubjects),
  subjectId: z.uuid(),
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  evidence: z.nullable(text(textLimits.text)),
  decidedBy: z.nullable(text(254)),
  confirmedBy: z.nullable(text(254)),
  isReversal: z.boolean(),
  createdAt: IsoTime,
});
export type Decision = z.infer<typeof Decision>;

/** For everybody: what changed and when, in the words that were published with it. The same status on both sides: it was reworded. */
export const PublicDecision = z.object({
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  /** Of what people could read before: field by field. */
  changes: list(FieldChange, MAX_CHANGES),
  createdAt: IsoTime,
  /** What became of an appeal against it; the verdict itself stayed as it was, or was changed beside this. */
  isAppeal: z.optional(z.literal(true)),
});
export type PublicDecision = z.infer<typeof PublicDecision>;
export const MAX_DECISIONS = 50;

export const AdminStats = z.object({
  totalUsers: z.int(),
  newUsersToday: z.int(),
  totalProviders: z.int(),
  verifiedProviders: z.int(),
  premiumUsers: z.int(),
  conversionRate: z.int(),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const getAdminStats = endpoint({
  ...reading,
  path: '/api/admin/stats',
  summary: 'The four figures of the overview.',
  reply: AdminStats,
  errors: [...refusals],
});

export const AdminUser = z.extend(User, { emailVerified: z.boolean(), ...outcome });
export type AdminUser = z.infer<typeof AdminUser>;

export const listAdminUsers = endpoint({
  ...reading,
  path: '/api/admin/users',
  summary: 'All accounts, newest first.',
  query: z.object({
    ...paged,
    userType: z.optional(z.enum(userTypes)),
    subscriptionTier: z.optional(tierInput()),
    role: z.optional(z.enum(staffRoles)),
  }),
  reply: list(AdminUser, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const updateUser = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/users/:userId',
  summary: "Changes an account's plan.",
  params: z.object({ userId: UserId }),
  body: z.object({ subscriptionTier: tierInput(), reason }),
  reply: AdminUser,
  errors: ['INVALID_INPUT', ...refusals, 'USER_NOT_FOUND', 'RATE_LIMITED'],
});

export const setUserRole = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/users/:userId/role',
  stepUp: true,
  summary: 'Makes an account a moderator, or takes that role from it. All its sessions end.',
  params: z.object({ userId: UserId }),
  body: z.object({ isModerator: z.boolean(), reason: required(words.reasonRequired, textLimits.text) }),
  reply: AdminUser,
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'STEP_UP_REQUIRED',
    'USER_NOT_FOUND',
    'ROLE_OF_ADMINISTRATOR',
    'ADDRESS_NOT_VERIFIED',
    'RATE_LIMITED',
  ],
});

export const AdminProvider = z.extend(Provider, { reviewState: z.enum(reviewStates), createdAt: IsoTime, ...outcome });
export type AdminProvider = z.infer<typeof AdminProvider>;

export const listAdminProviders = endpoint({
  ...reading,
  path: '/api/admin/providers',
  summary: 'All providers, listed or not, newest first.',
  query: z.object({
    ...paged,
    verificationStatus: z.optional(z.enum(verificationStatuses)),
    reviewState: z.optional(z.enum(reviewStates)),
  }),
  reply: list(AdminProvider, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

/** What people know a provider by, checked like what they propose themselves but for the least lengths, which do not bind us. */
const { website, countries, licenseInfo } = NewSubmission.shape;
const listing = {
  name: required(words.nameRequired, textLimits.title),
  type: z.enum(providerTypes, words.submissionTypeRequired),
  description: required(words.descriptionRequired, textLimits.text),
  website,
  countries,
  licenseInfo,
};

export const createProvider = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/providers',
  summary: 'Adds a provider to the directory. Its verification is open.',
  body: z.object({
    ...listing,
    /** Of the same name or website as one that is known already, and not the same. */
    isAnother: z.optional(z.boolean()),
  }),
  reply: AdminProvider,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'PROVIDER_KNOWN', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const updateProvider = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/providers/:providerId',
  summary: 'Changes a verdict, its figures or the listing. What weakens a warning waits for a second administrator.',
  params: z.object({ providerId: ProviderId }),
  body: z.object({
    verificationStatus: z.optional(z.enum(verificationStatuses)),
    riskScore: z.optional(z.enum(riskLevels)),
    regulatoryCompliance: z.optional(integer(0, 100)),
    userSatisfaction: z.optional(integer(0, 100)),
    securityMeasures: z.optional(integer(0, 100)),
    flaggedReasons: z.optional(list(text(500), 20)),
    otherNames: z.optional(list(text(textLimits.title), otherNamesLimit)),
    name: z.optional(listing.name),
    type: z.optional(listing.type),
    description: z.optional(listing.description),
    /** An empty one says that there is none. */
    website: listing.website,
    countries: z.optional(listing.countries),
    licenseInfo: listing.licenseInfo,
    reason,
    evidence: reason,
  }),
  reply: AdminProvider,
  errors: ['INVALID_INPUT', ...refusals, 'PROVIDER_NOT_FOUND', 'OWN_REPORT', 'ALREADY_PROPOSED', 'RATE_LIMITED'],
});

/** Somebody else works on the case just now, and decides what is in it. */
const claim = z.nullable(z.object({ by: text(254), until: IsoTime }));

/** All that a reporter wrote but how to reach them. */
export const AdminAlert = z.extend(Alert, {
  affectedProviderName: z.nullable(text(textLimits.title)),
  amountLost: z.nullable(text(100)),
  evidenceDescription: z.nullable(text(textLimits.text)),
  additionalDetails: z.nullable(text(textLimits.text)),
  hasContact: z.boolean(),
  /** Sent by somebody who was signed in. Who it was opens like contact data. */
  hasAccount: z.boolean(),
  caseId: z.nullable(CaseId),
  claim,
  ...outcome,
});
export type AdminAlert = z.infer<typeof AdminAlert>;

export const listAdminAlerts = endpoint({
  ...reading,
  path: '/api/admin/fraud-alerts',
  summary: 'All alerts in all states, newest first.',
  query: z.object({
    ...paged,
    status: z.optional(z.enum(alertStatuses)),
    severity: z.optional(commaList()),
    country: z.optional(text(60)),
  }),
  reply: list(AdminAlert, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const getAlertStatusCounts = endpoint({
  ...reading,
  path: '/api/admin/fraud-alerts/counts',
  summary: 'How many alerts are in each state.',
  reply: z.object({ pending: z.int(), approved: z.int(), rejected: z.int(), merged: z.int() }),
  errors: [...refusals],
});

/** Whoever decides something holds its case or finds it free, was shown what they decide, and did not send it. */
const ofCases = ['CASE_CLAIMED', 'FILING_NOT_SHOWN', 'OWN_REPORT'] as const;

const alertDecision = {
  ...writing,
  method: 'PUT',
  params: z.object({ id: AlertId }),
  /** Shown to everybody on the alert; of one that is turned down, to whoever sent it. An empty body leaves it to a sentence of ours. */
  body: z.object({ reason }),
  mayBeEmpty: true,
  reply: AdminAlert,
  errors: ['INVALID_INPUT', ...refusals, 'ALERT_NOT_FOUND', 'ALREADY_DECIDED', ...ofCases, 'RATE_LIMITED'],
} as const;

export const approveAlert = endpoint({
  ...alertDecision,
  path: '/api/admin/fraud-alerts/:id/approve',
  summary: 'Makes a pending alert public, or part of the one that is public about its case.',
});

export const rejectAlert = endpoint({
  ...alertDecision,
  path: '/api/admin/fraud-alerts/:id/reject',
  summary: 'Turns a pending alert down. Only its creator still sees it.',
});

export const updateAlert = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/fraud-alerts/:alertId',
  summary: 'Edits an alert. What weakens a public one waits for a second administrator.',
  params: z.object({ alertId: AlertId }),
  body: z.object({
    severity: z.optional(severityInput(words.severityRequired)),
    status: z.optional(z.enum(editedAlertStatuses)),
    title: z.optional(required(words.titleRequired, textLimits.title)),
    description: z.optional(required(words.descriptionRequired, textLimits.text)),
    /** An empty one leaves the usual advice for its kind. */
    advice: optionalText(textLimits.advice),
    reason,
    evidence: reason,
  }),
  reply: AdminAlert,
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'ALERT_NOT_FOUND',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    ...ofCases,
    'RATE_LIMITED',
  ],
});

export const AdminReport = z.extend(Report, {
  providerName: z.nullable(text(textLimits.title)),
  /** Sent by somebody who was signed in. Who it was opens like contact data. */
  hasAccount: z.boolean(),
  caseId: z.nullable(CaseId),
  claim,
  ...outcome,
});
export type AdminReport = z.infer<typeof AdminReport>;

export const listAdminReports = endpoint({
  ...reading,
  path: '/api/admin/reports',
  summary: 'All reports in all states, newest first.',
  query: z.object({
    ...paged,
    status: z.optional(z.enum(reportStatuses)),
    severity: z.optional(commaList()),
    reportType: z.optional(z.enum(reportTypes)),
  }),
  reply: list(AdminReport, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const createReport = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/reports',
  summary: 'Enters a report by hand.',
  body: z.object({
    providerId: z.optional(ProviderId),
    fraudAlertId: z.optional(AlertId),
    reportType: z.enum(reportTypes),
    description: required(words.descriptionRequired, textLimits.text),
    reporterLocation: optionalText(textLimits.title),
    severity: severityInput(words.severityRequired),
    status: z._default(z.enum(enteredReportStatuses), 'pending'),
  }),
  reply: AdminReport,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'PROVIDER_NOT_FOUND', 'ALERT_NOT_FOUND', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const updateReport = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/reports/:reportId',
  summary: 'Edits a report. What weakens a public one waits for a second administrator.',
  params: z.object({ reportId: ReportId }),
  body: z.object({
    reportType: z.optional(z.enum(reportTypes)),
    severity: z.optional(severityInput(words.severityRequired)),
    status: z.optional(z.enum(editedReportStatuses)),
    description: z.optional(required(words.descriptionRequired, textLimits.text)),
    reason,
    evidence: reason,
  }),
  reply: AdminReport,
  errors: ['INVALID_INPUT', ...refusals, 'REPORT_NOT_FOUND', 'ALREADY_PROPOSED', ...ofCases, 'RATE_LIMITED'],
});

// Decisions

export const listDecisions = endpoint({
  ...reading,
  path: '/api/admin/decisions',
  summary: 'The timeline of one item, newest first.',
  query: z.object({ subjectId: z.uuid() }),
  reply: list(Decision, MAX_DECISIONS),
  errors: ['INVALID_INPUT', ...refusals],
});

export const undoDecision = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/decisions/:id/undo',
  summary: 'Takes back an approval or rejection of one’s own, made a moment ago.',
  params: z.object({ id: DecisionId }),
  reply: Message,
  errors: [...refusals, 'DECISION_NOT_FOUND', 'TOO_LATE', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

const history = { method: 'GET', access: 'public', cache: 'shared', rateLimit: 'read' } as const;

export const getProviderHistory = endpoint({
  ...history,
  path: '/api/providers/:id/history',
  summary: 'How the verdict on a public provider came about, without names.',
  params: z.object({ id: ProviderId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['PROVIDER_NOT_FOUND'],
});

export const getAlertHistory = endpoint({
  ...history,
  path: '/api/fraud-alerts/:id/history',
  summary: 'How a public alert came about, without names.',
  params: z.object({ id: AlertId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['ALERT_NOT_FOUND'],
});

export const getReportHistory = endpoint({
  ...history,
  path: '/api/reports/:id/history',
  summary: 'How a public report came about and was reworded, without names.',
  params: z.object({ id: ReportId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['REPORT_NOT_FOUND'],
});

export const listProposals = endpoint({
  ...reading,
  path: '/api/admin/proposals',
  summary: 'Changes that wait for a second administrator, newest first unless `order` is oldest.',
  query: z.object({ order: ageOrder }),
  reply: list(Proposal, 100),
  errors: ['INVALID_INPUT', ...refusals],
});

export const getProposal = endpoint({
  ...reading,
  path: '/api/admin/proposals/:id',
  summary: 'One of them, with every changed field, its evidence and the public page as it would be.',
  params: z.object({ id: ProposalId }),
  reply: ProposalDetail,
  errors: [...refusals, 'PROPOSAL_NOT_FOUND', 'ALREADY_DECIDED'],
});

const proposalAct = {
  ...writing,
  method: 'POST',
  params: z.object({ id: ProposalId }),
  reply: Proposal,
  errors: [...refusals, 'PROPOSAL_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;

export const confirmProposal = endpoint({
  ...proposalAct,
  path: '/api/admin/proposals/:id/confirm',
  stepUp: true,
  summary: 'Confirms what another administrator proposed, exactly as it was shown. It takes effect.',
  body: z.object({ seen: text(64) }),
  errors: [
    'INVALID_INPUT',
    ...proposalAct.errors,
    'STEP_UP_REQUIRED',
    'OWN_PROPOSAL',
    'OWN_REPORT',
    'PROPOSAL_OVERTAKEN',
    'CASE_CLAIMED',
  ],
});

export const withdrawProposal = endpoint({
  ...proposalAct,
  path: '/api/admin/proposals/:id/withdraw',
  summary: 'Ends a proposal without effect.',
});

// What else waits for a moderator

const moderated = {
  createdAt: IsoTime,
  status: text(20),
  ...outcome,
};

export const ContactMessage = z.object({
  id: z.uuid(),
  name: text(100),
  email: text(254),
  company: z.nullable(text(textLimits.title)),
  phone: z.nullable(text(30)),
  subject: text(textLimits.title),
  message: text(textLimits.text),
  ...moderated,
});
export const ModeratedReview = z.object({
  id: ReviewId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  rating: z.int(),
  experience: text(textLimits.text),
  issueType: text(40),
  userLocation: text(40),
  ...moderated,
});
export const ModeratedExperience = z.object({
  id: ExperienceId,
  providerName: text(textLimits.title),
  rating: z.int(),
  experience: text(textLimits.text),
  issueType: text(40),
  ...moderated,
});

export const Payment = z.object({
  id: z.uuid(),
  userId: UserId,
  email: text(254),
  tier: z.enum(tiers),
  reference: text(40),
  amountCents: z.int(),
  ...moderated,
});
export const ProfileChange = z.object({
  id: z.uuid(),
  providerId: ProviderId,
  providerName: text(textLimits.title),
  changes: list(z.object({ field: text(60), from: text(textLimits.text), to: text(textLimits.text) }), 20),
  ...moderated,
});
export const BusinessDocument = z.object({
  id: z.uuid(),
  providerId: ProviderId,
  providerName: text(textLimits.title),
  name: text(textLimits.title),
  type: text(100),
  ...moderated,
});

const waiting = z.object({
  order: ageOrder,
  limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
  offset: listOffset(ADMIN_MAX_OFFSET),
});

export const listContactMessages = endpoint({
  ...reading,
  path: '/api/admin/contact-messages',
  summary: 'Messages to sales that nobody has dealt with, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(ContactMessage, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});
export const listPendingReviews = endpoint({
  ...reading,
  path: '/api/admin/reviews',
  summary: 'Reviews that wait for a moderator, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(ModeratedReview, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});
export const listPendingExperiences = endpoint({
  ...reading,
  path: '/api/admin/experiences',
  summary: 'Shared experiences that wait for a moderator, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(ModeratedExperience, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const listPayments = endpoint({
  ...reading,
  path: '/api/admin/payments',
  summary: 'Payments that wait for confirmation, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(Payment, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});
export const listProfileChanges = endpoint({
  ...reading,
  path: '/api/admin/profile-changes',
  summary: 'Changes of listings that wait for a moderator, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(ProfileChange, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});
export const listDocuments = endpoint({
  ...reading,
  path: '/api/admin/documents',
  summary: 'Documents of businesses that wait for a moderator, newest first unless `order` is oldest.',
  query: waiting,
  reply: list(BusinessDocument, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

const moderation = { ...writing, method: 'PUT', params: z.object({ id: z.uuid() }) } as const;

export const finishContactMessage = endpoint({
  ...moderation,
  path: '/api/admin/contact-messages/:id/done',
  summary: 'Marks a message to sales as dealt with.',
  reply: ContactMessage,
  errors: [...refusals, 'MESSAGE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});
export const approveReview = endpoint({
  ...moderation,
  path: '/api/admin/reviews/:id/approve',
  summary: 'Publishes a review.',
  params: z.object({ id: ReviewId }),
  reply: ModeratedReview,
  errors: [...refusals, 'REVIEW_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});
export const rejectReview = endpoint({
  ...moderation,
  path: '/api/admin/reviews/:id/reject',
  summary: 'Turns a review down.',
  params: z.object({ id: ReviewId }),
  reply: ModeratedReview,
  errors: [...refusals, 'REVIEW_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});
export const approveExperience = endpoint({
  ...moderation,
  path: '/api/admin/experiences/:id/approve',
  summary: 'Publishes a shared experience.',
  params: z.object({ id: ExperienceId }),
  reply: ModeratedExperience,
  errors: [...refusals, 'EXPERIENCE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});
export const rejectExperience = endpoint({
  ...moderation,
  path: '/api/admin/experiences/:id/reject',
  summary: 'Turns a shared experience down.',
  params: z.object({ id: ExperienceId }),
  reply: ModeratedExperience,
  errors: [...refusals, 'EXPERIENCE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

const paymentAct = {
  ...moderation,
  reply: Payment,
  errors: [...refusals, 'PAYMENT_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const confirmPayment = endpoint({
  ...paymentAct,
  path: '/api/admin/payments/:id/confirm',
  stepUp: true,
  summary: 'Confirms that a payment has arrived.',
  errors: [...paymentAct.errors, 'STEP_UP_REQUIRED'],
});
export const declinePayment = endpoint({
  ...paymentAct,
  path: '/api/admin/payments/:id/decline',
  summary: 'Declines a payment.',
});

const profileChangeAct = {
  ...moderation,
  reply: ProfileChange,
  errors: [...refusals, 'CHANGE_NOT_FOUND', 'ALREADY_DECIDED', 'ALREADY_PROPOSED', 'RATE_LIMITED'],
} as const;
export const approveProfileChange = endpoint({
  ...profileChangeAct,
  path: '/api/admin/profile-changes/:id/approve',
  summary: 'Lets a change of a listing take effect.',
});
export const rejectProfileChange = endpoint({
  ...profileChangeAct,
  path: '/api/admin/profile-changes/:id/reject',
  summary: 'Turns a change of a listing down.',
});

const documentAct = {
  ...moderation,
  reply: BusinessDocument,
  errors: [...refusals, 'DOCUMENT_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const approveDocument = endpoint({
  ...documentAct,
  path: '/api/admin/documents/:id/approve',
  summary: 'Accepts a document.',
});
export const rejectDocument = endpoint({
  ...documentAct,
  path: '/api/admin/documents/:id/reject',
  summary: 'Turns a document down.',
});

// Triage

/** Long work of the caller, and how far it is. */
export const Task = z.object({
  id: TaskId,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  done: z.int(),
  total: z.nullable(z.int()),
  /** What could not be done, and what came out otherwise than one would think. */
  problems: list(z.object({ title: text(textLimits.title), why: z.enum(taskRemarks) }), 20),
});
export type Task = z.infer<typeof Task>;

const PUT_OFF_NOTE = 500;

export const CaseSummary = z.object({
  id: CaseId,
  title: text(textLimits.title),
  /** Of the report that opened it, if that was one. */
  reportType: z.nullable(z.enum(reportTypes)),
  severity: z.nullable(z.enum(severities)),
  countries: list(text(60), 60),
  filingCount: z.int(),
  undecidedCount: z.int(),
  createdAt: IsoTime,
  newestFilingAt: IsoTime,
  /** When the promise of the oldest undecided report runs out. */
  dueAt: IsoTime,
  age: z.enum(caseAges),
  claimedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  /** Of its undecided reports: an answer that came counts before a question that waits. */
  question: z.nullable(z.enum(questionStates)),
  /** Whether an undecided report of it could not be examined: nobody has looked for what it names, nor for others like it. */
  hasUnexamined: z.boolean(),
  /** While it is put off. */
  putOff: z.nullable(
    z.object({
      /** At the latest. */
      until: IsoTime,
      isForAnswer: z.boolean(),
      by: z.nullable(text(254)),
      note: z.nullable(text(PUT_OFF_NOTE)),
      /** This time included. */
      times: z.int(),
    }),
  ),
});
export type CaseSummary = z.infer<typeof CaseSummary>;

/** Discourse's reading of how often a reporter was right: a bonus above 0, a malus below, nothing for newcomers. */
export const ReporterStanding = z.object({ agreed: z.int(), disagreed: z.int(), accuracy: z.number() });

/** What of a filing becomes public in its reporter's words. A report has no title; a provider is named in words where we know none. */
const filedWords = {
  title: z.nullable(text(textLimits.title)),
  description: text(textLimits.text),
  providerName: z.nullable(text(textLimits.title)),
};

export const CaseFiling = z.object({
  ...z.omit(FilingState, { evidence: true, indicators: true }).shape,
  language: z.enum(languages),
  /** As it was sent, where it was edited since. For moderators alone. */
  original: z.nullable(z.object(filedWords)),
  /** Of its words as they are shown here; whoever edits them says what they saw. */
  wordsVersion: text(40),
  /** Withheld is what its words no longer name: it will not be published. */
  indicators: list(
    z.object({ kind: z.enum(indicatorKinds), value: z.nullable(text(300)), isWithheld: z.boolean() }),
    100,
  ),
  severity: z.nullable(z.enum(severities)),
  type: z.nullable(text(40)),
  countries: list(text(60), 60),
  providerId: z.nullable(ProviderId),
  providerName: z.nullable(text(textLimits.title)),
  hasAccount: z.boolean(),
  reporter: z.nullable(ReporterStanding),
  isUnexamined: z.boolean(),
  evidence: list(EvidenceFile, 10),
});
export type CaseFiling = z.infer<typeof CaseFiling>;

const AlertInShort = z.object({ id: AlertId, title: text(textLimits.title) });

export const CaseDetail = z.extend(CaseSummary, {
  filings: list(CaseFiling, caseSizes.page),
  /** Undecided, and never shown to the caller: no decision of theirs touches these. */
  unreadCount: z.int(),
  /** What is public about it already; what is approved later is counted into this one. */
  publicAlert: z.nullable(AlertInShort),
  indicators: list(
    z.object({
      kind: z.enum(indicatorKinds),
      value: z.nullable(text(300)),
      reportCount: z.int(),
      isPublic: z.boolean(),
      /** Named in answers alone: it leads to other cases, and is not published. */
      isFromAnswer: z.boolean(),
    }),
    100,
  ),
  /** Earlier cases that look alike, and how they ended. */
  similar: list(
    z.object({
      id: CaseId,
      title: text(textLimits.title),
      reportType: z.nullable(z.enum(reportTypes)),
      outcome: text(40),
      createdAt: IsoTime,
      /** It names a website, a wallet or a person that this one names too. */
      isOfSameTraces: z.boolean(),
      /** What became public of it and still is. */
      publicAlert: z.nullable(AlertInShort),
    }),
    5,
  ),
  claimExpiresAt: z.nullable(IsoTime),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

const caseFilter = {
  age: z.optional(z.enum(caseAges)),
  country: z.optional(text(60)),
  severity: z.optional(commaList()),
  search: z.optional(text(textLimits.search)),
  only: z.optional(z.enum(caseSelections)),
  order: z._default(z.enum(['oldest', 'largest']), 'oldest'),
};

export const listCases = endpoint({
  ...queueReading,
  path: '/api/admin/cases',
  summary: 'Open cases.',
  query: z.object({
    ...caseFilter,
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(CaseSummary, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const takeNextCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/next',
  summary: 'Claims the next open case that nobody holds.',
  body: z.object(caseFilter),
  reply: z.nullable(CaseDetail),
  errors: ['INVALID_INPUT', ...refusals, 'RATE_LIMITED'],
});

export const openCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/claim',
  summary: 'Claims a case, or renews the claim, and shows it.',
  params: z.object({ id: CaseId }),
  reply: CaseDetail,
  errors: [...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const releaseCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/release',
  summary: 'Gives a claimed case back.',
  params: z.object({ id: CaseId }),
  reply: Message,
  errors: [...refusals, 'CASE_NOT_FOUND', 'RATE_LIMITED'],
});

export const showMoreOfCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/filings',
  summary: 'Shows the next undecided reports of a claimed case.',
  params: z.object({ id: CaseId }),
  /** What stands before the caller already. */
  body: z.object({ shown: list(FilingId, caseSizes.decidedAtOnce) }),
  reply: z.object({ filings: list(CaseFiling, caseSizes.page), unreadCount: z.int() }),
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const rewordFiling = endpoint({
  ...queueWriting,
  method: 'PUT',
  path: '/api/admin/filings/:id/words',
  summary: 'Puts an undecided report of a claimed case into other words before it is published. What was sent is kept.',
  params: z.object({ id: FilingId }),
  body: z.object({
    /** Of a scam report; another has none. */
    title: z.optional(required(words.titleRequired, textLimits.title)),
    description: required(words.descriptionRequired, textLimits.text),
    /** Of a scam report about a provider that is not in the register; empty takes it out. */
    providerName: z.optional(text(textLimits.title)),
    /** The `wordsVersion` that the caller was shown. */
    seen: text(40),
  }),
  reply: CaseFiling,
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'FILING_NOT_FOUND',
    'CASE_CLAIMED',
    'OWN_REPORT',
    'ALREADY_DECIDED',
    'TEXT_OVERTAKEN',
    'RATE_LIMITED',
  ],
});

export const SampleId = id<'SampleId'>();
export type SampleId = z.infer<typeof SampleId>;

/** Some of the reports of a case that nobody has shown to a moderator yet, to be read before all of them are decided. */
export const CaseSample = z.object({
  id: SampleId,
  /** How many there are to read. */
  size: z.int(),
  /** How many would be decided without being read. */
  restCount: z.int(),
});
export type CaseSample = z.infer<typeof CaseSample>;

export const drawSample = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/samples',
  summary: 'Draws a sample of the reports of a claimed case that the caller was not shown.',
  params: z.object({ id: CaseId }),
  /** One that was shown: the others would be decided like it. */
  body: z.object({ like: FilingId }),
  reply: CaseSample,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const showSampled = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/samples/:id/filings',
  summary: 'Shows one report of a sample, which from then on counts as read.',
  params: z.object({ id: SampleId }),
  body: z.object({ place: integer(0, caseSizes.sample - 1) }),
  reply: CaseFiling,
  errors: ['INVALID_INPUT', ...refusals, 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const decideCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/decide',
  summary: 'Decides those undecided reports of a claimed case that were shown to the caller. One alert becomes public.',
  params: z.object({ id: CaseId }),
  body: z.object({
    decision: z.enum(['approve', 'reject']),
    /** All that were shown, unless named. */
    filings: z.optional(list(FilingId, caseSizes.decidedAtOnce)),
    /** Which of them becomes the alert; unless named, the one that opened the case or else the oldest. */
    lead: z.optional(FilingId),
    /** An alert of an earlier case about the same thing: what is approved is counted into it, and no second one becomes public. */
    joins: z.optional(AlertId),
    /** A sample that was read to its end: what it stands for is decided alike, without becoming public. */
    sample: z.optional(SampleId),
    reason: required(words.reasonRequired, textLimits.text),
    /** What everybody is told to do, on the alert that this makes public. */
    advice: optionalText(textLimits.advice),
  }),
  reply: z.object({
    decided: z.int(),
    /** The alert's first. */
    decisionIds: list(DecisionId, caseSizes.decidedAtOnce),
    unreadCount: z.int(),
    /** The alert that is public about it now. */
    alertId: z.nullable(AlertId),
    /** The work on what the sample stands for. */
    rest: z.nullable(Task),
  }),
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'OWN_REPORT',
    'SAMPLE_NOT_READ',
    'NO_ALERT_TO_JOIN',
    'ALERT_NOT_FOUND',
    'ALREADY_DECIDED',
    'RATE_LIMITED',
  ],
});

export const putOffCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/put-off',
  summary: 'Gives a claimed case back and keeps it out of the queue until a day, or until an answer comes.',
  params: z.object({ id: CaseId }),
  body: z.object({
    /** It comes back when this day begins. Without a day it waits for the answer to a question. */
    until: z.optional(z.iso.date()),
    note: optionalText(PUT_OFF_NOTE),
  }),
  reply: z.object({ until: IsoTime }),
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'NOTHING_ASKED', 'RATE_LIMITED'],
});

export const takeBackCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/take-back',
  summary: 'Puts a case that was put off back into the queue, whoever put it off.',
  params: z.object({ id: CaseId }),
  reply: Message,
  errors: [...refusals, 'CASE_NOT_FOUND', 'RATE_LIMITED'],
});

const NEIGHBOURS = 10;

export const listNeighbours = endpoint({
  ...queueReading,
  path: '/api/admin/cases/:id/neighbours',
  summary: 'Other open cases: those that name or tell the same, or those that a search finds.',
  params: z.object({ id: CaseId }),
  query: z.object({ search: z.optional(text(textLimits.search)) }),
  reply: list(CaseSummary, NEIGHBOURS),
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND'],
});

export const mergeCases = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/merge',
  summary: 'Makes two open cases one, which is the older of them. Nobody else may hold either.',
  params: z.object({ id: CaseId }),
  body: z.object({ other: CaseId }),
  reply: z.object({
    caseId: CaseId,
    /** The undecided reports that changed their case, so that they can be split off again; none where there are too many. */
    moved: list(FilingId, caseSizes.decidedAtOnce),
  }),
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const splitCase = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/cases/:id/split',
  summary: 'Makes some undecided reports of a claimed case a case of their own, which the caller holds too.',
  params: z.object({ id: CaseId }),
  body: z.object({ filings: list(FilingId, caseSizes.decidedAtOnce) }),
  reply: z.object({ caseId: CaseId }),
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'FILING_NOT_IN_CASE',
    'NOTHING_LEFT_BEHIND',
    'RATE_LIMITED',
  ],
});

export const moveFiling = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/filings/:id/move',
  summary: 'Moves an undecided report of a claimed case to another open case that nobody else holds.',
  params: z.object({ id: FilingId }),
  body: z.object({ to: CaseId }),
  reply: z.object({
    caseId: CaseId,
    /** It was the last of its case, which is gone. */
    isEmptied: z.boolean(),
  }),
  errors: ['INVALID_INPUT', ...refusals, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'FILING_NOT_IN_CASE', 'RATE_LIMITED'],
});

/** What was filed and is in no case yet. */
export const Sorting = z.object({
  count: z.int(),
  /** When the oldest of them came. */
  since: z.nullable(IsoTime),
  /** It takes longer than it should: the worker may be down. */
  isLate: z.boolean(),
});
export type Sorting = z.infer<typeof Sorting>;

export const getSorting = endpoint({
  ...queueReading,
  path: '/api/admin/sorting',
  isPolled: true,
  summary: 'How many reports are still being sorted into cases.',
  reply: Sorting,
  errors: [...refusals],
});

export const askReporter = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/filings/:id/questions',
  summary: 'Asks the reporter something; they answer with their receipt.',
  params: z.object({ id: FilingId }),
  body: z.object({ question: required(words.questionRequired, textLimits.text) }),
  reply: Message,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

/**
 * The browser makes a key pair (ECDH, P-256) and sends its public half as an uncompressed point (65 bytes, base64url); the worker
 * seals the contact data for it. No page and no server log ever sees it in the open.
 *
 * `sealed` is base64url of: version 1 (one byte), the worker's throw-away public point (65), then the content under AES-256-GCM with
 * its tag (16) at the end. Key (32) and nonce (12) are, in this order, the 44 bytes of HKDF-SHA256 over the shared secret, with the
 * salt 'throw-away point, browser's point' and the info 'hakiki/browser-box/v1'. The additional data is version and throw-away point,
 * then 'contact-opening', a zero byte and the id of the opening. The content is a JSON object of strings, under the names of the
 * reporter's form; blanks at its end mean nothing.
 */
export const askForContact = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/filings/:id/contact',
  summary:
    'Asks for the sealed contact data of a report, with a written reason and the second factor for just this. It is recorded.',
  params: z.object({ id: FilingId }),
  body: z.object({
    reason: required(words.reasonRequired, textLimits.text),
    publicKey: text(500),
    /** By the server's clock, as `Date.toISOString` writes it. */
    askedAt: IsoTime,
    /** One of the two: a code, or a passkey's answer to the hash of the request (`contactRequestText`). The worker checks it. */
    code: z.optional(SecondFactor.shape.code),
    passkey: z.optional(PasskeyAssertion),
  }),
  reply: z.object({ id: z.uuid() }),
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'ADMIN_SECOND_FACTOR_REQUIRED', 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const getOpenedContact = endpoint({
  ...reading,
  cache: 'never',
  path: '/api/admin/contact-openings/:id',
  summary:
    'The contact data, sealed for the browser that asked, as soon as the worker has opened it, or why it will not.',
  params: z.object({ id: z.uuid() }),
  reply: z.object({ sealed: z.nullable(text(5000)), refusal: z.nullable(z.enum(contactRefusals)) }),
  errors: [...refusals, 'FILING_NOT_FOUND'],
});

export const AnswerTemplate = z.object({ id: z.uuid(), title: text(100), text: text(textLimits.text) });
export type AnswerTemplate = z.infer<typeof AnswerTemplate>;

export const listTemplates = endpoint({
  ...queueReading,
  path: '/api/admin/templates',
  summary: 'Texts that moderators use again and again.',
  reply: list(AnswerTemplate, 100),
  errors: [...refusals],
});
export const saveTemplate = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/templates',
  summary: 'Adds a text, or replaces the one of the same title.',
  body: z.object({ title: required(words.titleRequired), text: required(words.textRequired, textLimits.text) }),
  reply: AnswerTemplate,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'RATE_LIMITED'],
});
export const deleteTemplate = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/templates/:id',
  summary: 'Removes a text.',
  params: z.object({ id: z.uuid() }),
  reply: Message,
  errors: [...refusals, 'TEMPLATE_NOT_FOUND', 'RATE_LIMITED'],
});

/** A filtered list under a name; the query of its address. */
export const SavedView = z.object({ id: z.uuid(), name: text(100), query: text(500) });
export type SavedView = z.infer<typeof SavedView>;

export const listViews = endpoint({
  ...queueReading,
  path: '/api/admin/views',
  summary: "The caller's saved views.",
  reply: list(SavedView, 50),
  errors: [...refusals],
});
export const saveView = endpoint({
  ...queueWriting,
  method: 'POST',
  path: '/api/admin/views',
  summary: 'Saves a view, or replaces the one of the same name.',
  body: z.object({ name: required(words.nameRequired), query: text(500) }),
  reply: SavedView,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'RATE_LIMITED'],
});
export const deleteView = endpoint({
  ...queueWriting,
  method: 'DELETE',
  path: '/api/admin/views/:id',
  summary: 'Removes a saved view.',
  params: z.object({ id: z.uuid() }),
  reply: Message,
  errors: [...refusals, 'VIEW_NOT_FOUND', 'RATE_LIMITED'],
});

// Overview, exports and bulk acts

const daily = list(z.object({ day: z.iso.date(), arrived: z.int(), decided: z.int() }), 31);

export const Overview = z.object({
  days: daily,
  /** Hours, over the last 30 days; null while nothing was decided. */
  medianHoursToDecision: z.nullable(z.number()),
  openByAge: list(z.object({ age: z.enum(caseAges), n: z.int() }), caseAges.length),
  openByCountry: list(z.object({ country: text(60), n: z.int() }), 10),
  /** Cases that somebody put off. */
  putOff: z.int(),
  sorting: Sorting,
  /** Decisions of the last 30 days, and those of them that were reversed. */
  decisions: z.int(),
  reversed: z.int(),
});
export type Overview = z.infer<typeof Overview>;

export const getOverview = endpoint({
  ...reading,
  path: '/api/admin/overview',
  summary: 'How the work of moderation goes.',
  reply: Overview,
  errors: [...refusals],
});

export const startExport = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/exports',
  stepUp: true,
  summary: 'Writes a filtered list as CSV, as a job.',
  body: z.object({ list: z.enum(exportedLists), query: text(500) }),
  reply: Task,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
});

/** What would be left, and why, is named as far as there is room. */
export const BulkPreview = z.object({
  affected: z.int(),
  skipped: z.int(),
  titles: list(text(textLimits.title), 20),
  left: list(z.object({ title: text(textLimits.title), why: z.enum(taskRemarks) }), 20),
});

export const previewBulk = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/bulk/preview',
  summary: 'What a bulk act would do, without doing it.',
  body: z.object({ decision: z.enum(['approve', 'reject']), alerts: list(AlertId, 200) }),
  reply: BulkPreview,
  errors: ['INVALID_INPUT', ...refusals, 'RATE_LIMITED'],
});

export const startBulk = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/bulk',
  stepUp: true,
  summary: 'Approves or rejects many pending alerts, one recorded decision each, as a job.',
  body: z.object({
    decision: z.enum(['approve', 'reject']),
    alerts: list(AlertId, 200),
    reason: required(words.reasonRequired, textLimits.text),
  }),
  reply: Task,
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, 'STEP_UP_REQUIRED', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const getTask = endpoint({
  ...queueReading,
  path: '/api/admin/tasks/:id',
  isPolled: true,
  summary: 'How far a job of the caller is.',
  params: z.object({ id: TaskId }),
  reply: Task,
  errors: [...refusals, 'TASK_NOT_FOUND'],
});

export const downloadExport = endpoint({
  ...reading,
  cache: 'never',
  path: '/api/admin/tasks/:id/file',
  summary: 'The finished export, for the administrator who asked for it.',
  params: z.object({ id: TaskId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...refusals, 'TASK_NOT_FOUND'],
});

export const adminEndpoints = [
  getAdminStats,
  listAdminUsers,
  updateUser,
  setUserRole,
  listAdminProviders,
  createProvider,
  updateProvider,
  listAdminAlerts,
  getAlertStatusCounts,
  approveAlert,
  rejectAlert,
  updateAlert,
  listAdminReports,
  createReport,
  updateReport,
  listDecisions,
  undoDecision,
  getProviderHistory,
  getAlertHistory,
  getReportHistory,
  listProposals,
  getProposal,
  confirmProposal,
  withdrawProposal,
  listContactMessages,
  finishContactMessage,
  listPendingReviews,
  approveReview,
  rejectReview,
  listPendingExperiences,
  approveExperience,
  rejectExperience,
  listPayments,
  confirmPayment,
  declinePayment,
  listProfileChanges,
  approveProfileChange,
  rejectProfileChange,
  listDocuments,
  approveDocument,
  rejectDocument,
  listCases,
  takeNextCase,
  openCase,
  releaseCase,
  showMoreOfCase,
  rewordFiling,
  drawSample,
  showSampled,
  decideCase,
  putOffCase,
  takeBackCase,
  listNeighbours,
  mergeCases,
  splitCase,
  moveFiling,
  getSorting,
  askReporter,
  askForContact,
  getOpenedContact,
  listTemplates,
  saveTemplate,
  deleteTemplate,
  listViews,
  saveView,
  deleteView,
  getOverview,
  startExport,
  previewBulk,
  startBulk,
  getTask,
  downloadExport,
] as const;
