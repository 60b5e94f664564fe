/**
 * Businesses, their members, the changes they request for their listing, and the documents they send for verification.
 * Page views are one number per day: nothing about visitors is stored.
 */
import type { BusinessId, DocumentId } from '@hakiki/contract/business';
import {
  businessRoles,
  businessTypes,
  claimCheckErrors,
  claimMailboxes,
  claimMethods,
  claimStates,
  documentKinds,
} from '@hakiki/contract/business-values';
import type { UserId } from '@hakiki/contract/accounts';
import type { InvitationId } from '@hakiki/contract/business-members';
import type { ListingClaimId } from '@hakiki/contract/listing-claims';
import type { ProviderId } from '@hakiki/contract/directory';
import { reviewStates } from '@hakiki/contract/directory-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  bytes,
  enumText,
  createdAt,
  descending,
  id,
  checkOneOf,
  updatedAt,
  timestampColumn,
} from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

const providerColumn = () =>
  uuid()
    .$type<ProviderId>()
    .references(() => providers.id, { onDelete: 'cascade' });
/** The business's own data; the listing belongs to the directory module. */
export const businesses = pgTable(
  'businesses',
  {
    id: id<BusinessId>(),
    companyName: text().notNull(),
    contactEmail: text().notNull(),
    businessType: enumText(businessTypes).notNull().default('Other'),
    website: text(),
    /** Its listing, from the first save of the profile on, even before it is public. */
    providerId: uuid()
      .$type<ProviderId>()
      .references(() => providers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('businesses_of_provider').on(table.providerId),
    checkOneOf('businesses_type_known', table.businessType, businessTypes),
  ],
);

const businessColumn = () =>
  uuid()
    .$type<BusinessId>()
    .references(() => businesses.id, { onDelete: 'cascade' });

/** An account belongs to at most one business. A deleted row ends the access with the next call. */
export const businessMembers = pgTable(
  'business_members',
  {
    userId: uuid()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessId: businessColumn().notNull(),
    role: enumText(businessRoles).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('business_members_of_business').on(table.businessId, table.createdAt),
    checkOneOf('business_members_role_known', table.role, businessRoles),
  ],
);

/** Open invitations, and accepted ones until they expire, so that an acceptance can be repeated. */
export const businessInvitations = pgTable(
  'business_invitations',
  {
    id: id<InvitationId>(),
    businessId: businessColumn().notNull(),
    email: text().notNull(),
    role: enumText(businessRoles).notNull(),
    tokenHash: bytes().notNull(),
    invitedBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    language: language(),
    acceptedAt: timestampColumn(),
    expiresAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('business_invitations_of_address').on(table.businessId, table.email),
    uniqueIndex('business_invitations_token').on(table.tokenHash),
    index('business_invitations_by').on(table.invitedBy),
    index('business_invitations_ending').on(table.expiresAt),
    checkOneOf('business_invitations_role_known', table.role, businessRoles),
  ],
);

export type RequestedValue = string | string[] | number | null;

/** The requested values, by the names of the provider's public fields. */
export const profileChanges = pgTable(
  'profile_changes',
  {
    id: id(),
    providerId: providerColumn().notNull(),
    changes: jsonb().$type<Record<string, RequestedValue>>().notNull(),
    status: enumText(reviewStates).notNull().default('pending'),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('profile_changes_status_known', table.status, reviewStates),
    index('profile_changes_of_provider').on(table.providerId),
    index('profile_changes_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);

export const businessDocuments = pgTable(
  'business_documents',
  {
    id: id<DocumentId>(),
    /** Only for documents from before businesses existed; otherwise the business has the listing. */
    providerId: providerColumn(),
    businessId: businessColumn(),
    name: text().notNull(),
    /** In lower case: documents with the same key are versions of one document. */
    nameKey: text(),
    /** What it proves, as the business says. */
    kind: enumText(documentKinds).notNull().default('other'),
    type: text().notNull(),
    /** The encrypted file is stored under the id of this row; all three are null without a file. */
    bytes: integer(),
    sha256: bytes(),
    sealedUnder: bytes(),
    version: integer().notNull().default(1),
    /** The newest version of the document. */
    isCurrent: boolean().notNull().default(true),
    status: enumText(reviewStates).notNull().default('pending'),
    reason: text(),
    validUntil: date({ mode: 'string' }),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('business_documents_kind_known', table.kind, documentKinds),
    checkOneOf('business_documents_status_known', table.status, reviewStates),
    index('business_documents_of_provider').on(table.providerId),
    index('business_documents_of_business').on(table.businessId, descending(table.createdAt), descending(table.id)),
    uniqueIndex('business_documents_versions').on(table.businessId, table.nameKey, table.version),
    index('business_documents_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('business_documents_approved_newest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'approved'`),
    index('business_documents_ending')
      .on(table.validUntil)
      .where(sql`${table.validUntil} is not null`),
  ],
);

export const pageViews = pgTable(
  'page_views',
  {
    providerId: providerColumn().notNull(),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.day] }),
    check('page_views_positive', sql`${table.views} > 0`),
  ],
);

/** How far each log of the edge was counted; updated in the transaction that counts. */
export const countedLogs = pgTable('counted_logs', {
  path: text().primaryKey(),
  /** Distinguishes a new file from an older one of the same name. */
  inode: bigint({ mode: 'bigint' }).notNull(),
  offset: bigint({ mode: 'number' }).notNull(),
});

/** Claims of a listing. The token is in plain text: it is public in DNS and useless without a moderator. */
export const listingClaims = pgTable(
  'listing_claims',
  {
    id: id<ListingClaimId>(),
    businessId: businessColumn().notNull(),
    providerId: providerColumn().notNull(),
    domain: text().notNull(),
    method: enumText(claimMethods).notNull(),
    mailbox: enumText(claimMailboxes),
    token: text().notNull(),
    status: enumText(claimStates).notNull().default('open'),
    fault: enumText(claimCheckErrors),
    /** Set while a check by the worker is pending. */
    askedAt: timestampColumn(),
    provenAt: timestampColumn(),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('listing_claims_method_known', table.method, claimMethods),
    checkOneOf('listing_claims_mailbox_known', table.mailbox, claimMailboxes),
    checkOneOf('listing_claims_status_known', table.status, claimStates),
    checkOneOf('listing_claims_fault_known', table.fault, claimCheckErrors),
    check('listing_claims_mail_has_box', sql`(${table.method} = 'mail') = (${table.mailbox} is not null)`),
    uniqueIndex('listing_claims_one_undecided')
      .on(table.businessId)
      .where(sql`${table.status} in ('open', 'pending')`),
    index('listing_claims_of_business').on(table.businessId, descending(table.createdAt)),
    index('listing_claims_of_provider').on(table.providerId),
    index('listing_claims_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);
