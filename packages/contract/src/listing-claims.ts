/** A business claims a listing and proves it through the domain of its website. It is free. */
import * as z from 'zod/mini';
import { claimCheckErrors, claimMailboxes, claimMethods, claimStates } from './business-values.ts';
import { moderatedFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { id, IsoTime, list, optionalText, text } from './schema.ts';
import {
  moderationDefaults,
  staffReadDefaults as staffReading,
  staffCommonErrors as staffRefusals,
  pendingListQuery,
} from './staff.ts';

export const ListingClaimId = id<'ListingClaimId'>();
export type ListingClaimId = z.infer<typeof ListingClaimId>;

const readDefaults = { method: 'GET', access: 'business', cache: 'personal', rateLimit: 'read' } as const;
const writeDefaults = { access: 'business', cache: 'never', rateLimit: 'account' } as const;
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;

export const ListingClaim = z.object({
  id: ListingClaimId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  /** The domain of the listing's website; it cannot be chosen. */
  domain: text(253),
  method: z.enum(claimMethods),
  status: z.enum(claimStates),
  /** What to publish where: name and text of a DNS record, or URL and text of a file. Null for email. */
  place: z.nullable(text(2000)),
  content: z.nullable(text(200)),
  mailedTo: z.nullable(text(300)),
  /** The result of the last check, if it failed. */
  fault: z.nullable(z.enum(claimCheckErrors)),
  isChecking: z.boolean(),
  createdAt: IsoTime,
  endsAt: IsoTime,
});
export type ListingClaim = z.infer<typeof ListingClaim>;

/** Null if nothing was claimed. */
const OwnClaim = z.object({ claim: z.nullable(ListingClaim) });

export const getListingClaim = endpoint({
  ...readDefaults,
  path: '/api/business/claim',
  summary: "The claim of the caller's business, the newest if there were several.",
  isPolled: true,
  reply: OwnClaim,
  errors: commonErrors,
});

export const startListingClaim = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/business/claim',
  summary: 'Claims a listing; the proof is a DNS record, a file or an email at the domain of its website.',
  body: z.object({
    providerId: ProviderId,
    method: z.enum(claimMethods),
    /** For proof by email: only the domain's operator reads these mailboxes. */
    mailbox: z.optional(z.enum(claimMailboxes)),
  }),
  reply: OwnClaim,
  errors: [
    'INVALID_INPUT',
    ...commonErrors,
    'PROVIDER_NOT_FOUND',
    'LISTING_TAKEN',
    'LISTING_WITHOUT_DOMAIN',
    'HAS_LISTING',
    'RATE_LIMITED',
  ],
});

export const checkListingClaim = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/business/claim/check',
  summary: 'Checks the proof, or the code from the email; a moderator approves before the listing gets its new owner.',
  body: z.object({ code: optionalText(100) }),
  reply: OwnClaim,
  errors: ['INVALID_INPUT', ...commonErrors, 'CLAIM_NOT_FOUND', 'RATE_LIMITED'],
});

export const withdrawListingClaim = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/business/claim',
  summary: 'Withdraws an undecided claim.',
  reply: OwnClaim,
  errors: [...commonErrors, 'RATE_LIMITED'],
});

export const AdminListingClaim = z.object({
  id: ListingClaimId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  companyName: text(textLimits.title),
  contactEmail: text(254),
  domain: text(253),
  method: z.enum(claimMethods),
  provenAt: IsoTime,
  ...moderatedFields,
});
export type AdminListingClaim = z.infer<typeof AdminListingClaim>;

export const listListingClaims = endpoint({
  ...staffReading,
  path: '/api/admin/listing-claims',
  summary: 'Listing claims with a proven domain that wait for a moderator, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(AdminListingClaim, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffRefusals],
});

const claimDecision = {
  ...moderationDefaults,
  params: z.object({ id: ListingClaimId }),
  reply: AdminListingClaim,
  errors: [...staffRefusals, 'CLAIM_NOT_FOUND', 'ALREADY_DECIDED', 'LISTING_TAKEN', 'RATE_LIMITED'],
} as const;
export const approveListingClaim = endpoint({
  ...claimDecision,
  path: '/api/admin/listing-claims/:id/approve',
  summary: 'Gives the listing to the business; its verdict, rank and reports stay as they are.',
});
export const rejectListingClaim = endpoint({
  ...claimDecision,
  path: '/api/admin/listing-claims/:id/reject',
  summary: 'Rejects a claim.',
});

export const listingClaimEndpoints = [
  getListingClaim,
  startListingClaim,
  checkListingClaim,
  withdrawListingClaim,
  listListingClaims,
  approveListingClaim,
  rejectListingClaim,
] as const;
