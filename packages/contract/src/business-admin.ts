/** Requested changes of listings, and documents of businesses. */
import * as z from 'zod/mini';
import { documentKinds } from './business-values.ts';
import { moderatedFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, reason, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ProfileChange = z.object({
  id: z.uuid(),
  providerId: ProviderId,
  providerName: text(textLimits.title),
  changes: list(z.object({ field: text(60), from: text(textLimits.text), to: text(textLimits.text) }), 20),
  ...moderatedFields,
});
export const BusinessDocument = z.object({
  id: z.uuid(),
  /** Null while the business has no listing. */
  providerId: z.nullable(ProviderId),
  /** The name of the listing, or of the company. */
  providerName: text(textLimits.title),
  name: text(textLimits.title),
  kind: z.enum(documentKinds),
  type: text(100),
  version: z.int(),
  /** Null if there is no file. */
  bytes: z.nullable(z.int()),
  validUntil: z.nullable(z.iso.date()),
  reason: z.nullable(text(textLimits.text)),
  ...moderatedFields,
});

export const listProfileChanges = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/profile-changes',
  summary: 'Changes of listings that wait for a moderator, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ProfileChange, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});
export const listDocuments = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/documents',
  summary:
    'Documents of businesses that wait for a moderator, or were accepted, newest first unless `order` is oldest.',
  query: z.extend(pendingListQuery, { status: z._default(z.enum(['pending', 'approved']), 'pending') }),
  reply: list(BusinessDocument, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const profileChangeDecision = {
  ...moderationDefaults,
  reply: ProfileChange,
  errors: [...staffCommonErrors, 'CHANGE_NOT_FOUND', 'ALREADY_DECIDED', 'ALREADY_PROPOSED', 'RATE_LIMITED'],
} as const;
export const approveProfileChange = endpoint({
  ...profileChangeDecision,
  path: '/api/admin/profile-changes/:id/approve',
  summary: 'Approves a change of a listing.',
  errors: [...profileChangeDecision.errors, 'PRIVATE_DATA_FOUND'],
});
export const rejectProfileChange = endpoint({
  ...profileChangeDecision,
  path: '/api/admin/profile-changes/:id/reject',
  summary: 'Rejects a change of a listing.',
});

export const getDocumentFile = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/documents/:id/file',
  summary: 'The document; pictures are displayed, other files are downloaded.',
  params: z.object({ id: z.uuid() }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...staffCommonErrors, 'DOCUMENT_NOT_FOUND'],
});

const documentDecision = {
  ...moderationDefaults,
  reply: BusinessDocument,
  mayBeEmpty: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'DOCUMENT_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const approveDocument = endpoint({
  ...documentDecision,
  path: '/api/admin/documents/:id/approve',
  summary: 'Accepts a document, permanently or until a date.',
  body: z.object({ validUntil: z.optional(z.iso.date()) }),
});
export const rejectDocument = endpoint({
  ...documentDecision,
  path: '/api/admin/documents/:id/reject',
  summary: 'Rejects a document, even after it was accepted; the business reads the reason.',
  body: z.object({ reason }),
});

export const businessAdminEndpoints = [
  listProfileChanges,
  approveProfileChange,
  rejectProfileChange,
  listDocuments,
  getDocumentFile,
  approveDocument,
  rejectDocument,
] as const;
