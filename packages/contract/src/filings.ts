/**
 * What a reporter can do after filing: follow the status, answer a moderator's question, add evidence. This needs the
 * receipt code or the session of the sender.
 */
import * as z from 'zod/mini';
import { evidenceTypes, filingKinds, filingStatuses, nonScamKinds } from './filing-values.ts';
import { indicatorKinds } from './indicator-values.ts';
import { reportTypes } from './report-values.ts';
import { appealSubjects, appealRequests, appellants } from './appeal-values.ts';
import { disputeGrounds } from './dispute-values.ts';
import { endpoint } from './endpoint.ts';
import { evidenceLimits, listLimits, paging, textLimits } from './limits.ts';
import { id, integer, IsoTime, list, listOffset, queryInteger, required, text } from './schema.ts';

export const FilingId = id<'FilingId'>();
export type FilingId = z.infer<typeof FilingId>;
export const QuestionId = id<'QuestionId'>();
export type QuestionId = z.infer<typeof QuestionId>;
export const EvidenceId = id<'EvidenceFileId'>();
export type EvidenceId = z.infer<typeof EvidenceId>;

/** Either the receipt code, or the id of a filing of the signed-in caller. */
const filingRefFields = {
  code: z.optional(text(100)),
  id: z.optional(FilingId),
};

export const EvidenceFile = z.object({
  id: EvidenceId,
  name: text(200),
  type: z.enum(evidenceTypes),
  bytes: z.int(),
  /** Valid for a few minutes. */
  url: text(500),
});
export type EvidenceFile = z.infer<typeof EvidenceFile>;

export const FilingState = z.object({
  id: FilingId,
  kind: z.enum(filingKinds),
  reference: text(20),
  /** Of an issue report, the provider's name or the beginning of its text. Screens show the issue type before it. */
  title: text(textLimits.title),
  /** Only for issue reports. */
  reportType: z.nullable(z.enum(reportTypes)),
  description: text(textLimits.text),
  /** A moderator edited the text: title and description are the public version. */
  isEdited: z.boolean(),
  status: z.enum(filingStatuses),
  /** The public alert that counts it. */
  alertId: z.nullable(id<'AlertId'>()),
  createdAt: IsoTime,
  decidedAt: z.nullable(IsoTime),
  expectedBy: IsoTime,
  /** Contact data is encrypted and not shown here, not even to its owner. */
  hasContact: z.boolean(),
  amountLost: z.nullable(text(100)),
  evidenceDescription: z.nullable(text(textLimits.text)),
  additionalDetails: z.nullable(text(textLimits.text)),
  /** Indicators that were found in the text and are published with it. */
  indicators: list(z.object({ kind: z.enum(indicatorKinds), value: z.nullable(text(300)) }), 50),
  questions: list(
    z.object({
      id: QuestionId,
      question: text(textLimits.text),
      askedAt: IsoTime,
      answer: z.nullable(text(textLimits.text)),
      answeredAt: z.nullable(IsoTime),
    }),
    20,
  ),
  evidence: list(EvidenceFile, evidenceLimits.files),
  /** Only for appeals. */
  appeal: z.optional(
    z.object({
      subject: z.enum(appealSubjects),
      subjectId: z.uuid(),
      askedBy: z.enum(appellants),
      wants: z.enum(appealRequests),
      /** Whether the page of the verdict shows that an appeal is pending. */
      isNoticed: z.boolean(),
      reason: z.nullable(text(textLimits.text)),
    }),
  ),
  /** Only for disputes. */
  dispute: z.optional(
    z.object({
      kind: z.enum(indicatorKinds),
      ground: z.enum(disputeGrounds),
      reason: z.nullable(text(textLimits.text)),
    }),
  ),
});
export type FilingState = z.infer<typeof FilingState>;

export const lookUpFiling = endpoint({
  method: 'POST',
  path: '/api/filings/look-up',
  summary: 'The status of a report, for its sender or the holder of its receipt code.',
  access: 'public',
  body: z.object(filingRefFields),
  reply: FilingState,
  errors: ['INVALID_INPUT', 'FILING_NOT_FOUND', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'receipt',
});

/** A filing other than a scam report; those have their own list. */
export const MyFiling = z.object({
  id: FilingId,
  kind: z.enum(nonScamKinds),
  reference: text(20),
  title: text(textLimits.title),
  /** Only for issue reports. */
  reportType: z.nullable(z.enum(reportTypes)),
  status: z.enum(filingStatuses),
  createdAt: IsoTime,
});
export type MyFiling = z.infer<typeof MyFiling>;

export const listMyFilings = endpoint({
  method: 'GET',
  path: '/api/my-filings',
  summary: "The caller's own issue reports, proposed providers and appeals, newest first.",
  access: 'signed-in',
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, listLimits.ownFilings),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(MyFiling, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/filings/answers',
  summary: "Answers a moderator's question, once.",
  access: 'public',
  body: z.object({ ...filingRefFields, questionId: QuestionId, answer: required('ANSWER_REQUIRED', textLimits.text) }),
  reply: FilingState,
  status: 201,
  errors: ['INVALID_INPUT', 'FILING_NOT_FOUND', 'ALREADY_ANSWERED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'receipt',
});

export const announceEvidence = endpoint({
  method: 'POST',
  path: '/api/filings/evidence',
  summary: 'Prepares the upload of an evidence file. The file is then sent to `uploadUrl`.',
  access: 'public',
  body: z.object({
    ...filingRefFields,
    name: required('FILE_NAME_REQUIRED', 200),
    bytes: integer(1, evidenceLimits.fileBytes),
  }),
  reply: z.object({ id: EvidenceId, uploadUrl: text(500) }),
  status: 201,
  errors: ['INVALID_INPUT', 'FILING_NOT_FOUND', 'TOO_MANY_FILES', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'evidence',
});

/** Raw bytes instead of JSON. */
const FileBytes = z.instanceof(Uint8Array<ArrayBuffer>);
const ticketFields = { params: z.object({ id: EvidenceId }), query: z.object({ ticket: text(200) }) };

export const uploadEvidence = endpoint({
  method: 'PUT',
  path: '/api/evidence/:id',
  summary:
    'Uploads the bytes of a prepared file: a picture or a PDF, recognised by its content. Sent again, it is stored once.',
  access: 'public',
  ...ticketFields,
  body: FileBytes,
  uploadBytes: evidenceLimits.fileBytes,
  reply: EvidenceFile,
  status: 201,
  errors: ['LINK_INVALID', 'FILE_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'evidence',
});

export const downloadEvidence = endpoint({
  method: 'GET',
  path: '/api/evidence/:id',
  summary: 'The file, for the holder of a recent link.',
  access: 'public',
  ...ticketFields,
  reply: FileBytes,
  isDownload: true,
  errors: ['LINK_INVALID'],
  cache: 'never',
  rateLimit: 'read',
});

export const filingEndpoints = [
  lookUpFiling,
  listMyFilings,
  answerQuestion,
  announceEvidence,
  uploadEvidence,
  downloadEvidence,
] as const;
