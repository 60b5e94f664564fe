/**
 * Evidence in the console: moderators check it again and add it, administrators also withdraw it. Nothing is
 * overwritten.
 */
import * as z from 'zod/mini';
import { ProviderId, verificationStatuses } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { Evidence, EvidenceId, evidenceKinds, EvidencePictureId, MAX_EVIDENCE } from './evidence.ts';
import { fieldError } from './field-error.ts';
import { evidencePictureLimits, paging, textLimits } from './limits.ts';
import {
  IsoTime,
  knownCountry,
  limitLength,
  list,
  listOffset,
  publishedText,
  queryInteger,
  readable,
  required,
  requiredPublished,
  text,
} from './schema.ts';
import { ADMIN_MAX_OFFSET } from './admin-values.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';
import { isWebAddress } from './submissions.ts';

export const AdminEvidence = z.extend(Evidence, {
  createdAt: IsoTime,
  /** Readers no longer see it, but it stays stored. */
  withdrawnAt: z.nullable(IsoTime),
  withdrawnReason: z.nullable(text(textLimits.text)),
});
export type AdminEvidence = z.infer<typeof AdminEvidence>;

const today = (): string => new Date().toISOString().slice(0, 10);

interface Source {
  kind: string;
  reference?: string;
  sourceUrl?: string;
  picture?: string | undefined;
}
/** A visit has no public source; everything else can be found again by a link or its number, or seen on a picture. */
const hasSource = ({ kind, reference, sourceUrl, picture }: Source) =>
  kind === 'visit' || Boolean(reference || sourceUrl || picture);

export const NewEvidence = z
  .object({
    kind: z.enum(evidenceKinds),
    country: knownCountry(),
    authority: requiredPublished('AUTHORITY_REQUIRED', textLimits.title),
    reference: z._default(publishedText(textLimits.title), ''),
    sourceUrl: z._default(
      z.string().check(readable(), limitLength(2000), z.refine(isWebAddress, { error: fieldError('INVALID_URL') })),
      '',
    ),
    checkedOn: z.iso
      .date({ error: fieldError('CHECKED_DAY_INVALID') })
      .check(z.refine((day) => day >= '2000-01-01' && day <= today(), { error: fieldError('CHECKED_DAY_INVALID') })),
    /** A picture that the same person has uploaded before. */
    picture: z.optional(EvidencePictureId),
    /** The evidence that this one corrects, which is withdrawn with it. */
    replaces: z.optional(EvidenceId),
  })
  .check(z.refine(hasSource, { error: fieldError('EVIDENCE_SOURCE_REQUIRED'), path: ['sourceUrl'] }));
export type NewEvidence = z.infer<typeof NewEvidence>;

const providerParams = z.object({ providerId: ProviderId });

export const listAdminEvidence = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/providers/:providerId/evidence',
  summary: 'The evidence about a provider with what was withdrawn, last checked first.',
  params: providerParams,
  reply: list(AdminEvidence, MAX_EVIDENCE * 2),
  errors: [...staffCommonErrors, 'PROVIDER_NOT_FOUND'],
});

export const addEvidence = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/providers/:providerId/evidence',
  summary: 'Adds evidence about a provider, which is public at once if the provider is.',
  params: providerParams,
  body: NewEvidence,
  reply: AdminEvidence,
  status: 201,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'PROVIDER_NOT_FOUND',
    'EVIDENCE_NOT_FOUND',
    'EVIDENCE_OF_WARNING',
    'PRIVATE_DATA_FOUND',
    'KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotencyKey: true,
});

export const uploadEvidencePicture = endpoint({
  ...queueWriteDefaults,
  method: 'PUT',
  path: '/api/admin/evidence-pictures/:id',
  summary:
    'Uploads a picture for evidence under an id of the caller: a JPEG, PNG or WebP picture, recognised by its content and redrawn. Deleted after a day if no evidence is added with it.',
  params: z.object({ id: EvidencePictureId }),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  uploadBytes: evidencePictureLimits.fileBytes,
  reply: z.object({ id: EvidencePictureId }),
  errors: [...staffCommonErrors, 'PICTURE_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
});

export const withdrawEvidence = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/evidence/:id/withdraw',
  summary: 'Withdraws evidence that was wrong. The warning of an authority stays while the provider has a warning.',
  params: z.object({ id: EvidenceId }),
  body: z.object({ reason: required('REASON_REQUIRED', textLimits.text) }),
  reply: AdminEvidence,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'EVIDENCE_NOT_FOUND', 'EVIDENCE_OF_WARNING', 'RATE_LIMITED'],
});

/** A listed provider with a verdict whose evidence is old or missing. */
export const DueCheck = z.object({
  providerId: ProviderId,
  name: text(textLimits.title),
  verificationStatus: z.enum(verificationStatuses),
  /** The day of the oldest evidence that nobody has checked again; null if there is none at all. */
  checkedOn: z.nullable(z.iso.date()),
  /** Views of its page in the last 30 days. */
  views: z.int(),
});
export type DueCheck = z.infer<typeof DueCheck>;

export const listDueChecks = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/evidence-due',
  summary: 'Providers whose evidence must be checked again: never checked first, then by month, the most read first.',
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(ADMIN_MAX_OFFSET),
  }),
  reply: list(DueCheck, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const evidenceAdminEndpoints = [
  listAdminEvidence,
  addEvidence,
  uploadEvidencePicture,
  withdrawEvidence,
  listDueChecks,
] as const;
