/** Constants of the business portal without their schemas. */
import type { Tier } from './entitlements.ts';
import { submissionTypes } from './submission-values.ts';

export const businessTypes = submissionTypes;
export type BusinessType = (typeof businessTypes)[number];

/** In ascending order of rights: a viewer reads, an editor also writes, an owner also manages the members. */
export const businessRoles = ['viewer', 'editor', 'owner'] as const;
export type BusinessRole = (typeof businessRoles)[number];

/** Members and open invitations together. */
export const colleagueLimits = { max: 20 } as const;

export const businessVerifications = ['verified', 'pending', 'rejected'] as const;
export type BusinessVerification = (typeof businessVerifications)[number];
export const businessPayments = ['paid', 'pending', 'overdue'] as const;
export type BusinessPayment = (typeof businessPayments)[number];

export const apiAccessLevels = ['none', 'api', 'enterprise'] as const;
export type ApiAccessLevel = (typeof apiAccessLevels)[number];

export const getApiAccess = (tier: Tier): ApiAccessLevel => (tier === 'api' || tier === 'enterprise' ? tier : 'none');

const BYTES_PER_MB = 1024 * 1024;
export const documentLimits = {
  fileBytes: 10 * BYTES_PER_MB,
  /** Per request. The portal sends each file in its own request, to show its progress. */
  filesPerRequest: 10,
  requestBytes: 20 * BYTES_PER_MB + 64 * 1024,
  /** Per business, including older versions. */
  filesPerBusiness: 200,
} as const;

export const documentExtensions = ['.pdf', '.doc', '.docx', '.jpg', '.png'] as const;
export type DocumentExtension = (typeof documentExtensions)[number];

/** What a document proves. The first three belong to a complete file. */
export const documentKinds = ['registration', 'licence', 'address', 'audit', 'other'] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const neededDocumentKinds = ['registration', 'licence', 'address'] as const satisfies DocumentKind[];

/** The media type of each extension; the content must match it. */
export const documentTypes = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
} as const satisfies Record<DocumentExtension, string>;

/** Some cameras and phones write .jpeg. */
export const findDocumentExtension = (name: string): DocumentExtension | undefined =>
  documentExtensions.find((extension) =>
    name
      .toLowerCase()
      .replace(/\.jpeg$/, '.jpg')
      .endsWith(extension),
  );

export const analyticsPeriod = { days: 90, months: 12 } as const;
/** Days that the portal can show, the first by default. */
export const analyticsRanges = [30, 7, 90] as const;

export const claimMethods = ['dns', 'file', 'mail'] as const;
export type ClaimMethod = (typeof claimMethods)[number];

/** Open until it is proven, then pending until a moderator decides. */
export const claimStates = ['open', 'pending', 'approved', 'rejected'] as const;

/** Mailboxes that certificate authorities use for domain validation: only the domain's operator has them. */
export const claimMailboxes = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster'] as const;
export type ClaimMailbox = (typeof claimMailboxes)[number];

export const claimCheckErrors = [
  'record-missing',
  'record-differs',
  'file-missing',
  'file-differs',
  'file-elsewhere',
  'unreachable',
  'code-differs',
  'website-changed',
] as const;
export type ClaimCheckError = (typeof claimCheckErrors)[number];

export const claimDays = 14;
