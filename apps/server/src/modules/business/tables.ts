/**
 * A business, who belongs to it, what it wants changed on its listing, and the documents it sends for checking. How often a listing was
 * looked at is a number for each day: nothing is known of who looked.
 */
import type { BusinessId, DocumentId } from '@hakiki/contract/business';
import {
  businessRoles,
  businessTypes,
  claimFaults,
  claimMailboxes,
  claimMethods,
  claimStates,
} from '@hakiki/contract/business-values';
import type { UserId } from '@hakiki/contract/accounts';
import type { InvitationId } from '@hakiki/contract/business-members';
import type { ListingClaimId } from '@hakiki/contract/listing-claims';
import type { ProviderId } from '@hakiki/contract/directory';
import { reviewStates } from '@hakiki/contract/directory-values';
import { languages } from '@hakiki/contract/site';
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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, oneOf, updatedAt } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

const provider = () =>
  uuid()
    .$type<ProviderId>()
    .references(() => providers.id, { onDelete: 'cascade' });
const time = () => timestamp({ withTimezone: true });

/** Its own words about itself; the listing is the directory's. */
export const businesses = pgTable(
  'businesses',
  {
    id: id<BusinessId>(),
    companyName: text().notNull(),
    contactEmail: text().notNull(),
    businessType: choice(businessTypes).notNull().default('Other'),
    website: text(),
    /** Its listing: from the first save of the profile on, while nobody sees it yet. */
    providerId: uuid()
      .$type<ProviderId>()
      .references(() => providers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('businesses_of_provider').on(table.providerId),
    oneOf('businesses_type_known', table.businessType, businessTypes),
  ],
);

const business = () =>
  uuid()
    .$type<BusinessId>()
    .references(() => businesses.id, { onDelete: 'cascade' });

/** An account belongs to one business at most. Who leaves has no row, and with the next call no access. */
export const businessMembers = pgTable(
  'business_members',
  {
    userId: uuid()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessId: business().notNull(),
    role: choice(businessRoles).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('business_members_of_business').on(table.businessId, table.createdAt),
    oneOf('business_members_role_known', table.role, businessRoles),
  ],
);

/** Of an address that has not accepted yet, or that did within the days of its letter: the answer may be asked for twice. */
export const businessInvitations = pgTable(
  'business_invitations',
  {
    id: id<InvitationId>(),
    businessId: business().notNull(),
    /** In lower case. */
    email: text().notNull(),
    role: choice(businessRoles).notNull(),
    tokenHash: bytes().notNull(),
    invitedBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    language: choice(languages).notNull(),
    acceptedAt: time(),
    expiresAt: time().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('business_invitations_of_address').on(table.businessId, table.email),
    uniqueIndex('business_invitations_token').on(table.tokenHash),
    index('business_invitations_by').on(table.invitedBy),
    index('business_invitations_ending').on(table.expiresAt),
    oneOf('business_invitations_role_known', table.role, businessRoles),
    oneOf('business_invitations_language_known', table.language, languages),
  ],
);

/** The values that would stand on the provider, by the names of its public fields. */
export const profileChanges = pgTable(
  'profile_changes',
  {
    id: id(),
    providerId: provider().notNull(),
    changes: jsonb().$type<Record<string, string | string[] | number | null>>().notNull(),
    status: choice(reviewStates).notNull().default('pending'),
    decidedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('profile_changes_status_known', table.status, reviewStates),
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
    /** Of what was sent before there were businesses; a business has its listing itself. */
    providerId: provider(),
    businessId: business(),
    name: text().notNull(),
    /** The same name, whatever the case of its letters, is the same document. */
    nameKey: text(),
    type: text().notNull(),
    /** Of the file, which lies sealed in the storage under the id of this row; all empty where there is none. */
    bytes: integer(),
    sha256: bytes(),
    sealedUnder: bytes(),
    version: integer().notNull().default(1),
    /** Of the versions of one document, the newest. */
    isCurrent: boolean().notNull().default(true),
    status: choice(reviewStates).notNull().default('pending'),
    reason: text(),
    validUntil: date({ mode: 'string' }),
    decidedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('business_documents_status_known', table.status, reviewStates),
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

/** How often the page of a provider was opened on a day. */
export const pageViews = pgTable(
  'page_views',
  {
    providerId: provider().notNull(),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.day] }),
    check('page_views_positive', sql`${table.views} > 0`),
  ],
);

/** How far each log of the edge was counted, in the transaction that counted it. */
export const countedLogs = pgTable('counted_logs', {
  path: text().primaryKey(),
  /** Tells a new file of the same name from the one before it. */
  inode: bigint({ mode: 'bigint' }).notNull(),
  offset: bigint({ mode: 'number' }).notNull(),
});

/**
 * That a listing belongs to a business. What proves it is public where it stands in DNS or a file, and worth nothing without a
 * moderator, so it is kept as it is.
 */
export const listingClaims = pgTable(
  'listing_claims',
  {
    id: id<ListingClaimId>(),
    businessId: business().notNull(),
    providerId: provider().notNull(),
    domain: text().notNull(),
    method: choice(claimMethods).notNull(),
    mailbox: choice(claimMailboxes),
    token: text().notNull(),
    status: choice(claimStates).notNull().default('open'),
    fault: choice(claimFaults),
    /** While the worker is on its way to look. */
    askedAt: time(),
    provenAt: time(),
    decidedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('listing_claims_method_known', table.method, claimMethods),
    oneOf('listing_claims_mailbox_known', table.mailbox, claimMailboxes),
    oneOf('listing_claims_status_known', table.status, claimStates),
    oneOf('listing_claims_fault_known', table.fault, claimFaults),
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
