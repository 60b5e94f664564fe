/** The moderation queue: cases that moderators claim, read and decide. */
import * as z from 'zod/mini';
import {
  ADMIN_MAX_OFFSET,
  caseAges,
  caseDeciders,
  caseListFilters,
  caseLimits,
  questionStates,
} from './admin-values.ts';
import { severities } from './alert-values.ts';
import { AlertId } from './alerts.ts';
import { CaseId } from './cases.ts';
import { DecisionId } from './decisions.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { EvidenceFile, FilingId, FilingState } from './filings.ts';
import { indicatorKinds } from './indicator-values.ts';
import { paging, textLimits } from './limits.ts';
import { reportTypes } from './report-values.ts';
import {
  commaList,
  id,
  integer,
  IsoTime,
  list,
  listOffset,
  optionalText,
  publishedText,
  queryInteger,
  required,
  requiredPublished,
  text,
} from './schema.ts';
import { Message } from './sign-up.ts';
import { languages } from './site.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';
import { Task } from './tasks-admin.ts';

const MAX_SNOOZE_NOTE_LENGTH = 500;

export const CaseSummary = z.object({
  id: CaseId,
  title: text(textLimits.title),
  /** The type of the issue report that opened the case, if any. */
  reportType: z.nullable(z.enum(reportTypes)),
  /** The provider that its first report names. */
  providerName: z.nullable(text(textLimits.title)),
  severity: z.nullable(z.enum(severities)),
  countries: list(text(60), 60),
  filingCount: z.int(),
  undecidedCount: z.int(),
  createdAt: IsoTime,
  newestFilingAt: IsoTime,
  /** The deadline of the oldest undecided report. */
  dueAt: IsoTime,
  age: z.enum(caseAges),
  claimedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  /** The state of questions to its undecided reports: an answer takes precedence over an open question. */
  question: z.nullable(z.enum(questionStates)),
  /** An undecided report could not be analysed: its indicators and similar reports are unknown. */
  hasUnexamined: z.boolean(),
  /** Set while the case is snoozed. */
  snooze: z.nullable(
    z.object({
      /** At the latest. */
      until: IsoTime,
      isForAnswer: z.boolean(),
      by: z.nullable(text(254)),
      note: z.nullable(text(MAX_SNOOZE_NOTE_LENGTH)),
      /** Including this time. */
      times: z.int(),
    }),
  ),
});
export type CaseSummary = z.infer<typeof CaseSummary>;

/** How often a reporter was right, computed like in Discourse: above 0 is better, below is worse, 0 for newcomers. */
export const TrackRecord = z.object({ agreed: z.int(), disagreed: z.int(), accuracy: z.number() });

/** The texts of a filing that become public. An issue report has no title; an unlisted provider is named by text. */
const filingTextFields = {
  title: z.nullable(text(textLimits.title)),
  description: text(textLimits.text),
  providerName: z.nullable(text(textLimits.title)),
};

export const CaseFiling = z.object({
  ...z.omit(FilingState, { evidence: true, indicators: true }).shape,
  language: z.enum(languages),
  /** The original text if it was edited; for moderators only. */
  original: z.nullable(z.object(filingTextFields)),
  /** A hash of the shown texts; an edit has to name it. */
  wordsVersion: text(40),
  /** Withheld indicators no longer occur in the text and are not published. */
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
  reporter: z.nullable(TrackRecord),
  isUnexamined: z.boolean(),
  evidence: list(EvidenceFile, 10),
});
export type CaseFiling = z.infer<typeof CaseFiling>;

/** A closed or partly decided case, with its newest decision. */
export const DecidedCase = z.object({
  id: CaseId,
  title: text(textLimits.title),
  reportType: z.nullable(z.enum(reportTypes)),
  providerName: z.nullable(text(textLimits.title)),
  /** The status that its reports got. */
  outcome: text(40),
  /** Number of its reports that were decided. */
  decidedCount: z.int(),
  reason: z.nullable(text(textLimits.text)),
  decidedBy: z.nullable(text(254)),
  decidedAt: IsoTime,
});
export type DecidedCase = z.infer<typeof DecidedCase>;

const AlertInShort = z.object({ id: AlertId, title: text(textLimits.title) });

export const CaseDetail = z.extend(CaseSummary, {
  filings: list(CaseFiling, caseLimits.page),
  /** Undecided reports that were never shown to the caller, so that they cannot decide them. */
  unreadCount: z.int(),
  /** The public alert of the case; reports approved later are merged into it. */
  publicAlert: z.nullable(AlertInShort),
  indicators: list(
    z.object({
      kind: z.enum(indicatorKinds),
      value: z.nullable(text(300)),
      reportCount: z.int(),
      isPublic: z.boolean(),
      /** Found only in answers: it connects cases, and is not published. */
      isFromAnswer: z.boolean(),
    }),
    100,
  ),
  similar: list(
    z.object({
      id: CaseId,
      title: text(textLimits.title),
      reportType: z.nullable(z.enum(reportTypes)),
      outcome: text(40),
      createdAt: IsoTime,
      /** Both cases name the same website, wallet or person. */
      isOfSameTraces: z.boolean(),
      /** Its alert, if it is still public. */
      publicAlert: z.nullable(AlertInShort),
    }),
    5,
  ),
  claimExpiresAt: z.nullable(IsoTime),
});
export type CaseDetail = z.infer<typeof CaseDetail>;

const caseFilterFields = {
  age: z.optional(z.enum(caseAges)),
  country: z.optional(text(60)),
  severity: z.optional(commaList()),
  search: z.optional(text(textLimits.search)),
  only: z.optional(z.enum(caseListFilters)),
  order: z._default(z.enum(['oldest', 'largest']), 'oldest'),
};

export const listCases = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/cases',
  summary: 'Open cases.',
  query: z.object({
    ...caseFilterFields,
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(CaseSummary, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const listDecidedCases = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/cases/decided',
  summary: 'Cases with decided reports, newest decision first: the caller’s own, or those of everybody.',
  query: z.object({
    by: z._default(z.enum(caseDeciders), 'me'),
    /** A part of its texts, or the number of a report. */
    search: z.optional(text(textLimits.search)),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(DecidedCase, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const reopenCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/reopen',
  summary: 'Returns the rejected reports of a case to the queue.',
  params: z.object({ id: CaseId }),
  body: z.object({ reason: required('REASON_REQUIRED', textLimits.text) }),
  reply: z.object({ reopened: z.int() }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'OWN_REPORT',
    'NOTHING_TO_REOPEN',
    'RATE_LIMITED',
  ],
});

export const takeNextCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/next',
  summary: 'Claims the next open case that nobody holds.',
  body: z.object(caseFilterFields),
  reply: z.nullable(CaseDetail),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RATE_LIMITED'],
});

export const openCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/claim',
  summary: 'Claims a case, or renews the claim, and shows it.',
  params: z.object({ id: CaseId }),
  reply: CaseDetail,
  errors: [...staffCommonErrors, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const releaseCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/release',
  summary: 'Releases a claimed case.',
  params: z.object({ id: CaseId }),
  reply: Message,
  errors: [...staffCommonErrors, 'CASE_NOT_FOUND', 'RATE_LIMITED'],
});

export const showMoreOfCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/filings',
  summary: 'Shows the next undecided reports of a claimed case.',
  params: z.object({ id: CaseId }),
  /** The reports that the caller has already been shown. */
  body: z.object({ shown: list(FilingId, caseLimits.maxDecided) }),
  reply: z.object({ filings: list(CaseFiling, caseLimits.page), unreadCount: z.int() }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const rewordFiling = endpoint({
  ...queueWriteDefaults,
  method: 'PUT',
  path: '/api/admin/filings/:id/words',
  summary: 'Edits the text of an undecided report before it is published. The original is kept.',
  params: z.object({ id: FilingId }),
  body: z.object({
    /** Only for scam reports. */
    title: z.optional(requiredPublished('TITLE_REQUIRED', textLimits.title)),
    description: requiredPublished('DESCRIPTION_REQUIRED', textLimits.text),
    /** Only for scam reports about an unlisted provider; an empty string removes it. */
    providerName: z.optional(publishedText(textLimits.title)),
    /** The `wordsVersion` that the caller was shown. */
    seen: text(40),
  }),
  reply: CaseFiling,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
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

/** A sample of reports that no moderator was shown yet; it is read before all of them are decided. */
export const CaseSample = z.object({
  id: SampleId,
  size: z.int(),
  /** Number of reports that would be decided without being read. */
  restCount: z.int(),
});
export type CaseSample = z.infer<typeof CaseSample>;

export const drawSample = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/samples',
  summary: 'Draws a sample of the reports of a claimed case that the caller was not shown.',
  params: z.object({ id: CaseId }),
  /** A report that was shown; the others would be decided in the same way. */
  body: z.object({
    like: FilingId,
    /** Reports that were on the caller's screen; the others count as not shown. Default: all that were sent. */
    seen: z.optional(list(FilingId, caseLimits.maxDecided)),
  }),
  reply: CaseSample,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const showSampled = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/samples/:id/filings',
  summary: 'Shows one report of a sample and marks it as read.',
  params: z.object({ id: SampleId }),
  body: z.object({ place: integer(0, caseLimits.sample - 1) }),
  reply: CaseFiling,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const decideCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/decide',
  summary: 'Decides the undecided reports of a claimed case that the caller has read. One alert becomes public.',
  params: z.object({ id: CaseId }),
  body: z.object({
    decision: z.enum(['approve', 'reject']),
    /** Default: all that were shown. */
    filings: z.optional(list(FilingId, caseLimits.maxDecided)),
    /** The report that becomes the alert; default: the one that opened the case, or the oldest. */
    lead: z.optional(FilingId),
    /** The public alert of an earlier case about the same scam, into which approved reports are merged. */
    joins: z.optional(AlertId),
    /** A sample that was read completely: the reports it represents get the same decision, but stay private. */
    sample: z.optional(SampleId),
    reason: required('REASON_REQUIRED', textLimits.text),
    /** The advice on the new public alert. */
    advice: z.optional(publishedText(textLimits.advice)),
  }),
  reply: z.object({
    decided: z.int(),
    /** The alert's decision first. */
    decisionIds: list(DecisionId, caseLimits.maxDecided),
    unreadCount: z.int(),
    /** The alert that is public now. */
    alertId: z.nullable(AlertId),
    /** The task that decides the unread reports. */
    rest: z.nullable(Task),
  }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'OWN_REPORT',
    'SAMPLE_NOT_READ',
    'NO_ALERT_TO_JOIN',
    'ALERT_NOT_FOUND',
    'ALREADY_DECIDED',
    'PRIVATE_DATA_FOUND',
    'RATE_LIMITED',
  ],
});

export const snoozeCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/snooze',
  summary: 'Releases a claimed case and snoozes it until a date, or until an answer arrives.',
  params: z.object({ id: CaseId }),
  body: z.object({
    /** The case returns at the start of this day. Without a day it waits for the answer to a question. */
    until: z.optional(z.iso.date()),
    note: optionalText(MAX_SNOOZE_NOTE_LENGTH),
  }),
  reply: z.object({ until: IsoTime }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'NOTHING_ASKED', 'RATE_LIMITED'],
});

export const unsnoozeCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/unsnooze',
  summary: 'Returns a snoozed case to the queue, whoever snoozed it.',
  params: z.object({ id: CaseId }),
  reply: Message,
  errors: [...staffCommonErrors, 'CASE_NOT_FOUND', 'RATE_LIMITED'],
});

const MAX_SIMILAR_OPEN = 10;

export const listNeighbours = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/cases/:id/neighbours',
  summary: 'Other open cases: similar ones, or the results of a search.',
  params: z.object({ id: CaseId }),
  query: z.object({ search: z.optional(text(textLimits.search)) }),
  reply: list(CaseSummary, MAX_SIMILAR_OPEN),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'CASE_NOT_FOUND'],
});

export const mergeCases = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/merge',
  summary: 'Merges two open cases into the older one. Neither may be claimed by another moderator.',
  params: z.object({ id: CaseId }),
  body: z.object({ other: CaseId }),
  reply: z.object({
    caseId: CaseId,
    /** The undecided reports that moved, to undo the merge; empty if there are too many. */
    moved: list(FilingId, caseLimits.maxDecided),
  }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'CASE_NOT_FOUND', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

export const splitCase = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/cases/:id/split',
  summary: 'Splits some undecided reports of a claimed case into a new case, which the caller also claims.',
  params: z.object({ id: CaseId }),
  body: z.object({ filings: list(FilingId, caseLimits.maxDecided) }),
  reply: z.object({ caseId: CaseId }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'FILING_NOT_IN_CASE',
    'NOTHING_LEFT_BEHIND',
    'RATE_LIMITED',
  ],
});

export const moveFiling = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/filings/:id/move',
  summary: 'Moves an undecided report of a claimed case to another open case that no other moderator has claimed.',
  params: z.object({ id: FilingId }),
  body: z.object({ to: CaseId }),
  reply: z.object({
    caseId: CaseId,
    /** The previous case became empty and was removed. */
    isEmptied: z.boolean(),
  }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'CASE_NOT_FOUND',
    'CASE_CLAIMED',
    'FILING_NOT_IN_CASE',
    'RATE_LIMITED',
  ],
});

/** Filings that are not in a case yet. */
export const Sorting = z.object({
  count: z.int(),
  since: z.nullable(IsoTime),
  /** Sorting is overdue: the worker may be down. */
  isLate: z.boolean(),
});
export type Sorting = z.infer<typeof Sorting>;

export const getSorting = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/sorting',
  isPolled: true,
  summary: 'How many reports are still being sorted into cases.',
  reply: Sorting,
  errors: [...staffCommonErrors],
});

export const AnswerTemplate = z.object({ id: z.uuid(), title: text(100), text: text(textLimits.text) });
export type AnswerTemplate = z.infer<typeof AnswerTemplate>;

export const listTemplates = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/templates',
  summary: 'Templates of reasons for moderators.',
  reply: list(AnswerTemplate, 100),
  errors: [...staffCommonErrors],
});
export const saveTemplate = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/templates',
  summary: 'Adds a template, or replaces the one with the same title.',
  body: z.object({ title: required('TITLE_REQUIRED'), text: required('TEXT_REQUIRED', textLimits.text) }),
  reply: AnswerTemplate,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RATE_LIMITED'],
});
export const deleteTemplate = endpoint({
  ...staffWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/templates/:id',
  summary: 'Removes a template.',
  params: z.object({ id: z.uuid() }),
  reply: Message,
  errors: [...staffCommonErrors, 'TEMPLATE_NOT_FOUND', 'RATE_LIMITED'],
});

/** A saved filter with a name; `query` is its query string. */
export const SavedView = z.object({ id: z.uuid(), name: text(100), query: text(500) });
export type SavedView = z.infer<typeof SavedView>;

export const listViews = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/views',
  summary: "The caller's saved views.",
  reply: list(SavedView, 50),
  errors: [...staffCommonErrors],
});
export const saveView = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/views',
  summary: 'Saves a view, or replaces the one of the same name.',
  body: z.object({ name: required('NAME_REQUIRED'), query: text(500) }),
  reply: SavedView,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RATE_LIMITED'],
});
export const deleteView = endpoint({
  ...queueWriteDefaults,
  method: 'DELETE',
  path: '/api/admin/views/:id',
  summary: 'Removes a saved view.',
  params: z.object({ id: z.uuid() }),
  reply: Message,
  errors: [...staffCommonErrors, 'VIEW_NOT_FOUND', 'RATE_LIMITED'],
});

export const triageAdminEndpoints = [
  listCases,
  listDecidedCases,
  reopenCase,
  takeNextCase,
  openCase,
  releaseCase,
  showMoreOfCase,
  rewordFiling,
  drawSample,
  showSampled,
  decideCase,
  snoozeCase,
  unsnoozeCase,
  listNeighbours,
  mergeCases,
  splitCase,
  moveFiling,
  getSorting,
  listTemplates,
  saveTemplate,
  deleteTemplate,
  listViews,
  saveView,
  deleteView,
] as const;
