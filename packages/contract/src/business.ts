/**
 * The portal in which a business manages its listing. The caller's membership, checked with every request, decides
 * which business it is. Public changes wait for a moderator.
 */
import * as z from 'zod/mini';
import { Invoice } from './billing.ts';
import {
  analyticsPeriod,
  apiAccessLevels,
  businessPayments,
  businessRoles,
  businessTypes,
  businessVerifications,
  documentKinds,
  documentLimits,
} from './business-values.ts';
import { MAX_SECURITY_FEATURES, ProviderId, reviewStates, SecurityFeature, verificationStatuses } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { tiers } from './entitlements.ts';
import { logoLimits, paging, textLimits } from './limits.ts';
import { LogoId, LogoPicture } from './logos.ts';
import {
  limitLength,
  knownCountryList,
  email,
  id,
  IsoTime,
  list,
  optionalText,
  readable,
  required,
  text,
} from './schema.ts';
import { languages } from './site.ts';
import { proposedFactFields } from './provider-facts.ts';
import { isWebAddress } from './submissions.ts';
import { fieldError } from './field-error.ts';

export const BusinessId = id<'BusinessId'>();
export type BusinessId = z.infer<typeof BusinessId>;
export const DocumentId = id<'DocumentId'>();
export type DocumentId = z.infer<typeof DocumentId>;

const readDefaults = { method: 'GET', access: 'business', cache: 'personal', rateLimit: 'read' } as const;
const writeDefaults = { access: 'business', cache: 'never', rateLimit: 'account' } as const;
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;

export const BusinessAccount = z.object({
  companyName: text(textLimits.title),
  contactEmail: text(254),
  businessType: z.enum(businessTypes),
  verificationStatus: z.enum(businessVerifications),
  subscriptionType: z.enum(tiers),
  paymentStatus: z.enum(businessPayments),
  /** In cents. */
  annualFee: z.int(),
  apiAccessLevel: z.enum(apiAccessLevels),
  providerId: z.nullable(ProviderId),
  /** The caller's role; null if nothing was saved yet. The first user who saves becomes the owner. */
  role: z.nullable(z.enum(businessRoles)),
});
export type BusinessAccount = z.infer<typeof BusinessAccount>;

const companyName = required('COMPANY_NAME_REQUIRED', textLimits.title);

export const NewBusinessAccount = z.object({
  companyName,
  contactEmail: email(),
  businessType: z._default(z.enum(businessTypes), 'Other'),
});

export const getBusinessAccount = endpoint({
  ...readDefaults,
  path: '/api/business/account',
  summary: "The business of the caller's account.",
  reply: BusinessAccount,
  errors: commonErrors,
});
export const saveBusinessAccount = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/business/account',
  summary: 'Saves what the business is called and how to reach it; none of it is public.',
  body: NewBusinessAccount,
  reply: BusinessAccount,
  errors: ['INVALID_INPUT', ...commonErrors, 'RATE_LIMITED'],
});

/** The public fields, named as in the form. */
const listingFields = {
  companyName: text(textLimits.title),
  website: z.nullable(text(2000)),
  description: text(textLimits.text),
  countries: list(text(60), 60),
  licenseInfo: z.nullable(text(500)),
  established: z.nullable(z.int()),
  userCount: z.nullable(z.int()),
  securityFeatures: list(SecurityFeature, MAX_SECURITY_FEATURES),
  insurance: z.nullable(text(500)),
  logoUrl: z.nullable(text(2000)),
};

export const BusinessProfile = z.object({
  providerId: z.nullable(ProviderId),
  /** The review state of the listing; null before the first save. */
  listing: z.nullable(z.enum(reviewStates)),
  verdict: z.nullable(z.enum(verificationStatuses)),
  contactEmail: text(254),
  businessType: z.enum(businessTypes),
  ...listingFields,
  /** The changed fields that wait for a moderator. */
  waiting: z.nullable(z.object({ since: IsoTime, changes: z.partial(z.object(listingFields)) })),
  lastDecision: z.nullable(z.object({ status: z.enum(['approved', 'rejected']), decidedAt: IsoTime })),
  role: z.nullable(z.enum(businessRoles)),
});
export type BusinessProfile = z.infer<typeof BusinessProfile>;

export const NewBusinessProfile = z.object({
  companyName,
  contactEmail: email(),
  /** Empty if there is none. */
  website: z.optional(
    z.string().check(readable(), limitLength(2000), z.refine(isWebAddress, { error: fieldError('INVALID_URL') })),
  ),
  /** Fixed after the first save; only a moderator can change it. */
  businessType: z.optional(z.enum(businessTypes)),
  description: optionalText(textLimits.text),
  countries: z.optional(z.union([z.literal(''), knownCountryList('COUNTRY_REQUIRED')])),
  licenseInfo: optionalText(500),
  /** The first save, which submits the listing, ignores them. */
  ...proposedFactFields,
  /** The language of our emails about the submission. */
  language: z.optional(z.enum(languages)),
});
export type NewBusinessProfile = z.infer<typeof NewBusinessProfile>;

export const getBusinessProfile = endpoint({
  ...readDefaults,
  path: '/api/business/profile',
  summary: 'The current listing and its changes that wait for a moderator.',
  reply: BusinessProfile,
  errors: commonErrors,
});
export const saveBusinessProfile = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/business/profile',
  summary:
    'The first save proposes the business for the register; later changes of public fields wait for a moderator.',
  body: NewBusinessProfile,
  reply: BusinessProfile,
  errors: ['INVALID_INPUT', ...commonErrors, 'RATE_LIMITED'],
});
export const proposeLogo = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/business/logo',
  summary: 'Proposes a logo for the listing: a JPEG, PNG or WebP picture, which is redrawn and waits for a moderator.',
  body: LogoPicture,
  uploadBytes: logoLimits.fileBytes,
  reply: BusinessProfile,
  errors: [...commonErrors, 'PROVIDER_NOT_FOUND', 'LOGO_REFUSED', 'TOO_LARGE', 'RATE_LIMITED'],
});
export const getOwnProposedLogo = endpoint({
  ...readDefaults,
  path: '/api/business/logo/:id',
  summary: 'The logo that the business proposed and that waits for a moderator.',
  params: z.object({ id: LogoId }),
  reply: LogoPicture,
  isDownload: true,
  errors: [...commonErrors, 'NOT_FOUND'],
});

export const OwnDocument = z.object({
  id: DocumentId,
  name: text(textLimits.title),
  kind: z.enum(documentKinds),
  type: text(100),
  bytes: z.int(),
  /** A file with the same name is a new version; only the newest counts. */
  version: z.int(),
  isCurrent: z.boolean(),
  status: z.enum(reviewStates),
  reason: z.nullable(text(textLimits.text)),
  /** The last day of its acceptance. */
  validUntil: z.nullable(z.iso.date()),
  isOver: z.boolean(),
  createdAt: IsoTime,
});
export type OwnDocument = z.infer<typeof OwnDocument>;

export const listOwnDocuments = endpoint({
  ...readDefaults,
  path: '/api/business/documents',
  summary: 'The documents of the business, newest first.',
  reply: list(OwnDocument, documentLimits.filesPerBusiness),
  errors: commonErrors,
});
export const sendDocuments = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/business/documents',
  summary:
    'Uploads documents as multipart/form-data, field `files`: .pdf, .doc, .docx, .jpg and .png of up to 10 MB each, by name and content. All are taken, or none.',
  /** What the documents of this request prove. */
  query: z.object({ kind: z._default(z.enum(documentKinds), 'other') }),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  uploadBytes: documentLimits.requestBytes,
  isForm: true,
  reply: list(OwnDocument, documentLimits.filesPerRequest),
  status: 201,
  errors: ['INVALID_INPUT', ...commonErrors, 'DOCUMENT_REFUSED', 'TOO_MANY_DOCUMENTS', 'TOO_LARGE', 'RATE_LIMITED'],
});

const Month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

export const BusinessAnalytics = z.object({
  providerId: z.nullable(ProviderId),
  /** Page views per day without personal data, today last. */
  pageViews: list(z.object({ day: z.iso.date(), views: z.int() }), analyticsPeriod.days),
  reviewCount: z.int(),
  rating: z.number(),
  reportCount: z.int(),
  /** Published reviews and reports per month, this month last; the rating is null without reviews. */
  months: list(
    z.object({ month: Month, reviews: z.int(), rating: z.nullable(z.number()), reports: z.int() }),
    analyticsPeriod.months,
  ),
});
export type BusinessAnalytics = z.infer<typeof BusinessAnalytics>;

export const getBusinessAnalytics = endpoint({
  ...readDefaults,
  path: '/api/business/analytics',
  summary: "Page views, reviews and reports of the caller's own listing.",
  reply: BusinessAnalytics,
  errors: commonErrors,
});

/** `isOwn`: the invoice is in the name of the caller, and only they can download its file. */
export const BusinessInvoice = z.extend(Invoice, { isOwn: z.boolean() });
export type BusinessInvoice = z.infer<typeof BusinessInvoice>;

export const listBusinessInvoices = endpoint({
  ...readDefaults,
  path: '/api/business/invoices',
  summary: 'The annual invoices of the business, newest first.',
  reply: list(BusinessInvoice, paging.maxLimit),
  errors: commonErrors,
});

export const businessEndpoints = [
  getBusinessAccount,
  saveBusinessAccount,
  getBusinessProfile,
  saveBusinessProfile,
  proposeLogo,
  getOwnProposedLogo,
  listOwnDocuments,
  sendDocuments,
  getBusinessAnalytics,
  listBusinessInvoices,
] as const;
