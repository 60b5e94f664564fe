import type { BusinessId } from '@hakiki/contract/business';
import { claimDays, type ClaimCheckError } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ListingClaimId } from '@hakiki/contract/listing-claims';
import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../../platform/db/by-age.ts';
import type { Db } from '../../../platform/db/database.ts';
import { providers } from '../../directory/read-model.ts';
import { businesses, listingClaims } from '../tables.ts';

const selectClaims = (db: Db) =>
  db
    .select({
      id: listingClaims.id,
      businessId: listingClaims.businessId,
      providerId: listingClaims.providerId,
      providerName: providers.name,
      website: providers.website,
      companyName: businesses.companyName,
      contactEmail: businesses.contactEmail,
      domain: listingClaims.domain,
      method: listingClaims.method,
      mailbox: listingClaims.mailbox,
      token: listingClaims.token,
      status: listingClaims.status,
      fault: listingClaims.fault,
      askedAt: listingClaims.askedAt,
      provenAt: listingClaims.provenAt,
      createdAt: listingClaims.createdAt,
    })
    .from(listingClaims)
    .innerJoin(providers, eq(providers.id, listingClaims.providerId))
    .innerJoin(businesses, eq(businesses.id, listingClaims.businessId))
    .$dynamic();

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number];

export const findNewest = (db: Db, businessId: BusinessId): Promise<ClaimRow | undefined> =>
  selectClaims(db)
    .where(eq(listingClaims.businessId, businessId))
    .orderBy(desc(listingClaims.createdAt), desc(listingClaims.id))
    .limit(1)
    .then((rows) => rows[0]);

export const listClaims = (db: Db, businessId: BusinessId, limit: number): Promise<ClaimRow[]> =>
  selectClaims(db)
    .where(eq(listingClaims.businessId, businessId))
    .orderBy(desc(listingClaims.createdAt), desc(listingClaims.id))
    .limit(limit);

export const findClaim = (db: Db, id: ListingClaimId): Promise<ClaimRow | undefined> =>
  selectClaims(db)
    .where(eq(listingClaims.id, id))
    .then((rows) => rows[0]);

export const lockClaim = (tx: Db, id: ListingClaimId): Promise<ClaimRow | undefined> =>
  selectClaims(tx)
    .where(eq(listingClaims.id, id))
    .for('update', { of: listingClaims })
    .then((rows) => rows[0]);

/** Public listings only: an unpublished one belongs to its submitter. */
export const findListing = (db: Db, id: ProviderId) =>
  db
    .select({ website: providers.website, ownerId: businesses.id })
    .from(providers)
    .leftJoin(businesses, eq(businesses.providerId, providers.id))
    .where(and(eq(providers.id, id), eq(providers.reviewState, 'approved')))
    .then((rows) => rows[0]);

const isUndecided = inArray(listingClaims.status, ['open', 'pending']);

export const deleteUndecided = (tx: Db, businessId: BusinessId) =>
  tx.delete(listingClaims).where(and(eq(listingClaims.businessId, businessId), isUndecided));

export const insertClaim = (tx: Db, claim: typeof listingClaims.$inferInsert) =>
  tx
    .insert(listingClaims)
    .values(claim)
    .returning({ id: listingClaims.id })
    .then((rows) => rows[0]!.id);

export const markCheckRequested = (tx: Db, id: ListingClaimId) =>
  tx
    .update(listingClaims)
    .set({ askedAt: sql`now()` })
    .where(eq(listingClaims.id, id));

/** Updates only a claim that is still open. */
export const setCheckResult = (tx: Db, id: ListingClaimId, fault: ClaimCheckError | undefined) =>
  tx
    .update(listingClaims)
    .set(fault ? { fault, askedAt: null } : { fault: null, askedAt: null, status: 'pending', provenAt: sql`now()` })
    .where(and(eq(listingClaims.id, id), eq(listingClaims.status, 'open')))
    .returning({ id: listingClaims.id })
    .then((rows) => rows.length > 0);

export const setDecision = (tx: Db, id: ListingClaimId, status: 'approved' | 'rejected') =>
  tx
    .update(listingClaims)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(listingClaims.id, id));

/** Rejects the other open claims of the listing. */
export const rejectOthers = (tx: Db, providerId: ProviderId, id: ListingClaimId) =>
  tx
    .update(listingClaims)
    .set({ status: 'rejected', decidedAt: sql`now()` })
    .where(and(eq(listingClaims.providerId, providerId), ne(listingClaims.id, id), isUndecided));

export const listPending = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectClaims(db), { table: listingClaims, isPending: eq(listingClaims.status, 'pending') }, page);

export const deleteExpired = (db: Db) =>
  db
    .delete(listingClaims)
    .where(
      and(
        eq(listingClaims.status, 'open'),
        lt(listingClaims.createdAt, sql`now() - make_interval(days => ${claimDays})`),
      ),
    );
